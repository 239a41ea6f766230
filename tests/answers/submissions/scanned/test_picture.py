import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pikepdf
import pytest
from PIL import Image

from answers.errors import CorrigeError
from answers.files import saved as written
from answers.submissions.scan import is_scan
from answers.submissions.scanned.picture import count_pages, grey_page
from tests.answers.submissions.scanned.drawn import askew, blank


def saved(form: str, *, mode: str = "L", **how: object) -> bytes:
    return written(Image.fromarray(blank()).convert(mode).save, format=form, **how)


def photographed_sideways() -> bytes:
    turned = Image.fromarray(blank()).transpose(Image.Transpose.ROTATE_90)
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was turned: EXIF 2.32, orientation
    return written(turned.save, format="JPEG", exif=exif)


def gigapixel_png() -> bytes:
    """A header that says so, and next to nothing: PNG, 11.2.2."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 40_000, 40_000, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(999))) + chunk(b"IEND", b"")
    )


def gigapixel_pdf() -> bytes:
    with pikepdf.open(io.BytesIO(saved("PDF"))) as pdf:
        picture = next(iter(pdf.pages[0].get_images().values()))
        picture.Width = picture.Height = 40_000
        return written(pdf.save)


def vast_jpeg() -> bytes:
    """A header that says so: ITU-T T.81, B.2.2, lines and samples after the precision."""
    content = bytearray(saved("JPEG"))
    at = content.index(b"\xff\xc0") + 5
    content[at : at + 4] = struct.pack(">HH", 65_500, 65_500)
    return bytes(content)


def vast_jpeg_in_pdf() -> bytes:
    """The page says 800 by 1100 of it."""
    with pikepdf.open(io.BytesIO(saved("PDF"))) as pdf:
        picture = next(iter(pdf.pages[0].get_images().values()))
        picture.write(vast_jpeg(), filter=pikepdf.Name.DCTDecode)
        picture.Width, picture.Height = 800, 1100
        return written(pdf.save)


def tiff(side: int, offset: int, count: int) -> bytes:
    """A picture whose one strip is said to be of so many bytes at an offset: TIFF 6.0, section 4."""
    tags = ((256, side), (257, side), (258, 8), (259, 1), (262, 1), (273, offset), (277, 1), (278, side), (279, count))
    entries = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags)
    return b"II*\0" + struct.pack("<IH", 8, len(tags)) + entries + bytes(200)


def png_with_more(kind: bytes) -> bytes:
    """A small picture with a text or a profile of 20 MB that is packed in 90 kB: PNG, 11.3.2 and 11.3.3."""
    content = saved("PNG")
    data = b"k\0\0" + zlib.compress(bytes(20_000_000), 1)
    chunk = struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return content[:33] + chunk + content[33:]


PICTURES = {
    "a.jpg": saved("JPEG"),
    "a.JPEG": saved("JPEG", mode="CMYK"),
    "a.png": saved("PNG", mode="RGBA"),
    "bits.tif": saved("TIFF", mode="1", compression="group4"),
    "named.png": saved("JPEG"),
    "a.pdf": saved("PDF"),
    "sideways.jpg": photographed_sideways(),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_seen_as_it_is_shown(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(PICTURES[name])
    assert (is_scan(path), count_pages(path, "")) == (True, 1)
    page = grey_page(path, 1, "", 600)
    upright = np.asarray(Image.fromarray(blank()).resize(page.shape[::-1], Image.Resampling.BOX))
    assert max(page.shape) in range(595, 1210)
    assert np.corrcoef(page.ravel(), upright.ravel())[0, 1] > 0.8


def test_a_second_picture_in_a_photograph_is_no_page(tmp_path: Path) -> None:
    """Phones add a preview, or the brightness of each place, to a JPEG file; an animated PNG has further pictures."""
    first, second = Image.fromarray(blank()), Image.fromarray(askew(blank(), shadow=0.5)).resize((300, 424))
    for name, form in (("a.jpg", "MPO"), ("a.png", "PNG")):
        first.copy().save(tmp_path / name, form, save_all=True, append_images=[second.copy()])
        with Image.open(tmp_path / name) as picture:
            assert getattr(picture, "n_frames", 1) == 2
        assert (is_scan(tmp_path / name), count_pages(tmp_path / name, "")) == (True, 1)
        assert grey_page(tmp_path / name, 1, "").mean() > 225


def test_a_page_of_several_is_found(tmp_path: Path) -> None:
    first, second = Image.fromarray(blank()), Image.fromarray(askew(blank(), shadow=0.5))
    for name in ("a.tif", "a.pdf"):
        first.save(tmp_path / name, save_all=True, append_images=[second])
        assert count_pages(tmp_path / name, "") == 2
        assert grey_page(tmp_path / name, 1, "").mean() > 225 > grey_page(tmp_path / name, 2, "").mean()


@pytest.mark.parametrize(
    ("name", "content", "cause"),
    [
        ("a.png", gigapixel_png(), "1,600 million pixels, but may have at most 120"),
        ("a.pdf", gigapixel_pdf(), "1,600 million pixels, but may have at most 120"),
        ("a.tif", saved("TIFF")[:3000], "damaged and cannot be read"),
        ("a.jpg", saved("JPEG")[:3000], "damaged and cannot be read"),
        ("a.png", saved("PNG")[:3000], "damaged and cannot be read"),
        ("a.jpg", b"\xff\xd8\xff" + bytes(50), "damaged and cannot be read"),
        ("a.pdf", saved("PDF")[:3000], "damaged and cannot be read"),
        ("a.jpg", vast_jpeg(), "4,290 million pixels, but may have at most 120"),
        ("a.pdf", vast_jpeg_in_pdf(), "damaged and cannot be read"),
        ("a.tif", tiff(40_000, 150, 100), "1,600 million pixels, but may have at most 120"),
        ("a.tif", tiff(1000, 150, 0xFFFF_FFF0), "damaged and cannot be read"),
        ("a.tif", tiff(1000, 0xFFFF_FF00, 1_000_000), "damaged and cannot be read"),
        ("a.heic", b"\x00\x00\x00\x18ftypheic" + bytes(50), "pictures in the format .heic are not read"),
        ("a.jpg", b"\x00\x00\x00\x18ftypheic" + bytes(50), "pictures in the format .heic are not read"),
    ],
)
def test_what_is_no_picture_or_too_large_is_told(tmp_path: Path, name: str, content: bytes, cause: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(CorrigeError, match=cause):
        grey_page(path, count_pages(path, "f"), "f")


@pytest.mark.parametrize("name", ["a.jpg", "a.pdf", "a.txt"])
def test_what_only_bears_the_name_is_no_scan(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"%PDF-1.4 nothing" if name == "a.pdf" else b"not a picture")
    assert not is_scan(path)


@pytest.mark.parametrize("kind", [b"zTXt", b"iCCP"])
def test_what_is_packed_beside_a_picture_is_not_unpacked(tmp_path: Path, kind: bytes) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(png_with_more(kind))
    with pytest.raises(CorrigeError, match="damaged and cannot be read"):
        grey_page(path, count_pages(path, "f"), "f")
