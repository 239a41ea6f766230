import re
from collections.abc import Iterator

import pypdfium2
import pytest
import zxingcpp

from answers.exam.catalogue import load_exam
from answers.exam.identity import Student, find_seal
from answers.sheets.sheet import Blank, ExaminerKey, sheet_pdf
from answers.sheets.stamp import stamp
from tests.answers.sheets.samples import NASH, nash_key
from tests.answers.tiny import TINY

HEIGHT = 297 / 25.4 * 72


def rectangles(token: str, page: int) -> list[list[float]]:
    """Left, top, width and height in mm of what is drawn on a page of A4."""
    found = re.findall(r"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re", stamp(token, page, HEIGHT).decode())
    boxes = [[float(length) * 25.4 / 72 for length in box] for box in found]
    return [[left, 297 - low - height, width, height] for left, low, width, height in boxes]


def modules(token: str, page: int, side: int) -> set[tuple[int, int]]:
    """Row and column of the dark modules of a code of so many a side."""
    code = rectangles(token, page)[4:]
    left, top = min(box[0] for box in code), min(box[1] for box in code)
    size = (max(box[0] + box[2] for box in code) - left) / side
    return {
        (round((y - top) / size), round((x - left) / size) + i)
        for x, y, width, _ in code
        for i in range(round(width / size))
    }


def test_a_mark_of_four_millimetres_stands_eight_from_the_edges_of_each_corner():
    for page in (1, 2):
        corners = [[round(length, 2) for length in box] for box in rectangles("t", page)[:4]]
        assert corners == [[6, 6, 4, 4], [200, 6, 4, 4], [6, 287, 4, 4], [200, 287, 4, 4]]


@pytest.mark.parametrize("text", ["a", "corrige:1:nash:17:s03:aaaaaaaaaaaaaaaa", "b" * 90])
def test_the_level_and_mask_stand_in_the_code(text: str) -> None:
    """ISO/IEC 18004: annex C, level M and mask 3; table 7, bytes that a version of 17 + 4n modules holds at level M."""
    version = next(n for n, holds in enumerate((14, 26, 42, 62, 84, 106), start=1) if len(text) + 2 <= holds)
    found = modules(text, 1, 17 + 4 * version)
    places = [(8, c) for c in (0, 1, 2, 3, 4, 5, 7, 8)] + [(r, 8) for r in (7, 5, 4, 3, 2, 1, 0)]
    assert "".join(str(int(place in found)) for place in places) == "101101101001011"


def test_a_token_too_long_for_any_code() -> None:
    assert stamp("a" * 2329, 1, HEIGHT)
    with pytest.raises(ValueError, match="too large"):
        stamp("a" * 2330, 1, HEIGHT)


def codes(pdf: bytes, dpi: int) -> Iterator[list[str]]:
    for page in pypdfium2.PdfDocument(pdf):
        yield [code.text for code in zxingcpp.read_barcodes(page.render(scale=dpi / 72).to_pil())]


def test_a_page_is_read_by_its_code():
    pdf = sheet_pdf(Blank(TINY, 10, Student("s03")), secret="ours")
    ((text,),) = codes(pdf, 100)
    token, _, page = text.rpartition(":")
    seal = find_seal(text, "ours")
    assert seal is not None
    assert (seal.genuine, seal.identity.token("ours"), page) == (True, token, "1")


@pytest.mark.slow
@pytest.mark.parametrize("student", ["s03", "x" * 60])
def test_each_page_has_its_own_also_from_a_coarse_scanner(student: str) -> None:
    """The longest token there is, at the 150 dots an inch of a poor scanner."""
    read = list(codes(sheet_pdf(Blank(load_exam("dice"), 64006, Student(student))), 150))
    assert [text.rpartition(":")[2] for page in read for text in page] == ["1", "2"]


@pytest.mark.slow
def test_what_nobody_fills_in_has_none():
    assert not any(codes(sheet_pdf(ExaminerKey(NASH, nash_key())), 100))
