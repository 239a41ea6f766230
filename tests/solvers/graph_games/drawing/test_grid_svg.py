from xml.etree import ElementTree as ET

from solvers.graph_games.drawing.grid_svg import grid_svg

SVG = "{http://www.w3.org/2000/svg}"


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
