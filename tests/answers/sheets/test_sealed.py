from io import BytesIO

import pikepdf
import pytest

from answers.exam.drawing import drawing
from answers.exam.identity import page_seal
from answers.sheets.pdf import render_pdf
from answers.sheets.sealed import sealed

PAGE = '<html><head><title>A sheet</title></head><body><p>1</p><input name="q1a_1"></body></html>'


@pytest.fixture(scope="module")
def printed() -> bytes:
    return render_pdf(PAGE, fillable=True)


def test_the_seal_is_that_of_the_pages_under_the_secret(printed: bytes) -> None:
    with pikepdf.open(BytesIO(printed)) as before, pikepdf.open(BytesIO(sealed(printed, "a token", "ours"))) as after:
        assert drawing(before) == drawing(after)
        told = dict(after.trailer.Info.as_dict())
        assert str(told.pop("/corrigepages")) == page_seal("a token", drawing(before), "ours")
        assert {key: str(value) for key, value in told.items()} == {"/Title": "A sheet", **producer(before)}


def producer(pdf: pikepdf.Pdf) -> dict[str, str]:
    return {"/Producer": str(pdf.trailer.Info.Producer)}


def test_the_same_sheet_gives_the_same_bytes(printed: bytes) -> None:
    assert sealed(printed, "a", "b") == sealed(printed, "a", "b")
    assert len({sealed(printed, token, secret) for token in "ab" for secret in "cd"}) == 4
