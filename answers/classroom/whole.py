"""What a teacher decides of a whole paper: the number u₀ that it is marked with, points added to its mark."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import floor

from answers.classroom.decisions import BONUS, SEED, Decision, bonus_of, seed_of
from answers.exam.settings import AS_POINTS, ZERO, MarkRules
from answers.flags import MARKED_BY, U0_CHANGED
from answers.paper import Paper, WholeMark

HALF = Fraction(1, 2)


def granted_seed(decisions: Mapping[str, Decision]) -> int | None:
    """Return the seed that decisions about a student grant, None if none."""
    return seed_of(decisions[SEED].ruling.value) if SEED in decisions else None


def with_mark(paper: Paper, rules: MarkRules, decisions: Mapping[str, Decision], minutes: int) -> Paper:
    """Return a paper with the mark that its points, the rules and the decisions give, and the seed granted told."""
    if SEED in decisions:
        told = MARKED_BY(decisions[SEED].ruling.value.strip()).seen(told=True, reason=decisions[SEED].ruling.reason)
        others = (flag for flag in paper.flags if flag.slug != U0_CHANGED.slug)
        paper = replace(paper, flags=(*others, told))
    bonus = decisions[BONUS].ruling if BONUS in decisions else None
    points = (bonus_of(bonus.value) if bonus else None) or ZERO
    if paper.u0 is None:
        return paper
    return replace(
        paper, mark=whole_mark(paper.score, paper.points, rules, points, bonus.reason if bonus else "", minutes)
    )


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
