import re
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import pikepdf
import pypdfium2
import pytest
import zxingcpp
from pikepdf import Array, Dictionary, Name, String

from answers.exam.catalogue import load_exam
from answers.exam.question import Part
from answers.files import saved as written
from answers.kinds.choices import choice
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, integers, probabilities
from answers.kinds.parsing import Kind
from answers.kinds.sequences import sequence
from answers.kinds.tolerance import EXACT, Tolerance
from answers.sheets.identity import Identity, Signature, Student, find_page_signature
from answers.sheets.layout import (
    DIGITS,
    FRACTION,
    LINE,
    LONG,
    NUMBER,
    ItemBox,
    Rows,
    Size,
    arrange,
    layout,
    layout_json,
    size_of,
    stamp,
)
from answers.sheets.sheet import BlankSheet, ExaminerKey, sheet_pdf
from answers.submissions.printed.layout import blank_boxes, letters_in, page_glyphs
from tests.answers.sheets.samples import NASH, nash_key
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
    return written(pdf.save)


def test_boxes_are_in_millimetres_from_the_upper_left_corner_page_by_page():
    boxes = layout(form({"name": (72, 648, 216, 684), "q7a_2": (0, 0, 36, 18)}, {}, {"q12_1": (540, 702, 576, 720)}))
    assert boxes == (
        ItemBox("name", 1, (25.4, 12.7, 50.8, 12.7)),
        ItemBox("7a.2", 1, (0, 247.65, 12.7, 6.35)),
        ItemBox("12.1", 3, (190.5, 0, 12.7, 6.35)),
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
    boxes = layout(sheet_pdf(BlankSheet(TINY, 10)))
    assert [box.item for box in boxes] == ["name", "first_name", "u0", "1a.1", "1a.2", "1b.1", "1b.2", "2.1"]
    assert all(
        x > 0 < y and x + width < 210 and y + height < 297 for x, y, width, height in (b.rectangle for b in boxes)
    )


HEIGHT = 297 / 25.4 * 72


def rectangles(token: str, page: int) -> list[list[float]]:
    """Left, top, width and height in mm of what is drawn on a page of A4."""
    results = re.findall(r"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re", stamp(token, page, HEIGHT).decode())
    boxes = [[float(length) * 25.4 / 72 for length in box] for box in results]
    return [[left, 297 - low - height, width, height] for left, low, width, height in boxes]


def test_a_mark_of_four_millimetres_stands_eight_from_the_edges_of_each_corner():
    for page in (1, 2):
        corners = [[round(length, 2) for length in box] for box in rectangles("t", page)[:4]]
        assert corners == [[6, 6, 4, 4], [200, 6, 4, 4], [6, 287, 4, 4], [200, 287, 4, 4]]


def test_a_code_that_is_too_long_is_refused() -> None:
    assert stamp("a" * 2331, 1, HEIGHT)
    with pytest.raises(ValueError, match="too large"):
        stamp("a" * 2332, 1, HEIGHT)


def codes(pdf: bytes, dpi: int) -> Iterator[list[str]]:
    for page in pypdfium2.PdfDocument(pdf):
        yield [code.text for code in zxingcpp.read_barcodes(page.render(scale=dpi / 72).to_pil())]


def test_a_page_is_read_by_its_code():
    pdf = sheet_pdf(BlankSheet(TINY, 10, Student("s03")), secret="ours")
    ((text,),) = codes(pdf, 100)
    assert find_page_signature(text, "ours") == (Signature(Identity("tiny", 10, "s03"), valid=True), 1)


@pytest.mark.slow
@pytest.mark.parametrize("student", ["s03", "x" * 60])
def test_each_page_has_its_own_also_from_a_coarse_scanner(student: str) -> None:
    """The longest token there is, at the 150 dots an inch of a poor scanner."""
    read = list(codes(sheet_pdf(BlankSheet(load_exam("dice"), 64006, Student(student))), 150))
    results = [find_page_signature(text, "") for page in read for text in page]
    assert [values and (values[0].valid, values[1]) for values in results] == [(True, 1), (True, 2)]


@pytest.mark.slow
def test_what_nobody_fills_in_has_none():
    assert not any(codes(sheet_pdf(ExaminerKey(NASH, nash_key())), 100))


HUNDREDTH, THOUSANDTH = (Tolerance(absolute=Fraction(1, 10**digits)) for digits in (2, 3))
PER_CENT = Tolerance(relative=Fraction(1, 100))


@pytest.mark.parametrize(
    ("kind", "tolerance", "width", "size"),
    [
        (integers(1, 0, 9), EXACT, 0, DIGITS),
        (integers(1, -1, 5), EXACT, 0, DIGITS),  # "−1"
        (integers(1, 0, 10**9 - 1), EXACT, 0, NUMBER),  # nine characters of 4.2 mm are 37.8 mm
        (integers(1, 0, 10**9), EXACT, 0, LONG),
        (Numbers(1, Domain(integer=True, low=0)), EXACT, 5, NUMBER),
        (Numbers(1, Domain(low=0)), PER_CENT, 0, LONG),  # "1,67·10⁹"
        (probabilities(1), EXACT, 0, FRACTION),
        (probabilities(1), PER_CENT, 0, NUMBER),  # "0,000123"
        (Numbers(1, Domain(low=-1500, high=1500)), THOUSANDTH, 0, NUMBER),  # "−1234,567"
        (choice("A", "B"), EXACT, 0, DIGITS),
        (sequence(low=1, high=9, longest=5), EXACT, 0, LONG),
        (sequence(low=1, high=12, longest=9), EXACT, 0, LINE),
    ],
)
def test_the_longest_right_answer_fits_as_it_is_asked(kind: Kind, tolerance: Tolerance, width: int, size: Size) -> None:
    assert size_of(Part(1, "", kind, Fraction(1), tolerance, width=width)) is size


def rows(label: str, *parts: tuple[Size, str]) -> list[str]:
    return ["".join(row) for row in arrange(parts, lambda _: label).rows]


@pytest.mark.parametrize(
    ("label", "parts", "expected"),
    [
        ("x =", [(NUMBER, "abcd")], ["ab", "cd"]),
        ("x =", [(NUMBER, "a"), (NUMBER, "b"), (NUMBER, "c"), (NUMBER, "d")], ["abc", "d"]),
        ("x =", [(DIGITS, "aaa"), (DIGITS, "bbb"), (DIGITS, "ccc")], ["aaabbb", "ccc"]),
        ("i =", [(DIGITS, "pnijd"), (DIGITS, "wijd")], ["pnijd", "wijd"]),
        ("x =", [(NUMBER, "a"), (DIGITS, "b"), (NUMBER, "c"), (DIGITS, "d")], ["abcd"]),
        ("u(0) =", [(LONG, "abc")], ["ab", "c"]),
        ("a word or two =", [(NUMBER, "abc")], ["abc"]),  # on two lines
        ("a label of five words or more, which is long =", [(NUMBER, "abc")], ["ab", "c"]),
    ],
)
def test_rows_are_few_and_even_and_a_part_is_not_broken_to_stand_beside_another(
    label: str, parts: list[tuple[Size, str]], expected: list[str]
) -> None:
    assert rows(label, *parts) == expected


@pytest.mark.slow
@pytest.mark.parametrize("name", ["nash", "phantom", "domino", "dice", "yahtzee", "yams", "jeux", "verger"])
def test_boxes_have_room_for_a_hand_and_no_word_runs_into_one(name: str) -> None:
    pdf = sheet_pdf(BlankSheet(load_exam(name), 4242, Student("s", "", "")), lang="fr")
    item_boxes = layout(pdf)
    lines: defaultdict[tuple[int, float], list[tuple[float, float]]] = defaultdict(list)
    for box in item_boxes:
        x, y, width, height = box.rectangle
        assert width > 11.99
        assert height > 8.99
        assert x > 16
        assert x + width < 210 - 14
        lines[box.sheet_page, y].append((x, x + width))
    assert all(left[1] < right[0] for line in lines.values() for left, right in pairwise(sorted(line)))
    glyphs = page_glyphs(pdf)
    boxes = {name: box for name, box in blank_boxes(pdf).items() if name != "u0"}
    for number, page in enumerate(glyphs):
        assert letters_in({name: box for name, box in boxes.items() if box.page == number}, page) == {}
    assert len(glyphs) == (1 if name == "nash" else 2)


def test_a_matrix_has_its_rows_without_labels_if_they_leave_too_little_room() -> None:
    def matrix(columns: int) -> Rows[str]:
        return arrange([(DIGITS, "x" * 2 * columns)], lambda _: "(1, 1)", columns)

    assert [(matrix(columns).rows, matrix(columns).has_labels) for columns in (3, 12)] == [
        ((("x",) * 3,) * 2, True),
        ((("x",) * 12,) * 2, False),
    ]
    # wider than a page: as other items
    assert [len(row) for row in matrix(13).rows] == [7, 7, 7, 5]
    assert matrix(13).has_labels
