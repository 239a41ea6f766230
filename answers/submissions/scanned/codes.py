"""The codes on a page: whose it is, which page of the sheet, and where the code stands."""

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from answers.exam.identity import TOKEN
from answers.submissions.scanned.picture import Grey

CODE = re.compile(rf"({TOKEN.pattern})(?::(\d{{1,3}}))?")


@dataclass(frozen=True, slots=True)
class Code:
    """A token, the page of the sheet that it stands on, and its corners, clockwise from its upper left one."""

    token: str
    sheet_page: int
    corners: NDArray[np.float32]


def codes_on(grey: Grey) -> tuple[Code, ...]:
    """Return the different codes of ours on a page, looked for harder where there is none at first."""
    import cv2

    found = _read(grey, 1.0)
    if not found:
        twice = cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        found = _read(np.asarray(twice, np.uint8), 2.0)
    if not found:
        softer = cv2.GaussianBlur(grey, (0, 0), 1.2)
        found = _read(np.asarray(cv2.createCLAHE(3.0, (16, 16)).apply(softer), np.uint8), 1.0)
    return tuple({(one.token, one.sheet_page): one for one in found}.values())


def _read(grey: Grey, scale: float) -> list[Code]:
    import zxingcpp

    seen = zxingcpp.read_barcodes(grey, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode))
    found = [(CODE.fullmatch(one.text), one.position) for one in seen if one.valid]
    return [_code(match, position, scale) for match, position in found if match]


def _code(match: re.Match[str], position: object, scale: float) -> Code:
    names = ("top_left", "top_right", "bottom_right", "bottom_left")
    points = [getattr(position, name) for name in names]
    corners = np.array([(point.x, point.y) for point in points], np.float32) / scale
    return Code(match[1], int(match[match.re.groups] or 1), corners)
