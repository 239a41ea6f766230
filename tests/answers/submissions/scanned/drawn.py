"""A small page with text, boxes, a code and corner marks, drawn here; what a scanner makes of it is known."""

import random
from functools import cache

import cv2
import numpy as np
import segno
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from answers.assets import asset
from answers.sheets.identity import Identity

Grey = NDArray[np.uint8]
FINE = 8
WIDE, HIGH = 110, 150
CODE = Identity("nash", 17, "s01", "abcdefgh").token("secret", 2)
BOXES = tuple((x, y, 28.0, 9.0) for y in (40.0, 60.0, 80.0, 100.0) for x in (24.0, 68.0))


@cache
def blank(*, marks: bool = True, code: str = CODE) -> Grey:
    page = Image.new("L", (WIDE * FINE, HIGH * FINE), 255)
    pencil, rng = ImageDraw.Draw(page), random.Random(1)
    font = ImageFont.truetype(str(asset("templates", "fonts", "code.ttf")), 22)
    for y in (34, 54, 74, 94, 116, 122, 128):
        words = " ".join("".join(rng.choices("abcdefghimnorstuxyz", k=rng.randint(2, 8))) for _ in range(9))
        pencil.text((12 * FINE, y * FINE), words[:48], 0, font)
    for x, y, width, height in BOXES:
        edges = [x * FINE, y * FINE, (x + width) * FINE, (y + height) * FINE]
        pencil.rectangle(edges, outline=0, width=2)
        pencil.text(((x - 10) * FINE, (y + 3) * FINE), "".join(rng.choices("abcxyz", k=3)) + " =", 0, font)
    for x in (6, WIDE - 10) if marks else ():
        for y in (6, HIGH - 10):
            pencil.rectangle([x * FINE, y * FINE, (x + 4) * FINE - 1, (y + 4) * FINE - 1], fill=0)
    if code:
        rows = np.array([list(row) for row in segno.make_qr(code, error="m").matrix], np.uint8)
        stamp = cv2.resize(255 - 255 * rows, (16 * FINE, 16 * FINE), interpolation=cv2.INTER_NEAREST)
        page.paste(Image.fromarray(stamp), (14 * FINE, 14 * FINE))
    return np.asarray(page, np.uint8)


def written(page: Grey, box: int, text: str = "-3,5", *, right: float = 3.0, grey: int = 60) -> Grey:
    picture = Image.fromarray(page.copy())
    x, y, _, _ = BOXES[box]
    font = ImageFont.truetype(str(asset("templates", "fonts", "text-italic.otf")), 46)
    ImageDraw.Draw(picture).text(((x + right) * FINE, (y + 1) * FINE), text, grey, font, stroke_width=1)
    return np.asarray(picture, np.uint8)


def askew(page: Grey, turn: float = 2.0, lean: float = 0.0, shadow: float = 0.0, jpeg: int = 40) -> Grey:
    """Return the page as it comes from a scanner: turned by degrees; or a phone: seen from aside, half in shadow."""
    height, width = page.shape
    room = 60
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    bent = corners + np.array([(lean, 0), (-lean, lean), (0, 0), (0, -lean)], np.float32) * FINE
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 0.9)
    there = cv2.transform((bent + room)[None], matrix)[0].astype(np.float32)
    how = cv2.getPerspectiveTransform(corners, there)
    out = cv2.warpPerspective(page, how, (width + 2 * room, height + 2 * room), flags=cv2.INTER_AREA, borderValue=235)
    light = 1 - shadow / (1 + np.exp(-np.linspace(-30, 30, out.shape[1])))
    noise = np.random.default_rng(1).normal(0, 3, out.shape)
    grey = np.clip(out * 0.92 * light[None] + noise, 0, 255).astype(np.uint8)
    _, content = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, jpeg])
    return np.asarray(cv2.imdecode(content, cv2.IMREAD_GRAYSCALE), np.uint8)
