"""From the points of a paper to its mark, in exact fractions."""

from fractions import Fraction
from math import floor

from answers.exam.mark_rules import AS_POINTS, ZERO, MarkRules
from answers.paper import WholeMark

HALF = Fraction(1, 2)


def whole_mark(
    points: Fraction, total: Fraction, rules: MarkRules, bonus: Fraction, why: str, minutes: int
) -> WholeMark | None:
    """Return the mark of a paper that came so many minutes late; None where nothing is chosen and it is its points."""
    if rules == AS_POINTS and not bonus:
        return None
    out_of = total if rules.out_of is None else rules.out_of
    scaled = points * out_of / total if total else ZERO
    late = rules.late.of(minutes)
    mark = scaled + bonus - late
    rounded = floor(mark / rules.step + HALF) * rules.step if rules.step else mark
    value = min(max(rounded, min(rules.least, out_of)), out_of)
    return WholeMark(points, total, out_of, scaled, bonus, why, late, rounded, value)
