"""Changes on a page change its digest; the way the file is written does not."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pikepdf
import pytest

from answers.sheets.page_digest import MAX_DEPTH, drawing, page_signature
from answers.submissions.printed.layout import modest_contents

Change = Callable[[pikepdf.Pdf], Any]


def sheet() -> pikepdf.Pdf:
    """Return a page with a font of two streams, a picture and a field."""
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(200, 100))
    page = pdf.pages[0]
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font,
        Subtype=pikepdf.Name.TrueType,
        ToUnicode=pdf.make_stream(b"unicode"),
        FontDescriptor=pdf.make_indirect(pikepdf.Dictionary(FontFile2=pdf.make_stream(b"outlines"))),
        Widths=[500, 250.5],
    )
    picture = pdf.make_stream(b"\0", Subtype=pikepdf.Name.Image, Width=1, Height=1)
    page.Resources = pikepdf.Dictionary(
        Font=pikepdf.Dictionary(F=pdf.make_indirect(font), G=pdf.make_indirect(font)),
        XObject=pikepdf.Dictionary(Im=picture),
    )
    page.Contents = pdf.make_stream(b"0 0 9 9 re f " * 50)
    field = pikepdf.Dictionary(Subtype=pikepdf.Name.Widget, T="q1a_1", Rect=[10, 10, 50, 20], F=4, DA="/F 9 Tf")
    page.Annots = pikepdf.Array([pdf.make_indirect(field)])
    pdf.Root.AcroForm = pikepdf.Dictionary(Fields=[page.Annots[0]])
    return pdf


def field(pdf: pikepdf.Pdf) -> Any:
    return pdf.pages[0].Annots[0]


def font(pdf: pikepdf.Pdf) -> Any:
    return pdf.pages[0].Resources.Font.F


SEEN: dict[str, Change] = {
    "content": lambda pdf: setattr(pdf.pages[0], "Contents", pdf.make_stream(b"0 0 9 8 re f " * 50)),
    "more content": lambda pdf: pdf.pages[0].contents_add(b"0 0 1 1 re f"),
    "outlines": lambda pdf: font(pdf).FontDescriptor.FontFile2.write(b"others"),
    "unicode": lambda pdf: font(pdf).ToUnicode.write(b"others"),
    "widths": lambda pdf: setattr(font(pdf), "Widths", [500, 250.6]),
    "the other font": lambda pdf: setattr(pdf.pages[0].Resources.Font, "G", pikepdf.Dictionary()),
    "a picture": lambda pdf: pdf.pages[0].Resources.XObject.Im.write(b"\1"),
    "its size": lambda pdf: setattr(pdf.pages[0].Resources.XObject.Im, "Width", 2),
    "the page": lambda pdf: setattr(pdf.pages[0], "MediaBox", [0, 0, 200, 99]),
    "its rotation": lambda pdf: setattr(pdf.pages[0], "Rotate", 90),
    "the rotation of all": lambda pdf: setattr(pdf.Root.Pages, "Rotate", 90),
    "where a field is": lambda pdf: setattr(field(pdf), "Rect", [10, 10, 50, 21]),
    "its name": lambda pdf: setattr(field(pdf), "T", "q1a_2"),
    "its colour": lambda pdf: setattr(field(pdf), "DA", "/F 9 Tf 1 g"),
    "that it is hidden": lambda pdf: setattr(field(pdf), "F", 6),
    "its background": lambda pdf: setattr(field(pdf), "MK", pikepdf.Dictionary(BG=[0])),
    "another field": lambda pdf: pdf.pages[0].Annots.append(pikepdf.Dictionary(Subtype=pikepdf.Name.Widget)),
    "another page": lambda pdf: pdf.add_blank_page(),
}
UNSEEN: dict[str, Change] = {
    "a value": lambda pdf: setattr(field(pdf), "V", "17"),
    "how it is drawn": lambda pdf: setattr(field(pdf), "AP", pikepdf.Dictionary(N=pdf.make_stream(b"(17) Tj"))),
    "a note": lambda pdf: pdf.pages[0].Annots.append(pikepdf.Dictionary(Subtype=pikepdf.Name.Text)),
    "a date": lambda pdf: setattr(pdf.pages[0], "LastModified", "D:2026"),
    "what a page says itself": lambda pdf: setattr(pdf.Root.Pages, "MediaBox", [0, 0, 1, 1]),
}


@pytest.mark.parametrize("name", [*SEEN, *UNSEEN])
def test_what_is_seen_is_in_the_digest_and_what_is_not_is_not(name: str) -> None:
    pdf = sheet()
    before = drawing(pdf)
    (SEEN | UNSEEN)[name](pdf)
    assert (drawing(pdf) != before) is (name in SEEN)


@pytest.mark.parametrize("compressed", [True, False])
@pytest.mark.parametrize("mode", list(pikepdf.ObjectStreamMode))
def test_how_a_file_is_written_does_not_matter(compressed: bool, mode: pikepdf.ObjectStreamMode) -> None:
    pdf, stream = sheet(), BytesIO()
    pdf.save(stream, compress_streams=compressed, object_stream_mode=mode)
    with pikepdf.open(stream) as saved:
        assert drawing(saved) == drawing(pdf)


def test_a_page_that_inherits_is_the_same() -> None:
    pdf = sheet()
    before = drawing(pdf)
    pdf.Root.Pages.Resources = pdf.pages[0].Resources
    del pdf.pages[0].Resources
    assert drawing(pdf) == before
    pdf.Root.Pages.Resources.Font.F.Again = pdf.Root.Pages.Resources.Font.F  # a circle has an end
    assert drawing(pdf) != before


def test_more_than_a_sheet_is_refused() -> None:
    pdf = sheet()
    item = pdf.make_indirect(pikepdf.Dictionary())
    for _ in range(MAX_DEPTH + 2):
        item = pdf.make_indirect(pikepdf.Dictionary(A=item))
    pdf.pages[0].Resources.Deep = item
    with pytest.raises(ValueError, match="no sheet has so much"):
        drawing(pdf)
    wide = sheet()
    wide.pages[0].Resources.Wide = pikepdf.Array([wide.make_indirect(pikepdf.Dictionary()) for _ in range(20_001)])
    with pytest.raises(ValueError, match="no sheet has so much"):
        drawing(wide)


def test_a_seal_of_pages_depends_on_all() -> None:
    texts = {
        page_signature(token, pages, secret) for token in ("a", "b") for pages in ("c", "d") for secret in ("e", "f")
    }
    assert len(texts) == 8
    assert {len(signature) for signature in texts} == {32}


def test_what_was_unpacked_before_is_what_counts() -> None:
    pdf = sheet()
    contents = modest_contents(pdf)
    assert contents
    assert drawing(pdf, contents) == drawing(pdf)
    page = pdf.pages[0].Contents.objgen
    assert drawing(pdf, {**contents, page: b"other"}) != drawing(pdf)
