"""Questions 15 to 20 of `dice`: states small enough for oracles, and lines."""

import re

import pytest

from answers.exam.key import Key
from tests.answers.exams.dice.common import DIGITS, EXAM, drawn, shows_a_one
from tests.answers.exams.feedback import feedback_line, numbers


def test_where_a_round_ends_the_game(key: Key) -> None:
    state = drawn(key).last_round.state
    line = feedback_line(EXAM, key, 15)
    assert f"{state.own} + k ≥ 100 or {state.other} + l ≥ 100" in line
    assert f"won if {state.own} + k > {state.other} + l" in line


def test_the_weight_of_a_one_on_both_sides(key: Key) -> None:
    round_ = drawn(key).round_choices
    match = re.search(r"weight ([\d.]+) · ([\d.]+) and", feedback_line(EXAM, key, 16))
    assert match
    weights = float(match[1]), float(match[2])
    assert weights == pytest.approx((shows_a_one(round_.first), shows_a_one(round_.second)), rel=DIGITS)
    assert shows_a_one(3) == pytest.approx(91 / 216)  # question 17


def test_what_a_mix_plays_is_named(key: Key) -> None:
    for number, part in ((13, "13"), (19, "19")):
        named = re.findall(r"p\((\d)\)", feedback_line(EXAM, key, number).split("proposed")[1])
        assert [int(one) for one in named] == [dice for dice in range(1, 7) if key.answers[part][dice - 1]]


@pytest.mark.parametrize("letter", ["a", "b"])
def test_a_gain_changes_sign_with_the_players(key: Key, letter: str) -> None:
    state = drawn(key).value_states[letter]
    line = feedback_line(EXAM, key, 18, wrong={letter: (0,)})
    assert f"EG₁({state.own}, {state.other}) = −EG₁({state.other}, {state.own})" in line
    assert numbers(line)[-1] == pytest.approx(key.answers[f"18{letter}"][0], rel=DIGITS)
