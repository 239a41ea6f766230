import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.graph_games.arena import Arena
from solvers.graph_games.attractors import attractor
from solvers.refusal import Refusal
from tests.oracles import naive_attractor
from tests.oracles.check_strategy import check_strategy
from tests.solvers.graph_games.zoo import graph_games, small, whole_arena

EMPTY = frozenset()


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
    assert check_strategy(arena, 0, {"a": "b"}).verdict == "repeats"


def test_a_single_state():
    arena = Arena((("a",), ()), {}, (frozenset("a"), EMPTY), EMPTY, "a")
    assert check_strategy(arena, 0, {}).verdict == "wins"
    assert check_strategy(arena, 1, {}).verdict == "not won"


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


def test_bad_input():
    arena = small()
    with pytest.raises(Refusal, match="player must be 0 or 1"):
        check_strategy(arena, -1, {})
    with pytest.raises(Refusal, match="'z' is not a state"):
        check_strategy(arena, 0, {}, "z")
