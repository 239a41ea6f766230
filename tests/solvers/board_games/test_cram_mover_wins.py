import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.board_games.cram import Cram
from solvers.board_games.cram_grundy import cram_grundy
from solvers.board_games.cram_mover_wins import cram_mover_wins
from solvers.domineering.board import Board
from solvers.graph_games.game import drawn_play
from tests.oracles import board_games
from tests.solvers.board_games.test_cram_grundy import positions

# Published Grundy values that are not 0 (Lemoine & Viennot, "Nimbers are inevitable"; Uiterwijk).
WON = {(3, 3): False, (3, 4): True, (3, 5): True, (3, 6): True, (4, 4): False, (4, 5): True, (2, 9): True}


@pytest.mark.parametrize(("sides", "won"), WON.items())
def test_known_grids(sides, won):
    assert cram_mover_wins(Board(*sides)) is cram_mover_wins(Board(*sides[::-1])) is won


@settings(max_examples=80, deadline=None)
@given(positions())
def test_any_position_against_plain_recursion(position):
    board, free = position
    assert cram_mover_wins(board) == (board_games.cram_grundy(free) != 0)


@settings(max_examples=60, deadline=None)
@given(st.integers(4, 5), st.lists(st.integers(0, 64006), min_size=4, max_size=6))
def test_what_the_exam_draws_against_the_compiled_solver(rows, draws):
    game = Cram(Board(rows, 5))
    covered = drawn_play(game, draws)[-1][0]
    closed = frozenset((i, j) for i in range(rows) for j in range(5) if covered >> (5 * i + j) & 1)
    assert cram_mover_wins(game.board, covered) == (cram_grundy(Board(rows, 5, closed)).value != 0)
