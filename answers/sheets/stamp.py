"""What each page of a blank sheet says to a scanner: whose it is and which, as a QR code, and where its corners are.

It is drawn as squares on the finished pages: laid out with them it would cost more than all questions.
"""

from collections.abc import Iterator

import segno

from answers.sheets.layout import MARK_CENTRE, MARK_SIDE, MM, Rectangle, corner_marks

FIRST_CODE, NEXT_CODE = (16.0, 12.0, 18.0), (16.0, 5.0, 16.0)
"""Left, top and side of the code on the first page and on the others, in mm."""
PLACES = (FIRST_CODE, NEXT_CODE, MARK_SIDE, MARK_CENTRE)
QR_MASK = 3
DIGITS = 3


def stamp(token: str, page: int, page_height: float) -> bytes:
    """Return the operators that draw the marks of a page, counted from 1, of so many points in height.

    The code reads ``<token>:<page>``, still with 15 % of it damaged. It is a ValueError if the token is longer than any
    code can hold.
    """
    squares = [*corner_marks(page_height * MM), *_code(f"{token}:{page}", NEXT_CODE if page > 1 else FIRST_CODE)]
    drawn = " ".join(_drawn(square, page_height) for square in squares)
    return f"/Artifact BMC q 0 g {drawn} f Q EMC".encode()


def _code(text: str, place: tuple[float, float, float]) -> Iterator[Rectangle]:
    """The dark modules of a code, those beside each other as one rectangle."""
    # Any mask can be read; looking for the prettiest of the eight takes as long as all the rest of the code.
    rows = segno.make_qr(text, error="M", boost_error=False, mask=QR_MASK).matrix
    left, top, side = place
    module = side / len(rows)
    for down, row in enumerate(rows):
        start = 0
        for run in bytes(row).split(b"\0"):
            if run:
                yield left + start * module, top + down * module, len(run) * module, module
            start += len(run) + 1


def _drawn(rectangle: Rectangle, page_height: float) -> str:
    left, top, width, height = (length / MM for length in rectangle)
    return " ".join(f"{edge:.{DIGITS}f}" for edge in (left, page_height - top - height, width, height)) + " re"
