"""Keys and papers to print, with evidence as large as an exam may give."""

from fractions import Fraction
from typing import Any

from answers.exam.exam import Exam, Part
from answers.exam.key import Key
from answers.exams.nash.questions import EXAM as NASH
from answers.paper import Mark, Paper, PartMarks, Verdict

LONG = Fraction(123456789012345678901234567891, 987654321098765432109876543210)
GRID = [[0, 1, 1, 0, 2], [3, 0, 0, 0, 2], [0] * 5, [0] * 5, [0] * 5]
GAME = {"winner": 2, "grid": GRID, "moves": [[1, [0, 1], [0, 2]], [2, [0, 4], [1, 4]]]}
WEIGHT = str(Fraction(1, 60) + Fraction(1, 10**28))
SUPPORT = [[plan, WEIGHT] for plan in range(60)]
EQUILIBRIUM = {"rows": SUPPORT, "columns": SUPPORT, "lower": "29/45", "upper": "30/45", "plans": [10_000, 10_000]}


def nash_key(u0: int = 17) -> Key:
    """A key of the Nash exam with the longest values and evidence; the numbers are not the answers."""
    return Key(
        exam="nash",
        u0=u0,
        params={"u0": u0, "illegal": {"1,4": [0, 3], "2,3": [1, 1]}},
        answers={part.id: _values(part) for part in NASH.parts},
        evidence={part.id: _evidence(part) for part in NASH.parts if part.question in (3, 5, 6, 7, 8)},
        oral={oral.slug: (None, *(Fraction(1, 2) for _ in oral.labels[1:])) for oral in NASH.oral},
        flags=("degenerate-seed",),
        fingerprint="0123456789abcdef",
    )


def _values(part: Part) -> tuple[Any, ...]:
    value = part.question if part.question < 4 else LONG
    return (value,) * len(part.labels)


def _evidence(part: Part) -> tuple[dict[str, Any], ...]:
    return (GAME if part.question == 3 else EQUILIBRIUM,) * len(part.labels)


def paper_of(exam: Exam[Any], marks: dict[str, tuple[Mark, ...]], u0: int = 17, flags: tuple[str, ...] = ()) -> Paper:
    """A paper with the given marks, blank elsewhere."""
    blank = Mark("", Verdict.BLANK, None, Fraction(0))
    parts = {part.id: PartMarks(marks.get(part.id, (blank,) * len(part.labels)), part.points) for part in exam.parts}
    return Paper("s03.pdf", "s03", exam.name, u0, flags, parts)
