"""The feedback sheets of a class: what would come out the same is not drawn again.

Functions raise CorrigeError if a sheet cannot be read or written.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import Path

from answers.assets import asset, contents
from answers.classroom.drawing import Page, digest_of, draw, index_bytes, is_drawn, read_index
from answers.classroom.folder import Cohort
from answers.exam.home import Home, fingerprint
from answers.exam.identity import Student
from answers.exam.world import World
from answers.executors.workers import HERE, Spread
from answers.exports.gradebook import Row
from answers.files import PART, Together, make_folder, read_limited
from answers.paper import Paper, PartMarks, Verdict
from answers.sheets.sheet import Feedback, sheet_html

FEEDBACK, SET_ASIDE, INDEX = "feedback", "set-aside", "index.json"


def write_feedback(cohort: Cohort, rows: Iterable[Row], files: Together, spread: Spread = HERE) -> tuple[Path, ...]:
    """Write the feedback of every marked paper of the rows, and return the files; an unmarked one has none to give.

    A sheet is drawn when what it shows is other than last time, or the file is no longer what was written:
    `feedback/index.json` has a digest of both. A file with other content is kept under a numbered name; the feedback of
    somebody who is no longer in the class goes to `feedback/set-aside/`. They are written together with `files`, by
    this process whoever draws.
    """
    rows = tuple(rows)
    folder = make_folder(cohort.folder / FEEDBACK)
    for stale in folder.glob(f".*{PART}"):  # of a process that was killed
        stale.unlink()
    _set_aside(folder, {f"{row.student.stem}.pdf" for row in rows}, files)
    marked = [row for row in rows if row.marked]
    before = read_index(folder / INDEX)
    drawn = dict(before)
    try:
        for stem, made_from, content in draw(_stale(cohort, marked, before), spread):
            files.write(folder / f"{stem}.pdf", content)
            drawn[stem] = [made_from, digest_of(content)]
    finally:  # interrupted, it goes on where it was
        if drawn != before:
            files.write(folder / INDEX, index_bytes(drawn), overwrite=True)
    return tuple(folder / f"{row.student.stem}.pdf" for row in marked)


def outdated_feedback(cohort: Cohort, rows: Iterable[Row]) -> tuple[str, ...]:
    """Return whose feedback sheet, by identifier, shows something else than it would now; one that lacks is not."""
    before = read_index(cohort.folder / FEEDBACK / INDEX)
    there = [row for row in rows if row.marked and _sheet(cohort, row).is_file()]
    return tuple(row.student.id for row in there if not _is_current(cohort, row, before))


def _stale(cohort: Cohort, rows: Iterable[Row], before: Mapping[str, list[str]]) -> Iterator[tuple[Page, str]]:
    """The sheets that are not what was drawn before, each with what it is made from."""
    for row in rows:
        assert row.paper is not None
        if not _is_current(cohort, row, before):
            page = Page(row.student.stem, _html(cohort, row.student, row.paper))
            yield page, _made_from(cohort, row.student, row.paper)


def _sheet(cohort: Cohort, row: Row) -> Path:
    return cohort.folder / FEEDBACK / f"{row.student.stem}.pdf"


def _is_current(cohort: Cohort, row: Row, before: Mapping[str, list[str]]) -> bool:
    """Whether the sheet of a marked paper is there, as it was drawn, and shows what it would now."""
    assert row.paper is not None
    return is_drawn(_sheet(cohort, row), _made_from(cohort, row.student, row.paper), before)


def _html(cohort: Cohort, student: Student, paper: Paper) -> str:
    assert paper.u0 is not None
    sheet = Feedback(cohort.exam, cohort.key(World(paper.u0)), paper, student)
    return sheet_html(sheet, lang=cohort.settings.lang, secret=cohort.settings.secret)


def _made_from(cohort: Cohort, student: Student, paper: Paper) -> str:
    """A digest of all that a feedback sheet shows: a precision only beside answers that are not right."""
    exam, settings, paper = cohort.exam, cohort.settings, paper.for_student
    rules = [
        (part.id, part.points, part.all_or_nothing, "" if _is_right(paper.parts[part.id]) else part.tolerance)
        for part in exam.parts
        if part.id in paper.parts
    ]
    flags = [(str(flag), flag.reason) for flag in paper.flags]
    shown = (student, paper.student, paper.u0, flags, dict(paper.parts), rules)
    return digest_of(repr((_press(exam.home), exam.name, settings.lang, settings.secret, shown)).encode())


def _is_right(part: PartMarks) -> bool:
    return all(item.verdict is Verdict.RIGHT for item in part.items)


@cache
def _press(home: Home) -> str:
    """What else makes a sheet: the exam's code and words, the templates, styles and fonts, the code of the sheets."""
    from importlib.metadata import version

    folders = (
        asset("templates"),
        resources.files("answers").joinpath("sheets"),
        *(one.templates for one in (home, *home.sources)),
    )
    digest = sha256(f"{version('weasyprint')} {fingerprint(home)}".encode())
    for folder in folders:
        for content in contents(folder):
            digest.update(content)
    return digest.hexdigest()


def _set_aside(folder: Path, wanted: Collection[str], files: Together) -> None:
    """Put feedback that is of nobody in the class where nobody is given it by mistake."""
    for path in sorted(folder.glob("*.pdf")):
        if path.name not in wanted:
            files.write(make_folder(folder / SET_ASIDE) / path.name, read_limited(path))
            files.gone.append(path)
