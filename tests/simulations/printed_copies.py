"""Whether printed copies are marked as their forms: python -m tests.simulations.printed_copies [EXAM …] [--seeds 20].

Each seed's sheet in each language is filled with the model's answers, printed by each program that is installed, and
read. Prints the share of values that are read as they were typed, those that are told as cut off, those that became
another value without a flag (misread: never), and the boxes a paper that the copy leaves to a person and the form does
not; how many papers have the marks of the form; then other flags. Answers are typed as the model sheet shows them, or
`--short`: without their approximation.
"""

import argparse
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from io import BytesIO
from pathlib import Path
from shutil import which

import pikepdf
import pypdf
import pypdfium2

from answers.errors import CorrigeError
from answers.exam.catalogue import exam_names, load_exam
from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.key_cache import cached_key
from answers.exam.words import LANGUAGES
from answers.flags import CUT_OFF, FLATTENED
from answers.grading.grade import grade
from answers.kinds.parsing import Blank, Unreadable
from answers.paper import Paper, Verdict
from answers.sheets.identity import FIRST_NAME, NAME, U0, Student, field_name
from answers.sheets.sheet import BlankSheet, sheet_pdf
from answers.submissions.raw.submission import CUT, FileSource, Submission, WantedSheet, expected_exam
from tests.answers.submissions.sheets import filled, flattened_by_pdfium, flattened_by_pikepdf, read_pdf, saved
from tests.attack.programs import PROGRAMS

SECRET = "a secret"
STUDENT = Student("s01", "Nash", "Eva")
USUAL = {FLATTENED.slug, CUT_OFF.slug}
Printer = Callable[[bytes], bytes]


@dataclass
class Tally:
    """What came of the copies of a printer."""

    values: int = 0
    same: int = 0
    cut: int = 0
    misread: int = 0
    left: int = 0
    papers: int = 0
    marked_alike: int = 0
    flags: Counter[str] = field(default_factory=Counter)


def typed(exam: Exam, key: Key, lang: str, *, short: bool) -> dict[str, str]:
    """The model's answers by field, as a student may type them, and what the sheet itself has in its fields."""
    texts = {
        field_name(part.id, place): part.kind.format(value, lang)
        for part in exam.parts
        for place, value in enumerate(key.answers[part.id], start=1)
    }
    cut = {name: text.split(" ≈ ")[0].split(" = ")[0] if short else text for name, text in texts.items()}
    return {**cut, NAME: STUDENT.name, FIRST_NAME: STUDENT.first_name, U0: str(key.u0)}


def drawn_by_pypdf(form: bytes, *, appends: bool = False) -> bytes:
    """Each value set again, with its appearance; what is new at the end of the file, or all written anew."""
    reader = pypdf.PdfReader(BytesIO(form))
    texts = {name: str(one.get("/V", "")) for name, one in (reader.get_fields() or {}).items()}
    writer = pypdf.PdfWriter(BytesIO(form), incremental=True) if appends else pypdf.PdfWriter(clone_from=reader)
    for page in writer.pages:
        writer.update_page_form_field_values(page, texts, auto_regenerate=False)
    stream = BytesIO()
    writer.write(stream)
    return stream.getvalue()


def flattened_by_pikepdf_as_pypdf_drew_it(form: bytes) -> bytes:
    """Fields drawn by one program, and made part of the page by another."""
    with pikepdf.open(BytesIO(drawn_by_pypdf(form))) as document:
        document.flatten_annotations("all")
        if "/AcroForm" in document.Root:
            del document.Root.AcroForm
        return saved(document)


def imported_by_pdfium(form: bytes) -> bytes:
    """What the print dialogue of Chrome makes: pages, flat, in a new file."""
    with pypdfium2.PdfDocument(flattened_by_pdfium(form)) as flat, pypdfium2.PdfDocument.new() as made:
        made.import_pages(flat)
        stream = BytesIO()
        made.save(stream)
        return stream.getvalue()


def by_program(name: str, form: bytes) -> bytes:
    """What a program of the attack makes of a form."""
    with tempfile.TemporaryDirectory() as folder:
        source, result = Path(folder) / "sheet.pdf", Path(folder) / "out" / "sheet.pdf"
        result.parent.mkdir()
        source.write_bytes(form)
        subprocess.run(PROGRAMS[name](source, result), capture_output=True, timeout=180, check=False)
        return result.read_bytes()


def printers() -> dict[str, Printer]:
    """The printers that are to be had."""
    outside = {name: command for name, command in PROGRAMS.items() if which(command(Path("/a"), Path("/b"))[0])}
    return {
        "PDFium, flattens": flattened_by_pdfium,
        "PDFium, as Chrome prints": imported_by_pdfium,
        "pypdf draws, pikepdf flattens": flattened_by_pikepdf_as_pypdf_drew_it,
        "pikepdf, draws and flattens": flattened_by_pikepdf,
        **{name: partial(by_program, name) for name in outside if "saves" not in name},
    }


def sheets(exam: Exam) -> Callable[[WantedSheet], bytes]:
    """Prints sheets of an exam again."""
    return lru_cache(4)(
        lambda wanted: sheet_pdf(BlankSheet(exam, wanted.u0, wanted.student), lang=wanted.lang, secret=SECRET)
    )


def compared(exam: Exam, seed: int, lang: str, tallies: Mapping[str, Tally], *, short: bool) -> None:
    """Fill, print, read and mark one sheet by each printer."""
    key_of, sheet = partial(cached_key, exam), sheets(exam)
    blank = sheet_pdf(BlankSheet(exam, seed, STUDENT), lang=lang, secret=SECRET)
    form = filled(typed(exam, key_of(seed), lang, short=short), blank)

    def read(content: bytes) -> Submission:
        return read_pdf(FileSource(content, "f.pdf", SECRET, expected_exam(exam), sheet))

    wanted = read(form)
    marks = grade(exam, wanted, key_of)
    for name, printer in printers().items():
        tally = tallies[name]
        tally.papers += 1
        try:
            submission = read(printer(form))
        except (CorrigeError, FileNotFoundError) as error:
            tally.flags[type(error).__name__] += 1
            continue
        count(exam, wanted, submission, tally)
        paper = grade(exam, submission, key_of)
        tally.marked_alike += paper.score == marks.score
        tally.left += unread(paper) - unread(marks)
        tally.flags += Counter({flag.slug for flag in submission.flags} - USUAL)


def unread(paper: Paper) -> int:
    """The boxes that are left to a person."""
    return sum(item.verdict is Verdict.UNREADABLE for part in paper.parts.values() for item in part.items)


def count(exam: Exam, wanted: Submission, submission: Submission, tally: Tally) -> None:
    """Count values: those that are read, cut, misread."""
    for part in exam.parts:
        texts = submission.answers.get(part.id) or ("",) * part.count
        for before, after in zip(wanted.answers[part.id], texts, strict=True):
            tally.values += 1
            tally.same += before == after
            tally.cut += after.endswith(CUT)
        pairs = zip(part.kind.read(wanted.answers[part.id]), part.kind.read(texts), strict=True)
        tally.misread += sum(reading != two and not isinstance(two, Blank | Unreadable) for reading, two in pairs)


def table(exams: list[str], seeds: list[int], *, short: bool) -> Iterator[str]:
    """The lines of the table."""
    for exam_name in exams:
        exam = load_exam(exam_name)
        tallies = {name: Tally() for name in printers()}
        for seed in seeds:
            for lang in LANGUAGES:
                compared(exam, seed, lang, tallies, short=short)
        for name, tally in tallies.items():
            flags = ", ".join(f"{slug} {count}" for slug, count in tally.flags.items()) or "none"
            share = f"{tally.same / max(tally.values, 1):7.2%} read, {tally.cut} cut off, {tally.misread} misread"
            left = f"{tally.left / max(tally.papers, 1):.1f}"
            yield f"| {exam_name} | {name} | {share} | {left} | {tally.marked_alike}/{tally.papers} | {flags} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("exams", nargs="*")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--short", action="store_true")
    namespace = parser.parse_args()
    seeds = [17 + 3011 * number for number in range(namespace.seeds)]
    print(
        "| exam | printer | values | left to a person | marks as the form's | other flags |\n|---|---|---|---|---|---|"
    )
    for line in table(namespace.exams or list(exam_names()), seeds, short=namespace.short):
        print(line, flush=True)


if __name__ == "__main__":
    main()
