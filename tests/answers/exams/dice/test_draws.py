"""What the exam `dice` draws can be asked; `tests.golden` has what it draws."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.exam.draw import Draw
from answers.exams.dice.draws import LAST_STATES, MIXED_STATES, draw
from tests.oracles import dice_exam as oracle

CLEAR = 1e-6
"""Any two choices that a question tells apart differ at least so much: a thousand times what rounding can do."""


@given(st.integers(0, 64006))
def test_what_is_drawn_can_be_asked(u0: int) -> None:
    params = draw(Draw(u0))
    assert 3 * params.throw.dice <= params.throw.points <= 5 * params.throw.dice
    assert sum(params.mix) == 100
    assert min(params.mix) >= 5
    pairs = [(match.first, match.second) for match in params.matches.values()]
    assert pairs[0] != pairs[1]
    names = list(map(set, pairs))
    assert {"blind"} not in names  # question 7
    assert {"optimal"} not in names  # the table of question 4
    assert params.throw_pairs["a"].first < params.throw_pairs["a"].second
    assert min(max(pair) for pair in params.throw_pairs.values()) > 3  # D7 prints R for 1, 2 and 3 dice
    assert params.throw_pairs["b"] not in (params.throw_pairs["a"], params.throw_pairs["a"][::-1])


def test_no_state_is_solved_without_a_dozen_others_that_may_follow() -> None:
    """Questions 16, 18 and 19: a throw scores a point at least, so that from 99 points every round is the last."""
    states = (*LAST_STATES, *MIXED_STATES)
    assert min((99 - own) * (99 - other) for own, other in states) >= 12


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
