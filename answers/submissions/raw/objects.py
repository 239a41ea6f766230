"""Read page objects with PDFium and dictionary entries with pikepdf, faster than their own functions."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

import pypdfium2
import pypdfium2.raw as pdfium

if TYPE_CHECKING:
    import pikepdf

Item: TypeAlias = Any
"""A page object of PDFium; valid as long as its page."""
DEPTH = 15
"""Depth of nested forms that the library itself searches."""


def page_items(page: pypdfium2.PdfPage, depth: int = DEPTH) -> Iterator[tuple[Item, int]]:
    """Yield the objects of a page and of its nested forms up to `depth`, each with its type; PdfiumError if invalid."""
    return _items(page.raw, pdfium.FPDFPage_CountObjects, pdfium.FPDFPage_GetObject, depth)


def _items(
    owner: Item, count_of: Callable[[Item], int], item_of: Callable[[Item, int], Item], depth: int
) -> Iterator[tuple[Item, int]]:
    count = count_of(owner)
    if count < 0:
        raise pypdfium2.PdfiumError("the objects of the page cannot be counted")
    for index in range(count):
        item = item_of(owner, index)
        kind = pdfium.FPDFPageObj_GetType(item) if item else pdfium.FPDF_PAGEOBJ_UNKNOWN
        if kind == pdfium.FPDF_PAGEOBJ_UNKNOWN:
            raise pypdfium2.PdfiumError("the type of an object of the page is unknown")
        yield item, kind
        if kind == pdfium.FPDF_PAGEOBJ_FORM and depth > 1:
            yield from _items(item, pdfium.FPDFFormObj_CountObjects, pdfium.FPDFFormObj_GetObject, depth - 1)


def entry(owner: "pikepdf.Object", key: str) -> "pikepdf.Object | None":
    """Return an entry of a dictionary or stream, None if absent; ten times as fast as `get`, which raises inside."""
    return owner[key] if key in owner else None  # noqa: SIM401 - `get` is slow
