"""Whether scans of a class are read whole: python -m tests.simulations.scanned_class [EXAM …] [--students 20].

Each student's sheet is written on by one of the hands, with crossings-out, answers partly outside their box, commas on
its edge, and scanned (150 to 300 dpi, tilted, JPEG 40 and better, folds, stains) or photographed; a class is then
collected as any other. Prints how many pages are attributed, and to whom else; in how many boxes all ink is in the
picture; where ink was told of an empty box or missed; the seconds of the processor a page.
"""

import argparse
import random
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import monotonic

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray
from PIL import Image

from answers.classroom.collect import collect
from answers.classroom.folder import ClassData, assign_seeds, create_class
from answers.classroom.ingest import scan_pages
from answers.classroom.printing import print_sheets
from answers.classroom.rendering import PrintOptions
from answers.classroom.scans import PageState, ScannedBox, Scans, read_scans
from answers.sheets.layout import layout
from tests.simulations.hands import MM, Pen, Written, write
from tests.simulations.scanners import photographed, scanned

FINE = 8
WHOLE = 0.96
"""Of the ink of a box, in its picture: the rest is the blurred edge of strokes."""
EMPTY = 0.15
PHONES = 0.25
SIGNS = "0123456789"
Papers = Mapping[str, Mapping[str, str]]
"""What each student writes, by item."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it was scanned, whose it is, and what was written where."""

    student: str
    number: int
    picture: Image.Image
    done: str
    labels: dict[str, Written]
    inks: dict[str, NDArray[np.bool_]]


@dataclass
class Tally:
    """What came of the pages of a class."""

    counts: Counter[str] = field(default_factory=Counter)
    odd: list[str] = field(default_factory=list)

    def note(self, name: str, where: str) -> None:
        self.counts[name] += 1
        self.odd.append(f"{name}: {where}")


def answer(rng: random.Random) -> str:
    """What a student may answer: a number, a fraction, a decimal."""
    kind = rng.random()
    number = str(rng.randint(0, 10 ** rng.randint(1, 4)))
    if kind < 0.35:
        return number
    if kind < 0.6:
        return f"{number}/{rng.randint(2, 200)}"
    return f"{rng.choice(('', '-'))}{rng.randint(0, 9)},{''.join(rng.choices(SIGNS, k=rng.randint(1, 4)))}"


def sit(class_data: ClassData, rng: random.Random, papers: Papers | None = None) -> Iterator[Page]:
    """Every student fills in their sheet by hand, with some answers or any, and it is scanned."""
    for enrollment in class_data.enrollments:
        sheet = (class_data.folder / "sheets" / f"{enrollment.student.stem}.pdf").read_bytes()
        pen, phone = Pen.drawn(rng), rng.random() < PHONES
        boxes = [box for box in layout(sheet) if "." in box.item]
        for number in sorted({box.sheet_page for box in boxes}):
            paper, own = printed(sheet, number), [box for box in boxes if box.sheet_page == number]
            texts = (
                papers[enrollment.student.id]
                if papers
                else {box.item: answer(rng) for box in own if rng.random() > EMPTY}
            )
            messages, inks = write(paper, own, texts, pen, rng)
            grey, done = (photographed if phone else scanned)(np.asarray(paper, np.uint8), rng)
            yield Page(enrollment.student.id, number, Image.fromarray(grey), done, messages, inks)


def printed(sheet: bytes, number: int) -> Image.Image:
    """Return a page of a sheet, numbered from 1, as it is printed: at 300 dpi, in grey."""
    with pypdfium2.PdfDocument(sheet) as pdf:
        bitmap = pdf[number - 1].render(scale=MM * 25.4 / 72, grayscale=True, may_draw_forms=False)
        return Image.fromarray(np.array(bitmap.to_numpy(), np.uint8).reshape(bitmap.height, bitmap.width))


def batches(pages: Sequence[Page], folder: Path, rng: random.Random) -> dict[tuple[str, int], Page]:
    """Write pages to files, photographs one by one, the others in any order in PDFs; return them by name and page."""
    flat = [page for page in pages if page.done != "phone"]
    rng.shuffle(flat)
    results = {}
    for at in range(0, len(flat), 40):
        name, batch = f"batch-{at}.pdf", flat[at : at + 40]
        pictures = [page.picture for page in batch]
        pictures[0].save(folder / name, save_all=True, append_images=pictures[1:], quality=90)
        results.update({(name, number): page for number, page in enumerate(batch, 1)})
    for at, page in enumerate(page for page in pages if page.done == "phone"):
        page.picture.save(folder / f"photo-{at}.jpg", quality=85)
        results[f"photo-{at}.jpg", 1] = page
    return results


def measure(scans: Scans, truth: dict[tuple[str, int], Page]) -> Tally:
    """Compare what was read with what was written."""
    tally = Tally()
    boxes = {(box.page.file.rpartition("/")[2], box.page.page, box.item): box for box in scans.boxes}
    for page in scans.pages:
        file = page.file.rpartition("/")[2]
        true = truth[file, page.page]
        where = f"{file} {page.page} ({true.student}, page {true.number}; {true.done})"
        tally.counts["pages"] += 1
        if page.state is not PageState.PLACED:
            tally.note(page.state, where)
        elif (page.student, page.sheet_page) != (true.student, true.number):
            tally.note("wrongly placed", where)
        else:
            for item, written in true.labels.items():
                _compare(tally, boxes[file, page.page, item], written, true.inks.get(item), where)
    return tally


def _compare(tally: Tally, box: ScannedBox, written: Written, ink: NDArray[np.bool_] | None, where: str) -> None:
    tally.counts["boxes"] += 1
    tally.counts["bytes"] += box.crop.stat().st_size
    if ink is None:
        tally.counts["empty"] += 1
        if box.ink:
            tally.note("ink told of an empty box", f"{where} {box.item} {box.crop}")
        return
    tally.counts["written"] += 1
    tally.counts["spills told"] += box.spills and written.manner == "outside"
    tally.counts["written beyond"] += written.manner == "outside"
    if not box.ink:
        tally.note("ink missed", f"{where} {written} {box.crop}")
    elif (share := visibility(ink, np.asarray(Image.open(box.crop), np.uint8))) < WHOLE:
        tally.note("ink cut off", f"{where} {written} {share:.3f} {box.crop}")


def visibility(ink: NDArray[np.bool_], crop: NDArray[np.uint8]) -> float:
    """How much of some ink is dark in a picture, where it fits best; what lies outside the picture is not."""
    small = cv2.resize(ink.astype(np.uint8) * 255, None, fx=FINE / MM, fy=FINE / MM, interpolation=cv2.INTER_AREA)
    room = [max(24, one - other) for one, other in zip(small.shape, crop.shape, strict=True)]
    dark = cv2.copyMakeBorder(255 - crop, room[0], room[0], room[1], room[1], cv2.BORDER_CONSTANT, value=0)
    _, _, _, (left, top) = cv2.minMaxLoc(cv2.matchTemplate(dark, small, cv2.TM_CCORR))
    core = small > 200
    there = dark[top : top + small.shape[0], left : left + small.shape[1]]
    return float((there[core] > 25).mean()) if core.any() else 1.0


def hand_in(
    class_data: ClassData, folder: Path, rng: random.Random, papers: Papers | None = None
) -> dict[tuple[str, int], Page]:
    """Print the sheets of a class, have them filled in, and collect the scans; return these by file and page."""
    print_sheets(class_data, PrintOptions())
    (folder / "scanner").mkdir()
    truth = batches(list(sit(class_data, rng, papers)), folder / "scanner", rng)
    collect(class_data, [folder / "scanner"], datetime.now())
    return truth


def run(exam: str, students: int, seed: int, folder: Path) -> tuple[Tally, float, float]:
    """A class of an exam, collected; what came of it, and the seconds by the processor and by the clock."""
    rng = random.Random(seed)
    roster = "student\n" + "".join(f"s{number:03}\n" for number in range(1, students + 1))
    class_data = assign_seeds(create_class(folder / "class", exam, roster.encode()), rng)
    truth = hand_in(class_data, folder, rng)
    begun, clock = _spent(), monotonic()
    scan_pages(class_data)
    scans = read_scans(class_data.folder)
    processor, waited = _spent() - begun, monotonic() - clock
    return measure(scans, truth), processor, waited


def _spent() -> float:
    return sum(values.ru_utime + values.ru_stime for values in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("exams", nargs="*", default=["dice", "nash"], metavar="EXAM")
    parser.add_argument("--students", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for exam in options.exams:
        with tempfile.TemporaryDirectory() as folder:
            tally, processor, clock = run(exam, options.students, options.seed, Path(folder))
        counts = tally.counts
        whole = counts["written"] - counts["ink missed"] - counts["ink cut off"]
        print(f"{exam}: {dict(counts)}")
        print(f"  boxes with all their ink: {whole} of {counts['written']} ({whole / max(counts['written'], 1):.2%})")
        seconds, waited = processor / counts["pages"], clock / counts["pages"]
        print(f"  a page: {seconds:.2f} s of the processor, {waited:.2f} s by the clock")
        print(*(f"  {text}" for text in tally.odd), sep="\n")


if __name__ == "__main__":
    main()
