"""Sheets with real handwriting, scanned and photographed: python -m tests.corpus.scans EXAM… [--students 5] [-o DIR].

Writes for each exam `class/` and, for each page of a student, the picture, `<page>.json` with what is written in each
box, "" in an empty one, and `<page>.png` with the ink: a pixel is the number of its box in that list, 0 without ink.
Then the pictures are collected as those of a class, and a line says what became of pages and boxes. Without EXAM, the
folders in DIR are only read.

Digits are those of scikit-learn, one person's for each student; a table below a photograph, and the light on it, are
photographs of scikit-image (`pip install scikit-learn scikit-image`).
"""

import argparse
import json
import random
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from itertools import cycle
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray
from PIL import Image

from answers.classroom.collect import collect
from answers.classroom.folder import open_class
from answers.classroom.ingest import scan_pages
from answers.classroom.printing import print_sheets
from answers.classroom.rendering import PrintOptions
from answers.classroom.scans import read_scans
from answers.sheets.layout import ItemBox, layout
from tests.corpus.make import FIRST_NAMES, FIRST_SEED, SECRET
from tests.simulations.hands import DPI, MM, PEOPLE, Pen, Written, write
from tests.simulations.scanned_class import EMPTY, Page, Tally, answer, measure

Colours = NDArray[np.uint8]
Numbers = NDArray[np.float32]
TABLES = ("brick", "coffee", "grass", "gravel")
LIGHTS = ("page", "text")
"""Photographs of paper that is lit from one side."""
INKS = {"black": (1.0, 1.0, 1.0), "blue": (1.0, 0.9, 0.4)}
"""The share of red, green and blue light that an ink absorbs."""
DISTANCE = 400 * MM
"""From the phone to the paper, in pixels of the page."""
KINDS = ("phone", "150 grey", "phone", "200 bilevel", "phone", "300 grey", "phone", "300 bilevel", "200 grey")


@cache
def real_picture(name: str) -> Colours:
    spec = find_spec("skimage")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("pip install scikit-learn scikit-image")
    return np.asarray(Image.open(Path(spec.origin).parent / "data" / f"{name}.png").convert("RGB"), np.uint8)


def part_of(picture: NDArray[np.generic], size: tuple[int, int], rng: random.Random) -> Numbers:
    """Return a part of a picture, turned or not, in this width and height; at least half of it in each direction."""
    turned = np.rot90(picture, rng.randrange(4))
    height, width = (round(side * rng.uniform(0.5, 1)) for side in turned.shape[:2])
    top, left = rng.randint(0, turned.shape[0] - height), rng.randint(0, turned.shape[1] - width)
    part = np.ascontiguousarray(turned[top : top + height, left : left + width], np.float32)
    return np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_CUBIC), np.float32)


def light(size: tuple[int, int], rng: random.Random) -> tuple[Numbers, str]:
    """Return the light on a photograph, from 0 to about 1, as it falls on the paper of a real one."""
    name = rng.choice(LIGHTS)
    paper = cv2.morphologyEx(real_picture(name)[..., 1], cv2.MORPH_CLOSE, np.ones((31, 31), np.uint8))
    field = cv2.GaussianBlur(paper.astype(np.float32), (0, 0), 8)
    part = part_of(field / np.percentile(field, 98), size, rng)
    return part / part.max() * np.float32(rng.uniform(0.75, 1.0)), name


def photographed(page: Colours, rng: random.Random) -> tuple[bytes, str]:
    """Return a page at 300 dpi as a phone takes it: curled, from aside, on a table, in uneven light; and how."""
    height, width = page.shape[:2]
    long = rng.choice((2400, 3000, 4000))
    size = wide, high = round(0.75 * long), long
    near, far = 0.05 * wide, 0.05 * high
    ends = ((near, far), (wide - near, far), (wide - near, high - far), (near, high - far))
    corners = [(x + rng.uniform(-0.8, 1.0) * near, y + rng.uniform(-0.8, 1.0) * far) for x, y in ends]
    sheet = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    back = cv2.getPerspectiveTransform(np.array(corners, np.float32), sheet)
    places = np.stack(np.meshgrid(np.arange(wide), np.arange(high)), axis=-1).astype(np.float32)
    x, y = cv2.split(cv2.perspectiveTransform(places.reshape(1, -1, 2), back).reshape(high, wide, 2))
    curl = rng.uniform(0, 7) * MM
    bow = np.pi * (x / width if rng.random() < 0.5 else y / height)
    nearer = 1 + curl * np.sin(bow) / DISTANCE  # what is lifted seems larger
    x, y = width / 2 + (x - width / 2) / nearer, height / 2 + (y - height / 2) / nearer
    soft = cv2.GaussianBlur(page, (0, 0), 0.35 * height / high)
    flat = cv2.remap(soft, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR).astype(np.float32)
    flat *= (1 - 0.02 * curl / MM * np.cos(bow))[..., None]
    cover = cv2.GaussianBlur(((x >= 0) & (x < width) & (y >= 0) & (y < height)).astype(np.float32), (0, 0), 0.8)
    name = rng.choice(TABLES)
    below = part_of(real_picture(name), size, rng)
    below *= 1 - 0.5 * cv2.GaussianBlur(cover, (0, 0), 0.008 * long)[..., None]  # the shadow of the paper
    out = below + cover[..., None] * (flat - below)
    falls, source = light(size, rng)
    out *= falls[..., None] * np.array([1.0, rng.uniform(0.93, 1.0), rng.uniform(0.8, 1.0)], np.float32)
    blur = rng.uniform(0.5, 1.5) * long / 3000
    out = cv2.GaussianBlur(out, (0, 0), blur)
    out += np.random.default_rng(rng.getrandbits(32)).normal(0, rng.uniform(1, 5), out.shape)
    quality = rng.randint(60, 85)
    shot = Image.fromarray(np.clip(out, 0, 255).astype(np.uint8))
    if is_lying := rng.random() < 0.2:
        shot = shot.transpose(Image.Transpose.ROTATE_90)
    stream = BytesIO()
    shot.save(stream, "JPEG", quality=quality)
    done = (
        f"phone, {long} px, on {name}, light of {source}, curl {curl / MM:.1f} mm, blur {blur:.1f} px, "
        f"JPEG {quality}{', lying' if is_lying else ''}"
    )
    return stream.getvalue(), done


def scanned(page: Colours, kind: str, rng: random.Random) -> tuple[bytes, str]:
    """Return a page at 300 dpi as a flat scanner gives it, as JPEG or, with two levels, TIFF; and how."""
    dpi = int(kind.split(maxsplit=1)[0])
    scale, tilt = dpi / DPI, rng.uniform(-2.5, 2.5)
    grey = cv2.cvtColor(page, cv2.COLOR_RGB2GRAY)
    height, width = grey.shape
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), tilt, scale)
    wide, high = round(width * scale), round(height * scale)
    turn[:, 2] += (wide - width) / 2, (high - height) / 2
    soft = cv2.GaussianBlur(grey, (0, 0), 0.45 / scale)
    out = cv2.warpAffine(soft, turn, (wide, high), borderValue=(255.0,)) * rng.uniform(0.88, 1.0)
    out += np.random.default_rng(rng.getrandbits(32)).normal(0, rng.uniform(1, 4), out.shape)
    done, stream = f"{kind}, {tilt:.1f}°", BytesIO()
    if kind.endswith("bilevel"):
        level = rng.randint(130, 190)
        Image.fromarray(out > level).save(stream, "TIFF", compression="group4", dpi=(dpi, dpi))
        return stream.getvalue(), f"{done}, white above {level}"
    quality = rng.randint(60, 85)
    Image.fromarray(np.clip(out, 0, 255).astype(np.uint8)).save(stream, "JPEG", quality=quality, dpi=(dpi, dpi))
    return stream.getvalue(), f"{done}, JPEG {quality}"


def filled_in(
    page: Image.Image, boxes: Sequence[ItemBox], pen: Pen, rng: random.Random
) -> tuple[dict[str, str], NDArray[np.uint8]]:
    """Write into most boxes of a page; return what, by item, and the number of the box of each pixel of ink."""
    texts = {box.item: answer(rng) if rng.random() > EMPTY else "" for box in boxes}
    ink = np.zeros((page.height, page.width), np.uint8)
    for number, box in enumerate(boxes, 1):
        before = np.asarray(page, np.int16)
        write(page, [box], texts, pen, rng)
        ink[before - np.asarray(page, np.int16) > 50] = number
    return texts, ink


def made(exam: str, folder: Path, students: int, rng: random.Random) -> Iterator[str]:
    home = folder / "class"
    home.mkdir(parents=True)
    (home / "corrige.toml").write_text(f'exam = "{exam}"\nlang = "fr"\nsecret = "{SECRET}"\n', "utf-8")
    rows = (f"s{at:02},Nom-{at},{FIRST_NAMES[at % 5]},{FIRST_SEED + 31 * at}" for at in range(1, students + 1))
    (home / "students.csv").write_text("\n".join(["student,name,first_name,u0", *rows]) + "\n", "utf-8")
    class_data, kinds = open_class(home), cycle(KINDS)
    for at, path in enumerate(print_sheets(class_data, PrintOptions())):
        sheet = path.read_bytes()
        ink_name = rng.choice([*INKS])
        pen = Pen(str(at % PEOPLE), rng.uniform(2.8, 5.2), rng.randint(10, 90), rng.uniform(0.3, 1.0),
                  rng.uniform(-0.15, 0.45), rng.choice((0.0, rng.uniform(0.3, 0.7))))  # fmt: skip
        everywhere = [box for box in layout(sheet) if "." in box.item]
        with pypdfium2.PdfDocument(sheet) as pdf:
            for number in sorted({box.sheet_page for box in everywhere}):
                bitmap = pdf[number - 1].render(scale=DPI / 72, grayscale=True, may_draw_forms=False)
                blank = np.array(bitmap.to_numpy(), np.uint8).reshape(bitmap.height, bitmap.width)
                page, boxes = Image.fromarray(blank.copy()), [box for box in everywhere if box.sheet_page == number]
                texts, ink = filled_in(page, boxes, pen, rng)
                absorbed = np.maximum(blank.astype(np.float32) - np.asarray(page, np.float32), 0)[..., None]
                colours = (blank[..., None] - absorbed * np.array(INKS[ink_name], np.float32)).astype(np.uint8)
                kind = next(kinds)
                content, done = photographed(colours, rng) if kind == "phone" else scanned(colours, kind, rng)
                name = f"{class_data.enrollments[at].student.id}-{number}-{kind.replace(' ', '-')}"
                (folder / f"{name}{'.tif' if 'bilevel' in kind else '.jpg'}").write_bytes(content)
                Image.fromarray(ink).save(folder / f"{name}.png", optimize=True)
                truth = {"student": class_data.enrollments[at].student.id, "sheet_page": number,
                         "how": f"{ink_name} ink, {done}", "boxes": texts}  # fmt: skip
                (folder / f"{name}.json").write_text(json.dumps(truth, ensure_ascii=False, indent=1) + "\n", "utf-8")
                yield name


def truth_of(picture: Path) -> Page:
    truth = json.loads(picture.with_suffix(".json").read_text("utf-8"))
    ink = np.asarray(Image.open(picture.with_suffix(".png")), np.uint8)
    inks = {}
    for number, (item, text) in enumerate(truth["boxes"].items(), 1):
        if text:
            rows, columns = np.nonzero(ink == number)
            inks[item] = ink[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1] == number
    labels = {item: Written(item, text, "") for item, text in truth["boxes"].items()}
    return Page(truth["student"], truth["sheet_page"], Image.new("L", (1, 1)), truth["how"], labels, inks)


def pictures_in(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.iterdir()) if path.suffix in {".jpg", ".tif"}]


def outcome(folder: Path) -> Tally:
    """Collect the pictures of a folder as those of a class, and compare boxes and pages with what is on them."""
    pictures = pictures_in(folder)
    with tempfile.TemporaryDirectory() as place:
        home = Path(place) / "class"
        home.mkdir()
        for name in ("corrige.toml", "students.csv"):
            shutil.copy(folder / "class" / name, home)
        class_data = open_class(home)
        print_sheets(class_data, PrintOptions())
        collect(class_data, pictures, datetime.now())
        scan_pages(class_data)
        return measure(read_scans(home), {(path.name, 1): truth_of(path) for path in pictures})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("exams", nargs="*", metavar="EXAM")
    parser.add_argument("--students", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", dest="folder", type=Path, default=Path("build/scans"))
    asked = parser.parse_args()
    for exam in asked.exams:
        for name in made(exam, asked.folder / exam, asked.students, random.Random(asked.seed)):
            print(f"{exam}/{name}", flush=True)
    for folder in sorted(path.parent for path in asked.folder.glob("*/class")):
        tally = outcome(folder)
        print(f"{folder.name}: {dict(tally.counts)}", *tally.odd, sep="\n  ", flush=True)


if __name__ == "__main__":
    main()
