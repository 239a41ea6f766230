import tracemalloc

import numpy as np
import pytest

from solvers.dice_battle.sequential import _best, sequential
from solvers.dice_battle.throws import throws
from tests.oracles.dice_sequential import sequential as exact

ZOO = [
    (1, 1, 6),
    (1, 1, 2),
    (1, 9, 2),
    (2, 5, 2),
    (3, 8, 2),
    (2, 6, 3),
    (3, 2, 6),
    (4, 12, 3),
    (3, 12, 6),
    (5, 12, 6),
    (10, 1, 6),
    (10, 5, 6),
    (1, 40, 6),
    (2, 36, 6),
]


@pytest.mark.parametrize(("dice", "target", "faces"), ZOO)
def test_every_state_equals_the_definition_in_fractions(dice, target, faces):
    game = sequential(dice, target, faces)
    gain = game.gain
    assert gain.shape == game.choice.shape == (target, target)
    for (i, j), gains in exact(dice, target, faces).items():
        best = max(gains)
        ties = tuple(d + 1 for d, value in enumerate(gains) if value == best)
        assert gain[i, j] == pytest.approx(float(best), rel=0, abs=1e-13)
        assert game.odds[i, j] == pytest.approx(float((1 + best) / (1 - best)) if best < 1 else np.inf, rel=1e-12)
        assert game.optimal_choices(i, j) == ties
        assert game.choice[i, j] == ties[0]
        np.testing.assert_allclose(game.choice_gains(i, j), [float(g) for g in gains], rtol=0, atol=1e-13)


def test_figures_of_the_report():
    game = sequential(10, 100)
    assert game.gain[0, 0] == pytest.approx(0.06871904732303524, rel=0, abs=1e-15)
    assert game.choice[0, 0] == 6
    assert game.gain[0, 0] == pytest.approx(0.0688, abs=3e-3)
    # Behind by more than 10 dice can bring, against 99 points, nothing matters: the first choice is taken.
    assert (game.gain[:40, 99] == -1).all()
    assert (game.choice[:40, 99] == 1).all()
    assert (game.choice[40, 99], game.optimal_choices(39, 99)) == (10, tuple(range(1, 11)))
    assert (np.diag(game.gain) > 0).all()


def test_every_state_satisfies_the_bellman_equation():
    game = sequential(10, 100)
    board, probabilities = game.board(), throws(10)
    for i in range(100):
        for j in range(100):
            gains = -probabilities[:, 1:] @ np.nan_to_num(board[j, i + 1 : i + 61])
            assert abs(gains.max() - board[i, j]) < 1e-14
            assert gains.max() - gains[game.choice[i, j] - 1] < 1e-14


def test_a_smaller_target_is_a_corner_of_a_larger_one():
    large, small = sequential(7, 60, 4), sequential(7, 23, 4)
    np.testing.assert_array_equal(large.odds[37:, 37:], small.odds)
    np.testing.assert_array_equal(large.choice[37:, 37:], small.choice)


def test_many_dice_need_wider_choices():
    game = sequential(300, 2)
    assert game.choice.dtype == np.uint16
    assert game.optimal_choices(1, 1) == tuple(range(1, 301))


def test_tables_are_read_only():
    with pytest.raises(ValueError, match="read-only"):
        sequential(2, 3).choice[0, 0] = 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 5), "number of dice must be at least 1, got 0"),
        ((2, 0), "target must be at least 1 point, got 0"),
        ((2, 5, 1), "at least 2 faces, got 1"),
        ((10, 10**6), "target must be at most 10857"),
        ((10**5, 1), "dice must be at most 4729"),
        ((4729, 1), "no board is small enough"),
    ],
)
def test_bad_arguments_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        sequential(*arguments)


def test_memory_stays_below_what_is_counted():
    sequential(10, 1)  # the compiler's own memory is not counted
    tracemalloc.start()
    sequential(10, 700)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 9 * 700**2 + 2**21


@pytest.mark.parametrize(("better", "choice"), [(1e-14, 0), (1e-10, 1)])
def test_the_first_of_equal_choices_is_taken_up_to_rounding(better, choice):
    for scale in (1, 1e-100):
        wins = scale * np.array([[0.5], [0.5 * (1 + better)], [0.4]])
        assert _best(wins, 1 - wins, 0) == choice
        assert _best(1 - wins[::-1], wins[::-1], 0) == 0
