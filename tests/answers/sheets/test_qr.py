import re

import pytest

from answers.sheets.qr import qr_code


def test_the_smallest_code_that_holds_the_text_without_a_border() -> None:
    # ISO/IEC 18004, table 7: at level M, version 1 (21 modules a side) holds 14 bytes, version 3 (29 modules) 42.
    assert 'viewBox="0 0 21 21"' in qr_code("a" * 14)
    assert 'viewBox="0 0 29 29"' in qr_code("a" * 42)


def dark(svg: str) -> set[tuple[int, int]]:
    """Row and column of the dark modules, which the only path of the picture draws as horizontal strokes."""
    row, column = 0, 0
    found: set[tuple[int, int]] = set()
    for command, x, y in re.findall(r"([Mmh])(-?\d+)(?: (-?[\d.]+))?", svg.partition(' d="')[2]):
        if command == "h":
            found |= {(row, column + i) for i in range(int(x))}
        column += int(x)
        row += int(float(y or 0))
    return found


@pytest.mark.parametrize("text", ["a", "corrige:1:nash:17:s03:aaaaaaaaaaaaaaaa", "b" * 90])
def test_the_level_and_mask_stand_in_the_code(text: str) -> None:
    """ISO/IEC 18004, annex C: the format of level M and mask 3 is 101101101001011, along the upper left finder."""
    found = dark(qr_code(text))
    places = [(8, c) for c in (0, 1, 2, 3, 4, 5, 7, 8)] + [(r, 8) for r in (7, 5, 4, 3, 2, 1, 0)]
    assert "".join(str(int(place in found)) for place in places) == "101101101001011"


def test_a_code_takes_its_size_from_the_page() -> None:
    svg = qr_code("a")
    assert svg.startswith("<svg viewBox=")
    assert re.findall("class|width|height|xmlns|<\\?xml", svg) == []


def test_the_text_itself_is_not_in_the_page() -> None:
    assert "script" not in qr_code("<script>")


def test_a_text_too_long_for_any_code() -> None:
    assert qr_code("a" * 2331)
    with pytest.raises(ValueError, match="too large"):
        qr_code("a" * 2332)
