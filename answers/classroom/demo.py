"""Create a simulated class of eight students with the exam domino.

Each student hands in another file format or makes another mistake.
"""

import csv
import io
import json
import random
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pikepdf
import pypdfium2
from PIL import Image, ImageDraw

from answers.classroom.folder import SUBMISSIONS, ClassData, assign_seeds, create_class
from answers.classroom.printing import print_sheets
from answers.classroom.rendering import PrintOptions
from answers.classroom.roster import Enrollment
from answers.errors import CorrigeError
from answers.exam.scenario import Scenario
from answers.files import read_limited, saved, write_atomic
from answers.kinds.numbers.format import format_decimal
from answers.kinds.parsing import Value
from answers.sheets.identity import field_name
from answers.sheets.issued_files import SHEETS
from answers.sheets.layout import layout

EXAM = "domino"
SEED_OF_SEEDS = 2013
"""The seed from which the seeds of the students are drawn."""
NAMES: Mapping[str, str] = {"fr": "Démo {},Étudiant", "en": "Demo {},Student"}
"""The name and the first name of a student with a number, by language."""
DAMAGED_SIZE = 9_000
"""The size of the truncated PDF, in bytes."""
UNANSWERED = "8"
"""The question that is not answered on the handwritten paper."""
LARGE = 1000
"""Numbers above this one are rounded to integers, others to four digits."""
MM = 150 / 25.4
"""Pixels per millimetre in a scan at 150 dpi."""
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
}
"""The strokes of each handwritten character: points "xy", x to the right and y down, on a grid of 4 by 6."""

Script = Mapping[str, tuple[str, ...]]


def create_demo_class(folder: Path, lang: str) -> ClassData:
    """Create the class in a new or empty folder, draw its seeds (always the same) and print its blank sheets."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CorrigeError.single(
            "the folder is not empty", place=str(folder), remedy="choose another folder with -o DIR"
        )
    students = "".join(f"s{n:02},{NAMES[lang].format(n)}\n" for n in range(1, 9))
    roster = f"student,name,first_name\n{students}".encode()
    class_data = assign_seeds(create_class(folder, EXAM, roster, lang), random.Random(SEED_OF_SEEDS))
    print_sheets(class_data, PrintOptions())
    return class_data


def submit_demo_papers(class_data: ClassData) -> tuple[Path, ...]:
    """Write the paper of each student to `submissions/`, and return the paths; see `demo_paper`."""
    files = []
    for enrollment in class_data.enrollments:
        suffix, content = demo_paper(class_data, enrollment)
        files.append(class_data.folder / SUBMISSIONS / f"{enrollment.student.id}{suffix}")
        write_atomic(files[-1], content)
    return tuple(files)


def demo_paper(class_data: ClassData, enrollment: Enrollment) -> tuple[str, bytes]:
    """Return the suffix and the content of the file of a student, who has the format and the mistake of the number."""
    student, u0 = enrollment.student.id, enrollment.u0
    assert u0 is not None
    blank = read_limited(class_data.folder / SHEETS / f"{student}.pdf")
    right, french = _script(class_data, u0, "en"), _script(class_data, u0, "fr")
    suffix, content = ".pdf", _filled(blank, right)
    match student:
        case "s02":  # some wrong answers, in a JSON file
            wrong = {"3b": (*("2",) * 3, *("0",) * 3), "5a": ("1",), "7a": ("1", "2", "3"), "8b": ("1", "1/2", "1")}
            document = {"student": student, "u0": u0, "answers": {**right, **wrong}}
            suffix, content = ".json", json.dumps(document, ensure_ascii=False, indent=2).encode()
        case "s03":  # a CSV file as a French spreadsheet writes it
            stream = io.StringIO(newline="")
            rows = (["student", "u0", *french], [student, u0, *("  ".join(items) for items in french.values())])
            csv.writer(stream, delimiter=";").writerows(rows)
            suffix, content = ".csv", stream.getvalue().encode("utf-8-sig")
        case "s04":  # the right answers for the seed of the model sheet, in a text file
            of_model = _script(class_data, class_data.exam.model_seed, "fr")
            lines = (f"{part}: {' ; '.join(items)}" for part, items in of_model.items())
            suffix, content = ".txt", "\n".join((f"student: {student}", f"u0: {u0}", *lines, "")).encode()
        case "s05":  # one ambiguous number: its comma may separate thousands or decimals
            (mean,) = class_data.key(Scenario(u0)).answers["4b"]
            content = _filled(blank, {**french, "4b": (f"{mean:,.0f}",)})
        case "s06":
            content = _by_hand(blank, french)
        case "s07":  # as a browser prints it: PDFium draws the fields on the page and removes them
            with pypdfium2.PdfDocument(_filled(blank, french)) as pdf:
                pdf.init_forms()
                for page in pdf:
                    page.flatten()
                content = saved(pdf.save)
        case "s08":  # the end of the file is missing
            content = content[:DAMAGED_SIZE]
    return suffix, content


def _by_hand(blank: bytes, script: Script) -> bytes:
    """Return a scan as PDF, rotated by 1°, of the printed sheet filled in with a pen."""
    with pypdfium2.PdfDocument(blank) as pdf:
        scans = [
            page.render(scale=MM * 25.4 / 72, grayscale=True, may_draw_forms=False, draw_annots=False).to_pil()
            for page in pdf
        ]
    for box in layout(blank):
        part, _, rank = box.item.partition(".")
        text = script[part][int(rank) - 1] if rank and not part.startswith(UNANSWERED) else ""
        left, top, width, height = (length * MM for length in box.rectangle)
        unit = min(0.1 * height, width / (6 * len(text) + 2))
        pen = ImageDraw.Draw(scans[box.sheet_page - 1])
        for place, letter in enumerate(text):
            x, y = left + unit * (2 + 6 * place), top + height / 2 - 3 * unit
            points = [(x + unit * int(point[0]), y + unit * int(point[1])) for point in STROKES[letter].split()]
            pen.line(points, fill=40, width=round(0.5 * MM), joint="curve")
    first, *others = (scan.rotate(1.0, Image.Resampling.BICUBIC, fillcolor=255) for scan in scans)
    options = {"format": "PDF", "resolution": MM * 25.4, "save_all": True, "append_images": others}
    return saved(first.save, **options, creationDate=None, modDate=None)


def _script(class_data: ClassData, u0: int, lang: str) -> Script:
    """Return the right answers for a seed, rounded and with the decimal sign of the language, by part."""

    def text(value: Value) -> str:
        assert isinstance(value, int | Fraction | float)
        return str(round(value)) if value == int(value) or value > LARGE else format_decimal(value, lang, digits=4)

    return {part: tuple(map(text, values)) for part, values in class_data.key(Scenario(u0)).answers.items()}


def _filled(blank: bytes, script: Script) -> bytes:
    texts = {field_name(part, i): text for part, items in script.items() for i, text in enumerate(items, 1)}
    with pikepdf.open(io.BytesIO(blank)) as pdf:
        for field in pdf.Root.AcroForm.Fields:
            if (text := texts.get(str(field.T))) is not None:
                field.V = pikepdf.String(text)
        return saved(pdf.save, deterministic_id=True)
