"""Boxes of choices on paper: a clear tick is read without a person, anything else waits for one."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageDraw

from answers.classroom.folder import ClassData, create_class
from answers.classroom.scanning import make_scans
from answers.classroom.scans import ScannedBox, scanned_submission
from answers.classroom.upload_index import Upload, digest_of
from answers.sheets.layout import Rectangle, layout, option_boxes, strip_boxes
from answers.sheets.sheet import BlankSheet, sheet_pdf
from tests.answers.tiny import EXAMS

SCALE = 200 / 25.4
Line = tuple[tuple[float, float], ...]
Strokes = tuple[tuple[str, int], ...]
"""Names of `drawn`, each with the place in which it is drawn."""


def drawn(stroke: str, box: Rectangle) -> tuple[Line, ...]:
    """Return the lines, in millimetres, that a pen draws in or around a box."""
    x, y, width, height = box
    right, low = x + width, y + width
    lines: dict[str, tuple[Line, ...]] = {
        "tick": (((x + 0.8, y + 2.2), (x + 1.8, y + 3.8), (right + 0.9, y - 0.7)),),  # with a tail beyond the box
        "cross": (((x + 0.3, y + 0.3), (right - 0.3, low - 0.3)), ((x + 0.3, low - 0.3), (right - 0.3, y + 0.3))),
        "fill": tuple(((x + 0.4, y + 0.4 + n * 0.42), (right - 0.4, y + 0.6 + n * 0.42)) for n in range(9)),
        "circle": (
            ((x - 1, y + 2), (x + width / 2, y - 1), (right, y + 2), (x + width / 2, y + height + 1), (x - 1, y + 2)),
        ),
        "write": (((x + 4, y + 2), (x + 4, y + height - 2), (x + 7, y + height - 2), (x + 8, y + 3)),),  # like a letter
        "dot": (((x + 1.5, y + 1.5), (x + 1.9, y + 1.9)),),
        "streak": (((x + width / 2, 0), (x + width / 2, 297)),),  # dust on the glass of a scanner, over the page
        "fall": (((x + 1, y - 8), (x + 2, y - 4), (x + 1.5, y + 1.5)),),  # begins 8 mm above the box and ends in it
        "strike": (((x - 1, y + width / 2), (right + 1, y + width / 2)),),
        "upright strike": (((x + width / 2, y - 1), (x + width / 2, low + 1)),),
    }
    return lines[stroke]


CASES: dict[str, Strokes] = {
    "nothing": (),
    "ticked": (("tick", 0),),
    "crossed": (("cross", 1),),
    "filled": (("fill", 1),),
    "dot": (("dot", 0),),
    "streak": (("streak", 0),),
    "fall": (("fall", 0),),
    "both": (("cross", 0), ("tick", 1)),
    "circled label": (("circle", 3),),
    "circled box": (("circle", 0),),
    "between": (("circle", 4),),
    "ticked and written": (("cross", 0), ("write", -1)),
    "written": (("write", -1),),
    "ticked and label struck": (("cross", 0), ("cross", 3)),
}
"""By name what is drawn, and where: -1 is the field, 0 and 1 the boxes of yes and no, 2 and 3 their labels, 4 the
place between a box and its label."""
READ: dict[str, str] = {"nothing": "", "ticked": "yes", "crossed": "no", "circled box": "yes"}
"""The text that is read without a person, None by default: somebody must look."""


PENCIL = 205
"""The shade of pale pencil, which a scanner shows with a fifth of the darkness of black."""


def scanned_page(pdf: bytes, places: Iterable[Rectangle], strokes: Strokes, shade: int = 45) -> Image.Image:
    """Return a page of a sheet on which somebody has drawn, a little askew, as a scanner gives it."""
    with pypdfium2.PdfDocument(pdf) as document:
        document.init_forms()
        picture = document[0].render(scale=200 / 72, may_draw_forms=False).to_pil().convert("L")
    draw, places = ImageDraw.Draw(picture), list(places)
    for line in (line for stroke, at in strokes for line in drawn(stroke, places[at])):
        draw.line([(x * SCALE, y * SCALE) for x, y in line], fill=shade, width=4, joint="curve")
    return picture.rotate(0.35, fillcolor=255, resample=Image.Resampling.BICUBIC)


STRIPS: dict[str, Strokes] = {
    "nothing": (),
    "ticked": (("tick", 3),),
    "crossed": (("cross", 0),),
    "both": (("cross", 0), ("tick", 3)),
    "marked": (("write", -1), ("tick", 8)),
    "unmarked": (("write", -1),),
}
"""By name what is drawn above and in the box of a proof: 0 to 8 are the boxes for 0 to 4 points, -1 is the answer."""
MARKED = {"ticked": "3/2", "crossed": "0", "marked": "4"}
"""The points that are read."""


@pytest.mark.slow
def test_the_points_ticked_above_a_written_answer_are_read(tmp_path: Path) -> None:
    """One ticked box of the examiner's strip is the points, two are none; the answer below is no tick."""
    roster = "student,u0\n" + "".join(f"s{k},{300 + k}\n" for k in range(len(STRIPS)))
    class_data = create_class(tmp_path / "class", "explained", roster.encode(), "en", (EXAMS / "by_hand",))
    pages = []
    for enrollment, strokes in zip(class_data.enrollments, STRIPS.values(), strict=True):
        blank = BlankSheet(class_data.exam, enrollment.u0 or 0, enrollment.student)
        pdf = sheet_pdf(blank, lang="en", secret=class_data.settings.secret)
        field = next(box.rectangle for box in layout(pdf) if box.item == "3.1")
        pages.append(scanned_page(pdf, (*strip_boxes(class_data.exam.part("3"), field), field), strokes))
    boxes = {box.student: box for box in scanned(class_data, pages) if box.item == "3.1"}
    assert {case: boxes[f"s{k}"].ticked for k, case in enumerate(STRIPS)} == {
        case: MARKED.get(case, "") for case in STRIPS
    }
    assert [boxes[f"s{k}"].ink for k in range(len(STRIPS))] == [case != "nothing" for case in STRIPS]


def scanned(class_data: ClassData, pages: Sequence[Image.Image]) -> tuple[ScannedBox, ...]:
    """Return the boxes of pages that were scanned into one file."""
    path = class_data.folder / "collected" / "scan.pdf"
    path.parent.mkdir(exist_ok=True)
    pages[0].save(path, save_all=True, append_images=pages[1:], resolution=200)
    upload = Upload(path, "scan.pdf", datetime.min, digest_of(path.read_bytes()), is_collected=True)
    return make_scans(class_data, [upload]).boxes


SEVERAL: dict[str, Strokes] = {
    "both": (("tick", 0), ("tick", 1)),
    "filled": (("tick", 0), ("tick", 1), ("fill", 1)),
    "struck": (("tick", 0), ("tick", 1), ("strike", 1)),
    "struck upright": (("tick", 0), ("tick", 1), ("upright strike", 1)),
}
"""By name what is drawn in the boxes of a choice of several options."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("exam_name", "part", "cases", "texts", "shade"),
    [
        ("explained", "2a", CASES, READ, 45),
        ("explained", "2a", {case: CASES[case] for case in ("nothing", "ticked", "written")}, {"nothing": ""}, PENCIL),
        ("ticked", "1", SEVERAL, {"both": "A, B"}, 45),
    ],
)
def test_a_clear_tick_is_read_and_anything_else_waits(
    tmp_path: Path,
    exam_name: str,
    part: str,
    cases: dict[str, Strokes],
    texts: dict[str, str],
    shade: int,
) -> None:
    """One box with a tick, and no ink elsewhere, is the answer; what may be cancelled or not meant is not guessed."""
    roster = "student,u0\n" + "".join(f"s{k},{300 + k}\n" for k in range(len(cases)))
    class_data = create_class(tmp_path / "class", exam_name, roster.encode(), "en", (EXAMS / "by_hand",))
    exam, sheets, pages = class_data.exam, class_data.folder / "sheets", []
    item = exam.part(part).item_names[0]
    sheets.mkdir(exist_ok=True)
    for k, case in enumerate(cases):
        student = next(e.student for e in class_data.enrollments if e.student.id == f"s{k}")
        pdf = sheet_pdf(BlankSheet(exam, 300 + k, student), lang="en", secret=class_data.settings.secret)
        (sheets / f"{student.stem}.pdf").write_bytes(pdf)
        field = next(box.rectangle for box in layout(pdf) if box.item == item)
        options, labels = option_boxes(exam.part(part), field)
        between = (options[0][0] + 5, options[0][1] + 1, 1.5, 2.0)
        pages.append(scanned_page(pdf, (*options, *labels, between, field), cases[case], shade))
    all_boxes, read = scanned(class_data, pages), {}
    for k, case in enumerate(cases):
        boxes = [box for box in all_boxes if box.student == f"s{k}"]
        submission = scanned_submission(exam, boxes, {})
        read[case] = None if item in submission.waiting else submission.answers[part][0]
    assert read == {case: texts.get(case) for case in cases}
