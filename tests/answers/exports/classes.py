"""A gradebook written by hand for tests of exports.

It has a good paper, a paper with cases to examine, an absent student and an unassigned paper.
"""

import io
import zipfile
from dataclasses import replace
from fractions import Fraction

from answers.exam.key import Key
from answers.exports.gradebook import Gradebook, GradebookRow
from answers.exports.request import ExportResult
from answers.flags import AS_PERCENTAGE, DAMAGED, NO_SEED, Place
from answers.paper import Mark, Paper, PartMarks, Verdict
from answers.people.people_list import PeopleList
from answers.people.table import Line
from answers.sheets.identity import Student
from tests.answers.tiny import TINY

HALF = Fraction(1, 2)
HOSTILE = '=HYPERLINK("http://x")'
FULL = {
    "1a": PartMarks((Mark("10", Verdict.RIGHT, None, HALF), Mark("20", Verdict.RIGHT, None, HALF)), Fraction(1)),
    "1b": PartMarks((Mark("1/3", Verdict.RIGHT, None, HALF), Mark("", Verdict.BLANK, None, Fraction(0))), Fraction(1)),
    "2": PartMarks((Mark("30", Verdict.RIGHT, None, Fraction(3)),), Fraction(3)),
}
POOR = {
    "1a": PartMarks(
        (Mark(HOSTILE, Verdict.WRONG, None, Fraction(0)), Mark("22", Verdict.RIGHT, None, HALF)), Fraction(1)
    ),
    "1b": PartMarks(
        (Mark("52", Verdict.UNREADABLE, AS_PERCENTAGE, Fraction(0)), Mark("", Verdict.BLANK, None, Fraction(0))),
        Fraction(1),
    ),
    "2": PartMarks((Mark("", Verdict.BLANK, None, Fraction(0)),), Fraction(3)),
}  # fmt: skip
GOOD = GradebookRow(
    Student("s01", "Éluard", "Zoé"), 10, Paper(Place("submissions/s01.pdf"), "s01", "tiny", 10, (), FULL)
)
TO_EXAMINE = GradebookRow(
    Student("s02", "@Bb", "+Cc"), 11, Paper(Place("Cc Bb_7_x/a.pdf"), "s02", "tiny", 11, (DAMAGED,), POOR),
    {"E-mail": "cc.bb@x.fr", "Groupe": "=1+1"},
)  # fmt: skip
READ = replace(
    TO_EXAMINE,
    paper=Paper(
        Place("Cc Bb_7_x/a.pdf"), "s02", "tiny", 11, (DAMAGED,),
        {**POOR, "1b": PartMarks((Mark("52", Verdict.WRONG, None, Fraction(0)), POOR["1b"].items[1]), Fraction(1))},
    ),
)  # fmt: skip
"""The row `TO_EXAMINE` once its unreadable item is read."""
ABSENT = GradebookRow(Student("s03", "Dd", "Ee"), 12, None)
STRAY = Paper(Place("b.txt"), "Ff, Gg", "tiny", None, (NO_SEED,), POOR)
CLASS = Gradebook(TINY, (GOOD, TO_EXAMINE, ABSENT), (STRAY,), ())
SETTLED = Gradebook(TINY, (GOOD, READ, ABSENT), (STRAY,), ())


def no_key(u0: int) -> Key:
    """Fail: an export of marks needs no key."""
    raise AssertionError(u0)


def people_list(place: str, columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> PeopleList:
    """Return the list of a platform, with the header on its first line."""
    return PeopleList(place, columns, tuple(Line(at, cells) for at, cells in enumerate(rows, 2)))


def unpacked(exported: ExportResult) -> dict[str, bytes]:
    """Return the contents of the files of an exported archive, by name."""
    with zipfile.ZipFile(io.BytesIO(exported.content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
