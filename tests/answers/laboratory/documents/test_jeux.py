import re
from collections import Counter
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from answers.exam.catalogue import load_exam
from answers.laboratory.documents.jeux import DOCUMENT, TREE, computed
from answers.laboratory.documents.redraw import plot_files
from answers.laboratory.documents.verify import verify
from tests.oracles.board_games import grid
from tests.oracles.jeux_exam import cram_tree, pruned_leaves, tree_value

EXAM = load_exam("jeux")
SVG = "{http://www.w3.org/2000/svg}"

SLIPS = {"example 1.4, winner of 1 × n, n ≥ 2", "player favoured by a larger heuristic"}
"""Where the notes name the other player, against their own definitions 1.1 and 2.2."""
FALSE = {"definition 1.2, f(i)", "α-β, smallest α", "example 2.1, values below 100", "remark 2.3"}
"""What they say in words that does not hold."""


def test_the_notes_are_right_but_for_two_slips_of_wording_and_four_claims() -> None:
    found = verify(EXAM)
    assert found is not None
    assert len(found.figures) == 19
    assert {figure.name for figure in found.figures if not figure.agrees} == SLIPS | FALSE
    assert all("slip of wording" in figure.note for figure in found.figures if figure.name in SLIPS)
    assert all(figure.place for figure in found.figures)


def test_values_by_hand() -> None:
    values = computed()
    # X first in the smallest free cell fills 0, 2, 4, 6: a diagonal, before O has three marks in a line.
    assert values["example 1.2, winner"] == 0
    # A single square is the poison, which the player to move eats; in a longer row the first player leaves it.
    assert values["example 1.4, winner of 1 × 1"] == 1
    assert values["example 1.4, winner of 1 × n, n ≥ 2"] == 0


def drawn(name: str, lang: str = "fr") -> ET.Element:
    (drawing,) = (plot for plot in DOCUMENT.plots if plot.name == name)
    found = plot_files(drawing, EXAM.words(lang))
    assert found == plot_files(drawing, EXAM.words(lang))
    return ET.fromstring(found["svg"])


def states(svg: ET.Element, line: str = "") -> int:
    """Round and square states, or those whose line is so drawn; the legend has one of each kind of line."""
    shapes = [one for tag in ("circle", "rect") for one in svg.iter(SVG + tag)]
    found = [one for one in shapes if not line or line in one.attrib]
    return len(found) - (1 if line else 3)


def thick(svg: ET.Element) -> int:
    return sum(one.get("stroke-width") == "3" for one in svg.iter()) - 1


def test_the_arena_of_chomp_3_2_by_hand() -> None:
    """All ten bars meet both players, but the whole one and the one of five squares, which meet one.

    A bar of two columns is lost for who moves when the second is one shorter than the first: (1), (2, 1), (2, 2, 1).
    So player 1 wins two states of player 0, and their own nine but for those three bars.
    """
    svg = drawn("chomp")
    assert states(svg) == 2 * 10 - 2
    assert states(svg, "stroke-dasharray") == 2 + 6
    assert thick(svg) == 18 - 8


def test_the_tree_of_plays_on_seven_cells() -> None:
    nodes, _, won = cram_tree(grid(3, 4, removed=[(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)]))
    svg = drawn("cram")
    assert (states(svg), thick(svg)) == (nodes, won)
    assert states(svg, "stroke-dasharray") == nodes - won


@pytest.mark.parametrize(("lang", "word"), [("fr", "Exercice"), ("en", "Exercise")])
@pytest.mark.parametrize("name", ["chomp", "cram"])
def test_drawings_say_what_they_show(name: str, lang: str, word: str) -> None:
    title = drawn(name, lang).find(SVG + "title")
    assert title is not None
    assert (title.text or "").startswith(f"{word} 1.")


def nodes(node: Any, level: int = 0) -> Iterator[tuple[Any, int]]:
    """Each node of a tree with its level, a child after its parent."""
    yield node, level
    for child in () if isinstance(node, int) else node:
        yield from nodes(child, level + 1)


def told(svg: ET.Element) -> Counter[str]:
    return Counter(
        text.text or "" for text in svg.iter(SVG + "text") if re.fullmatch(r"[≤≥]?\s?−?\d+", text.text or "")
    )


def test_each_node_of_the_tree_has_its_value() -> None:
    assert told(drawn("min-max")) == Counter(str(tree_value(*node)).replace("-", "−") for node in nodes(TREE))


def test_alpha_beta_knows_of_what_it_saw_and_hangs_the_rest_by_dashes() -> None:
    """Its leaves are those that it meets, in order; what has none of them was not looked at."""
    svg, (value, met) = drawn("alpha-beta"), pruned_leaves(TREE)
    to_meet = list(met)

    def seen(node: Any) -> Iterator[bool]:
        """Whether each node below this one, itself last, was looked at."""
        if isinstance(node, int):
            yield bool(to_meet) and to_meet[0] == node and to_meet.pop(0) == node
            return
        below = [list(seen(child)) for child in node]
        for each in below:
            yield from each
        yield any(each[-1] for each in below)

    looked_at = list(seen(TREE))
    assert to_meet == []
    dashed = [line for line in svg.iter(SVG + "line") if line.get("stroke-dasharray")]
    assert len(dashed) == looked_at.count(False) > 0
    inner = sum(not isinstance(node, int) for node, _ in nodes(TREE))
    leaves = sum(isinstance(node, int) for node, _ in nodes(TREE))
    unseen_leaves = leaves - len(met)
    texts = told(svg)
    assert texts.total() == leaves + inner - (looked_at.count(False) - unseen_leaves)
    assert texts[str(value)] >= 1
    assert any(text[0] in "≤≥" for text in texts)
