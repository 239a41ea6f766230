"""Branches cut, on trees pruned by hand, and the value against min-max."""

from hypothesis import given
from hypothesis import strategies as st

from solvers.graph_games.game_tree import GameTree
from solvers.graph_games.pruning import pruning
from solvers.graph_games.tree_search import depth_limited

TREES = st.recursive(
    st.integers(-9, 9), lambda below: st.lists(below, min_size=1, max_size=4).map(tuple), max_leaves=30
)


def test_the_classic_tree() -> None:
    """By hand: the second min node is left after 2 ≤ 3; from the right, the first after 3 > 2, none of it cut."""
    game = GameTree(((3, 12, 8), (2, 4, 6), (14, 5, 2)))
    left = pruning(game)
    assert (left.value, left.child, left.cut) == (3, 0, ((1, 1), (1, 2)))
    assert left.texts(100)[(1,)] == "≤2"
    assert [left.texts(100)[path] for path in ((), (0,), (2,))] == ["3", "3", "2"]
    assert left.leaves == ((0, 0), (0, 1), (0, 2), (1, 0), (2, 0), (2, 1), (2, 2))
    right = pruning(game, reverse=True)
    assert (right.value, right.child, right.cut) == (3, 0, ())
    # From the right: 2 5 14 gives 2; 6 4 2 reaches 2 at its last leaf; 8 12 3 gives 3.
    assert [game.node(leaf) for leaf in right.leaves] == [2, 5, 14, 6, 4, 2, 8, 12, 3]


def test_a_whole_branch_is_cut() -> None:
    game = GameTree(((5, 6), (4, ((1, 2), (3,)))))
    found = pruning(game)
    assert found.cut == ((1, 1),)
    assert found.unseen == {(1, 1), (1, 1, 0), (1, 1, 0, 0), (1, 1, 0, 1), (1, 1, 1), (1, 1, 1, 0)}


def test_a_leaf_is_its_own_value() -> None:
    assert pruning(GameTree(7)).child is None


@given(TREES, st.sampled_from([0, 1]), st.booleans())
def test_the_value_is_that_of_min_max(tree, first, reverse) -> None:
    game = GameTree(tree, first)
    found = pruning(game, reverse=reverse)
    whole = depth_limited(game, game.heuristic, 100)
    assert found.value == whole.value
    assert found.child is None or (found.child,) in whole.moves
    assert len(found.leaves) + sum(not game.successors(path) for path in found.unseen) == whole.leaves
    for path, (low, high) in found.bounds.items():
        assert low <= depth_limited(game, game.heuristic, 100, path).value <= high
    assert found.bounds[()] == (found.value, found.value)
