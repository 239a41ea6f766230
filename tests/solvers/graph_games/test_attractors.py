import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.graph_games.arena import unfold
from solvers.graph_games.attractors import attractor
from tests.oracles.naive_attractor import steps, strategies, winning_strategy, wins_every_play
from tests.solvers.graph_games.zoo import GraphGame, graph_games, small, whole_arena


def test_a_cycle_worked_by_hand():
    """b stays outside: player 1 can leave to the draw d. The winning strategy does not walk the cycle."""
    arena = small()
    of_player_0, of_player_1 = attractor(arena, 0), attractor(arena, 1)
    assert of_player_0.layers == (("c",), ("a",))
    assert (of_player_0.sizes, of_player_1.sizes) == ((1, 2), (0,))
    assert (of_player_0.step(0), of_player_0.step(1), of_player_0.step(9)) == ({"c"}, {"a", "c"}, {"a", "c"})
    assert winning_strategy(arena, 0) == {"a": "c"}


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(graph_games(acyclic=False), st.sampled_from([0, 1]))
def test_the_sequence_is_the_one_of_the_definition_and_holds_a_winning_strategy(game, player):
    arena = whole_arena(game)
    result = attractor(arena, player)
    sets = steps(arena, player)
    assert [result.step(n) for n in range(len(sets))] == sets
    assert result.sizes == tuple(map(len, sets))
    assert result.states == sets[-1]
    assert not result.states & attractor(arena, 1 - player).states  # proposition 1.1
    strategy = winning_strategy(arena, player)
    assert set(strategy) == {s for s in result.states if s[1] == player and arena.arcs[s]}
    for start in arena.arcs:
        assert wins_every_play(arena, player, strategy, start) == (start in result.states)


@settings(max_examples=60, deadline=None)
@given(graph_games(acyclic=False, size=3), st.sampled_from([0, 1]))
def test_the_attractor_is_where_some_strategy_wins(game, player):
    arena = whole_arena(game)
    assert attractor(arena, player).states == {
        start
        for strategy in strategies(arena, player)
        for start in arena.arcs
        if wins_every_play(arena, player, strategy, start)
    }


@pytest.mark.slow
def test_a_long_chain_takes_no_recursion():
    length = 20_001
    game = GraphGame({(n, n % 2): [n + 1] for n in range(length)}, {(length, 1): 1})
    arena = unfold(game)
    assert attractor(arena, 0).sizes[-1] == length + 1
    assert wins_every_play(arena, 0, winning_strategy(arena, 0), arena.start)
