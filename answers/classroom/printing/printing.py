"""What is printed for a class: a sheet a student, all of them for the photocopier, lists, the jury's keys."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from answers.assets import house_words
from answers.atlas.prepare_keys import prepare_keys
from answers.classroom.fairness.neighbours import in_order, seat
from answers.classroom.folder import SHEETS, Cohort, check_seeds
from answers.classroom.pages import Page
from answers.classroom.printing.drawing import Press, draw_pages
from answers.classroom.printing.together import Bundle, put_together
from answers.classroom.roster import Pupil
from answers.exam.environment import environment
from answers.exam.world import World
from answers.files import write_atomic, write_keeping
from answers.sheets.booklet import STYLE, subject_html
from answers.sheets.sheet import Blank, ExaminerKey, sealed_blank, sheet_html

DRAWN = ".drawn"
"""What was drawn, and the pages of files that are put together; it may be deleted, and all is drawn again."""
ALL_SHEETS, KEYS, SEATING = "sheets.pdf", "keys.pdf", "seating.pdf"
SUBJECT_PAGE, LIST_PAGE = "_subject", "_list"
LIST_STYLE = "printing/list.css"


def print_sheets(cohort: Cohort, press: Press) -> tuple[Path, ...]:
    """Write the blank sheet of every pupil, a form, to `sheets/`; what is there and would be the same is left alone.

    Raises
    ------
    CorrigeError
        If a pupil has no seed yet, or a sheet exists with other content, must not be replaced and nobody is to be told.
    """
    check_seeds(cohort)
    blanks = {pupil.student.stem: _blank(cohort, pupil) for pupil in cohort.pupils}
    secret = cohort.settings.secret
    pages = (Page(pupil.student.stem, _sheet(cohort, pupil), fillable=True) for pupil in cohort.pupils)

    def finish(stem: str, pdf: bytes) -> bytes:
        return sealed_blank(blanks[stem], pdf, secret)

    return draw_pages(pages, cohort.folder / SHEETS, _index(cohort, SHEETS), press, finish)


def print_together(cohort: Cohort, press: Press, *, with_subject: bool = False) -> Path:
    """Write all sheets to `sheets.pdf` for the photocopier: a cover list, then each pupil's, in the order of the list.

    What is put together anew, when somebody came for instance, stands beside what was: that is kept as `sheets.pdf.1`.

    Each begins on a new sheet of paper when both sides are printed. With `with_subject` each pupil's subject follows.

    Raises
    ------
    CorrigeError
        If a pupil has no seed yet, or the exam has no subject.
    """
    check_seeds(cohort)
    pages = (Page(pupil.student.stem, _sheet(cohort, pupil)) for pupil in cohort.pupils)
    sheets = _drawn(cohort, pages, press, "paper")
    more = [Page(LIST_PAGE, _list(cohort, "cover"), style=LIST_STYLE)]
    if with_subject:
        more.append(Page(SUBJECT_PAGE, subject_html(cohort.exam, lang=cohort.settings.lang), style=STYLE))
    cover, *subject = _drawn(cohort, more, Press(overwrite=True), "lists")
    title = house_words(cohort.settings.lang)["printing"]["cover"]
    own = [Bundle(pupil.student.called, (sheet, *subject)) for pupil, sheet in zip(cohort.pupils, sheets, strict=True)]
    return _write(cohort, ALL_SHEETS, put_together([Bundle(title, (cover,)), *own]), press)


def print_seating(cohort: Cohort, press: Press) -> Path:
    """Write who sits where, or in the order of names where the list gives no seats, to `seating.pdf`, to be signed."""
    (page,) = _drawn(cohort, [Page("seating", _list(cohort, "seating"), style=LIST_STYLE)], press, "lists")
    return _write(cohort, SEATING, page.read_bytes(), press)


def print_keys(cohort: Cohort, press: Press) -> Path:
    """Write the examiner's key of every pupil's seed to `keys.pdf`, in the order of the list, for the jury.

    Raises
    ------
    CorrigeError
        If a pupil has no seed yet.
    """
    check_seeds(cohort)
    prepare_keys(cohort.exam, cohort.load, (pupil.u0 for pupil in cohort.pupils if pupil.u0 is not None), press.spread)
    keys = _drawn(cohort, (Page(pupil.student.stem, _key(cohort, pupil)) for pupil in cohort.pupils), press, "keys")
    bundles = [Bundle(pupil.student.called, (key,)) for pupil, key in zip(cohort.pupils, keys, strict=True)]
    return _write(cohort, KEYS, put_together(bundles), press)


def _drawn(cohort: Cohort, pages: "Iterator[Page] | list[Page]", press: Press, name: str) -> tuple[Path, ...]:
    """Pages kept to be put together; they are ours to replace."""
    return draw_pages(pages, cohort.folder / DRAWN / name, _index(cohort, name), replace(press, overwrite=True))


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


def _blank(cohort: Cohort, pupil: Pupil) -> Blank:
    assert pupil.u0 is not None
    return Blank(cohort.exam, pupil.u0, pupil.student)


def _sheet(cohort: Cohort, pupil: Pupil) -> str:
    return sheet_html(_blank(cohort, pupil), lang=cohort.settings.lang, secret=cohort.settings.secret)


def _key(cohort: Cohort, pupil: Pupil) -> str:
    assert pupil.u0 is not None
    sheet = ExaminerKey(cohort.exam, cohort.key(World(pupil.u0)), pupil.student)
    return sheet_html(sheet, lang=cohort.settings.lang, secret=cohort.settings.secret)


def _list(cohort: Cohort, kind: str) -> str:
    """The cover list, or the seating list by seat or name."""
    lang = cohort.settings.lang
    words = house_words(lang)
    pupils = list(enumerate(cohort.pupils, start=1))
    if kind == "seating":
        pupils.sort(key=lambda one: (in_order(seat(one[1])), in_order(one[1].student.called)))
    return (
        environment(cohort.exam.home)
        .get_template("printing/list.html")
        .render(
            kind=kind,
            lang=lang,
            words=words,
            told=words["printing"],
            title=cohort.exam.words(lang).title,
            pupils=pupils,
            seat=seat,
            has_seats=any(map(seat, cohort.pupils)),
        )
    )
