"""What is printed for a class: a sheet a student, all of them for the photocopier, lists, the jury's keys.

Functions raise CorrigeError if a pupil has no seed yet, the exam has no subject, or a file must not be replaced.
"""

import io
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from answers.assets import shared_words
from answers.atlas.look import prepare_keys
from answers.classroom.drawing import Page, Press, as_drawn, draw_pages
from answers.classroom.folder import ROSTER, SUBJECT, Cohort
from answers.classroom.issued import record_issue
from answers.classroom.kept import Kept, kept
from answers.classroom.roster import Pupil, in_order, seat
from answers.errors import CorrigeError
from answers.exam.environment import environment
from answers.exam.scenario import Scenario
from answers.files import write_atomic, write_keeping
from answers.messages import Message
from answers.sheets.booklet import STYLE, subject_html, subject_pdf
from answers.sheets.given import SHEETS, keep_given
from answers.sheets.issued import look_of
from answers.sheets.sheet import Blank, ExaminerKey, marked_html, sealed, sheet_html

DRAWN = ".drawn"
"""What was drawn, and the pages of files that are put together; it may be deleted, and all is drawn again."""
ALL_SHEETS, KEYS, SEATING = "sheets.pdf", "keys.pdf", "seating.pdf"
SUBJECT_PAGE, LIST_PAGE = "_subject", "_list"
LIST_STYLE = "printing/list.css"

OPEN = 100
"""Bundles whose files are open at a time."""


def write_subject(cohort: Cohort, *, overwrite: bool = False) -> Path:
    """Write the subject of the exam, the same for every pupil, to `subject.pdf`, and return the file.

    It is kept by all that it is made from: of the same exam in the same words it is not drawn again.
    """
    drawn: Kept[bytes] = kept(cohort, "subject")
    path = cohort.folder / SUBJECT
    pdf = drawn(cohort.settings.lang, partial(subject_pdf, cohort.exam, lang=cohort.settings.lang))
    write_atomic(path, pdf, overwrite=overwrite)
    record_issue(cohort, cohort.pupils, {}, renew=False)
    return path


def print_sheets(cohort: Cohort, press: Press) -> tuple[Path, ...]:
    """Write the blank sheet of every pupil, a form, to `sheets/`; what is there and would be the same is left alone.

    What is replaced is kept: it may have been given out, and then is what its student is held to. The data of what is
    printed is recorded; a student whose sheet is left keeps the data of that.
    """
    _check_seeds(cohort)
    looks: dict[str, str] = {}
    left: set[Path] = set()
    pages = (Page(pupil.student.stem, _sheet(cohort, pupil, looks), fillable=True) for pupil in cohort.pupils)

    def leave(path: Path) -> None:
        left.add(path)
        if press.kept is not None:
            press.kept(path)

    def finish(stem: str, pdf: bytes) -> bytes:
        sheet = sealed(pdf, cohort.settings.secret)
        keep_given(cohort.folder, stem, sheet)
        return sheet

    drawing = replace(press, kept=leave if press.kept else None)
    paths = draw_pages(pages, cohort.folder / SHEETS, _index(cohort, SHEETS), drawing, finish)
    printed = [pupil for path, pupil in zip(paths, cohort.pupils, strict=True) if path not in left]
    press.other_data(record_issue(cohort, printed, looks, renew=press.overwrite, spread=press.spread))
    return paths


def print_together(cohort: Cohort, press: Press, *, with_subject: bool = False) -> Path:
    """Write all sheets to `sheets.pdf` for the photocopier: a cover list, then each pupil's, in the order of the list.

    What is put together anew, when somebody came for instance, stands beside what was: that is kept as `sheets.pdf.1`.

    Each begins on a new sheet of paper when both sides are printed. With `with_subject` each pupil's subject follows.
    """
    _check_seeds(cohort)
    looks: dict[str, str] = {}
    pages = (Page(pupil.student.stem, _sheet(cohort, pupil, looks)) for pupil in cohort.pupils)
    sheets = _drawn(cohort, pages, press, "paper", lambda _, pdf: sealed(pdf, cohort.settings.secret))
    press.other_data(record_issue(cohort, cohort.pupils, looks, renew=press.overwrite, spread=press.spread))
    more = [Page(LIST_PAGE, _list(cohort, "cover"), style=LIST_STYLE)]
    if with_subject:
        more.append(Page(SUBJECT_PAGE, subject_html(cohort.exam, lang=cohort.settings.lang), style=STYLE))
    cover, *subject = _drawn(cohort, more, Press(overwrite=True), "lists")
    title = shared_words(cohort.settings.lang)["printing"]["cover"]
    own = [Bundle(pupil.student.called, (sheet, *subject)) for pupil, sheet in zip(cohort.pupils, sheets, strict=True)]
    return _write(cohort, ALL_SHEETS, put_together([Bundle(title, (cover,)), *own], cohort.settings.lang), press)


def print_seating(cohort: Cohort, press: Press) -> Path:
    """Write who sits where, or in the order of names where the list gives no seats, to `seating.pdf`, to be signed."""
    (page,) = _drawn(cohort, [Page("seating", _list(cohort, "seating"), style=LIST_STYLE)], press, "lists")
    return _write(cohort, SEATING, page.read_bytes(), press)


def print_keys(cohort: Cohort, press: Press) -> Path:
    """Write the examiner's key of every pupil's seed to `keys.pdf`, in the order of the list, for the jury."""
    _check_seeds(cohort)
    prepare_keys(cohort.exam, cohort.load, (pupil.u0 for pupil in cohort.pupils if pupil.u0 is not None), press.spread)
    keys = _drawn(cohort, (Page(pupil.student.stem, _key(cohort, pupil)) for pupil in cohort.pupils), press, "keys")
    bundles = [Bundle(pupil.student.called, (key,)) for pupil, key in zip(cohort.pupils, keys, strict=True)]
    return _write(cohort, KEYS, put_together(bundles, cohort.settings.lang), press)


def _check_seeds(cohort: Cohort) -> None:
    """Refuse a class of which a pupil has no seed."""
    without = [pupil.student.id for pupil in cohort.pupils if pupil.u0 is None]
    if without:
        cause = Message(
            "no seed yet for {without}{what}",
            without=", ".join(without[:5]),
            what=Message(" and others") if len(without) > 5 else "",
        )
        raise CorrigeError.one(cause, place=str(cohort.folder / ROSTER), remedy="run `corrige class seeds` first")


def _drawn(
    cohort: Cohort,
    pages: "Iterator[Page] | list[Page]",
    press: Press,
    name: str,
    finish: Callable[[str, bytes], bytes] = as_drawn,
) -> tuple[Path, ...]:
    """Pages kept to be put together; they are ours to replace."""
    return draw_pages(pages, cohort.folder / DRAWN / name, _index(cohort, name), replace(press, overwrite=True), finish)


def _index(cohort: Cohort, name: str) -> Path:
    return cohort.folder / DRAWN / f"{name}.json"


def _write(cohort: Cohort, name: str, content: bytes, press: Press) -> Path:
    """Write what was put together; what stood there before is kept under another name, unless it may be replaced."""
    path = cohort.folder / name
    if press.overwrite:
        write_atomic(path, content, overwrite=True)
    elif (kept := write_keeping(path, content)) is not None:
        press.renamed(kept)
    return path


def _sheet(cohort: Cohort, pupil: Pupil, looks: dict[str, str]) -> str:
    """The page of a pupil's sheet, its look added to `looks` by the pupil's identifier."""
    assert pupil.u0 is not None
    blank = Blank(cohort.exam, pupil.u0, pupil.student)
    html = marked_html(blank, lang=cohort.settings.lang, secret=cohort.settings.secret)
    looks[pupil.student.id] = look_of(html)
    return html


def _key(cohort: Cohort, pupil: Pupil) -> str:
    assert pupil.u0 is not None
    sheet = ExaminerKey(cohort.exam, cohort.key(Scenario(pupil.u0)), pupil.student)
    return sheet_html(sheet, lang=cohort.settings.lang, secret=cohort.settings.secret)


def _list(cohort: Cohort, kind: str) -> str:
    """The cover list, or the seating list by seat or name."""
    pupils = list(enumerate(cohort.pupils, start=1))
    if kind == "seating":
        pupils.sort(key=lambda one: (in_order(seat(one[1])), in_order(one[1].student.called)))
    return list_html(cohort, "list", kind=kind, pupils=pupils, has_seats=any(map(seat, cohort.pupils)))


def list_html(cohort: Cohort, name: str, **shown: object) -> str:
    """Return a page of `templates/printing/` about the students of a class."""
    lang = cohort.settings.lang
    title = cohort.exam.words(lang).title
    template = environment(cohort.exam.location).get_template(f"printing/{name}.html")
    return template.render(lang=lang, words=shared_words(lang), title=title, seat=seat, **shown)


@dataclass(frozen=True, slots=True)
class Bundle:
    """What is stapled together: its name in the bookmarks, and its files in order."""

    name: str
    files: tuple[Path, ...]


def put_together(bundles: Iterable[Bundle], lang: str) -> bytes:
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
            outline.root += [pikepdf.OutlineItem(one.name, at) for one, at in zip(bundles, starts, strict=True)]
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
