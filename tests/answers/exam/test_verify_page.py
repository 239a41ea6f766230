"""The page of all figures: well formed, complete, with nothing of a document taken for markup."""

from xml.etree import ElementTree as ET

from answers.exam.verify import Comparison, Figure
from answers.exam.verify_page import verify_page

FIGURES = (
    Figure("a", "1", "1", agrees=True, z=None, place="p. 1", note=""),
    Figure("<b>", "2 & 3", "4", agrees=False, z=5.25, place="p. 2", note="why", established="a count"),
)


def test_every_figure_stands_on_the_page() -> None:
    page = verify_page([Comparison("tiny", "A <report>", FIGURES)])
    root = ET.fromstring(page.removeprefix("<!doctype html>\n").replace('<meta charset="utf-8">', ""))
    tables = list(root.iter("table"))
    cells = [[cell.text or "" for cell in row] for row in tables[1].iter("tr")]
    assert cells[1] == ["a", "1", "1", "yes", "p. 1", "", ""]
    assert cells[2] == ["<b>", "2 & 3", "4", "NO (z = +5.2)", "p. 2", "", "why; a count"]
    assert [row.get("class") for row in tables[1].iter("tr")] == [None, None, "differs"]
    assert [cell.text for cell in list(tables[0].iter("tr"))[1]] == [
        "tiny", "A <report>", "1 of 2 figures agree, 1 differs",
    ]  # fmt: skip
