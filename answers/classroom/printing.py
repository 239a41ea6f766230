"""Print the documents of a class: an answer sheet for each student, all sheets in one file, lists, and the jury's keys.

Functions raise CorrigeError if a student has no seed, the exam has no subject, or a file must not be replaced.
"""

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from answers.assets import shared_words
from answers.classroom.artifact_cache import ArtifactCache, artifact_cache
from answers.classroom.folder import SUBJECT, ClassData, require_seeds
from answers.classroom.issued import record_issue
from answers.classroom.listed_names import record_names
from answers.classroom.rendering import Finish, PrintOptions, render_files
from answers.classroom.roster import Enrollment, natural_key, seat
from answers.exam.environment import environment
from answers.exam.key_cache import prepare_keys
from answers.exam.scenario import Scenario
from answers.files import saved, write_atomic, write_keeping
from answers.sheets.booklet import STYLE, subject_html, subject_pdf
from answers.sheets.issued import content_hash_of
from answers.sheets.issued_files import SHEETS, archive_issued_sheet
from answers.sheets.shared_layout import Page
from answers.sheets.sheet import BlankSheet, ExaminerKey, sheet_page, signed

RENDERED = ".drawn"
"""The folder of rendered pages; it may be deleted, and everything is then rendered again."""
ALL_SHEETS, KEYS, SEATING = "sheets.pdf", "keys.pdf", "seating.pdf"
"""The names of the files with all answer sheets, with all keys, and with the seating list."""
SUBJECT_PAGE, LIST_PAGE = "_subject", "_list"
LIST_STYLE = "printing/list.css"

OPEN = 100
"""The number of bundles whose files are open at the same time."""


def write_subject(class_data: ClassData, *, overwrite: bool = False) -> Path:
    """Write the subject of the exam, which is the same for every student, to `subject.pdf`, and return its path.

    Raises CorrigeError if `subject.pdf` exists with other content, unless `overwrite`.
    """
    drawn: ArtifactCache[bytes] = artifact_cache(class_data, "subject")
    path, lang = class_data.folder / SUBJECT, class_data.settings.lang
    pdf = drawn.get(lang) or drawn.put(lang, subject_pdf(class_data.exam, lang=lang))
    write_atomic(path, pdf, overwrite=overwrite)
    record_issue(class_data, class_data.enrollments, {}, renew=overwrite)
    return path


def print_sheets(class_data: ClassData, print_options: PrintOptions) -> tuple[Path, ...]:
    """Write the blank sheet of every student, a PDF form, to `sheets/`, and return the paths in the order of the class.

    Replaced sheets are archived, since they may have been given out and then remain valid for their students. The data
    of printed sheets are recorded; a student whose sheet is left unchanged keeps the earlier data.
    """
    require_seeds(class_data)
    content_hashes: dict[str, str] = {}
    skipped: set[Path] = set()
    pages = (
        (enrollment.student.stem, _blank_page(class_data, enrollment, content_hashes))
        for enrollment in class_data.enrollments
    )

    def leave(path: Path) -> None:
        skipped.add(path)
        if print_options.on_skipped is not None:
            print_options.on_skipped(path)

    def finish(stem: str, pdf: bytes) -> bytes:
        sheet = signed(pdf, class_data.settings.secret)
        archive_issued_sheet(class_data.folder, stem, sheet)
        return sheet

    rendering = replace(print_options, on_skipped=leave if print_options.on_skipped else None)
    paths = render_files(pages, class_data.folder, SHEETS, rendering, finish)
    printed = [
        enrollment for path, enrollment in zip(paths, class_data.enrollments, strict=True) if path not in skipped
    ]
    if print_options.overwrite:
        record_names(class_data.folder, printed, renew=True)
    _record(class_data, printed, content_hashes, print_options)
    return paths


def _record(
    class_data: ClassData, printed: Sequence[Enrollment], content_hashes: Mapping[str, str], print_options: PrintOptions
) -> None:
    """Record the data of printed sheets, and report students whose earlier sheets have other data."""
    renew, parallel_map = print_options.overwrite, print_options.parallel_map
    changed = record_issue(class_data, printed, content_hashes, renew=renew, parallel_map=parallel_map)
    print_options.on_other_data(changed)


def print_together(class_data: ClassData, print_options: PrintOptions, *, with_subject: bool = False) -> Path:
    """Write all sheets to `sheets.pdf` for printing: a cover list, then the sheets in the order of the class list.

    An earlier file with other content is renamed to `sheets.pdf.1` unless it may be replaced. With two-sided printing,
    each student's pages begin on a new sheet of paper. With `with_subject` the subject follows each sheet.
    """
    require_seeds(class_data)
    content_hashes: dict[str, str] = {}
    pages = (
        (enrollment.student.stem, replace(_blank_page(class_data, enrollment, content_hashes), fillable=False))
        for enrollment in class_data.enrollments
    )
    secret = class_data.settings.secret
    sheets = _rendered(class_data, pages, print_options, "paper", lambda _, pdf: signed(pdf, secret))
    _record(class_data, class_data.enrollments, content_hashes, print_options)
    list_pages = [(LIST_PAGE, Page(_list(class_data, "cover"), style=LIST_STYLE))]
    if with_subject:
        subject_page = Page(subject_html(class_data.exam, lang=class_data.settings.lang), style=STYLE)
        list_pages.append((SUBJECT_PAGE, subject_page))
    cover, *subject = _rendered(class_data, list_pages, PrintOptions(overwrite=True), "lists")
    title = shared_words(class_data.settings.lang)["printing"]["cover"]
    bundles = [
        (enrollment.student.display_name, (sheet, *subject))
        for enrollment, sheet in zip(class_data.enrollments, sheets, strict=True)
    ]
    whole = join_bundles([(title, (cover,)), *bundles], class_data.settings.lang)
    return _write(class_data, ALL_SHEETS, whole, print_options)


def print_seating(class_data: ClassData, print_options: PrintOptions) -> Path:
    """Write the list of seats, for the students' signatures, to `seating.pdf`, sorted by seat, or else by name."""
    seating = Page(_list(class_data, "seating"), style=LIST_STYLE)
    (page,) = _rendered(class_data, [("seating", seating)], print_options, "lists")
    return _write(class_data, SEATING, page.read_bytes(), print_options)


def print_keys(class_data: ClassData, print_options: PrintOptions) -> Path:
    """Write the key of every student's seed to `keys.pdf` for the jury, in the order of the class list."""
    require_seeds(class_data)
    exam, settings = class_data.exam, class_data.settings
    seeds = [(enrollment.student, enrollment.u0) for enrollment in class_data.enrollments if enrollment.u0 is not None]
    prepare_keys(exam, class_data.load, (u0 for _, u0 in seeds), print_options.parallel_map)
    pages = (
        (student.stem, sheet_page(sheet, lang=settings.lang, secret=settings.secret))
        for student, u0 in seeds
        for sheet in [ExaminerKey(exam, class_data.key(Scenario(u0)), student)]
    )
    keys = _rendered(class_data, pages, print_options, "keys")
    bundles = [(student.display_name, (key,)) for (student, _), key in zip(seeds, keys, strict=True)]
    return _write(class_data, KEYS, join_bundles(bundles, class_data.settings.lang), print_options)


def _rendered(
    class_data: ClassData,
    pages: Iterable[tuple[str, Page]],
    print_options: PrintOptions,
    name: str,
    finish: Finish = lambda _, pdf: pdf,
) -> tuple[Path, ...]:
    return render_files(pages, class_data.folder, f"{RENDERED}/{name}", replace(print_options, overwrite=True), finish)


def _write(class_data: ClassData, name: str, content: bytes, print_options: PrintOptions) -> Path:
    """Write a joined file; unless it may be replaced, an existing file with other content is renamed."""
    path = class_data.folder / name
    if print_options.overwrite:
        write_atomic(path, content, overwrite=True)
    elif (old_file := write_keeping(path, content)) is not None:
        print_options.on_renamed(old_file)
    return path


def _blank_page(class_data: ClassData, enrollment: Enrollment, content_hashes: dict[str, str]) -> Page:
    """Return the page of a student's sheet; add its content hash to `content_hashes` by the student's identifier."""
    assert enrollment.u0 is not None
    blank = BlankSheet(class_data.exam, enrollment.u0, enrollment.student)
    page = sheet_page(blank, lang=class_data.settings.lang, secret=class_data.settings.secret)
    content_hashes[enrollment.student.id] = content_hash_of(page.whole)
    return page


def _list(class_data: ClassData, kind: str) -> str:
    """Return the HTML of the cover list ("cover"), or of the seating list ("seating"), sorted by seat or name."""
    enrollments = list(enumerate(class_data.enrollments, start=1))
    if kind == "seating":
        enrollments.sort(key=lambda row: (natural_key(seat(row[1])), natural_key(row[1].student.display_name)))
    return list_html(
        class_data, "list", kind=kind, enrollments=enrollments, has_seats=any(map(seat, class_data.enrollments))
    )


def list_html(class_data: ClassData, name: str, **shown: object) -> str:
    """Return the HTML of the template `name` in `templates/printing/` for a class; `shown` are its variables."""
    lang = class_data.settings.lang
    title = class_data.exam.words(lang).title
    template = environment(class_data.exam.location).get_template(f"printing/{name}.html")
    return template.render(lang=lang, words=shared_words(lang), title=title, seat=seat, **shown)


def join_bundles(bundles: Iterable[tuple[str, tuple[Path, ...]]], lang: str) -> bytes:
    """Return one PDF of bundles of files, each bundle with a name, which becomes a bookmark.

    A bundle is padded to an even number of pages, so that in two-sided printing no sheet of paper has pages of two
    bundles. Equal files give equal bytes. Form fields of the files are lost.
    """
    import pikepdf

    bundles = tuple(bundles)
    with tempfile.TemporaryDirectory() as place, pikepdf.new() as whole, ExitStack() as opened:
        starts: list[int] = []
        for at in range(0, len(bundles), OPEN):
            path, count = Path(place) / f"{at}.pdf", len(whole.pages)
            with pikepdf.new() as part, ExitStack() as sources:
                for _, files in bundles[at : at + OPEN]:
                    starts.append(count + len(part.pages))
                    for file in files:
                        stream = sources.enter_context(file.open("rb"))  # pikepdf refuses names that are no valid text
                        part.pages.extend(sources.enter_context(pikepdf.open(stream)).pages)
                    if len(part.pages) % 2:
                        _, _, width, height = map(float, part.pages[-1].mediabox)
                        part.add_blank_page(page_size=(width, height))
                part.save(path)
            whole.pages.extend(opened.enter_context(pikepdf.open(path)).pages)
        with whole.open_outline() as outline:
            outline.root += [pikepdf.OutlineItem(name, at) for (name, _), at in zip(bundles, starts, strict=True)]
        whole.Root.Lang = pikepdf.String(lang)
        return saved(whole.save, deterministic_id=True)
