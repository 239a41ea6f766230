"""The QR code of a sheet, as a path to be drawn in the page."""

from dataclasses import dataclass
from itertools import groupby

import segno

MASK = 3


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code of `size` modules a side; `path` is to be stroked one module wide, white border excluded."""

    size: int
    path: str


def qr_code(text: str) -> QrCode:
    """Encode `text` so that it is still read with 15 % of the code damaged.

    Raises
    ------
    ValueError
        If `text` is too long for a QR code (2331 bytes).
    """
    # Any mask can be read; looking for the prettiest of the eight takes as long as all the rest of the code.
    rows = list(segno.make_qr(text, error="M", boost_error=False, mask=MASK).matrix)
    return QrCode(len(rows), "".join(_bars(y, bytes(row)) for y, row in enumerate(rows)))


def _bars(y: int, row: bytes) -> str:
    """Dark runs of a row, each as one stroke along its middle: far shorter than one square a module."""
    path, pen = f"M0 {y}.5", 0
    for dark, run in _runs(row):
        if dark:
            path += f"m{run[0] - pen} 0h{len(run)}"
            pen = run[-1] + 1
    return path


def _runs(row: bytes) -> list[tuple[int, list[int]]]:
    """Maximal runs of equal modules: their colour and their places."""
    return [(dark, list(places)) for dark, places in groupby(range(len(row)), row.__getitem__)]
