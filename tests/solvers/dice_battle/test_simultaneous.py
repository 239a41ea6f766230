import numpy as np
import pytest

from solvers.dice_battle.simultaneous import ended_states, simultaneous
from solvers.dice_battle.throws import throws
from tests.oracles.dice_simultaneous import simultaneous as exact


@pytest.fixture(scope="module")
def report_game():
    return simultaneous(10, 100)


@pytest.mark.parametrize(("dice", "target"), [(1, 1), (1, 7), (2, 6), (3, 4), (4, 3), (5, 1)])
def test_every_state_equals_the_definition_in_fractions(dice, target):
    game = simultaneous(dice, target)
    for (i, j), value in exact(dice, target).items():
        assert game.gain[i, j] == pytest.approx(float(value), rel=0, abs=1e-14)


@pytest.mark.parametrize(
    ("dice", "target"), [pytest.param(10, 100, marks=pytest.mark.slow), (6, 40), (3, 50), (1, 9), (12, 30)]
)
def test_every_state_has_its_certificate(dice, target):
    game = simultaneous(dice, target)
    np.testing.assert_array_equal(game.board, -game.board.T)
    np.testing.assert_allclose(game.mixes.sum(axis=2), 1, rtol=0, atol=1e-14)
    assert (game.mixes >= 0).all()
    matrices = every_matrix(game)
    gains = np.einsum("ijd,ijde->ije", game.mixes, matrices).min(axis=2)
    costs = np.einsum("ijde,jie->ijd", matrices, game.mixes).max(axis=2)
    assert (gains >= game.gain - 1e-12).all()
    assert (costs <= game.gain + 1e-12).all()


def every_matrix(game):
    """The matrices of all states, from the board by plain matrix products."""
    probabilities = throws(game.dice)[:, 1:]
    reach = probabilities.shape[1]
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(game.board[1:, 1:], (0, 1)), (reach, reach))
    after = windows[: game.target, : game.target]
    return np.einsum("dk,ijkl,el->ijde", probabilities, after, probabilities, optimize=True)


def test_the_mixes_guarantee_the_gain_in_the_whole_game(report_game):
    """The best answer to all the mixes at once: with the symmetry, the error of the gain after all its rounds."""
    probabilities, points = throws(10)[:, 1:], np.arange(160)
    board = np.sign(points[:, np.newaxis] - points).astype(float)
    for i in range(99, -1, -1):
        sums = report_game.mixes[i] @ (probabilities @ board[i + 1 : i + 61])
        for j in range(100):
            board[i, j] = (probabilities @ sums[j, j + 1 : j + 61]).min()
    assert (board[:100, :100] >= report_game.gain - 1e-12).all()


def test_matrix_of_a_state_equals_the_sum_of_equation_8(report_game):
    probabilities = throws(10)
    for i, j in [(0, 0), (99, 99), (99, 0), (40, 85)]:
        matrix = report_game.round_matrix(i, j)
        for d, e in [(0, 0), (0, 9), (9, 9), (4, 2)]:
            expected = sum(
                probabilities[d, k] * probabilities[e, m] * report_game.board[i + k, j + m]
                for k in range(1, 6 * (d + 1) + 1)
                for m in range(1, 6 * (e + 1) + 1)
                if i + k < 160 and j + m < 160
            )
            assert matrix[d, e] == pytest.approx(expected, rel=0, abs=1e-14)


def test_the_board_has_the_final_states_of_question_15(report_game):
    points = np.arange(160)
    signs = np.sign(points[:, np.newaxis] - points)
    over = np.maximum.outer(points, points) >= 100
    assert report_game.board.shape == (160, 160)
    np.testing.assert_array_equal(report_game.board[over], signs[over])


def test_draws_that_one_player_wins_are_lost_by_the_other_one():
    """Players exchanged, what is level is won by player 2."""
    ends = {level: np.where(ended_states(4, 12) == 0, level, ended_states(4, 12)) for level in (1, -1)}
    won, lost = (simultaneous(4, 12, ended=ends[level]) for level in (1, -1))
    np.testing.assert_allclose(won.gain, -lost.gain.T, rtol=0, atol=1e-14)
    assert (won.gain > simultaneous(4, 12).gain).all()
