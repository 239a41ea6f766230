"""How often honest students are accused: python -m tests.simulations.honest_class [EXAM …] [--students 50].

A class an exam: sheets are printed, filled, and saved or printed by every program that is to be had, one a student in
turn; then the teacher changes points, tolerances and all-or-nothing, and the class is collected and read. Prints how
many papers of each program have which flag. That a copy is printed, or has lost
letters, is no accusation, nor that it cannot be read.
"""

import argparse
import io
import random
import tempfile
from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from shutil import which

import pikepdf
import pypdfium2

from answers.classroom.collect import collect
from answers.classroom.folder import ClassData, assign_seeds, create_class, open_class
from answers.classroom.printing import print_sheets
from answers.classroom.rendering import PrintOptions
from answers.classroom.submission_set import load_submissions
from answers.exam.catalogue import exam_names
from answers.exam.key_cache import cached_key
from answers.exam.settings import FILE_NAME
from answers.flags import CUT_OFF, FLATTENED, NO_SIGNATURE, NO_TEXT, NOT_COMPARED
from answers.sheets.issued_files import SHEETS
from tests.answers.submissions.sheets import saved
from tests.attack.programs import PROGRAMS
from tests.simulations.printed_copies import Printer, by_program, drawn_by_pypdf, printers, typed

NAMES = (
    "Zoé,Martin",
    "Seán,O'Brien",
    "Ida-Lou,van der Berg",
    "Ángel,Núñez",
    "Anna,Groß",
    "Maël,Le Goff",
    "Jean-Luc,Ba",
)
CALM = {FLATTENED.slug, CUT_OFF.slug, NOT_COMPARED.slug}
UNREAD = {NO_TEXT.slug, NO_SIGNATURE.slug}
TOTALS = ("papers", "accused", "not read")


def drawn_by_pikepdf(form: bytes) -> bytes:
    with pikepdf.open(io.BytesIO(form)) as document:
        document.Root.AcroForm.NeedAppearances = True  # else qpdf leaves the fields as they are
        document.generate_appearance_streams()
        return saved(document)


def saved_by_pdfium(form: bytes) -> bytes:
    with pypdfium2.PdfDocument(form) as document:
        document.init_forms()
        stream = io.BytesIO()
        document.save(stream)
        return stream.getvalue()


def writers() -> dict[str, Printer]:
    """All programs that save or print a form; Chromium, without a window, prints none."""
    outside = {name for name, command in PROGRAMS.items() if which(command(Path("/a"), Path("/b"))[0])}
    every: dict[str, Printer] = {
        "pikepdf, values alone": bytes,
        "pikepdf, draws appearances": drawn_by_pikepdf,
        "pypdf, saves": drawn_by_pypdf,
        "pypdf, appends": partial(drawn_by_pypdf, appends=True),
        "PDFium, saves": saved_by_pdfium,
        **{name: partial(by_program, name) for name in outside},
        **printers(),
    }
    return {name: writer for name, writer in every.items() if not name.startswith("chromium")}


def filled(blank: bytes, texts: Mapping[str, str]) -> bytes:
    """A sheet with answers; what the class printed in its other fields stays."""
    with pikepdf.open(io.BytesIO(blank)) as document:
        for field in document.Root.AcroForm.Fields:
            if str(field.T).startswith("q"):
                field.V = pikepdf.String(texts[str(field.T)])
        return saved(document)


def choose_otherwise(class_data: ClassData) -> None:
    """What a teacher may change after the sheets are out."""
    questions = sorted({part.question for part in class_data.exam.parts})
    lines = [f"\n[exams.{class_data.exam.name}]\nall_or_nothing = true"]
    lines += [f"points.{number} = 3\ntolerance.{number}.relative = 0.07" for number in questions]
    with (class_data.folder / FILE_NAME).open("a", encoding="utf-8") as stream:
        stream.write("\n".join(lines))


def tallies(exam_name: str, students: int, folder: Path, lang: str) -> dict[str, Counter[str]]:
    """By program, how many papers there were, were accused, were not read; and all their flags."""
    listed = "".join(f"s{number:03},{NAMES[number % len(NAMES)]}\n" for number in range(students))
    data = create_class(folder / "class", exam_name, f"student,first_name,name\n{listed}".encode(), lang)
    class_data = assign_seeds(data, random.Random(exam_name))
    print_sheets(class_data, PrintOptions())
    texts = typed(class_data.exam, cached_key(class_data.exam, class_data.exam.model_seed), lang, short=True)
    results, bearers = {name: Counter[str]() for name in writers()}, {}
    (folder / "in").mkdir()
    for enrollment, name in zip(class_data.enrollments, list(writers()) * students, strict=False):
        form = filled((class_data.folder / SHEETS / f"{enrollment.student.stem}.pdf").read_bytes(), texts)
        (folder / "in" / f"{enrollment.student.stem}.pdf").write_bytes(writers()[name](form))
        bearers[enrollment.student.id] = name
    choose_otherwise(class_data)
    class_data = open_class(class_data.folder)
    collect(class_data, [folder / "in"], datetime.now())
    submissions = load_submissions(class_data)
    for student, versions in submissions.versions.items():
        (version,) = versions or (None,)
        flags = (
            {flag.slug for flag in (*version.submission.flags, *version.attribution.flags)} - CALM
            if version
            else UNREAD
        )
        is_read = not flags & UNREAD
        results[bearers[student]] += Counter({"papers": 1, "accused": bool(flags - UNREAD), "not read": not is_read})
        results[bearers[student]].update(flags)
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("exams", nargs="*")
    parser.add_argument("--students", type=int, default=50)
    namespace = parser.parse_args()
    total: dict[str, Counter[str]] = {name: Counter() for name in writers()}
    for number, exam in enumerate(namespace.exams or exam_names()):
        with tempfile.TemporaryDirectory() as folder:
            for name, counter in tallies(exam, namespace.students, Path(folder), ("fr", "en")[number % 2]).items():
                total[name] += counter
    print("| program | papers | accused | not read | flags |\n|---|---|---|---|---|")
    for name, counter in total.items():
        flags = ", ".join(f"{slug} {count}" for slug, count in counter.items() if slug not in TOTALS)
        print(f"| {name} | {' | '.join(str(counter[text]) for text in TOTALS)} | {flags or 'none'} |")
    papers, accused = (sum(counter[text] for counter in total.values()) for text in TOTALS[:2])
    print(f"\n{accused} of {papers} accused")


if __name__ == "__main__":
    main()
