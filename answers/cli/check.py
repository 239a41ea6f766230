"""corrige check: run the checks that every exam must pass."""

import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from answers.cli.common.context import exam_here
from answers.cli.common.options import ExamFolders, ExamName
from answers.cli.common.output import print_message, working
from answers.cli.common.result import Result
from answers.exam.exam import Exam
from answers.exam.location import source_line
from answers.grading.exam_checks import CheckResult, accept_key, run_checks
from answers.messages import Message, joined, translate

SECONDS = 20
"""Seconds after which the line of the exam that is being executed is printed."""


def check(
    name: ExamName,
    *,
    accept: Annotated[
        bool, typer.Option("--accept", help="First store the model key, and print what differs from the stored one.")
    ] = False,
    exams: ExamFolders = None,
) -> Result:
    """Check an exam against corrige's rules: draws, keys, marking, texts, pages; exit with 1 if a rule is broken."""
    exam, _ = exam_here(name, exams)
    if accept:
        for part_id, old, new in accept_key(exam):
            print_message("answer to {part_id}: {old} → {new}", part_id=part_id, old=old or "–", new=new or "–")
        print_message("stored: {path}", path=exam.location.stored_key(exam.model_seed))
    with working("checking {name}", name=exam.name), _long_computations(exam):
        outcomes = run_checks(exam)
    rows = [
        {"law": run.name, "says": run.description, "problems": list(map(str, problems)), "untried": untried}
        for run, problems, untried in outcomes
    ]
    document = {"schema": "corrige/check/1", "exam": exam.name, "laws": rows}
    return Result(document, _lines(outcomes), needs_person=any(problems for _, problems, _ in outcomes))


@contextmanager
def _long_computations(exam: Exam) -> Iterator[None]:
    """Print every 20 seconds, while a block runs, the line of the exam that is being executed.

    The teacher can thus find an endless loop. Nothing is printed for exams of corrige, or on a system without interval
    timers.
    """
    if not exam.location.is_outside or not hasattr(signal, "setitimer"):
        yield
        return
    code, printed = str(exam.location.code), set[tuple[str, int]]()

    def tell(_number: int, frame: FrameType | None) -> None:
        """Print which line of the exam is still computing; each function of the exam is named once."""
        while frame and not Path(frame.f_code.co_filename).is_relative_to(code):
            frame = frame.f_back
        if frame and (place := (frame.f_code.co_filename, frame.f_code.co_firstlineno)) not in printed:
            printed.add(place)
            line = source_line(frame, frame.f_lineno)
            print_message("{file}, line {line}: still computing", file=frame.f_code.co_filename, line=line)

    before = signal.signal(signal.SIGALRM, tell)
    signal.setitimer(signal.ITIMER_REAL, SECONDS, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _lines(outcomes: Iterable[CheckResult]) -> Iterator[str]:
    """Yield a line for each check, followed by its problems."""
    for run, problems, untried in outcomes:
        if untried:
            yield Message("check not run: {law} ({why})", law=run.description, why=untried)
            continue
        yield joined("", (Message("BROKEN  " if problems else "ok      "), run.description))
        yield from ("        " + translate(str(problem)).replace("\n", "\n    ") for problem in problems)
