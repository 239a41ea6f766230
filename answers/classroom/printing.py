"""What is printed for a class: a sheet a student, all of them for the photocopier, lists, the jury's keys.

Functions raise CorrigeError if a student has no seed yet, the exam has no subject, or a file must not be replaced.
"""

import io
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from answers.assets import shared_words
from answers.atlas.seed_summary import prepare_keys
from answers.classroom.artifact_cache import ArtifactCache, artifact_cache
from answers.classroom.folder import ROSTER, SUBJECT, ClassData
from answers.classroom.issued import record_issue
from answers.classroom.rendering import Page, PrintOptions, as_drawn, draw_pages
from answers.classroom.roster import Enrollment, natural_key, seat
from answers.errors import CorrigeError
from answers.exam.environment import environment
from answers.exam.scenario import Scenario
from answers.files import write_atomic, write_keeping
from answers.messages import Message
from answers.sheets.booklet import STYLE, subject_html, subject_pdf
from answers.sheets.issued import content_hash_of
from answers.sheets.issued_files import SHEETS, archive_issued_sheet
from answers.sheets.sheet import Blank, ExaminerKey, marked_html, sheet_html, signed

DRAWN = ".drawn"
"""What was drawn, and the pages of files that are put together; it may be deleted, and all is drawn again."""
ALL_SHEETS, KEYS, SEATING = "sheets.pdf", "keys.pdf", "seating.pdf"
SUBJECT_PAGE, LIST_PAGE = "_subject", "_list"
LIST_STYLE = "printing/list.css"

OPEN = 100
"""Bundles whose files are open at a time."""


def write_subject(class_data: ClassData, *, overwrite: bool = False) -> Path:
    """Write the subject of the exam, the same for every student, to `subject.pdf`, and return the file.

    It is kept by all that it is made from: of the same exam in the same words it is not drawn again.
    """
    drawn: ArtifactCache[bytes] = artifact_cache(class_data, "subject")
    path = class_data.folder / SUBJECT
    pdf = drawn(class_data.settings.lang, partial(subject_pdf, class_data.exam, lang=class_data.settings.lang))
    write_atomic(path, pdf, overwrite=overwrite)
    record_issue(class_data, class_data.enrollments, {}, renew=False)
    return path


def print_sheets(class_data: ClassData, print_options: PrintOptions) -> tuple[Path, ...]:
    """Write the blank sheet of every student, a form, to `sheets/`; what is there and would be the same is left alone.

    What is replaced is kept: it may have been given out, and then is what its student is held to. The data of what is
    printed is recorded; a student whose sheet is left keeps the data of that.
    """
    _check_seeds(class_data)
    looks: dict[str, str] = {}
    left: set[Path] = set()
    pages = (
        Page(enrollment.student.stem, _sheet(class_data, enrollment, looks), fillable=True)
        for enrollment in class_data.enrollments
    )

    def leave(path: Path) -> None:
        left.add(path)
        if print_options.on_skipped is not None:
            print_options.on_skipped(path)

    def finish(stem: str, pdf: bytes) -> bytes:
        sheet = signed(pdf, class_data.settings.secret)
        archive_issued_sheet(class_data.folder, stem, sheet)
        return sheet

    drawing = replace(print_options, on_skipped=leave if print_options.on_skipped else None)
    paths = draw_pages(pages, class_data.folder / SHEETS, _index(class_data, SHEETS), drawing, finish)
    printed = [enrollment for path, enrollment in zip(paths, class_data.enrollments, strict=True) if path not in left]
    print_options.on_other_data(
        record_issue(class_data, printed, looks, renew=print_options.overwrite, parallel_map=print_options.parallel_map)
    )
    return paths


def print_together(class_data: ClassData, print_options: PrintOptions, *, with_subject: bool = False) -> Path:
    """Write all sheets to `sheets.pdf` for the photocopier: a cover list, then each student's.

    In the order of the list.

    What is put together anew, when somebody came for instance, stands beside what was: that is kept as `sheets.pdf.1`.

    Each begins on a new sheet of paper when both sides are printed. With `with_subject` each student's subject follows.
    """
    _check_seeds(class_data)
    looks: dict[str, str] = {}
    pages = (
        Page(enrollment.student.stem, _sheet(class_data, enrollment, looks)) for enrollment in class_data.enrollments
    )
    sheets = _drawn(class_data, pages, print_options, "paper", lambda _, pdf: signed(pdf, class_data.settings.secret))
    print_options.on_other_data(
        record_issue(
            class_data,
            class_data.enrollments,
            looks,
            renew=print_options.overwrite,
            parallel_map=print_options.parallel_map,
        )
    )
    more = [Page(LIST_PAGE, _list(class_data, "cover"), style=LIST_STYLE)]
    if with_subject:
        more.append(Page(SUBJECT_PAGE, subject_html(class_data.exam, lang=class_data.settings.lang), style=STYLE))
    cover, *subject = _drawn(class_data, more, PrintOptions(overwrite=True), "lists")
    title = shared_words(class_data.settings.lang)["printing"]["cover"]
    own = [
        Bundle(enrollment.student.display_name, (sheet, *subject))
        for enrollment, sheet in zip(class_data.enrollments, sheets, strict=True)
    ]
    return _write(
        class_data, ALL_SHEETS, join_bundles([Bundle(title, (cover,)), *own], class_data.settings.lang), print_options
    )


def print_seating(class_data: ClassData, print_options: PrintOptions) -> Path:
    """Write who sits where, or in the order of names where the list gives no seats, to `seating.pdf`, to be signed."""
    (page,) = _drawn(
        class_data, [Page("seating", _list(class_data, "seating"), style=LIST_STYLE)], print_options, "lists"
    )
    return _write(class_data, SEATING, page.read_bytes(), print_options)


def print_keys(class_data: ClassData, print_options: PrintOptions) -> Path:
    """Write the examiner's key of every student's seed to `keys.pdf`, in the order of the list, for the jury."""
    _check_seeds(class_data)
    prepare_keys(
        class_data.exam,
        class_data.load,
        (enrollment.u0 for enrollment in class_data.enrollments if enrollment.u0 is not None),
        print_options.parallel_map,
    )
    keys = _drawn(
        class_data,
        (Page(enrollment.student.stem, _key(class_data, enrollment)) for enrollment in class_data.enrollments),
        print_options,
        "keys",
    )
    bundles = [
        Bundle(enrollment.student.display_name, (key,))
        for enrollment, key in zip(class_data.enrollments, keys, strict=True)
    ]
    return _write(class_data, KEYS, join_bundles(bundles, class_data.settings.lang), print_options)


def _check_seeds(class_data: ClassData) -> None:
    """Refuse a class of which a student has no seed."""
    without = [enrollment.student.id for enrollment in class_data.enrollments if enrollment.u0 is None]
    if without:
        cause = Message(
            "no seed yet for {without}{what}",
            without=", ".join(without[:5]),
            what=Message(" and others") if len(without) > 5 else "",
        )
        raise CorrigeError.one(cause, place=str(class_data.folder / ROSTER), remedy="run `corrige class seeds` first")


def _drawn(
    class_data: ClassData,
    pages: "Iterator[Page] | list[Page]",
    print_options: PrintOptions,
    name: str,
    finish: Callable[[str, bytes], bytes] = as_drawn,
) -> tuple[Path, ...]:
    """Pages kept to be put together; they are ours to replace."""
    return draw_pages(
        pages,
        class_data.folder / DRAWN / name,
        _index(class_data, name),
        replace(print_options, overwrite=True),
        finish,
    )


def _index(class_data: ClassData, name: str) -> Path:
    return class_data.folder / DRAWN / f"{name}.json"


def _write(class_data: ClassData, name: str, content: bytes, print_options: PrintOptions) -> Path:
    """Write what was put together; what stood there before is kept under another name, unless it may be replaced."""
    path = class_data.folder / name
    if print_options.overwrite:
        write_atomic(path, content, overwrite=True)
    elif (kept := write_keeping(path, content)) is not None:
        print_options.on_renamed(kept)
    return path


def _sheet(class_data: ClassData, enrollment: Enrollment, looks: dict[str, str]) -> str:
    """The page of a student's sheet, its look added to `looks` by the student's identifier."""
    assert enrollment.u0 is not None
    blank = Blank(class_data.exam, enrollment.u0, enrollment.student)
    html = marked_html(blank, lang=class_data.settings.lang, secret=class_data.settings.secret)
    looks[enrollment.student.id] = content_hash_of(html)
    return html


def _key(class_data: ClassData, enrollment: Enrollment) -> str:
    assert enrollment.u0 is not None
    sheet = ExaminerKey(class_data.exam, class_data.key(Scenario(enrollment.u0)), enrollment.student)
    return sheet_html(sheet, lang=class_data.settings.lang, secret=class_data.settings.secret)


def _list(class_data: ClassData, kind: str) -> str:
    """The cover list, or the seating list by seat or name."""
    enrollments = list(enumerate(class_data.enrollments, start=1))
    if kind == "seating":
        enrollments.sort(key=lambda one: (natural_key(seat(one[1])), natural_key(one[1].student.display_name)))
    return list_html(
        class_data, "list", kind=kind, enrollments=enrollments, has_seats=any(map(seat, class_data.enrollments))
    )


def list_html(class_data: ClassData, name: str, **shown: object) -> str:
    """Return a page of `templates/printing/` about the students of a class."""
    lang = class_data.settings.lang
    title = class_data.exam.words(lang).title
    template = environment(class_data.exam.location).get_template(f"printing/{name}.html")
    return template.render(lang=lang, words=shared_words(lang), title=title, seat=seat, **shown)


@dataclass(frozen=True, slots=True)
class Bundle:
    """What is stapled together: its name in the bookmarks, and its files in order."""

    name: str
    files: tuple[Path, ...]


def join_bundles(bundles: Iterable[Bundle], lang: str) -> bytes:
    """Return one PDF of all bundles, each of an even number of pages: printed on both sides, none shares a sheet.

    The same files give the same bytes. Pages are copied as they are, a hundred bundles at a time, so that memory holds
    little more than the result; form fields of the files are lost.
    """
    import pikepdf

    bundles = tuple(bundles)
    with tempfile.TemporaryDirectory() as place, pikepdf.new() as whole, ExitStack() as opened:
        starts: list[int] = []
        for at in range(0, len(bundles), OPEN):
            part = Path(place) / f"{at}.pdf"
            starts += [len(whole.pages) + start for start in _write_part(bundles[at : at + OPEN], part)]
            whole.pages.extend(opened.enter_context(pikepdf.open(part)).pages)
        with whole.open_outline() as outline:
            outline.root += [pikepdf.OutlineItem(bundle.name, at) for bundle, at in zip(bundles, starts, strict=True)]
        whole.Root.Lang = pikepdf.String(lang)
        stream = io.BytesIO()
        whole.save(stream, deterministic_id=True)
        return stream.getvalue()


def _write_part(bundles: Sequence[Bundle], path: Path) -> list[int]:
    """Write some bundles to one file; return the page, from 0, on which each begins."""
    import pikepdf

    starts = []
    with pikepdf.new() as part, ExitStack() as opened:
        for bundle in bundles:
            starts.append(len(part.pages))
            for file in bundle.files:
                stream = opened.enter_context(file.open("rb"))  # a name that is no text is none for pikepdf
                part.pages.extend(opened.enter_context(pikepdf.open(stream)).pages)
            if len(part.pages) % 2:
                _, _, width, height = map(float, part.pages[-1].mediabox)
                part.add_blank_page(page_size=(width, height))
        part.save(path)
    return starts
