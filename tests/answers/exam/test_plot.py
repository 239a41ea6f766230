from xml.etree import ElementTree as ET

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.plot import Drawing, Plot, plot_bytes
from answers.exam.words import plain

SVG = "{http://www.w3.org/2000/svg}"
WORDS = load_exam("jeux").words("fr")


def drawing(svg: str) -> Drawing:
    return Drawing("chomp", lambda _: svg)


def element(width: int, height: int) -> ET.Element:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"><rect/></svg>'
    return ET.fromstring(plot_bytes(drawing(svg), "svg", WORDS))


@pytest.mark.parametrize("width", [10, 900])
def test_a_drawing_stands_above_its_caption(width: int) -> None:
    found = element(width, 70)
    lines = found.findall(f"{SVG}text")
    assert " ".join(line.text or "" for line in lines) == plain(WORDS.say("plot_chomp"))
    assert 70 < float(lines[0].get("y", 0)) < float(lines[-1].get("y", 0)) < float(found.get("height", 0))
    assert len(list(found.iter(f"{SVG}rect"))) == 1
    assert int(found.get("width", 0)) >= width


def test_a_wide_caption_takes_fewer_lines() -> None:
    assert len(element(900, 10).findall(f"{SVG}text")) < len(element(10, 10).findall(f"{SVG}text"))


def test_a_drawing_is_no_pdf() -> None:
    assert Drawing.formats == ("svg",)
    assert Plot.formats == ("svg", "pdf")
    with pytest.raises(ValueError, match="chomp is drawn as svg, not pdf"):
        plot_bytes(drawing("<svg/>"), "pdf", WORDS)


def test_a_drawing_says_its_size() -> None:
    with pytest.raises(ValueError, match="its width and height in pixels, got '<svg/>'"):
        plot_bytes(drawing("<svg/>"), "svg", WORDS)
