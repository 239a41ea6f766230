"""corrige check: run the checks that every exam must pass."""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Annotated, NamedTuple

import typer

from answers.cli.common.options import ExamFolders, ExamName
from answers.cli.common.output import print_message, working
from answers.cli.common.result import Result
from answers.errors import CorrigeError, TimeLimitError
from answers.exam.catalogue import find_exam_location, load_adjusted, name_and_places
from answers.exam.location import ExamLocation
from answers.exam.settings import Settings
from answers.exam.settings_in_force import load_settings
from answers.exam.time_limit import SECONDS, TimeLimit, ended_if_stuck, stopped_problem
from answers.grading.exam_checks import CHECKS, HIDDEN, CheckResult, accept_key, problems_of, run_checks
from answers.messages import Message, joined, translate
from answers.sandbox.process import iterate_limited

UNLIMITED = 10**6, 10**15
"""Seconds for a check, and bytes of memory: more than is needed, since the code of exams has limits of its own."""
NOT_REACHED = Message("not checked, since the check above was stopped")
"""The reason why a check was not run after one that ended its process."""


class Progress(NamedTuple):
    """The results of the first checks of an exam, with the changes of its stored key if the new key was accepted."""

    exam: str
    location: ExamLocation
    stored_key: str
    changes: list[tuple[str, str, str]]
    outcomes: tuple[CheckResult, ...] = ()


def check(
    name: ExamName,
    *,
    accept: Annotated[
        bool,
        typer.Option(
            "--accept",
            help="First store the computed key of the model seed, and print what differs from the key stored before.",
        ),
    ] = False,
    exams: ExamFolders = None,
) -> Result:
    """Check an exam against corrige's rules: draws, keys, marking, texts, pages; exit with 1 if a rule is broken."""
    settings = load_settings(Path.cwd(), exams)
    location = find_exam_location(*name_and_places(name, settings.places))
    progress = None
    if location.is_outside and hasattr(os, "fork"):
        progress = _check_in_child(name, settings, location, accept=accept)
    if progress is None:  # the exam comes with corrige, or this process gets the same error when it loads the exam
        with working("checking {name}", name=name):
            *_, progress = _check(name, settings, location, accept=accept)
    for part_id, old, new in progress.changes:
        print_message(
            "stored key, part {part_id}: the answer was {old} and is now {new}",
            part_id=part_id,
            old=old or "–",
            new=new or "–",
        )
    if accept:
        print_message("the key of the model seed is stored in {path}", path=progress.stored_key)
    rows = [
        {"law": run.name, "says": run.description, "problems": list(map(str, problems)), "untried": untried}
        for run, problems, untried in progress.outcomes
    ]
    document = {"schema": "corrige/check/1", "exam": progress.exam, "laws": rows}
    needs_person = any(problems for _, problems, _ in progress.outcomes)
    lines: list[str] = []
    for run, problems, untried in progress.outcomes:
        if not untried:
            lines.append(joined("", (Message("BROKEN  " if problems else "ok      "), run.description)))
        lines += ("        " + translate(str(problem)).replace("\n", "\n    ") for problem in problems)
    if hidden := sum(untried in (HIDDEN, NOT_REACHED) for _, _, untried in progress.outcomes):
        lines.append(
            Message(
                "{count} check is not possible until these problems are solved",
                plural="{count} checks are not possible until these problems are solved",
                count=hidden,
            )
        )
    return Result(document, lines, needs_person=needs_person)


def _check(
    name: str, settings: Settings, location: ExamLocation, *, accept: bool, stack: IO[bytes] | None = None
) -> Iterator[Progress]:
    """Load an exam and run the checks on it, and yield the progress after each step.

    The time of an exam that does not come with corrige is limited. With the file `stack`, this process is also ended if
    an operation takes too long, and writes its stack there.
    """
    limit = TimeLimit(location, SECONDS)
    with ExitStack() as limits:
        limits.callback(sys.stdout.flush)  # of a child process, which is ended after the last step
        if stack:
            limits.enter_context(ended_if_stuck(stack))
        if location.is_outside:
            limits.enter_context(limit.step())
        try:
            exam = load_adjusted(name, settings)
            limit.location = exam.location
            changes = accept_key(exam) if accept else []
        except TimeLimitError as error:
            raise CorrigeError(problems_of(error, limit.location)) from error
        progress = Progress(exam.name, exam.location, str(exam.location.stored_key(exam.model_seed)), changes)
        yield progress
        for outcome in run_checks(exam):
            progress = progress._replace(outcomes=(*progress.outcomes, outcome))
            yield progress


def _check_in_child(name: str, settings: Settings, location: ExamLocation, *, accept: bool) -> Progress | None:
    """Load an exam and run the checks on it in a child process, and return the results.

    None if the child process has got an exception while it loaded the exam. If it was ended, this is the problem of the
    check that it was running, or is raised as a CorrigeError if the exam was not loaded yet.
    """
    with TemporaryFile() as stack:
        steps = iterate_limited(_check(name, settings, location, accept=accept, stack=stack), *UNLIMITED)
        loaded = next(steps, None)
        with working("checking {name}", name=name):  # it starts a thread, which must not be copied into the child
            found: list[Progress | None] = [loaded, *steps]
        progress = found[-1]
        stack.seek(0)
        problem = stopped_problem(stack.read(), progress.location if progress else location)
        is_stuck = bool(stack.tell())
    if progress is None and is_stuck:
        raise CorrigeError([problem])
    if progress is None or len(progress.outcomes) == len(CHECKS):
        return progress
    stopped, *others = CHECKS[len(progress.outcomes) :]
    rest = (CheckResult(stopped, (problem,)), *(CheckResult(other, (), NOT_REACHED) for other in others))
    return progress._replace(outcomes=(*progress.outcomes, *rest))
