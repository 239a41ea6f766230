"""Decode pages of a scan into grey pixels, from TIFF, JPEG, PNG, or a PDF whose pages are pictures.

CorrigeError if a file cannot be decoded or has a picture that is too large, which is then not unpacked.
"""

from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pypdfium2
from numpy.typing import NDArray
from PIL import Image, ImageFile, ImageOps
from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE

from answers.errors import CorrigeError
from answers.messages import Message
from answers.submissions.scan import DEPTH

Grey: TypeAlias = NDArray[np.uint8]  # the grey values of a picture, 0 for black and 255 for white, by row and column

FORMATS = ("JPEG", "PNG", "TIFF")
PHONE = (".heic", ".heif")
MAX_PIXELS = 120_000_000
"""Largest number of pixels in a picture, more than a page at 600 dpi or a photograph of a good phone has."""
MAX_PAGES = 2000
ENOUGH = 2400  # default number of pixels on the longer side of a decoded page: 205 dpi for A4


def count_pages(path: Path, place: str) -> int:
    """Return the number of pages in a picture or PDF; CorrigeError if there are none or more than 2000."""
    if path.suffix.lower() == ".pdf":
        with _pdf(path, place) as pdf:
            count = len(pdf)
    else:
        with _opened(path, place) as picture:
            # A phone adds a preview or the brightness of a photograph as a second picture to a JPEG.
            count = getattr(picture, "n_frames", 1) if picture.format == "TIFF" else 1
    if not 1 <= count <= MAX_PAGES:
        cause = Message("the file has {count} pages, but may have at most {most}", count=count, most=MAX_PAGES)
        raise CorrigeError.single(cause, place=place, remedy="scan the papers in several files")
    return count


def grey_page(path: Path, number: int, place: str, enough: int = ENOUGH) -> Grey:
    """Return page `number`, from 1, as grey pixels, with at most about `enough` pixels on the longer side.

    A photograph is turned upright by its EXIF data.
    """
    try:
        if path.suffix.lower() == ".pdf":
            with _pdf(path, place) as pdf:
                page, pixels = pdf[number - 1], 0
                images = [item for item in page.get_objects(max_depth=DEPTH) if item.type == FPDF_PAGEOBJ_IMAGE]
                for image in images:
                    width, height = image.get_px_size()
                    _refuse_large(width, height, place)
                    pixels = max(pixels, width, height)
                longest = min(enough, max(pixels, 1200) if pixels else enough)  # at the resolution of its pictures
                scale = longest / max(*page.get_size(), 1.0)
                bitmap = page.render(scale=scale, grayscale=True, draw_annots=True)
                grey = np.array(bitmap.to_numpy(), np.uint8).reshape(bitmap.height, bitmap.width)
                if grey.min() == grey.max():  # blank, or an image was left out: this raises if it cannot be unpacked
                    for image in images:
                        image.get_bitmap()
                return grey
        with _opened(path, place) as picture:
            if number > 1:
                picture.seek(number - 1)
            _refuse_large(*picture.size, place)
            side = max(picture.size)
            if picture.format in ("JPEG", "MPO") and side > enough:  # MPO is a JPEG with several pictures
                picture.draft("L", _scaled(picture.size, enough / side))  # the decoder unpacks only this size
            upright = ImageOps.exif_transpose(picture)
            if upright.mode in {"RGBA", "LA", "PA"} or "transparency" in upright.info:  # transparent parts are white
                colours = upright.convert("RGBA")
                upright = Image.alpha_composite(Image.new("RGBA", colours.size, "white"), colours)
            if upright.mode.startswith("I") or upright.mode == "F":
                values = np.asarray(upright, dtype=np.float64)
                most = 65535.0 if values.max(initial=0) > 255 else 255.0
                upright = Image.fromarray((np.clip(values / most, 0, 1) * 255).astype(np.uint8))
            plain = upright.convert("L")
            if (side := max(plain.size)) > enough:
                plain = plain.resize(_scaled(plain.size, enough / side), Image.Resampling.BOX, reducing_gap=2.0)
            return np.array(plain, np.uint8)
    except (OSError, EOFError, ValueError, SyntaxError, pypdfium2.PdfiumError) as error:
        raise _damaged(place) from error


def _scaled(size: tuple[int, int], by: float) -> tuple[int, int]:
    return max(round(size[0] * by), 1), max(round(size[1] * by), 1)


def _refuse_large(width: int, height: int, place: str) -> None:
    if width * height > MAX_PIXELS:
        cause = Message(
            "the picture has {pixels:,} million pixels, but may have at most {most}",
            pixels=width * height // 1_000_000,
            most=MAX_PIXELS // 1_000_000,
        )
        raise CorrigeError.single(cause, place=place, remedy="scan the page again, at 200 or 300 dpi")


def _opened(path: Path, place: str) -> Image.Image:
    """Open a picture without unpacking its pixels; CorrigeError if the picture is damaged or has another format."""
    ImageFile.LOAD_TRUNCATED_IMAGES = False  # another library may have set it
    Image.MAX_IMAGE_PIXELS = None  # `_refuse_large` checks the size
    try:
        return Image.open(path, formats=FORMATS)
    except (OSError, ValueError, SyntaxError) as error:
        is_of_phone = path.suffix.lower() in PHONE
        with suppress(OSError), path.open("rb") as stream:  # HEIC, perhaps under the name of a JPEG file
            is_of_phone = is_of_phone or stream.read(8)[4:] == b"ftyp"
        if is_of_phone:
            suffix = path.suffix if path.suffix.lower() in PHONE else PHONE[0]
            cause = Message("pictures in the format {suffix} are not read", suffix=suffix)
            remedy = "set the phone to JPEG pictures, or convert the picture to JPEG"
            raise CorrigeError.single(cause, place=place, remedy=remedy) from error
        raise _damaged(place) from error


def _pdf(path: Path, place: str) -> Any:
    try:
        stream = path.open("rb")  # the library cannot open names that are not valid text
    except OSError as error:
        raise _damaged(place) from error
    try:
        return pypdfium2.PdfDocument(stream, autoclose=True)
    except (pypdfium2.PdfiumError, OSError) as error:
        stream.close()
        raise _damaged(place) from error


def _damaged(place: str) -> CorrigeError:
    return CorrigeError.single("the picture is damaged and cannot be read", place=place, remedy="scan the page again")
