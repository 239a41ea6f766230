"""A class with scanned papers, and generated pictures of boxes whose content is known."""

from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from answers.classroom.folder import ClassData
from answers.classroom.scans import SCANS, PageState, ProcessedPage, ScannedBox, ScannedPage, Scans, write_scans
from answers.errors import Problem

EMPTY = ""
Written = Mapping[str, str]
"""What a student wrote, by item: the boxes of the sheet, "" where one has no ink."""


def scan(
    class_data: ClassData,
    papers: Mapping[str, Written],
    pages: tuple[ScannedPage, ...] = (),
    look: int = 0,
    cut: int = 0,
    missing: tuple[tuple[str, int], ...] = (),
) -> Scans:
    """Write the scans of a class, a page for each student.

    Another `look` is another scan of the same answers; another `cut` gives other pictures of the same scan.
    """
    home = class_data.folder / SCANS
    home.mkdir(exist_ok=True)
    own = []
    for number, (student, written) in enumerate(papers.items(), 1):
        page = _page(home, student, number, look)
        boxes = (_box(home, page, item, text, place, look + cut) for place, (item, text) in enumerate(written.items()))
        own.append(ProcessedPage(page, tuple(boxes)))
    scans = Scans((*own, *map(ProcessedPage, pages)), "a test", missing)
    write_scans(class_data.folder, scans)
    return scans


def unplaced(class_data: ClassData, number: int = 9) -> ScannedPage:
    """Return a page whose student is unknown."""
    home = class_data.folder / SCANS
    home.mkdir(exist_ok=True)
    picture = home / f"unplaced-{number}.png"
    picture.write_bytes(_picture("whose?", (300, 420)))
    problem = Problem("this page does not exist", "batch.pdf", "load the page again in the browser")
    return ScannedPage("batch.pdf", number, "", None, PageState.UNPLACED, picture, digest="b" * 32, problem=problem)


def _page(home: Path, student: str, number: int, look: int) -> ScannedPage:
    picture = home / f"page-{student}.jpg"
    picture.write_bytes(_picture(student, (300, 424), kind="JPEG"))
    return ScannedPage("batch.pdf", number, student, 1, PageState.PLACED, picture, digest=f"{10 + look:x}" * 32)


def _box(home: Path, page: ScannedPage, item: str, text: str, place: int, look: int) -> ScannedBox:
    content = _picture(text, (200, 60), look)
    digest = sha256(content).hexdigest()[:32]
    crop = home / f"{page.student}-{item}-{digest[:6]}.png"
    crop.write_bytes(content)
    return ScannedBox(page, item, bool(text), False, crop, digest, (20.0, 20.0 + 12 * place, 33.0, 9.0))


def _picture(text: str, size: tuple[int, int], look: int = 0, kind: str = "PNG") -> bytes:
    picture = Image.new("L", size, 245)
    ImageDraw.Draw(picture).text((8 + look, size[1] // 4), text, 20, ImageFont.load_default(28))
    stream = BytesIO()
    picture.save(stream, kind)
    return stream.getvalue()
