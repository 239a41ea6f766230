import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.board_games.cram import Cram, cram_symmetry
from solvers.board_games.cram_grundy import largest_component
from solvers.domineering.board import Board
from solvers.graph_games.arena import unfold
from solvers.graph_games.attractors import attractor
from solvers.graph_games.game import PlayTree, drawn_play
from solvers.graph_games.tree_search import min_max
from tests.oracles.board_games import cram_grundy, dominoes
from tests.oracles.naive_attractor import winning_strategy, wins_every_play


def test_a_grid_worked_by_hand():
    """Exercise 1.4 on 2 × 2: four dominoes, then one reply each; player 1 wins."""
    game = Cram(Board(2, 2))
    tree = unfold(PlayTree(game))
    assert tree.count == (9, 8)
    assert attractor(tree, 1).sizes == (4, 8, 9)
    assert attractor(tree, 0).sizes == (0,)
    assert wins_every_play(tree, 1, winning_strategy(tree, 1), tree.start)


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


def test_the_first_domino_by_its_upper_left_cell():
    """On 3 × 3: across the top, then down the right side, then across the left of the middle row."""
    game, state = Cram(Board(3, 3)), (0, 0)
    dominoes = []
    for _ in range(4):
        after = game.first_domino(state)
        dominoes.append(game.cells(state, after))
        state = after
    assert dominoes == [((0, 0), (0, 1)), ((0, 2), (1, 2)), ((1, 0), (1, 1)), ((2, 0), (2, 1))]


def test_the_largest_component():
    assert largest_component(Board(3, 4)) == 12
    assert largest_component(Board(2, 3, frozenset({(0, 1), (1, 1)}))) == 2
    assert largest_component(Board(2, 3, frozenset({(0, 1), (1, 0)}))) == 3
    assert largest_component(Board(1, 2, frozenset({(0, 0), (0, 1)}))) == 0


def cram(rows, cols, *removed):
    return Cram(Board(rows, cols, frozenset(removed)))


GAMES = [
    (cram(2, 2), 1),
    (cram(2, 4), 1),
    (cram(4, 3), 0),
    (cram(1, 2), 0),
    (cram(1, 6), 0),
    (cram(5, 2), 0),
    (cram(2, 4, (0, 0), (1, 3)), 1),
    (cram(3, 3, (1, 1)), 1),
    (cram(2, 5, (0, 2), (1, 2)), 1),
    (cram(4, 3, (0, 0), (3, 2)), 0),
    (cram(2, 2, (0, 0), (0, 1), (1, 0), (1, 1)), 1),
]


@pytest.mark.parametrize(("game", "player"), GAMES)
def test_it_wins_every_play(game, player):
    symmetry = cram_symmetry(game)
    assert symmetry.player == player
    arena = unfold(game)
    met, strategy = [arena.start], {}
    for state in met:
        after = arena.arcs[state]
        if after and state[1] == player:
            strategy[state] = symmetry.reply(state)
            after = (strategy[state],)
        met += [s for s in after if s not in strategy]
    assert wins_every_play(arena, player, strategy, arena.start)


@pytest.mark.parametrize("game", [cram(3, 3), cram(1, 3), cram(2, 2, (0, 0)), cram(2, 4, (0, 0), (1, 2))])
def test_where_the_argument_does_not_apply(game):
    assert cram_symmetry(game) is None
