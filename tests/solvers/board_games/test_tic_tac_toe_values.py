import pytest

from solvers.board_games.tic_tac_toe import TicTacToe
from solvers.board_games.tic_tac_toe_values import UNREACHABLE, tic_tac_toe_values
from solvers.graph_games.arena import unfold
from solvers.graph_games.tree_search import min_max


@pytest.mark.parametrize("size", [2, 3])
def test_every_position_has_the_value_of_min_max(size):
    values = tic_tac_toe_values(size)
    game = TicTacToe(size)
    states = unfold(game).arcs
    for state in states:
        if state[0].bit_count() > 2:
            assert values.value(*state) == min_max(game, state, memo=True).value
    assert values.value(0, 0) == min_max(game, memo=True).value
    assert sum(values.by_moves) == len(states) == (values.table != UNREACHABLE).sum()


def test_positions_by_number_of_moves():
    assert tic_tac_toe_values().by_moves == (1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78)


@pytest.mark.slow
def test_four_by_four_is_a_draw():
    """After k moves without a possible line there are C(16, k) C(k, k // 2) positions."""
    values = tic_tac_toe_values(4)
    assert values.by_moves[:7] == (1, 16, 240, 1680, 10920, 43680, 160160)
    assert values.value(0, 0) == 0


@pytest.mark.parametrize("size", [1, 5])
def test_sizes_out_of_range(size):
    with pytest.raises(ValueError, match=f"from 2 × 2 to 4 × 4, got {size}"):
        tic_tac_toe_values(size)


@pytest.mark.parametrize("masks", [(1, 1), (1 << 9, 0), (0, 1), (0b111, 0b111000), (7, 0)])
def test_positions_out_of_reach(masks):
    with pytest.raises(ValueError, match="no game reaches"):
        tic_tac_toe_values().value(*masks)
