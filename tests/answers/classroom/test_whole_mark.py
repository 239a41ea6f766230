"""The mark of a paper, worked out by hand: points, scale, bonus, lateness, rounding, least and most."""

from fractions import Fraction

import pytest

from answers.classroom.whole_mark import whole_mark
from answers.exam.mark_rules import AS_POINTS, MarkRules, Penalty, Per
from answers.paper import WholeMark

F = Fraction


def mark(points: str, rules: MarkRules, bonus: str = "0", minutes: int = 0, total: str = "24") -> WholeMark:
    made = whole_mark(F(points), F(total), rules, F(bonus), "talk" if bonus != "0" else "", minutes)
    assert made is not None
    return made


@pytest.mark.parametrize(
    ("points", "rules", "bonus", "minutes", "value"),
    [
        ("31/2", MarkRules(F(20)), "0", 0, "155/12"),  # 15.5 · 20 / 24, exact
        ("31/2", MarkRules(F(20), step=F(1, 2)), "0", 0, "13"),  # 12.9167
        ("31/2", MarkRules(F(20), step=F(1, 4)), "0", 0, "13"),
        ("15", MarkRules(F(20), step=F(1, 2)), "1/4", 0, "13"),  # 12.75: halves go up
        ("15", MarkRules(F(20), step=F(1, 4)), "-1/8", 0, "50/4"),  # 12.375, half way between quarters
        ("24", MarkRules(F(20)), "3", 0, "20"),  # never more than the most
        ("1", MarkRules(F(20), Penalty(F(2))), "0", 1, "0"),  # 0.833 − 2
        ("1", MarkRules(F(20), Penalty(F(2)), least=F(3)), "0", 1, "3"),
        ("12", MarkRules(late=Penalty(F(1), Per.HOUR)), "0", 61, "10"),
        ("12", MarkRules(late=Penalty(F(1), Per.HOUR)), "0", 60, "11"),
        ("12", MarkRules(late=Penalty(F(1), Per.DAY, F(3))), "0", 24 * 60 * 9, "9"),
        ("12", MarkRules(late=Penalty(F(1, 2))), "1", 9999, "25/2"),
        ("12", AS_POINTS, "1", 0, "13"),
        ("0", MarkRules(F(20), step=F(3)), "0", 0, "0"),
    ],
)
def test_a_mark_as_a_teacher_works_it_out(points: str, rules: MarkRules, bonus: str, minutes: int, value: str) -> None:
    assert mark(points, rules, bonus, minutes).value == F(value)


def test_where_nothing_is_chosen_the_mark_is_the_points() -> None:
    assert whole_mark(F(12), F(24), AS_POINTS, F(0), "", 100) is None
