from xml.etree import ElementTree as ET

import pytest

from solvers.graph_games.drawing.grid_svg import grid_svg

SVG = "{http://www.w3.org/2000/svg}"


def test_a_grid_has_a_square_a_cell():
    drawing = ET.fromstring(grid_svg(["X.#", "O. "]))
    fills = [square.get("fill") for square in drawing.iter(f"{SVG}rect")]
    assert fills == ["#fff", "#fff", "#999", "#fff", "#fff"]
    assert [text.text for text in drawing.iter(f"{SVG}text")] == ["0", "1", "2", "0", "1", "X", "O"]
    assert drawing.find(f"{SVG}title").text == "X . # / O .  "


@pytest.mark.parametrize("cell", [20, 40])
def test_numbers_stand_by_the_middle_of_their_row_or_column(cell):
    drawing = ET.fromstring(grid_svg(["XO", "OX", "XX"], cell=cell))
    squares = [tuple(float(s.get(name)) for name in ("x", "y", "width")) for s in drawing.iter(f"{SVG}rect")]
    across, down = ([a + cell / 2 for a in sorted({square[axis] for square in squares})] for axis in (0, 1))
    texts = [(float(t.get("x")), float(t.get("y")), float(t.get("font-size"))) for t in drawing.iter(f"{SVG}text")]
    columns, rows, marks = texts[:2], texts[2:5], texts[5:]
    assert [x for x, _, _ in columns] == across
    assert {y for _, y, _ in columns} == {min(down) - cell / 2 - 5}
    assert {x for x, _, _ in rows} == {min(across) - cell / 2 - 9}
    assert [y - size // 3 for _, y, size in rows] == down
    assert [(x, y - cell // 5) for x, y, _ in marks] == [(x, y) for y in down for x in across]
    assert {size for _, _, size in marks} == {3 * cell // 5}
    assert {size for _, _, size in columns + rows} == {max(10, 3 * cell // 10)}


def test_any_text_is_escaped():
    drawing = ET.fromstring(grid_svg(["<&>"]))
    assert [text.text for text in drawing.iter(f"{SVG}text")][-3:] == ["<", "&", ">"]
    assert drawing.find(f"{SVG}title").text == "< & >"


def test_cells_of_another_size():
    """Numbers in the margin do not shrink with the cells."""
    drawing = ET.fromstring(grid_svg(["X.", ".."], cell=20))
    squares = list(drawing.iter(f"{SVG}rect"))
    assert {(square.get("width"), square.get("height")) for square in squares} == {("20", "20")}
    assert [(square.get("x"), square.get("y")) for square in squares] == [
        ("16", "16"),
        ("36", "16"),
        ("16", "36"),
        ("36", "36"),
    ]
    assert [text.get("font-size") for text in drawing.iter(f"{SVG}text")] == ["10"] * 4 + ["12"]
