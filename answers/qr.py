"""The QR code of a sheet, as a path to be drawn in the page."""

from dataclasses import dataclass

import segno


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code of `size` modules a side; `path` is SVG path data in module units, white border excluded."""

    size: int
    path: str


def qr_code(text: str) -> QrCode:
    """Encode `text` so that it is still read with 15 % of the code damaged.

    Raises
    ------
    ValueError
        If `text` is too long for a QR code (2331 bytes).
    """
    rows = list(segno.make_qr(text, error="M", boost_error=False).matrix)
    return QrCode(len(rows), "".join(_bars(y, bytes(row)) for y, row in enumerate(rows)))


def _bars(y: int, row: bytes) -> str:
    """Dark runs of a row, each as one rectangle: a path of runs is far shorter than one of modules."""
    bars, start = "", None
    for x, dark in enumerate((*row, 0)):
        if dark and start is None:
            start = x
        elif not dark and start is not None:
            bars += f"M{start} {y}h{x - start}v1H{start}z"
            start = None
    return bars
