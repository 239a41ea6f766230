"""Filled PDFs read a second, on one core: python -m tests.benchmarks.bench_reading [SHEETS].

Sheets of the nash exam, each of another student, every field filled. In one run, fastest of REPEATS, in processor time
(reading waits for nothing, and the figure stands when the machine is shared), that of the reading process included but
not what it takes to start it:

- corrige: `read_submissions` from the disk, two libraries, signatures checked, every field compared, in another
process;
- pypdf: its own `get_form_text_fields` from memory, alone and unchecked;
- printed: the same sheets printed by poppler, read from the text of their boxes, each beside its blank, kept as a class
  keeps it, or printed again (when pdftocairo is installed).

The target is 150 filled PDFs a second; how long a process takes to start is told too.
"""

import gc
import io
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import lru_cache
from os import getpid, times
from pathlib import Path
from time import process_time

import pikepdf
import pypdf

from answers.exam.catalogue import load_exam
from answers.flags import FLATTENED, Flag
from answers.sheets.identity import Student
from answers.sheets.sheet import BlankSheet, sheet_pdf
from answers.submissions.raw.submission import WantedSheet, expected_exam
from answers.submissions.read import read_submissions, worker

EXAM = load_exam("nash")
SHEETS = 100
REPEATS = 3
TEXTS = ("17", "1,67·10^9", "≃ 0,333", "29/45", "−5")
DIGIT, NARROW = "7", 60
"""What stands in boxes of fewer points."""


def filled(number: int) -> bytes:
    student = Student(id=f"s{number:03}")
    blank = sheet_pdf(BlankSheet(EXAM, number, student), secret="secret")
    with pikepdf.open(io.BytesIO(blank)) as pdf:
        for index, field in enumerate(pdf.Root.AcroForm.Fields):
            if str(field.T).startswith("q"):
                width = float(field.Rect[2] - field.Rect[0])
                field.V = pikepdf.String(DIGIT if width < NARROW else TEXTS[index % len(TEXTS)])
        stream = io.BytesIO()
        pdf.save(stream)
        return stream.getvalue()


@lru_cache
def sheet(wanted_sheet: WantedSheet) -> bytes:
    return sheet_pdf(BlankSheet(EXAM, wanted_sheet.u0, wanted_sheet.student), lang=wanted_sheet.lang, secret="secret")


def read(path: Path, flags: tuple[Flag, ...] = ()) -> None:
    (submission,) = read_submissions(path, secret="secret", exam=expected_exam(EXAM), sheet=sheet)
    assert submission.flags == flags, (path, submission.flags)
    assert all(text for texts in submission.answers.values() for text in texts), path


def read_printed(path: Path) -> None:
    read(path, (FLATTENED,))


def read_and_print(path: Path) -> None:
    sheet.cache_clear()
    read_printed(path)


def pypdf_alone(path: Path) -> None:
    assert pypdf.PdfReader(path).get_form_text_fields(full_qualified_name=True)


def seconds(reader_of: Callable[[Path], None], paths: list[Path]) -> float:
    """Processor time to read files, in this process and in that of the reader, from its start to its end."""
    before = process_time() + sum(times()[2:4])
    for path in paths:
        reader_of(path)
    worker(getpid()).close()
    return process_time() + sum(times()[2:4]) - before


def rate(reader_of: Callable[[Path], None], paths: list[Path]) -> float:
    start = min(seconds(reader_of, paths[:1]) for _ in range(REPEATS))
    return (len(paths) - 1) / (min(seconds(reader_of, paths) for _ in range(REPEATS)) - start)


def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        paths = [Path(name) / f"{number}.pdf" for number in range(count)]
        for number, path in enumerate(paths):
            path.write_bytes(filled(number))
        gc.freeze()  # what making the sheets left in memory is no business of reading them
        ours, theirs = rate(read, paths), rate(pypdf_alone, paths)
        print(f"{count} filled sheets of {paths[0].stat().st_size / 1000:.0f} KB")
        print(f"corrige, two libraries  {ours:7.0f} a second")
        print(f"a reading process       {1000 * seconds(read, paths[:1]):7.0f} ms to start and to read one")
        print(f"pypdf alone             {theirs:7.0f} a second; corrige is {ours / theirs:.2f} times as fast")
        if shutil.which("pdftocairo"):
            printed = [path.with_suffix(".printed.pdf") for path in paths[:20]]
            for before, after in zip(paths, printed, strict=False):
                subprocess.run(["pdftocairo", "-pdf", before, after], check=True)
            print(f"printed copies          {rate(read_printed, printed):7.1f} a second, their sheets kept")
            print(f"                        {rate(read_and_print, printed):7.1f} a second, their sheets printed again")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else SHEETS)
