"""The drawing of the document's chain: its twelve states, and an arrow for each entry of its matrix."""

from xml.etree import ElementTree as ET

import pytest

from solvers.refusal import Refusal
from solvers.verger.chain_svg import chain_svg
from solvers.verger.markov_chain import markov_chain
from solvers.verger.orchard import Orchard

SVG = "{http://www.w3.org/2000/svg}"


def test_the_graph_of_the_document() -> None:
    chain = markov_chain(Orchard((2, 2), 2))
    drawing = ET.fromstring(chain_svg(chain, "loss", "<win>"))
    texts = [text.text for text in drawing.iter(f"{SVG}text")]
    assert texts[:24:2] == list("ABCDEFGHIJKL")
    assert texts[1:24:2] == [*map(str, chain.states), "loss", "<win>"]
    entries = [str(p) for i, row in enumerate(chain.matrix) for j, p in enumerate(row) if p and i != j]
    assert texts[24:] == entries
    dashed = [path for path in drawing.iter(f"{SVG}path") if path.get("stroke-dasharray")]
    assert len(dashed) == sum(1 for row in chain.matrix[:-2] if row[-2])


def test_a_large_chain_is_refused() -> None:
    with pytest.raises(Refusal, match="at most 60 states"):
        chain_svg(markov_chain(Orchard((4, 4, 4), 3)), "", "")
