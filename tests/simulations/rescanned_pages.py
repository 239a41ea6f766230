"""Whether scans of one page are told from pages of two hands: python -m tests.simulations.rescanned_pages FOLDER …

Each FOLDER has the blank sheets of a class. A page is written on, with notes beside its boxes, and scanned twice (150
to 300 dpi, tilted, pale, folds, stains, noise) or photographed; one answer is changed; somebody else writes on a
photocopy; the code of the page is glued on the page of a classmate, alone, and with u₀ and all else at its top. Prints
how often scans of the same ink are taken for two hands, and other ink for the same; how often a page is believed, and
one with a code of another.
"""

import argparse
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from answers.sheets.layout import FIRST_CODE, NEXT_CODE, ItemBox, layout
from answers.submissions.scanned.compared import code_place, differing, flattened, ink_map, similarity, small_page
from answers.submissions.scanned.picture import ENOUGH, Grey
from answers.submissions.scanned.registration import FINE, Reference, codes_on, register
from answers.submissions.scanned.serve import sheet_page
from tests.simulations.hands import MM, Pen, write
from tests.simulations.scanned_class import EMPTY, PHONES, answer, printed
from tests.simulations.scanners import photographed, scanned

TOP_RIGHT = 188.0
"""Millimetres from the left to where the frame of u₀ ends."""


@dataclass(frozen=True)
class Sheets:
    """The blank sheets of a class."""

    pdfs: tuple[bytes, ...]

    @cached_property
    def boxes(self) -> list[tuple[ItemBox, ...]]:
        return [layout(pdf) for pdf in self.pdfs]

    @cached_property
    def pages(self) -> list[int]:
        return sorted({box.sheet_page for box in self.boxes[0] if "." in box.item})

    def reference(self, at: int, number: int) -> Reference:
        return _reference(self.pdfs[at], number)


@lru_cache(64)
def _reference(pdf: bytes, number: int) -> Reference:
    return Reference(sheet_page(pdf, number))


@lru_cache(64)
def _small(pdf: bytes, number: int) -> Grey:
    return small_page(_reference(pdf, number).fine, FINE)


@dataclass(frozen=True)
class Hand:
    """What somebody writes on a page: the same again when it is written again."""

    seed: int
    texts: dict[str, str]

    def write(self, paper: Image.Image, boxes: Sequence[ItemBox]) -> Image.Image:
        rng = random.Random(self.seed)
        pen = Pen.drawn(rng)
        for box in boxes:  # each its own draws: a changed answer changes no other
            write(paper, [box], self.texts, pen, random.Random(f"{self.seed} {box.item}"))
        for _ in range(rng.randint(0, 3)):
            place = rng.uniform(15, 190) * MM, rng.uniform(15, 280) * MM
            ImageDraw.Draw(paper).text(place, answer(rng), pen.grey, ImageFont.load_default(rng.randint(35, 70)))
        return paper


def hand(boxes: Sequence[ItemBox], rng: random.Random) -> Hand:
    return Hand(rng.getrandbits(32), {box.item: answer(rng) for box in boxes if rng.random() > EMPTY})


def changed(written: Hand, rng: random.Random) -> Hand:
    """The same hand, one of whose answers is another."""
    item = rng.choice([*written.texts])
    return Hand(written.seed, {**written.texts, item: answer(rng)})


def laid(paper: Image.Image, reference: Reference, rng: random.Random) -> Grey | None:
    """Scan or photograph a page, and lay it on its sheet; None if it is not found to be that."""
    grey, _ = (photographed if rng.random() < PHONES else scanned)(np.asarray(paper, np.uint8), rng)
    scale = min(ENOUGH / max(grey.shape), 1.0)
    grey = np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    registration = register(grey, reference, next(iter(codes_on(grey)), None))
    return None if registration is None else flattened(registration)


def one_page(sheets: Sheets, rng: random.Random, counts: Counter[str]) -> None:
    """Try a page in all ways, and count what came of it."""
    at, number = rng.randrange(len(sheets.pdfs)), rng.choice(sheets.pages)
    mate = rng.choice([one for one in range(len(sheets.pdfs)) if one != at])
    reference = sheets.reference(at, number)
    inside = [box for box in sheets.boxes[at] if box.sheet_page == number]
    boxes = [box for box in inside if "." in box.item]
    own = hand(boxes, rng)
    first, again, other, copy = (
        laid(one.write(printed(sheets.pdfs[at], number), boxes), reference, rng)
        for one in (own, own, changed(own, rng), hand(boxes, rng))
    )
    x, y, side = FIRST_CODE if number == sheets.pages[0] == 1 else NEXT_CODE
    mates = [box for box in sheets.boxes[mate] if box.sheet_page == number and "." in box.item]
    others = hand(mates, rng)
    glued = []
    for right in (x + side + 1, TOP_RIGHT):
        place = tuple(round(edge * MM) for edge in (x - 1, y - 1, right, y + side + 1))
        paper = others.write(printed(sheets.pdfs[mate], number), mates)
        paper.paste(printed(sheets.pdfs[at], number).crop(place), place[:2])
        glued.append(laid(paper, reference, rng))
    small = [_small(pdf, number) for pdf in sheets.pdfs]
    hidden = [box.rectangle for box in inside]

    def is_own(page: Grey) -> bool:
        return similarity(small_page(page, FINE), small[at], small, hidden, code_place(reference))[0]

    for page in (first, again, other, copy):
        counts["pages"] += 1
        counts["not found to be their sheet"] += page is None
        counts["not believed"] += page is not None and not is_own(page)
    counts["glued"] += 1
    for name, array in zip(("code", "code and u₀"), glued, strict=True):
        counts[f"{name} glued and believed"] += array is not None and is_own(array)
    for name, pair in (
        ("same ink", (first, again)),
        ("one answer changed", (again, other)),
        ("two hands", (first, copy)),
    ):
        if pair[0] is not None and pair[1] is not None:
            counts[name] += 1
            counts[f"{name}: asked"] += bool(differing(*(ink_map(page, reference) for page in pair)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--pages", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng, counts = random.Random(options.seed), Counter[str]()
    for folder in options.folders:
        sheets = Sheets(tuple(path.read_bytes() for path in sorted(folder.glob("*.pdf"))))
        for _ in range(options.pages):
            one_page(sheets, rng, counts)
            print(folder, dict(counts), flush=True)


if __name__ == "__main__":
    main()
