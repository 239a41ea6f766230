import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.board_games.cram import Cram
from solvers.board_games.cram_grundy import cram_options, cram_value
from solvers.domineering.board import Board
from tests.oracles import board_games

# Published values (Lemoine & Viennot, "Nimbers are inevitable"; Uiterwijk), recomputed by another program.
KNOWN = {3: (0, 1, 1, 4, 1, 3), 4: (1, 0, 2, 0), 5: (1, 2)}


def test_known_values_of_small_grids():
    assert [cram_value(Board(*sides)) for sides in ((3, 3), (3, 4), (4, 3), (3, 5), (4, 4))] == [0, 1, 1, 1, 0]


@pytest.mark.slow
@pytest.mark.parametrize("rows", KNOWN)
def test_known_values(rows):
    assert tuple(cram_value(Board(rows, cols)) for cols in range(3, 3 + len(KNOWN[rows]))) == KNOWN[rows]
    assert tuple(cram_value(Board(cols, rows)) for cols in range(3, 3 + len(KNOWN[rows]))) == KNOWN[rows]


def test_one_and_two_rows():
    """A row is the octal game 0.07; two rows of n columns have value n mod 2 (Uiterwijk 2018)."""
    row = [0, 0]
    for n in range(2, 65):
        options = {row[k] ^ row[n - 2 - k] for k in range(n - 1)}
        row.append(next(g for g in range(n) if g not in options))
    assert cram_value(Board(1, 64)) == cram_value(Board(64, 1)) == row[64]
    assert [cram_value(Board(1, n)) for n in range(1, 21)] == row[1:21]
    assert [cram_value(Board(2, n)) for n in range(1, 9)] == [n % 2 for n in range(1, 9)]


@st.composite
def positions(draw):
    """A small board, and the cells that are free."""
    rows, cols = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    cells = board_games.grid(rows, cols)
    closed = draw(st.frozensets(st.sampled_from(sorted(cells)), min_size=min(3, len(cells))))
    return Board(rows, cols, closed), frozenset(cells - closed)


@settings(max_examples=80, deadline=None)
@given(positions())
def test_any_position_against_plain_recursion(position):
    board, free = position
    assert cram_value(board) == board_games.cram_grundy(free)
    for domino, value in cram_options(board).items():
        left = frozenset((i, j) for i, j in free if not domino >> (i * board.cols + j) & 1)
        assert value == board_games.cram_grundy(left)


def test_options_are_the_moves_of_the_game():
    game = Cram(Board(3, 4, frozenset({(1, 1)})))
    assert list(cram_options(game.board)) == [covered for covered, _ in game.successors(game.start)]
