import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.graph_games.arena import Arena, unfold
from solvers.graph_games.attractors import attractor
from solvers.refusal import Refusal
from tests.oracles import naive_attractor
from tests.oracles.check_strategy import check_strategy
from tests.oracles.winning_strategy import winning_strategy
from tests.solvers.graph_games.zoo import GraphGame, graph_games, small, whole_arena

EMPTY = frozenset()


def test_a_cycle_worked_by_hand():
    """b stays outside: player 1 can leave to the draw d. The winning strategy does not walk the cycle."""
    arena = small()
    zero, one = attractor(arena, 0), attractor(arena, 1)
    assert zero.layers == (("c",), ("a",))
    assert (zero.sizes, one.sizes) == ((1, 2), (0,))
    assert (zero.step(0), zero.step(1), zero.step(9)) == ({"c"}, {"a", "c"}, {"a", "c"})
    assert winning_strategy(arena, 0) == {"a": "c"}


def test_a_play_that_never_ends_is_won_by_nobody():
    arena = Arena((("a",), ("b",)), {"a": ("b",), "b": ("a",)}, (EMPTY, EMPTY), EMPTY, "a")
    assert attractor(arena, 0).states == attractor(arena, 1).states == EMPTY


def test_a_single_state():
    arena = Arena((("a",), ()), {}, (frozenset("a"), EMPTY), EMPTY, "a")
    assert attractor(arena, 0).sizes == (1,)
    assert winning_strategy(arena, 0) == {}


@settings(max_examples=150, deadline=None)
@given(graph_games(acyclic=False), st.sampled_from([0, 1]))
def test_the_sequence_is_the_one_of_the_definition(game, player):
    arena = whole_arena(game)
    result = attractor(arena, player)
    steps = naive_attractor.steps(arena, player)
    assert [result.step(n) for n in range(len(steps))] == steps
    assert result.sizes == tuple(map(len, steps))
    assert result.states == steps[-1]
    assert not result.states & attractor(arena, 1 - player).states  # proposition 1.1


@settings(max_examples=150, deadline=None)
@given(graph_games(acyclic=False), st.sampled_from([0, 1]))
def test_the_extracted_strategy_wins_from_the_whole_attractor(game, player):
    arena = whole_arena(game)
    strategy = winning_strategy(arena, player)
    positions = attractor(arena, player).states
    assert set(strategy) == {s for s in positions if s[1] == player and arena.arcs[s]}
    for start in arena.arcs:
        wins = check_strategy(arena, player, strategy, start).verdict == "wins"
        assert wins == (start in positions)
        assert wins == naive_attractor.wins_every_play(arena, player, strategy, start)


def test_bad_input():
    arena = small()
    with pytest.raises(Refusal, match="player must be 0 or 1, got 2"):
        attractor(arena, 2)
    with pytest.raises(Refusal, match="begins with A₀"):
        attractor(arena, 0).step(-1)


def test_a_long_chain_takes_no_recursion():
    length = 20_001
    game = GraphGame({(n, n % 2): [n + 1] for n in range(length)}, {(length, 1): 1})
    arena = unfold(game)
    assert attractor(arena, 0).sizes[-1] == length + 1
    assert check_strategy(arena, 0, winning_strategy(arena, 0)).verdict == "wins"
