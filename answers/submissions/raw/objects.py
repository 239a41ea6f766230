"""What the two libraries find in a PDF, without what makes them slow where there are hundreds of it."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

import pypdfium2
import pypdfium2.raw as pdfium

if TYPE_CHECKING:
    import pikepdf

Item: TypeAlias = Any
"""What PDFium calls an object of a page; lives as long as the page."""
DEPTH = 15
"""How deep the library itself looks."""


def page_items(page: pypdfium2.PdfPage, depth: int = DEPTH) -> Iterator[tuple[Item, int]]:
    """Yield what stands on a page, and in its forms up to a depth, each with its type; PdfiumError if it is broken."""
    return _items(page.raw, pdfium.FPDFPage_CountObjects, pdfium.FPDFPage_GetObject, depth)


def _items(
    owner: Item, count_of: Callable[[Item], int], item_of: Callable[[Item, int], Item], depth: int
) -> Iterator[tuple[Item, int]]:
    count = count_of(owner)
    if count < 0:
        raise pypdfium2.PdfiumError("what is on the page cannot be counted")
    for index in range(count):
        item = item_of(owner, index)
        kind = pdfium.FPDFPageObj_GetType(item) if item else pdfium.FPDF_PAGEOBJ_UNKNOWN
        if kind == pdfium.FPDF_PAGEOBJ_UNKNOWN:
            raise pypdfium2.PdfiumError("what is on the page cannot be told")
        yield item, kind
        if kind == pdfium.FPDF_PAGEOBJ_FORM and depth > 1:
            yield from _items(item, pdfium.FPDFFormObj_CountObjects, pdfium.FPDFFormObj_GetObject, depth - 1)


def entry(owner: "pikepdf.Object", key: str) -> "pikepdf.Object | None":
    """Return an entry of a dictionary or stream, None if it has none: `get` raises inside then, ten times as slow."""
    return owner[key] if key in owner else None  # noqa: SIM401 - that is `get`
