"""The text of a PDF, glyph by glyph with its place, for sheets whose fields are gone."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium

from answers.submissions.raw.pdf_limits import MAX_DECODED, MAX_PAGES, UNREADABLE, is_modest, limit_qpdf, unpacked

MAX_GLYPHS = 20_000


@dataclass(frozen=True, slots=True)
class Glyph:
    """A character and its box in points, from the bottom left of the page; spaces may have an empty box."""

    char: str
    left: float
    bottom: float
    right: float
    top: float
    is_upright: bool = True

    @property
    def is_space(self) -> bool:
        """Whether it is a space or a line end, which PDFium also makes up between words."""
        return self.char.isspace()


def page_glyphs(content: bytes) -> tuple[tuple[Glyph, ...], ...] | None:
    """Return the glyphs of each page in the order of the text, or None if the file is damaged, huge or too long.

    At most 40 pages of 20 000 glyphs are read. A glyph whose character the file does not tell is U+FFFD. What is
    hidden, clipped or drawn as an image is not told apart: hidden text is read, images are not.
    """
    try:
        return glyphs_on(_harmless(content))
    except Exception:  # noqa: BLE001 - a hostile file makes the libraries raise anything
        return None


def glyphs_on(content: bytes) -> tuple[tuple[Glyph, ...], ...]:
    """Return the glyphs of each page of a file that is known to be harmless."""
    return tuple(map(tuple, map(glyphs_of, _pages(content))))


def page_text(page: Iterable[Glyph]) -> str:
    """Return the text of a page."""
    return "".join(glyph.char for glyph in page)


class _Bounded(BytesIO):
    """A file that refuses to grow beyond a limit."""

    def write(self, data: object) -> int:
        """Write, or raise ValueError beyond the limit."""
        size = super().write(data)  # type: ignore[arg-type]
        if self.tell() > MAX_DECODED:
            raise ValueError("too much content")
        return size


def _harmless(content: bytes) -> bytes:
    """Rewrite the file plainly, without images and with its streams unpacked.

    PDFium unpacks a few kilobytes into gigabytes without a limit; qpdf keeps to one.
    """
    limit_qpdf()
    with pikepdf.open(BytesIO(content)) as pdf:
        if len(pdf.pages) > MAX_PAGES or not is_modest(pdf):
            raise ValueError("too much content")
        for item in pdf.objects:
            if isinstance(item, pikepdf.Stream):
                item.write(unpacked(item) or b"")
        plain = _Bounded()
        pdf.save(plain, object_stream_mode=pikepdf.ObjectStreamMode.disable, compress_streams=False)
        return plain.getvalue()


def _pages(content: bytes) -> Iterator[pypdfium2.PdfTextPage]:
    with pypdfium2.PdfDocument(content) as document:
        for number in range(len(document)):
            page = document[number]
            text = page.get_textpage()
            yield text
            text.close()
            page.close()


def glyphs_of(text: pypdfium2.PdfTextPage) -> Iterator[Glyph]:
    """Yield the glyphs of a page, at most 20 000."""
    for index in range(min(text.count_chars(), MAX_GLYPHS)):
        code = pdfium.FPDFText_GetUnicode(text, index)
        known = code and not 0xD800 <= code < 0xE000 and pdfium.FPDFText_HasUnicodeMapError(text, index) != 1
        left, bottom, right, top = text.get_charbox(index)
        yield Glyph(chr(code) if known else UNREADABLE, left, bottom, right, top, _is_upright(text, index))


def _is_upright(text: pypdfium2.PdfTextPage, index: int) -> bool:
    """Whether a glyph is neither turned nor mirrored; true for the spaces that PDFium makes up."""
    matrix = pdfium.FS_MATRIX()
    if pdfium.FPDFText_IsGenerated(text, index) == 1 or not pdfium.FPDFText_GetMatrix(text, index, matrix):
        return True
    return bool(matrix.a > 0 < matrix.d)
