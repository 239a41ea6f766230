"""Which files are scans: pictures by their names, PDFs by their pages. It imports little, for every reader asks."""

from pathlib import Path
from typing import Any

import pypdfium2
from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE

from answers.submissions.scanned.messages import PICTURES

STARTS = (b"\xff\xd8\xff", b"\x89PNG", b"II*\0", b"MM\0*")
END = 2048
COVERED = 0.3
"""Of a page, by pictures: less is a drawing on it."""
FEW = 12
"""Pages of a PDF that tell whether it was scanned."""
DEPTH = 3


def is_scan(path: Path) -> bool:
    """Whether a file is a picture, or a PDF whose pages are pictures and that has no field to be filled in."""
    try:
        with path.open("rb") as stream:
            start = stream.read(12)
            stream.seek(max(path.stat().st_size - END, 0))
            end = stream.read()
    except OSError:
        return False
    if path.suffix.lower() == ".pdf":
        return b"startxref" in end and _is_scanned(path)  # without it, a library would search all of a large file
    is_picture = start.startswith(STARTS) or start[4:8] == b"ftyp"
    return is_picture and path.suffix.lower() in PICTURES


def _is_scanned(path: Path) -> bool:
    try:
        with pypdfium2.PdfDocument(path) as pdf:
            if not len(pdf) or pdf.get_formtype():
                return False
            seen = [_covered(pdf[number]) for number in range(min(len(pdf), FEW))]
    except pypdfium2.PdfiumError:
        return False
    return max(seen) > COVERED and all(share > COVERED or share < 0 for share in seen)


def _covered(page: Any) -> float:  # Any: the library has no types
    """How much of a page pictures cover; less than nothing if it is empty."""
    objects = list(page.get_objects(max_depth=DEPTH))
    pictures = [one.get_bounds() for one in objects if one.type == FPDF_PAGEOBJ_IMAGE]
    width, height = page.get_size()
    area = sum(
        max(min(right, width) - max(left, 0), 0) * max(min(top, height) - max(low, 0), 0)
        for left, low, right, top in pictures
    )
    return float(area / max(width * height, 1)) if objects else -1.0
