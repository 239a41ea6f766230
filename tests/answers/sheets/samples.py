"""Keys and papers to print, with evidence as large as an exam may give."""

import re
from fractions import Fraction
from html import unescape
from typing import Any

from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.question import Evidence, Part
from answers.exam.scenario import Scenario
from answers.exams.phantom_domineering.evidence import FinalBoard, LaidDomino, Strategies, WeightedPlan
from answers.exams.phantom_domineering.nash.draws import Parameters
from answers.exams.phantom_domineering.rules import BoardCell, Dimensions
from answers.flags import Flag, Place
from answers.paper import Mark, Paper, PartMarks, Verdict

NASH = load_exam("nash")
LONG = Fraction(123456789012345678901234567891, 987654321098765432109876543210)
GRID = ((0, 1, 1, 0, 2), (3, 0, 0, 0, 2), (0,) * 5, (0,) * 5, (0,) * 5)
GAME = FinalBoard(
    2, GRID, (LaidDomino(1, BoardCell(0, 1), BoardCell(0, 2)), LaidDomino(2, BoardCell(0, 4), BoardCell(1, 4)))
)
WEIGHT = str(Fraction(1, 60) + Fraction(1, 10**28))
SUPPORT = tuple(WeightedPlan(plan, WEIGHT) for plan in range(60))
EQUILIBRIUM = Strategies(SUPPORT, SUPPORT, "29/45", "30/45", Dimensions(10_000, 10_000))


def nash_key(u0: int = 17) -> Key:
    """A key of the Nash exam with the longest values and evidence; the numbers are not the answers."""
    return Key(
        exam="nash",
        scenario=Scenario(u0),
        params=Parameters(u0, {"1,4": BoardCell(0, 3), "2,3": BoardCell(1, 1)}),
        answers={part.id: _values(part) for part in NASH.parts},
        evidence={part.id: _evidence(part) for part in NASH.parts if part.question in (3, 5, 6, 7, 8)},
        oral={slug: (None, *(Fraction(1, 2),) * (count - 1)) for slug, count in ORAL.items()},
        fingerprint="0123456789abcdef",
    )


ORAL = {"period": 3, "small-boards": 2, "extreme-values": 6}


def _values(part: Part) -> tuple[Any, ...]:
    value = part.question if part.question < 4 else LONG
    return (value,) * part.count


def _evidence(part: Part) -> tuple[Evidence, ...]:
    return (GAME if part.question == 3 else EQUILIBRIUM,) * part.count


def paper_of(exam: Exam, marks: dict[str, tuple[Mark, ...]], u0: int = 17, flags: tuple[Flag, ...] = ()) -> Paper:
    """A paper with the given marks, blank elsewhere."""
    blank = Mark("", Verdict.BLANK, None, Fraction(0))
    parts = {part.id: PartMarks(marks.get(part.id, (blank,) * part.count), part.points) for part in exam.parts}
    return Paper(Place("s03.pdf"), "s03", exam.name, u0, flags, parts)


def text_of(html: str) -> str:
    """Return the text of a page, without that of drawings."""
    body = re.sub("</?var>", "", html[html.index("<body") :])
    return " ".join(unescape(re.sub(r"<svg.*?</svg>", "", re.sub(r"<(?!svg|/svg)[^>]*>", " ", body))).split())
