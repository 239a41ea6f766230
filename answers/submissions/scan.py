"""Recognize scans and read the QR codes on their pages; a scan is a picture, or a PDF whose pages are pictures."""

from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdfium2 import PdfPage

    from answers.submissions.scanned.picture import Grey

PICTURES = (".jpg", ".jpeg", ".png", ".tif", ".tiff", ".heic", ".heif")
STARTS = (b"\xff\xd8\xff", b"\x89PNG", b"II*\0", b"MM\0*")
END = 2048
COVERED = 0.3
"""Least share of a scanned page covered by pictures; with less, the page has typed text and a small picture."""
FEW = 12  # number of pages of a file that are looked at: whether they are pictures, and which codes they have
MAX_CODED = 8  # number of pages of a form on which a code is searched for, if its text does not have the token
SHARPNESS = 2400  # pixels of the longer side of a page when codes are searched for: 205 dpi for A4
DEPTH = 3  # how deep forms nested in a page are searched for pictures


def is_scan(path: Path) -> bool:
    """Return whether a file is a picture, or a PDF without a form whose first pages are pictures.

    The content must be of the type that the suffix names. The result is False if the file cannot be read.
    """
    try:
        if not path.is_file():  # opening a named pipe would wait for a writer
            return False
        with path.open("rb") as stream:
            start = stream.read(12)
            stream.seek(max(path.stat().st_size - END, 0))
            end = stream.read()
    except OSError:
        return False
    if path.suffix.lower() == ".pdf":
        return b"startxref" in end and _has_scanned_pages(path)  # else a library would search all of a large file
    is_picture = start.startswith(STARTS) or start[4:8] == b"ftyp"
    return is_picture and path.suffix.lower() in PICTURES


def _has_scanned_pages(path: Path) -> bool:
    """Return whether a PDF has no form, and pictures cover each of its first 12 pages that is not empty."""
    import pypdfium2  # slow to import, and some commands only need the suffixes of pictures

    is_scanned = False
    try:
        with (
            path.open("rb") as stream,
            pypdfium2.PdfDocument(stream) as pdf,
        ):  # by stream, since the name may not be valid text
            if pdf.get_formtype():
                return False
            for number in range(min(len(pdf), FEW)):
                covered = covered_share(pdf[number])
                if covered is not None and covered <= COVERED:
                    return False  # the next pages need not be loaded
                is_scanned = is_scanned or covered is not None
    except pypdfium2.PdfiumError:
        return False
    return is_scanned


def covered_share(page: "PdfPage") -> float | None:
    """Return the area of all pictures on a page divided by the area of the page; None for an empty page.

    Pictures that overlap are both counted, so the result may exceed 1.
    """
    import pypdfium2
    from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE

    from answers.submissions.raw.objects import page_items

    items = list(page_items(page, DEPTH))
    if not items:
        return None
    width, height = page.get_size()
    area = 0.0
    for item, kind in items:
        if kind == FPDF_PAGEOBJ_IMAGE:
            left, low, right, top = pypdfium2.PdfObject(item, page).get_bounds()
            area += max(min(right, width) - max(left, 0), 0) * max(min(top, height) - max(low, 0), 0)
    return float(area / max(width * height, 1))


def qr_codes(picture: "Image | Grey") -> Any:  # Any: the library has no types
    """Return the QR codes in a picture, as objects of zxing-cpp.

    Each has a `text`, the `position` of its corners in pixels, and `valid`, whether the text was decoded without error.
    """
    import zxingcpp  # slow to import

    return zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode))


def scan_codes(path: Path) -> tuple[str, ...]:
    """Return the different texts of the QR codes on the first 12 pages of a scan, up to a damaged page."""
    import pypdfium2
    from PIL import Image, ImageOps, ImageSequence

    codes: dict[str, None] = {}
    with suppress(Exception):  # a hostile file makes the libraries raise anything
        if path.suffix.lower() == ".pdf":
            with path.open("rb") as stream, pypdfium2.PdfDocument(stream) as pdf:
                for number in range(min(len(pdf), FEW)):
                    page = pdf[number]
                    grey = page.render(scale=SHARPNESS / max(*page.get_size(), 1.0), grayscale=True).to_pil()
                    codes |= dict.fromkeys(code.text for code in qr_codes(grey))
        else:
            with Image.open(path) as picture:
                for frame in islice(ImageSequence.Iterator(picture), FEW if picture.format == "TIFF" else 1):
                    frame.draft("L", (SHARPNESS, SHARPNESS))  # a JPEG is decoded at about this size
                    grey = ImageOps.exif_transpose(frame.convert("L"))
                    grey.thumbnail((SHARPNESS, SHARPNESS))
                    codes |= dict.fromkeys(code.text for code in qr_codes(grey))
    return tuple(codes)
