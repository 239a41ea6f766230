from io import BytesIO

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from answers.sheets.layout import Box, layout, layout_json
from answers.sheets.sheet import Blank, sheet_pdf
from tests.answers.tiny import TINY


def form(*pages: dict[str, tuple[int, int, int, int]]) -> bytes:
    """Pages of 8 × 10 inches with fields at these corners, in points from the lower left."""
    pdf = pikepdf.new()
    for fields in pages:
        page = pdf.add_blank_page(page_size=(576, 720))
        page.Annots = Array(
            pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Widget, T=String(name), Rect=Array(corners)))
            for name, corners in fields.items()
        )
    pdf.Root.AcroForm = Dictionary(Fields=Array(field for page in pdf.pages for field in page.Annots.as_list()))
    stream = BytesIO()
    pdf.save(stream)
    return stream.getvalue()


def test_boxes_are_in_millimetres_from_the_upper_left_corner_page_by_page():
    boxes = layout(form({"name": (72, 648, 216, 684), "q7a_2": (0, 0, 36, 18)}, {}, {"q12_1": (540, 702, 576, 720)}))
    assert boxes == (
        Box("name", 1, (25.4, 12.7, 50.8, 12.7)),
        Box("7a.2", 1, (0, 247.65, 12.7, 6.35)),
        Box("12.1", 3, (190.5, 0, 12.7, 6.35)),
    )
    assert layout_json(boxes) == {
        "schema": "corrige/layout/1",
        "pages": [
            {
                "sheet_page": 1,
                "boxes": [
                    {"item": "name", "rectangle": [25.4, 12.7, 50.8, 12.7]},
                    {"item": "7a.2", "rectangle": [0, 247.65, 12.7, 6.35]},
                ],
            },
            {"sheet_page": 3, "boxes": [{"item": "12.1", "rectangle": [190.5, 0, 12.7, 6.35]}]},
        ],
    }


def test_a_blank_sheet_has_a_box_for_each_item_and_three_for_the_student():
    boxes = layout(sheet_pdf(Blank(TINY, 10)))
    assert [box.item for box in boxes] == ["name", "first_name", "u0", "1a.1", "1a.2", "1b.1", "1b.2", "2.1"]
    assert all(
        x > 0 < y and x + width < 210 and y + height < 297 for x, y, width, height in (b.rectangle for b in boxes)
    )
