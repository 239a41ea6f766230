import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.graph_games.tree_search import Heuristic, alpha_beta, deep_recursion, depth_limited, min_max, tree_size
from solvers.invalid_input import InvalidInput
from tests.oracles import naive_min_max
from tests.solvers.graph_games.zoo import GraphGame, graph_games

LOOP = GraphGame({(0, 0): [1], (1, 1): [0]}, {})


def heuristic(game, v_max=100):
    """Anything that respects definition 2.2."""

    def evaluate(state):
        if game.successors(state) or not game.outcome(state):
            return (37 * state[0] + 11 * state[1]) % (2 * v_max - 1) - v_max + 1
        return v_max * game.outcome(state)

    return Heuristic(evaluate, v_max)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(graph_games(acyclic=True))
def test_min_max_is_the_printed_function(game):
    value = naive_min_max.value(game, game.start)
    calls, leaves = naive_min_max.calls(game, game.start)
    plain, memo = min_max(game), min_max(game, memo=True)
    assert (plain.value, plain.calls, plain.evaluated, plain.leaves) == (value, calls, calls, leaves)
    assert (tree_size(game).calls, tree_size(game).leaves) == (calls, leaves)
    assert (memo.value, memo.moves, memo.states) == (value, plain.moves, plain.states)
    assert memo.evaluated == memo.states <= memo.calls <= calls
    assert plain.moves == tuple(s for s in game.successors(game.start) if naive_min_max.value(game, s) == value)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(graph_games(acyclic=True), st.booleans())
def test_alpha_beta_changes_nothing_but_the_cost(game, memo):
    plain = min_max(game)
    pruned = alpha_beta(game, memo=memo)
    assert pruned.value == plain.value
    assert set(pruned.moves) <= set(plain.moves)
    assert bool(pruned.moves) == bool(plain.moves)
    assert pruned.evaluated <= pruned.calls <= plain.calls


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(graph_games(acyclic=False, size=4), st.integers(0, 4), st.booleans(), st.sampled_from([1, 3, 100]))
def test_searches_of_limited_depth_agree(game, depth, memo, v_max):
    """In arenas with cycles too, where the same state is met with several depths left."""
    evaluation = heuristic(game, v_max)
    expected = naive_min_max.value(game, game.start, depth, evaluation.evaluate)
    limited = depth_limited(game, evaluation, depth, memo=memo)
    assert limited.value == expected
    assert limited == depth_limited(game, evaluation, depth, memo=False) or memo


def test_memory_of_bounds_where_values_would_be_wrong():
    """A state met first with a narrow window, whose bound is not its value when it is met again."""
    # Player 0 chooses x or y. At x, player 1 chooses a draw or s; at y only s; s is won by player 0.
    arcs = {(0, 0): [1, 2], (1, 1): [3, 4], (2, 1): [4]}
    game = GraphGame(arcs, {(3, 0): 0, (4, 0): 1})
    assert alpha_beta(game, memo=True).value == 1
    assert alpha_beta(game, memo=True).moves == ((2, 1),)


def test_a_leaf_is_a_whole_search():
    game = GraphGame({}, {(0, 0): -1})
    assert min_max(game).value == alpha_beta(game).value == -1
    assert min_max(game).moves == alpha_beta(game).moves == ()
    zero = depth_limited(LOOP, Heuristic(lambda _: 5), 0)
    assert (zero.value, zero.calls, zero.leaves) == (5, 1, 1)


@pytest.mark.slow
def test_no_depth_exceeds_the_recursion_limit():
    length = 20_000
    game = GraphGame({(n, n % 2): [n + 1] for n in range(length)}, {(length, 0): -1})
    for search in (min_max(game), min_max(game, memo=True), alpha_beta(game), alpha_beta(game, memo=True)):
        assert (search.value, search.calls) == (-1, length + 1)
    assert tree_size(game).calls == length + 1


def test_numbers_beyond_any_run():
    """A ladder in which every state has two arcs to the next."""
    size = tree_size(GraphGame({(n, n % 2): [n + 1, n + 1] for n in range(200)}, {}))
    assert (size.leaves, size.calls) == (2**200, 2**201 - 1)


def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)


def test_it_goes_deeper_than_python_and_sets_the_limit_back():
    before = sys.getrecursionlimit()
    with deep_recursion():
        assert depth(100_000) == 100_000
    assert sys.getrecursionlimit() == before
    with deep_recursion(1):
        assert sys.getrecursionlimit() == before
    with pytest.raises(InvalidInput, match=r"at most \d+ function calls can be nested"), deep_recursion(before + 1000):
        depth(before + 2000)
    assert sys.getrecursionlimit() == before
