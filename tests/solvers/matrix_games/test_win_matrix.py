import numpy as np
import pytest

from solvers.matrix_games.win_matrix import win_matrix


@pytest.mark.parametrize(
    "matrix", [[[1, 0], [0, 1]], [[True, False], [False, True]], [[1.0, 0.0], [0.0, 1.0]], np.eye(2, dtype=np.int8).T]
)
def test_wins_and_losses_become_contiguous_bytes(matrix):
    result = win_matrix(matrix)
    assert result.dtype == np.uint8
    assert result.flags.c_contiguous
    assert result.tolist() == [[1, 0], [0, 1]]


def test_a_transposed_game_keeps_its_rows():
    assert win_matrix(np.array([[1, 1, 0], [0, 1, 0]]).T).tolist() == [[1, 0], [1, 1], [0, 0]]
