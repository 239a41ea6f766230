import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.board_games.cram import Cram
from solvers.board_games.cram_grundy import cram_grundy
from solvers.domineering.board import Board
from tests.oracles import board_games

# Published values (Lemoine & Viennot, "Nimbers are inevitable"; Uiterwijk), recomputed by another program.
KNOWN = {3: (0, 1, 1, 4, 1, 3, 1), 4: (1, 0, 2, 0, 3), 5: (1, 2, 0)}
KNOWN_SLOW = {(3, 10): 2, (5, 6): 2}
KNOWN_LONG = {(3, 11): 0, (4, 8): 0, (6, 5): 2, (5, 7): 1}


@pytest.mark.parametrize("rows", KNOWN)
def test_known_values(rows):
    assert tuple(cram_grundy(Board(rows, cols)).value for cols in range(3, 3 + len(KNOWN[rows]))) == KNOWN[rows]
    assert tuple(cram_grundy(Board(cols, rows)).value for cols in range(3, 3 + len(KNOWN[rows]))) == KNOWN[rows]


@pytest.mark.slow
@pytest.mark.parametrize("sides", KNOWN_SLOW)
def test_known_values_of_larger_grids(sides):
    assert cram_grundy(Board(*sides)).value == KNOWN_SLOW[sides]


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("sides", KNOWN_LONG)
def test_known_values_that_take_minutes(sides):
    assert cram_grundy(Board(*sides)).value == KNOWN_LONG[sides]


def test_one_and_two_rows():
    """A row is the octal game 0.07; two rows of n columns have value n mod 2 (Uiterwijk 2018)."""
    row = [0, 0]
    for n in range(2, 21):
        options = {row[k] ^ row[n - 2 - k] for k in range(n - 1)}
        row.append(next(g for g in range(n) if g not in options))
    assert [cram_grundy(Board(1, n)).value for n in range(1, 21)] == row[1:]
    assert [cram_grundy(Board(2, n)).value for n in range(1, 9)] == [n % 2 for n in range(1, 9)]


def test_a_row_of_64_cells():
    row = [0, 0]
    for n in range(2, 65):
        options = {row[k] ^ row[n - 2 - k] for k in range(n - 1)}
        row.append(next(g for g in range(n) if g not in options))
    assert cram_grundy(Board(1, 64)).value == cram_grundy(Board(64, 1)).value == row[64]


@settings(max_examples=80, deadline=None)
@given(
    st.tuples(st.integers(1, 4), st.integers(1, 4)),
    st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=3),
    st.integers(0, 2**16 - 1),
)
def test_any_position_against_plain_recursion(sides, removed, covered):
    rows, cols = sides
    board = Board(rows, cols, frozenset((i, j) for i, j in removed if i < rows and j < cols))
    covered &= (1 << rows * cols) - 1
    taken = covered | board.closed
    free = frozenset((i, j) for i, j in board_games.grid(rows, cols) if not taken >> (i * cols + j) & 1)
    found = cram_grundy(board, covered)
    assert found.value == board_games.cram_grundy(free)
    for domino, value in found.options.items():
        left = frozenset((i, j) for i, j in free if not domino >> (i * cols + j) & 1)
        assert value == board_games.cram_grundy(left)


def test_options_are_the_moves_of_the_game():
    game = Cram(Board(3, 4, frozenset({(1, 1)})))
    assert list(cram_grundy(game.board).options) == [covered for covered, _ in game.successors(game.start)]


@pytest.mark.parametrize("covered", [-1, 1 << 6])
def test_covered_cells_lie_on_the_grid(covered):
    with pytest.raises(ValueError, match=r"must lie on the 2 × 3 grid: a mask below 2 \*\* 6"):
        cram_grundy(Board(2, 3), covered)
