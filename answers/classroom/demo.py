"""A simulated class of eight that sits the nash exam: each student writes, and goes wrong, in their own way.

A folder that is not empty raises CorrigeError.
"""

import csv
import io
import json
import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path

import pikepdf
import pypdfium2
from PIL import Image, ImageDraw

from answers.classroom.drawing import Press
from answers.classroom.folder import SUBMISSIONS, Cohort, create_class, give_seeds
from answers.classroom.printing import print_sheets
from answers.classroom.roster import Pupil
from answers.errors import CorrigeError
from answers.exam.identity import field_name
from answers.exam.scenario import Scenario
from answers.files import read_limited, write_atomic
from answers.kinds.numbers.format import format_decimal
from answers.kinds.reading import Value
from answers.sheets.given import SHEETS
from answers.sheets.layout import Box, layout

EXAM = "nash"
SEED_OF_SEEDS = 2013
ROSTER = "student,name,first_name\n" + "".join(f"s{n:02},Demo {n},Student\n" for n in range(1, 9))
KEPT_BYTES = 9_000
LEFT_OUT = "8"
"""The question to which who writes by hand has no answer."""
MM = 150 / 25.4
"""Pixels of a scan at 150 dpi."""
STROKES: Mapping[str, str] = {
    "0": "20 02 04 26 44 42 20",
    "1": "12 30 36",
    "2": "01 20 41 42 06 46",
    "3": "00 40 22 43 45 26 05",
    "4": "30 04 44 33 36",
    "5": "40 00 02 33 44 35 16 05",
    "6": "30 02 05 26 45 43 23 04",
    "7": "00 40 16",
    "8": "20 01 45 26 05 41 20",
    "9": "41 20 01 23 41 36",
    ",": "25 17",
    "·": "23 24",
    "⁹": "31 20 11 22 31 24",
}
"""What the pen of the one who writes by hand writes: points across and down, on a grid of 4 by 6."""

Script = Mapping[str, tuple[str, ...]]


def create_demo_class(folder: Path, lang: str) -> Cohort:
    """Start the class in a new or empty folder, draw its seeds (always the same) and print its blank sheets."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CorrigeError.one("the folder is not empty", place=str(folder), remedy="choose another with -o DIR")
    cohort = give_seeds(create_class(folder, EXAM, ROSTER.encode(), lang), random.Random(SEED_OF_SEEDS))
    print_sheets(cohort, Press())
    return cohort


def hand_in(cohort: Cohort) -> tuple[Path, ...]:
    """Write what each student hands in to `submissions/`, and return the files: see `STUDENTS`."""
    files = []
    for pupil in cohort.pupils:
        suffix, write = STUDENTS[pupil.student.id]
        files.append(cohort.folder / SUBMISSIONS / f"{pupil.student.id}{suffix}")
        write_atomic(files[-1], write(cohort, pupil))
    return tuple(files)


def _perfect(cohort: Cohort, pupil: Pupil) -> bytes:
    return _filled(cohort, pupil, _script(cohort, _seed(pupil), "en"))


def _some_wrong(cohort: Cohort, pupil: Pupil) -> bytes:
    wrong = {"3b": ("1", "1", "1"), "5a": ("1",), "7a": ("1", "0.5", "0"), "8b": ("1", "1/2", "1")}
    answers = {**_script(cohort, _seed(pupil), "en"), **wrong}
    document = {"student": pupil.student.id, "u0": pupil.u0, "answers": {part: list(v) for part, v in answers.items()}}
    return json.dumps(document, ensure_ascii=False, indent=2).encode()


def _decimal_commas(cohort: Cohort, pupil: Pupil) -> bytes:
    script = _script(cohort, _seed(pupil), "fr")
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=";")
    writer.writerow(["student", "u0", *script])
    writer.writerow([pupil.student.id, pupil.u0, *("  ".join(items) for items in script.values())])
    return stream.getvalue().encode("utf-8-sig")


def _seed_of_the_model(cohort: Cohort, pupil: Pupil) -> bytes:
    script = _script(cohort, cohort.exam.model_seed, "fr")
    lines = (f"{part}: {' ; '.join(items)}" for part, items in script.items())
    return "\n".join((f"student: {pupil.student.id}", f"u0: {pupil.u0}", *lines, "")).encode()


def _one_unreadable(cohort: Cohort, pupil: Pupil) -> bytes:
    """Thousands set apart by a comma, then by spaces: the right number, or one that begins with 2.0."""
    (mean,) = cohort.key(Scenario(_seed(pupil))).answers["4b"]
    assert isinstance(mean, int | Fraction)
    text = f"{round(mean):,}".replace(",", " ").replace(" ", ",", 1)
    return _filled(cohort, pupil, {**_script(cohort, _seed(pupil), "fr"), "4b": (text,)})


def _by_hand(cohort: Cohort, pupil: Pupil) -> bytes:
    """The printed sheet filled in with a pen, scanned a little askew."""
    script = _script(cohort, _seed(pupil), "fr")
    blank = _sheet(cohort, pupil)
    with pypdfium2.PdfDocument(blank) as pdf:
        scan = pdf[0].render(scale=MM * 25.4 / 72, grayscale=True, may_draw_forms=False, draw_annots=False).to_pil()
    for box in layout(blank):
        part, _, rank = box.item.partition(".")
        if rank and not part.startswith(LEFT_OUT):
            _write(scan, box, script[part][int(rank) - 1])
    stream = io.BytesIO()
    scan.rotate(1.0, Image.Resampling.BICUBIC, fillcolor=255).save(stream, "JPEG")
    return stream.getvalue()


def _write(scan: Image.Image, box: Box, text: str) -> None:
    """Write into a box, as large as it fits."""
    left, top, width, height = (one * MM for one in box.rectangle)
    unit = min(0.1 * height, width / (6 * len(text) + 2))
    pen = ImageDraw.Draw(scan)
    for place, letter in enumerate(text):
        x, y = left + unit * (2 + 6 * place), top + height / 2 - 3 * unit
        points = [(x + unit * int(point[0]), y + unit * int(point[1])) for point in STROKES[letter].split()]
        pen.line(points, fill=40, width=round(0.5 * MM), joint="curve")


def _printed_to_pdf(cohort: Cohort, pupil: Pupil) -> bytes:
    """What a browser prints: PDFium draws the fields on the page and forgets them."""
    with pypdfium2.PdfDocument(_filled(cohort, pupil, _script(cohort, _seed(pupil), "fr"))) as pdf:
        pdf.init_forms()
        for page in pdf:
            page.flatten()
        stream = io.BytesIO()
        pdf.save(stream)
        return stream.getvalue()


def _damaged(cohort: Cohort, pupil: Pupil) -> bytes:
    return _perfect(cohort, pupil)[:KEPT_BYTES]


STUDENTS: Mapping[str, tuple[str, Callable[[Cohort, Pupil], bytes]]] = {
    "s01": (".pdf", _perfect),
    "s02": (".json", _some_wrong),
    "s03": (".csv", _decimal_commas),
    "s04": (".txt", _seed_of_the_model),
    "s05": (".pdf", _one_unreadable),
    "s06": (".jpg", _by_hand),
    "s07": (".pdf", _printed_to_pdf),
    "s08": (".pdf", _damaged),
}


def _seed(pupil: Pupil) -> int:
    assert pupil.u0 is not None
    return pupil.u0


def _script(cohort: Cohort, u0: int, lang: str) -> Script:
    """The right answers for a seed, as a student rounds and writes them."""
    answers = cohort.key(Scenario(u0)).answers
    return {part: tuple(_written(value, lang) for value in values) for part, values in answers.items()}


def _written(value: Value, lang: str) -> str:
    assert isinstance(value, int | Fraction | float)
    return str(value) if isinstance(value, int) else format_decimal(value, lang, digits=3)


def _filled(cohort: Cohort, pupil: Pupil, script: Script) -> bytes:
    """The pupil's blank sheet with a text in each field of `script`."""
    texts = {field_name(part, i): text for part, items in script.items() for i, text in enumerate(items, 1)}
    with pikepdf.open(io.BytesIO(_sheet(cohort, pupil))) as pdf:
        for field in pdf.Root.AcroForm.Fields:
            text = texts.get(str(field.T))
            if text is not None:
                field.V = pikepdf.String(text)
        stream = io.BytesIO()
        pdf.save(stream, deterministic_id=True)
        return stream.getvalue()


def _sheet(cohort: Cohort, pupil: Pupil) -> bytes:
    return read_limited(cohort.folder / SHEETS / f"{pupil.student.id}.pdf")
