"""Blank fillable sheets a second, in one process: python -m tests.benchmarks.bench_sheets [COUNT].

Every sheet has its own u₀, student, token, QR code and metadata, in French, every field of the Nash exam. The first
sheet, which loads WeasyPrint and the templates and lays out what all share, is not counted but printed apart. The
processor rate counts the processor time of this process alone: it is what a core of its own would give.
"""

import sys
from io import BytesIO
from time import perf_counter, process_time

from pypdf import PdfReader

from answers.exam.catalogue import load_exam
from answers.exam.identity import Student
from answers.sheets.sheet import Blank, sheet_pdf

EXAM = load_exam("nash")
COUNT = 60
GOAL = 30


def sheet(u0: int) -> bytes:
    student = Student(f"s{u0:05}", f"Name {u0}", f"First {u0}")
    return sheet_pdf(Blank(EXAM, u0, student), secret="benchmark")


def main(count: int) -> None:
    start = perf_counter()
    reader = PdfReader(BytesIO(sheet(0)))
    print(f"first sheet: {perf_counter() - start:.2f} s")
    start, start_cpu = perf_counter(), process_time()
    sizes = [len(sheet(u0)) for u0 in range(1, count + 1)]
    wall, cpu = perf_counter() - start, process_time() - start_cpu
    print(f"{len(reader.pages)} page(s), {len(reader.get_fields() or {})} fields, {sum(sizes) / count / 1000:.0f} kB")
    print(f"{count / wall:.1f} sheets/s, {count / cpu:.1f} sheets/s of processor time (goal: {GOAL})")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else COUNT)
