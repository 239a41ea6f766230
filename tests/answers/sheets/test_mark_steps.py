from fractions import Fraction

from answers.classroom.whole import whole_mark
from answers.exam.mark_rules import MarkRules, Penalty, Per
from answers.sheets.mark_steps import mark_steps

F = Fraction


def test_how_it_comes_about_is_told_step_by_step() -> None:
    rules = MarkRules(F(20), Penalty(F(1), Per.DAY), F(1, 2), F(2))
    made = whole_mark(F("31/2"), F(24), rules, F(1, 4), "talk", 30)
    worse = whole_mark(F(1), F(24), rules, F(-1), "talk", 0)
    assert made
    assert worse
    assert " ".join(mark_steps(made, "fr").split()) == (
        "points : 15,5 sur 24, soit 12,917 sur 20 ; bonus : 0,25 (talk) ; retard : −1 ; arrondi : 12"
    )
    assert (
        mark_steps(made, "en")
        == "points: 15.5 of 24, that is 12.917 out of 20; bonus: 0.25 (talk); late: −1; rounded: 12"
    )
    assert mark_steps(worse, "en").endswith("taken off: 1 (talk); rounded: 0; least mark: 2")
    assert made.to_json() == {
        "scaled": 12.917, "bonus": 0.25, "late": -1.0, "value": 12.0, "max": 20.0, "reason": "talk",
    }  # fmt: skip
