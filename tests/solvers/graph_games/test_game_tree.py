from xml.etree import ElementTree as ET

from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.graph_games.game_tree import GameTree, pruning
from solvers.graph_games.tree_search import depth_limited

SVG = "{http://www.w3.org/2000/svg}"
VALUES = st.integers(-100, 100)
TREES = st.recursive(VALUES, lambda below: st.lists(below, min_size=1, max_size=4).map(tuple), max_leaves=20)
CLASSIC = GameTree(((3, 12, 8), (2, 4, 6), (14, 5, 2)))


def value(tree, player):
    """Min-max on nested tuples."""
    if isinstance(tree, int):
        return tree
    return (min if player else max)(value(child, 1 - player) for child in tree)


@settings(max_examples=100, deadline=None)
@given(TREES, st.sampled_from([0, 1]), st.booleans())
def test_searches_find_the_value_and_bounds_hold_it(tree, first, reverse):
    game = GameTree(tree, first)
    result, whole = pruning(game, reverse=reverse), depth_limited(game, game.heuristic, 100)
    assert result.value == whole.value == value(tree, first)
    assert result.child is None or (result.child,) in whole.moves
    assert len(result.leaves) + sum(not game.successors(path) for path in result.unseen) == whole.leaves
    for path, (low, high) in result.bounds.items():
        assert low <= depth_limited(game, game.heuristic, 100, path).value <= high
    assert result.bounds[()] == (result.value, result.value)
    drawing = ET.fromstring(game.svg())
    leaves = [path for path in game.nodes() if isinstance(game.node(path), int)]
    assert [int(text.text.replace("−", "-")) for text in drawing.iter(f"{SVG}text")] == [
        game.node(path) for path in leaves
    ]
    assert len(list(drawing.iter(f"{SVG}line"))) == len(list(game.nodes())) - 1


def test_the_classic_tree() -> None:
    """By hand: the second min node is left after 2 ≤ 3; from the right, the first after 3 > 2, none of it cut."""
    left = pruning(CLASSIC)
    assert (left.value, left.child, left.cut) == (3, 0, ((1, 1), (1, 2)))
    assert left.texts(100)[(1,)] == "≤2"
    assert [left.texts(100)[path] for path in ((), (0,), (2,))] == ["3", "3", "2"]
    assert left.leaves == ((0, 0), (0, 1), (0, 2), (1, 0), (2, 0), (2, 1), (2, 2))
    right = pruning(CLASSIC, reverse=True)
    assert (right.value, right.child, right.cut) == (3, 0, ())
    # From the right: 2 5 14 gives 2; 6 4 2 reaches 2 at its last leaf; 8 12 3 gives 3.
    assert [CLASSIC.node(leaf) for leaf in right.leaves] == [2, 5, 14, 6, 4, 2, 8, 12, 3]


def test_a_whole_branch_is_cut() -> None:
    game = GameTree(((5, 6), (4, ((1, 2), (3,)))))
    result = pruning(game)
    assert result.cut == ((1, 1),)
    assert result.unseen == {(1, 1), (1, 1, 0), (1, 1, 0, 0), (1, 1, 0, 1), (1, 1, 1), (1, 1, 1, 0)}
