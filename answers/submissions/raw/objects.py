"""Read page objects with PDFium and dictionary entries with pikepdf, faster than the methods of these libraries."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

import pypdfium2
import pypdfium2.raw as pdfium

if TYPE_CHECKING:
    import pikepdf

Item: TypeAlias = Any  # a page object of PDFium, such as a text, a picture or a form; valid as long as the page is open
DEPTH = 15  # how deep PDFium itself searches nested forms


def page_items(page: pypdfium2.PdfPage, depth: int = DEPTH) -> Iterator[tuple[Item, int]]:
    """Yield each object drawn on a page, with the number of its type in PDFium.

    Objects inside form objects, which group other objects, are included if they are nested at most `depth` deep.

    PdfiumError if the objects cannot be counted or one has an unknown type.
    """
    return _items(page.raw, pdfium.FPDFPage_CountObjects, pdfium.FPDFPage_GetObject, depth)


def _items(
    owner: Item, count_of: Callable[[Item], int], item_of: Callable[[Item, int], Item], depth: int
) -> Iterator[tuple[Item, int]]:
    """Yield each object in a page or form with its type, and the objects in nested forms, `depth` forms deep."""
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
    """Return the value of `key` in a dictionary or stream, None if absent.

    It is ten times as fast as the method `get` of pikepdf, which raises and catches an exception for an absent key.
    """
    return owner[key] if key in owner else None  # noqa: SIM401 - `get` is slow
