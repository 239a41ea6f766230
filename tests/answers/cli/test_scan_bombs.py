"""Scans that are made to cost memory: each is told in both languages, none is lost, the other pages are read."""

import io
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image

from answers.classroom.upload_index import digest_of
from answers.submissions.scanned import reader as module
from answers.submissions.scanned.reader import PageInfo
from answers.submissions.scanned.serve import MAX_MEMORY
from tests.answers.classroom.handing_in import tiny_class
from tests.answers.cli.running import Corrige
from tests.answers.submissions.scanned.test_picture import png_with_more, saved, tiff, vast_jpeg, vast_jpeg_in_pdf
from tests.answers.web.desk.opened import Opened

LIBRARIES = 150_000
"""Kilobytes that OpenCV and the others take at most, before any page."""


def white_png(side: int, depth: int, kind: int, size: int) -> bytes:
    """A whole square picture of so many bits a channel and bytes a pixel: PNG, 11.2.2."""
    packer = zlib.compressobj(1)
    rows = b"".join(packer.compress(b"\0" + b"\xff" * (side * size)) for _ in range(side)) + packer.flush()

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", side, side, depth, kind, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


BOMBS = {
    "gigapixel.png": ("1,024 million pixels", "1 024 millions de pixels"),
    "deep.png": ("too long or too much memory", "trop de temps ou de mémoire"),
    "vast.jpg": ("4,290 million pixels", "4 290 millions de pixels"),
    "vast.pdf": ("damaged and cannot be read", "endommagée et illisible"),
    "lying.tif": ("1,600 million pixels", "1 600 millions de pixels"),
    "strip.tif": ("damaged and cannot be read", "endommagée et illisible"),
    "broken.tif": ("damaged and cannot be read", "endommagée et illisible"),
    "profile.png": ("damaged and cannot be read", "endommagée et illisible"),
}


def spaced(text: str) -> str:
    return text.replace("\u202f", " ").replace("\u00a0", " ")


def bombs() -> dict[str, bytes]:
    return {
        "gigapixel.png": white_png(32_000, 8, 0, 1),
        "deep.png": white_png(10_900, 16, 6, 8),  # 119 million pixels of 8 bytes
        "vast.jpg": vast_jpeg(),
        "vast.pdf": vast_jpeg_in_pdf(),
        "lying.tif": tiff(40_000, 150, 100),
        "strip.tif": tiff(1000, 150, 0xFFFF_FFF0),
        "broken.tif": saved("TIFF")[:3000],
        "profile.png": png_with_more(b"iCCP"),
    }


class Watched(module.PageReader):
    """A reader that remembers the most memory that its process took, in kilobytes."""

    most = 0

    def inspect(self, path: Path, number: int, place: str, turned: int = 0) -> PageInfo:
        try:
            return super().inspect(path, number, place, turned)
        finally:
            child = self._worker._child
            if child:
                status = Path(f"/proc/{child.pid}/status").read_text()
                taken = int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")))
                Watched.most = max(Watched.most, taken)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the memory of a process is told by Linux only")
def test_scans_that_are_bombs(here: Path, corrige: Corrige, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("answers.classroom.scanning.PageReader", Watched)
    class_data = tiny_class(here / "class")
    (here / "in").mkdir()
    stream = io.BytesIO()
    Image.new("L", (600, 800), 255).save(stream, "PNG")
    contents = {**bombs(), "blank.png": stream.getvalue()}
    for name, content in contents.items():
        (here / "in" / name).write_bytes(content)
    assert corrige("class", "collect", "class", "in").code == 1
    kept = {path.stem for path in (class_data.folder / "collected").iterdir()}
    assert {digest_of(content) for content in contents.values()} <= kept
    for lang, at in (("en", 0), ("fr", 1)):
        monkeypatch.setenv("CORRIGE_MESSAGES", lang)
        listed = spaced(corrige("class", "scans", "class").out)
        desk = Opened(class_data.folder, lang=lang)
        pages = desk.desk.snapshot().scans.pages
        for place, page in enumerate(pages):
            name = page.file.rpartition("/")[2]
            if name in BOMBS:
                assert BOMBS[name][at] in spaced(desk.page(f"/pages?at={place}"))
                assert name in listed
        assert all(cause[at] in listed for cause in BOMBS.values())
        assert [page.is_blank for page in pages] == [page.file.endswith("blank.png") for page in pages]
    assert 10_000 < Watched.most < LIBRARIES + MAX_MEMORY / 1000
