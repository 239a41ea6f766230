from math import comb

import pytest

from solvers.board_games.chomp import Chomp, chomp_graph, squares
from solvers.graph_games.arena import unfold

# Exercise 1.1 on 3 rows of 2 squares, by hand: every bar and what a move leaves.
BARS_3_2 = {(), (1,), (2,), (1, 1), (2, 1), (2, 2), (1, 1, 1), (2, 1, 1), (2, 2, 1), (2, 2, 2)}


def test_the_graph_of_exercise_1_1():
    graph = chomp_graph((2, 2, 2))
    assert set(graph) == BARS_3_2
    assert sum(map(len, graph.values())) == sum(map(sum, BARS_3_2)) == 30
    assert graph[2, 1] == ((), (1, 1), (2,))
    assert graph[2, 2, 2] == ((), (1, 1, 1), (2,), (2, 1, 1), (2, 2), (2, 2, 1))
    assert graph[()] == ()


def test_the_bipartite_arena_has_each_bar_for_each_player():
    """All but the whole bar, which only player 0 meets, and those that one player cannot meet."""
    arena = unfold(Chomp.rectangle(3, 2))
    bars = [{bar for bar, _ in states} for states in arena.states]
    assert bars[1] == BARS_3_2 - {(2, 2, 2)}
    assert bars[0] == BARS_3_2 - {(2, 2, 1)}
    assert arena.wins == ({((), 0)}, {((), 1)})


@pytest.mark.parametrize("sides", [(1, 1), (1, 4), (4, 1), (2, 3), (3, 3), (4, 4), (5, 5)])
def test_numbers_of_bars(sides):
    graph = chomp_graph((sides[1],) * sides[0])
    assert len(graph) == comb(sum(sides), sides[0])
    for bar, after in graph.items():
        cells = set(squares(bar))
        for (i, j), left in zip(squares(bar), after, strict=True):
            assert set(squares(left)) == {s for s in cells if s[0] < i or s[1] < j}


def test_drawing():
    game = Chomp((4, 3, 3))
    assert game.text(game.start) == "*...\n... \n... "
    assert game.text(((2,), 1)) == "*.  \n    \n    "
    assert game.text(((), 1)) == "    \n" * 2 + "    "
