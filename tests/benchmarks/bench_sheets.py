"""Sheets a second, in one process: python -m tests.benchmarks.bench_sheets [feedback] [COUNT].

Blank ones: every sheet has its own u₀, student, token, QR code and metadata, in French, every field of the Nash exam.
Feedback: on papers of the same exam with a third of the items wrong, marked with all diagnoses before it is timed. The
first sheet, which loads WeasyPrint and the templates and lays out what all share, is not counted but printed apart. The
processor rate counts the processor time of this process alone: it is what a core of its own would give. Objects are
collected as seldom as the command line does.
"""

import gc
import os
import random
import sys
import tempfile
from collections.abc import Iterator
from functools import cache, partial
from io import BytesIO
from time import perf_counter, process_time
from unittest.mock import patch

from pypdf import PdfReader

from answers.cli.app import COLLECTED
from answers.exam.catalogue import load_exam
from answers.exam.key_cache import cached_key
from answers.grading.grade import grade
from answers.grading.scenario_keys import ScenarioKeys
from answers.sheets.identity import Student
from answers.sheets.sheet import BlankSheet, Feedback, Sheet, sheet_pdf
from tests.simulations.wrong_answers import paper

EXAM = load_exam("nash")
COUNT = 60
GOALS = {"blank": 30, "feedback": 12}
WRONG = 1 / 3


def blank_sheets(count: int) -> Iterator[Sheet]:
    return (BlankSheet(EXAM, u0, student_of(u0)) for u0 in range(count))


def feedback_sheets(count: int) -> Iterator[Sheet]:
    """The feedback of so many students, each with a seed."""
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, CORRIGE_CACHE=folder):
        key_of, scenario_key = cache(partial(cached_key, EXAM)), ScenarioKeys(EXAM)
        for u0 in range(1, count + 1):
            written = paper(EXAM, key_of(u0), key_of(u0 + 1), random.Random(u0), WRONG)
            yield Feedback(EXAM, key_of(u0), grade(EXAM, written, key_of, scenario_key=scenario_key), student_of(u0))


def student_of(u0: int) -> Student:
    return Student(f"s{u0:05}", f"Name {u0}", f"First {u0}")


def pdf_of(sheet: Sheet) -> bytes:
    return sheet_pdf(sheet, secret="benchmark")


def main(face: str, count: int) -> None:
    gc.set_threshold(COLLECTED)
    first, *sheets = (feedback_sheets if face == "feedback" else blank_sheets)(count + 1)
    start = perf_counter()
    reader = PdfReader(BytesIO(pdf_of(first)))
    print(f"first sheet: {perf_counter() - start:.2f} s")
    start, start_cpu = perf_counter(), process_time()
    sizes = [len(pdf_of(sheet)) for sheet in sheets]
    wall, cpu = perf_counter() - start, process_time() - start_cpu
    print(f"{len(reader.pages)} page(s), {len(reader.get_fields() or {})} fields, {sum(sizes) / count / 1000:.0f} kB")
    print(f"{count / wall:.1f} sheets/s, {count / cpu:.1f} sheets/s of processor time (goal: {GOALS[face]})")


if __name__ == "__main__":
    face = "feedback" if "feedback" in sys.argv else "blank"
    main(face, next((int(text) for text in sys.argv[1:] if text.isdecimal()), COUNT))
