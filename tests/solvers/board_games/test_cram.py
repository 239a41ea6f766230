import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.board_games.cram import Cram, largest_component
from solvers.domineering.board import Board
from solvers.graph_games.arena import unfold
from solvers.graph_games.attractors import attractor
from solvers.graph_games.game import PlayTree, drawn_play
from solvers.graph_games.tree_search import min_max
from tests.oracles.board_games import cram_grundy, dominoes, grid
from tests.oracles.check_strategy import check_strategy
from tests.oracles.winning_strategy import winning_strategy


def test_a_grid_worked_by_hand():
    """Exercise 1.4 on 2 × 2: four dominoes, then one reply each; player 1 wins."""
    game = Cram(Board(2, 2))
    tree = unfold(PlayTree(game))
    assert tree.count == (9, 8)
    assert attractor(tree, 1).sizes == (4, 8, 9)
    assert attractor(tree, 0).sizes == (0,)
    assert check_strategy(tree, 1, winning_strategy(tree, 1)).verdict == "wins"


@settings(max_examples=60, deadline=None)
@given(st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2))), st.lists(st.integers(0, 20), max_size=4))
def test_moves_are_dominoes_on_free_cells(removed, draws):
    game = Cram(Board(3, 3, frozenset(removed)))
    state = drawn_play(game, draws)[-1]
    text = game.text(state).split("\n")
    free = {(i, j) for i in range(3) for j in range(3) if text[i][j] == "."}
    moves = [frozenset(game.cells(state, after)) for after in game.successors(state)]
    assert sorted(map(sorted, moves)) == sorted(map(sorted, dominoes(free)))
    wins = cram_grundy(frozenset(free)) > 0
    assert min_max(game, state, memo=True).value == (1 if wins == (state[1] == 0) else -1)


def test_a_grid_without_room_is_lost_at_once():
    game = Cram(Board(1, 2, frozenset({(0, 0)})))
    assert game.successors(game.start) == ()
    assert game.outcome(game.start) == -1


def test_drawing():
    game = Cram(Board(2, 3, frozenset({(0, 0)})))
    after = game.successors(game.start)[0]
    assert game.text(after) == "###\n..."
    assert game.cells(game.start, after) == ((0, 1), (0, 2))
    assert game.svg(after).count('fill="#999"') == 3


def test_bad_input():
    with pytest.raises(ValueError, match="at least 2 cells"):
        Cram(Board(1, 1))
    with pytest.raises(ValueError, match="no move leads"):
        Cram(Board(2, 2)).cells((0, 0), (0, 1))


def test_oracle_reads_a_grid():
    assert cram_grundy(grid(2, 2)) == 0
    assert cram_grundy(grid(1, 2)) == 1


def test_the_first_domino_by_its_upper_left_cell():
    """On 3 × 3: across the top, then down the right side, then across the left of the middle row."""
    game, state = Cram(Board(3, 3)), (0, 0)
    laid = []
    for _ in range(4):
        after = game.first_domino(state)
        laid.append(game.cells(state, after))
        state = after
    assert laid == [((0, 0), (0, 1)), ((0, 2), (1, 2)), ((1, 0), (1, 1)), ((2, 0), (2, 1))]
    with pytest.raises(ValueError, match="no domino"):
        game.first_domino(state)


def test_the_largest_component():
    assert largest_component(Board(3, 4)) == 12
    assert largest_component(Board(2, 3, frozenset({(0, 1), (1, 1)}))) == 2
    assert largest_component(Board(2, 3, frozenset({(0, 1), (1, 0)}))) == 3
    assert largest_component(Board(1, 2, frozenset({(0, 0), (0, 1)}))) == 0
