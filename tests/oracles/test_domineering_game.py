import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.domineering.board import Board
from solvers.domineering.perfect_play import perfect_play
from solvers.graph_games.arena import unfold
from solvers.graph_games.attractors import attractor
from solvers.graph_games.tree_search import min_max
from tests.oracles.domineering_game import Domineering


@settings(max_examples=40, deadline=None)
@given(st.sets(st.tuples(st.integers(0, 2), st.integers(0, 3)), max_size=5), st.sampled_from([0, 1]))
def test_the_arena_agrees_with_the_solver(removed, first):
    board = Board(3, 4, frozenset(removed))
    game = Domineering(board, first)
    play = perfect_play(board, first + 1)
    arena = unfold(game)
    moves = {board.mask(first + 1, p) for p in play.moves}
    won = attractor(arena, first).states
    assert {after[0] for after in arena.moves(arena.start) if after in won} == moves
    assert min_max(game, memo=True).value == (1 if play.winner == 1 else -1)


def test_drawing():
    game = Domineering(Board(2, 3, frozenset({(0, 0)})))
    after = game.successors(game.start)[0]
    assert game.text(after) == "###\n..."
    assert game.svg(after).count('fill="#999"') == 3


def test_bad_input():
    with pytest.raises(ValueError, match=r"must be 0 .* or 1 .*, got 2"):
        Domineering(Board(2, 2), 2)
