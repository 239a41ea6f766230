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


@pytest.mark.parametrize("matrix", [1, [], [1, 0], [[]], [[[1]]]])
def test_what_is_not_a_matrix_is_refused_with_its_shape(matrix):
    with pytest.raises(ValueError, match=r"at least one row and column, got shape \("):
        win_matrix(matrix)


@pytest.mark.parametrize(
    ("matrix", "wrong"), [([[0, 2]], "2"), ([[-1]], "-1"), ([[0.5]], "0.5"), ([[float("nan")]], "nan")]
)
def test_what_is_neither_won_nor_lost_is_refused_and_named(matrix, wrong):
    with pytest.raises(ValueError, match=f"only 1 and 0, got {wrong}"):
        win_matrix(matrix)
