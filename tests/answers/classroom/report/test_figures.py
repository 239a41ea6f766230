from xml.etree import ElementTree as ET

import pytest

from answers.classroom.report.figures import bars_svg

SVG = "{http://www.w3.org/2000/svg}"


def test_a_bar_a_value_as_high_as_it_says() -> None:
    root = ET.fromstring(bars_svg([0, 2, 4], ["a", "b", "c"], title="t <&>", axis="x"))
    heights = [float(bar.attrib["height"]) for bar in root.iter(f"{SVG}rect")]
    assert heights[0] == 0
    assert heights[2] == pytest.approx(2 * heights[1], abs=0.1)
    assert [text.text for text in root.iter(f"{SVG}text")] == ["2", "4", "a", "b", "c", "x"]
    assert root.findtext(f"{SVG}title") == "t <&>"
    assert root.attrib["role"] == "img"


def test_labels_stand_below_the_bars_or_between_them() -> None:
    def places(labels: list[str]) -> list[float]:
        root = ET.fromstring(bars_svg([1, 1], labels, title="", axis="x"))
        return [float(text.attrib["x"]) for text in root.iter(f"{SVG}text") if text.text in labels]

    below, between = places(["a", "b"]), places(["a", "b", "c"])
    assert between[0] < below[0] < between[1] < below[1] < between[2]
    assert places(["a", ""]) == below[:1]


def test_the_top_is_never_below_a_bar() -> None:
    root = ET.fromstring(bars_svg([50], ["1"], title="", axis="", top=100))
    higher = ET.fromstring(bars_svg([50], ["1"], title="", axis="", top=10))
    low, high = (float(one.find(f"{SVG}rect").attrib["height"]) for one in (root, higher))  # type: ignore[union-attr]
    assert high == pytest.approx(2 * low, abs=0.1)
