from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.board_games.value_tree import ValueTree
from solvers.tree_search import Heuristic, alpha_beta, depth_limited
from tests.oracles import naive_min_max

SVG = "{http://www.w3.org/2000/svg}"

NODES = st.recursive(
    st.integers(-99, 99), lambda nodes: st.lists(nodes, min_size=1, max_size=3).map(tuple), max_leaves=12
)


def leaves(node: object) -> list[int]:
    return [node] if isinstance(node, int) else [leaf for child in node for leaf in leaves(child)]


def test_players_alternate_from_the_maximiser() -> None:
    game = ValueTree(((3, 5), 2))
    assert game.height == 2
    assert [game.player(state) for state in ((), (0,), (0, 1))] == [0, 1, 0]
    assert game.successors(()) == ((0,), (1,))
    assert game.successors((0,)) == ((0, 0), (0, 1))
    assert game.successors((1,)) == ()
    assert game.value((0, 1)) == 5


def test_a_certain_victory_ends_the_search() -> None:
    """Example 2.2 of the document: a child worth 100 leaves nothing to look for."""
    game = ValueTree((100, (3, 4), (5, 6)))
    found = alpha_beta(game, Heuristic(game.value))
    assert (found.value, found.leaves) == (100, 1)


def test_a_min_node_that_is_low_enough_is_left() -> None:
    """Example 2.3: once the min node is at most 0, a root that has 3 ignores it."""
    game = ValueTree((3, (0, 7, 9)))
    found = alpha_beta(game, Heuristic(game.value))
    assert (found.value, found.moves, found.leaves) == (3, ((0,),), 2)


@given(NODES)
def test_searches_agree_with_plain_recursion(root: object) -> None:
    game = ValueTree(root)  # type: ignore[arg-type]
    expected = naive_min_max.value(game, (), evaluate=game.value)
    assert depth_limited(game, Heuristic(game.value), game.height).value == expected
    assert alpha_beta(game, Heuristic(game.value)).value == expected


@given(NODES)
def test_the_drawing_shows_every_node_once_and_leaves_from_left_to_right(root: object) -> None:
    svg = ET.fromstring(ValueTree(root).svg())  # type: ignore[arg-type]
    boxes = svg.findall(f"{SVG}rect")
    assert len(boxes) == len(leaves(root))
    texts = [text for text in svg.findall(f"{SVG}text") if "font-weight" not in text.attrib]
    places = sorted((float(text.attrib["x"]), int(text.text.replace("−", "-"))) for text in texts if text.text)
    assert [value for _, value in places] == leaves(root)
    assert max(float(box.attrib["x"]) + float(box.attrib["width"]) for box in boxes) <= float(svg.attrib["width"])
    assert min(float(box.attrib["x"]) for box in boxes) >= 0


@pytest.mark.parametrize("root", [(), ((1, ()), 2), 101, (3, -101)])
def test_trees_with_childless_nodes_or_large_values_are_refused(root: object) -> None:
    with pytest.raises(ValueError, match=r"no children|between -100 and 100"):
        ValueTree(root)  # type: ignore[arg-type]
