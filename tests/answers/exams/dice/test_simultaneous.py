"""Questions 15 to 20 of `dice`: states small enough for oracles, and lines."""

import re
from fractions import Fraction
from itertools import product

import pytest

from answers.exam.key import Key
from answers.exams.dice.draws import DicePair, Handicap, LastRound, State
from tests.answers.exams.dice.common import DIGITS, EXAM, drawn, shows_a_one, solve
from tests.answers.exams.how import how, numbers
from tests.oracles import dice_simultaneous, dice_throws


def test_a_round_that_ends_the_game_by_enumeration() -> None:
    state, choices = State(96, 95), DicePair(2, 3)
    ours, theirs = (dice_throws.throw(dice, 6) for dice in choices)
    ends = {1: Fraction(0), 0: Fraction(0), -1: Fraction(0)}
    for (k, p), (m, q) in product(ours.items(), theirs.items()):
        own, other = state.own + k, state.other + m
        if max(own, other) >= 100:
            ends[(own > other) - (own < other)] += p * q
    assert solve(15, last_round=LastRound(state, choices)) == pytest.approx(
        [float(p) for p in ends.values()], abs=1e-12
    )


def test_the_last_round_is_a_single_one() -> None:
    """At 99 to 99 every throw ends the game: questions 10 and 13 again."""
    assert solve(16, round_state=State(99, 99), round_choices=DicePair(1, 2))[0] == pytest.approx(-3 / 8)
    expected = [0, -0.375, -49 / 216, 0.375, 0, -773 / 3888, 49 / 216, 773 / 3888, 0]
    assert solve(17, matrix_state=State(99, 99)) == pytest.approx(expected, abs=1e-11)
    assert solve(18, "a", value_states={"a": State(99, 99)})[0] == 0
    assert solve(19, mix_state=State(99, 99)) == pytest.approx(solve(13, uneven=Handicap(6, 0))[:6], abs=1e-9)


def test_the_matrix_of_a_state_by_its_definition() -> None:
    gains = dice_simultaneous.simultaneous(3, 4, 6)
    throws = [dice_throws.throw(d, 6) for d in (1, 2, 3)]

    def after(i: int, j: int) -> Fraction:
        return gains[i, j] if i < 4 and j < 4 else Fraction((i > j) - (i < j))

    expected = [
        sum(p * q * after(k, 2 + m) for k, p in mine.items() for m, q in theirs.items())
        for mine in throws
        for theirs in throws
    ]
    assert solve(17, matrix_state=State(96, 98)) == pytest.approx([float(gain) for gain in expected], abs=1e-11)


def test_the_players_of_the_simultaneous_game_are_equal() -> None:
    drawn = {"value_states": {"a": State(80, 91), "b": State(91, 80)}}
    first, second = (solve(18, letter, **drawn)[0] for letter in "ab")
    assert first == -second != 0


def test_gains_of_the_simultaneous_optimum_for_100_points() -> None:
    gains = [solve(20, letter, last_state=State(0, 0))[0] for letter in "abc"]
    assert gains == pytest.approx([0.059719, 0.300926, 0.014603], abs=1e-6)


def test_where_a_round_ends_the_game(key: Key) -> None:
    state = drawn(key).last_round.state
    told = how(EXAM, key, 15)
    assert f"{state.own} + k ≥ 100 or {state.other} + l ≥ 100" in told
    assert f"won if {state.own} + k > {state.other} + l" in told


def test_the_weight_of_a_one_on_both_sides(key: Key) -> None:
    round_ = drawn(key).round_choices
    told = re.search(r"weight ([\d.]+) · ([\d.]+) and", how(EXAM, key, 16))
    assert told
    weights = float(told[1]), float(told[2])
    assert weights == pytest.approx((shows_a_one(round_.first), shows_a_one(round_.second)), rel=DIGITS)
    assert shows_a_one(3) == pytest.approx(91 / 216)  # question 17


def test_what_a_mix_plays_is_named(key: Key) -> None:
    for number, part in ((13, "13"), (19, "19")):
        named = re.findall(r"p\((\d)\)", how(EXAM, key, number).split("proposed")[1])
        assert [int(one) for one in named] == [dice for dice in range(1, 7) if key.answers[part][dice - 1]]


@pytest.mark.parametrize("letter", ["a", "b"])
def test_a_gain_changes_sign_with_the_players(key: Key, letter: str) -> None:
    state = drawn(key).value_states[letter]
    line = how(EXAM, key, 18, wrong={letter: (0,)})
    assert f"EG₁({state.own}, {state.other}) = −EG₁({state.other}, {state.own})" in line
    assert numbers(line)[-1] == pytest.approx(key.answers[f"18{letter}"][0], rel=DIGITS)
