from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.graph_games.arena import Arena, attractor, check_strategy, unfold, winning_moves, winning_strategy
from tests.oracles import naive_attractor
from tests.solvers.graph_games.zoo import GraphGame, graph_games, whole_arena

EMPTY = frozenset()


def small(**changes):
    """Player 0 at a chooses b or c; at b player 1 goes back to a or ends in d; c is won by player 0."""
    arena = Arena(
        (("a", "d"), ("b", "c")),
        {"a": ("b", "c"), "b": ("a", "d")},
        (frozenset("c"), EMPTY),
        frozenset("d"),
        "a",
    )
    return replace(arena, **changes)


def test_a_cycle_worked_by_hand():
    """b stays outside: player 1 can leave to the draw d. The winning strategy does not walk the cycle."""
    arena = small()
    assert arena.count == (4, 4)
    zero, one = attractor(arena, 0), attractor(arena, 1)
    assert zero.layers == (("c",), ("a",))
    assert (zero.sizes, one.sizes) == ((1, 2), (0,))
    assert (zero.step(0), zero.step(1), zero.step(9)) == ({"c"}, {"a", "c"}, {"a", "c"})
    assert winning_strategy(arena, 0) == {"a": "c"}
    assert winning_moves(arena, "a") == ("c",)
    assert winning_moves(arena, "b") == ()


def test_a_strategy_can_be_refuted_in_four_ways():
    arena = small()
    assert check_strategy(arena, 0, {"a": "c"}).verdict == "wins"
    assert check_strategy(arena, 0, {"a": "c"}).states == 2
    assert check_strategy(arena, 0, {}).play == ("a",)
    assert check_strategy(arena, 0, {}).verdict == "no move"
    assert check_strategy(arena, 0, {"a": "d"}).verdict == "illegal move"
    ends = check_strategy(arena, 0, {"a": "b"})
    assert (ends.verdict, ends.play) == ("not won", ("a", "b", "d"))
    repeats = check_strategy(small(arcs={"a": ("b", "c"), "b": ("a",)}), 0, {"a": "b"})
    assert (repeats.verdict, repeats.play) == ("repeats", ("a", "b", "a"))


def test_a_play_that_never_ends_is_won_by_nobody():
    arena = Arena((("a",), ("b",)), {"a": ("b",), "b": ("a",)}, (EMPTY, EMPTY), EMPTY, "a")
    assert attractor(arena, 0).states == attractor(arena, 1).states == EMPTY
    assert check_strategy(arena, 0, {"a": "b"}).verdict == "repeats"


def test_a_single_state():
    arena = Arena((("a",), ()), {}, (frozenset("a"), EMPTY), EMPTY, "a")
    assert attractor(arena, 0).sizes == (1,)
    assert winning_strategy(arena, 0) == {}
    assert check_strategy(arena, 0, {}).verdict == "wins"
    assert check_strategy(arena, 1, {}).verdict == "not won"


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


@settings(max_examples=60, deadline=None)
@given(graph_games(acyclic=False, size=3), st.sampled_from([0, 1]))
def test_the_attractor_is_where_some_strategy_wins(game, player):
    """Definition 1.4 with all strategies, and the check against walks, on arenas with and without cycles."""
    arena = whole_arena(game)
    won = set()
    for strategy in naive_attractor.strategies(arena, player):
        for start in arena.arcs:
            wins = naive_attractor.wins_every_play(arena, player, strategy, start)
            check = check_strategy(arena, player, strategy, start)
            assert (check.verdict == "wins") == wins
            assert check_refutation(arena, player, strategy, start, check)
            if wins:
                won.add(start)
    assert won == attractor(arena, player).states


def check_refutation(arena, player, strategy, start, check):
    """A refuting play is legal, follows the strategy and is not won."""
    if check.verdict == "wins":
        return check.play == ()
    steps = list(zip(check.play, check.play[1:], strict=False))
    legal = all(after in arena.arcs[state] and strategy.get(state, after) == after for state, after in steps)
    last = check.play[-1]
    ends = not arena.arcs[last] and last not in arena.wins[player]
    return legal and check.play[0] == start and (ends if check.verdict == "not won" else last in check.play[:-1])


@settings(max_examples=100, deadline=None)
@given(graph_games(acyclic=False))
def test_unfolding_keeps_what_can_be_reached(game):
    arena = unfold(game)
    whole = whole_arena(game)
    reached = {game.start}
    for _ in whole.arcs:
        reached |= {after for state in reached for after in whole.arcs[state]}
    assert set(arena.arcs) == reached
    assert all(arena.arcs[state] == whole.arcs[state] for state in reached)
    assert arena.wins == tuple(won & reached for won in whole.wins)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"states": (("a", "b", "d"), ("b", "c"))}, "'b' belongs to both players"),
        ({"arcs": {"a": ("b", "c", "e"), "b": ("d",)}}, "'e' is not a state of the arena"),
        ({"start": "z"}, "'z' is not a state of the arena"),
        ({"draws": frozenset("dy")}, "'y' is not a state of the arena"),
        ({"arcs": {"a": ("c", "d"), "b": ("a",)}}, "not bipartite: the arc 'a' → 'd' joins two states of player 0"),
        ({"draws": EMPTY}, "'d' has no move: it must be in one of T₀, T₁, T_null, it is in none"),
        ({"draws": frozenset("cd")}, "it is in T₀ and T_null"),
        ({"draws": frozenset("bd")}, "'b' is in T_null but has a move"),
    ],
)
def test_arenas_that_are_none(changes, message):
    with pytest.raises(ValueError, match=message):
        small(**changes)


def test_arenas_cannot_be_changed():
    with pytest.raises(TypeError):
        small().arcs["a"] = ()


def test_bad_input():
    arena = small()
    with pytest.raises(ValueError, match="player must be 0 or 1, got 2"):
        attractor(arena, 2)
    with pytest.raises(ValueError, match="player must be 0 or 1"):
        check_strategy(arena, -1, {})
    with pytest.raises(ValueError, match="'z' is not a state"):
        check_strategy(arena, 0, {}, "z")
    with pytest.raises(ValueError, match="'z' is not a state"):
        winning_moves(arena, "z")
    with pytest.raises(ValueError, match="begins with A₀"):
        attractor(arena, 0).step(-1)
    game = GraphGame({(0, 0): [1], (1, 1): [2]}, {(2, 0): 7})
    with pytest.raises(ValueError, match="more than 2 states"):
        unfold(game, limit=2)
    with pytest.raises(ValueError, match="an outcome is -1, 0 or 1, got 7"):
        unfold(game)


def test_a_long_chain_takes_no_recursion():
    length = 20_001
    game = GraphGame({(n, n % 2): [n + 1] for n in range(length)}, {(length, 1): 1})
    arena = unfold(game)
    assert attractor(arena, 0).sizes[-1] == length + 1
    assert check_strategy(arena, 0, winning_strategy(arena, 0)).verdict == "wins"
