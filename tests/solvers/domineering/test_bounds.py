import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.domineering.bounds import _surely, bounds, new_grid, pack_across, pack_down, reach
from tests.oracles import board_games


def packed_by_hand(cells, step):
    """Go through the cells in order and take each placement that shares no cell with the one taken before it."""
    taken = set()
    for cell in sorted(cells):
        if cell - step not in taken:
            taken.add(cell)
    return taken


@settings(max_examples=200, deadline=None)
@given(st.integers(1, 8), st.integers(1, 8), st.integers(0, 2**64 - 1))
def test_as_many_dominoes_as_fit(rows, cols, some):
    board = [(i, j) for i in range(rows) for j in range(cols) if some >> (i * cols + j) & 1]
    across = {i * cols + j for i, j in board if j < cols - 1}
    down = {i * cols + j for i, j in board if i < rows - 1}
    for fit, cells, step in (
        (pack_across(mask(across)), across, 1),
        (pack_down(new_grid(rows, cols), mask(down)), down, cols),
    ):
        assert int(fit) == mask(packed_by_hand(cells, step))


def test_what_is_sure_and_what_it_takes_are_of_one_packing():
    """Nobody lays both: of boards on which each has more of one, the best of both would be no bound."""
    grid, rng, crossed = new_grid(8, 8), np.random.default_rng(8), 0
    for free in rng.integers(0, 2**64, 20000, dtype=np.uint64) | rng.integers(0, 2**64, 20000, dtype=np.uint64):
        turned = int(f"{int(free):064b}"[::-1], 2)
        pairs = [tuple(_surely(grid, np.uint64(cells), True)[:2]) for cells in (free, turned)]
        found = reach(grid, free, True)
        assert (found.sure, found.takes) == max(pairs)
        crossed += max(pairs)[1] < max(takes for _, takes in pairs)
    assert crossed


def test_who_surely_wins_does():
    """On ragged boards, where dominoes stand alone, in shielded pairs, and otherwise."""
    rng, sure = np.random.default_rng(11), 0
    for rows, cols in ((3, 5), (4, 4), (5, 3)) * 100:
        board = [cell for cell in board_games.grid(rows, cols) if rng.random() < 0.7]
        free, turned = mask(i * cols + j for i, j in board), mask(j * rows + i for i, j in board)
        for player in (1, 2):
            first = reach(new_grid(rows, cols), free, player == 1)
            second = reach(new_grid(cols, rows), turned, player == 2)
            result = bounds(first, second, 0, player - 1)
            sure += result != 0
            assert result in (0, 3 - 2 * board_games.domineering_winner(frozenset(board), player))
    assert sure > 100


def mask(cells):
    return np.uint64(sum(1 << cell for cell in cells))
