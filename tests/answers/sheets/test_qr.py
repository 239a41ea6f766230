import pytest

from answers.sheets.qr import qr_code


def test_the_smallest_code_that_holds_the_text_without_a_border() -> None:
    # ISO/IEC 18004, table 7: at level M, version 1 (21 modules a side) holds 14 bytes, version 3 (29 modules) 42.
    assert 'viewBox="0 0 21 21"' in qr_code("a" * 14)
    assert 'viewBox="0 0 29 29"' in qr_code("a" * 42)


def test_the_text_itself_is_not_in_the_page() -> None:
    assert "script" not in qr_code("<script>")


def test_a_text_too_long_for_any_code() -> None:
    assert qr_code("a" * 2331)
    with pytest.raises(ValueError, match="too large"):
        qr_code("a" * 2332)
