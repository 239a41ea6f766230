"""What the exam `dice` draws: every parameter from terms of its own, and nothing that cannot be asked."""

from collections.abc import Mapping
from dataclasses import astuple, fields, is_dataclass
from itertools import combinations, pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.exam.draw import Draw
from answers.exams.dice.draws import (
    HUNDREDTHS,
    LAST_HUNDREDTHS,
    LAST_STATES,
    MIXED_STATES,
    NUMBERS,
    Handicap,
    Parameters,
    draw,
)
from tests.answers.exams.seeds import seeds
from tests.oracles import dice_exam as oracle
from tests.oracles.nash_exam import terms

CLEAR = 1e-6
"""Any two choices that a question tells apart differ at least so much: a thousand times what rounding can do."""


@given(st.integers(0, 64006))
def test_what_is_drawn_can_be_asked(u0: int) -> None:
    source = Draw(u0)
    params = draw(source)
    assert not source.repeated
    assert 3 * params.throw.dice <= params.throw.points <= 5 * params.throw.dice
    assert sum(params.mix) == 100
    assert min(params.mix) >= 5
    assert (params.matches["a"].first, params.matches["a"].second) != (
        params.matches["b"].first,
        params.matches["b"].second,
    )
    names = [{match.first, match.second} for match in params.matches.values()]
    assert {"blind"} not in names  # question 7
    assert {"optimal"} not in names  # the table of question 4
    assert params.throw_pairs["a"].first < params.throw_pairs["a"].second
    assert min(max(pair) for pair in params.throw_pairs.values()) > 3  # D7 prints R for 1, 2 and 3 dice
    assert params.throw_pairs["b"] not in (params.throw_pairs["a"], params.throw_pairs["a"][::-1])
    lettered = (params.sequential_states, params.scoreless_states, params.value_states)
    states = [state for by_letter in lettered for state in by_letter.values()]
    states += [*params.choice_states, params.thrown.state, params.blind.state, params.always.state, params.last_state]
    states += [match.state for match in params.matches.values()]
    states += [
        params.repeated_state,
        params.round_state,
        params.matrix_state,
        params.mix_state,
        params.last_round.state,
    ]
    assert all(0 <= points < 100 for state in states for points in state)
    assert all(0 <= points < params.start.target for points in params.start.state)


def test_no_state_is_solved_without_a_dozen_others_that_may_follow() -> None:
    """Questions 16, 18 and 19: a throw scores a point at least, so that from 99 points every round is the last."""
    states = (*LAST_STATES, *MIXED_STATES)
    assert min((99 - own) * (99 - other) for own, other in states) >= 12


def plain(u0: int) -> dict[str, object]:
    """What u₀ draws, from u(1000) up: an integer in [a, b] is a + u(k) mod (b - a + 1)."""
    every = terms(u0, 1081 + 60 * 1000)
    u = iter(every[1000:1081])

    def between(low: int, high: int) -> int:
        return low + next(u) % (high - low + 1)

    def near(low: int, high: int, most: int) -> tuple[int, int]:
        own = between(low, high)
        return own, between(own - most, own + most)

    def behind(low: int, high: int, most: int, least: int = 1) -> tuple[int, int]:
        own = between(low, high)
        return own, between(own + least, own + most)

    def both(low: int, high: int) -> tuple[int, int]:
        return between(low, high), between(low, high)

    names = ("blind", "optimal", "random")
    nine = list(product(names, repeat=2))
    dice = between(5, 15)
    drawn: dict[str, object] = {"throw": (dice, between(3 * dice, 5 * dice))}
    drawn["means"] = (between(7, 18), between(2, 20), between(15, 60))
    drawn["short"] = (between(20, 40), between(2, 6), between(2, 6))
    drawn["sequential_states"] = {"a": near(40, 80, 15), "b": near(40, 80, 15)}
    drawn["choice_states"] = (near(60, 90, 8), (between(80, 97), between(60, 99)), behind(40, 70, 29, 8))
    drawn["thrown"] = (between(1, 10), near(40, 85, 14))
    state = behind(50, 80, 15)
    drawn["scoreless_states"] = {"a": state, "b": state[::-1]}
    drawn["blind"] = (between(3, 10), near(30, 75, 20))
    drawn["always"] = ((2, 3, 4, 5, 7, 8, 9)[between(0, 6)], near(30, 75, 20))
    most, target = between(5, 7), between(101, 200)
    drawn["start"] = (most, target, near(target - 60, target - 30, 20))
    seven = [pair for pair in nine if pair not in (("blind", "blind"), ("optimal", "optimal"))]
    first = between(0, 6)
    second = (first + between(1, 6)) % 7
    drawn["matches"] = {"a": (*seven[first], near(20, 75, 20)), "b": (*seven[second], near(20, 75, 20))}
    place = between(0, 13)
    drawn["throw_pairs"] = {"a": NUMBERS[place], "b": NUMBERS[(place + between(1, 13)) % 14][::-1]}
    cuts = (0, *list(combinations(range(1, 20), 5))[between(0, 11627)], 20)
    drawn["mix"] = tuple(5 * (high - low) for low, high in pairwise(cuts))
    drawn["handicap"] = (between(7, 14), between(2, 20))
    _ = between(0, 0), between(0, 0)
    drawn["uneven"] = next(
        values
        for values in ((5 + every[k] % 6, 1 + every[k + 1] % 11) for k in range(1044, 61044, 1000))
        if Handicap(*values) not in HUNDREDTHS
    )
    drawn["one_round"] = (*nine[between(0, 8)], between(1, 15))
    drawn["repeated_state"] = near(60, 90, 9)
    dice, more = both(4, 8)
    state = 100 - between(2 * dice + 2, 4 * dice), 100 - between(2 * more + 2, 4 * more)
    drawn["last_round"] = (state, (dice, more))
    u = iter(every[1068:1081])
    own, other = MIXED_STATES[between(0, len(MIXED_STATES) - 1)]
    drawn["round_state"] = (other - 1, own - 1) if between(0, 1) else (own - 1, other - 1)
    drawn["round_choices"] = both(6, 10)
    drawn["matrix_state"] = near(60, 88, 11)
    first, _, second, _ = (between(0, len(MIXED_STATES) - 1) for _ in range(4))
    drawn["value_states"] = {"a": MIXED_STATES[first], "b": MIXED_STATES[second][::-1]}
    _ = between(0, 0)
    last = [state for state in product(range(91, 98), repeat=2) if sum(state) <= 190]
    states = (last[every[k] % len(last)] for k in range(1078, 61078, 1000))
    drawn["mix_state"] = next(state for state in states if state not in LAST_HUNDREDTHS)
    drawn["last_state"] = near(40, 80, 15)
    return drawn


def as_plain(drawn: object) -> object:
    """The same without types: tuples, and mappings by letter."""
    if isinstance(drawn, Mapping):
        return {letter: as_plain(one) for letter, one in drawn.items()}
    return astuple(drawn) if is_dataclass(drawn) and not isinstance(drawn, type) else drawn


def test_every_parameter_is_drawn_again() -> None:
    assert {field.name for field in fields(Parameters)} == {"u0", *plain(17)}


@pytest.mark.parametrize("u0", seeds([0, 1, 17, 64006, *range(2, 64006, 997)], 20))
def test_draws_are_those_of_the_plain_sequence(u0: int) -> None:
    parameters = draw(Draw(u0))
    assert parameters.u0 == u0
    assert {name: as_plain(getattr(parameters, name)) for name in plain(u0)} == plain(u0)


def margin(values: np.ndarray) -> float:
    """How far the best is from the next best."""
    return float(np.diff(np.sort(values))[-1])


@pytest.mark.slow
def test_no_optimal_number_of_dice_is_a_close_call() -> None:
    """Questions 5 and 8, every state that they can draw."""
    drawn = {(i, j) for i in range(60, 91) for j in range(i - 8, i + 9)}
    drawn |= set(product(range(80, 98), range(60, 100)))
    drawn |= {(i, j) for i in range(40, 71) for j in range(i + 8, i + 30)}
    gain, _ = oracle.sequential(10, 100, 40)
    assert min(margin(oracle.choice_gains(gain, i, j, 10)) for i, j in drawn) > CLEAR
    for dice in range(5, 8):
        gain, _ = oracle.sequential(dice, 81, 0)  # at most 80 points are missing
        near = ((i, j) for i in range(21, 52) for j in range(i - 20, i + 21))
        assert min(margin(oracle.choice_gains(gain, i, j, dice)) for i, j in near) > CLEAR


def test_no_best_throw_is_a_close_call() -> None:
    """Question 2b, every number of faces and of points missing."""
    for faces in range(7, 19):
        throws = [oracle.throw(d, faces) for d in range(1, 13)]
        for missing in range(15, 61):
            means = np.array([p @ np.minimum(np.arange(len(p)), missing) for p in throws])
            assert margin(means) / means.max() > CLEAR


@pytest.mark.slow
def test_no_pure_strategy_is_right_where_a_mix_is_asked() -> None:
    """Questions 13 and 19, every round and state that they can draw: the best pure strategy loses 0.004 at least."""
    rounds = [oracle.one_round(6, ahead, faces) for faces in range(5, 11) for ahead in range(1, 12)]
    gain, _ = oracle.simultaneous(6, 91)
    states = [oracle.round_matrix(gain, *state, 6) for state in LAST_STATES]
    assert all(oracle.value(matrix)[0] - matrix.min(axis=1).max() > 0.004 for matrix in rounds + states)


def test_no_best_answer_is_a_close_call() -> None:
    """Question 11, every mix: a composition of 20 twentieths."""
    cuts = np.array([(0, *cut, 20) for cut in combinations(range(1, 20), 5)])
    left = np.sort(np.diff(cuts) / 20 @ oracle.one_round(6), axis=1)
    assert (left[:, 1] - left[:, 0]).min() > CLEAR
