"""What PDFium finds on a page, without an object of Python for each: pages have hundreds."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import pypdfium2
import pypdfium2.raw as pdfium

Item: TypeAlias = Any
"""What PDFium calls an object of a page; lives as long as the page."""
DEPTH = 15


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
