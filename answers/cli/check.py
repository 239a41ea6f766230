"""corrige check: run the checks that every exam must pass."""

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from typing import Annotated

import typer

from answers.cli.common.context import settings_here
from answers.cli.common.options import ExamFolders, ExamName
from answers.cli.common.output import print_message, working
from answers.cli.common.result import Result
from answers.errors import CorrigeError, TimeLimitError
from answers.exam.catalogue import find_exam_location, load_adjusted, name_and_places
from answers.exam.time_limit import SECONDS, TimeLimit
from answers.grading.exam_checks import HIDDEN, CheckResult, accept_key, problems_of, run_checks
from answers.messages import Message, joined, translate


def check(
    name: ExamName,
    *,
    accept: Annotated[
        bool, typer.Option("--accept", help="First store the model key, and print what differs from the stored one.")
    ] = False,
    exams: ExamFolders = None,
) -> Result:
    """Check an exam against corrige's rules: draws, keys, marking, texts, pages; exit with 1 if a rule is broken."""
    settings = settings_here(exams)
    limit = TimeLimit(find_exam_location(*name_and_places(name, settings.places)), SECONDS)
    step = limit.step() if limit.location.is_outside else nullcontext()
    with working("checking {name}", name=name), step:
        try:
            exam = load_adjusted(name, settings)
            limit.location = exam.location
            changes = accept_key(exam) if accept else ()
        except TimeLimitError as error:
            raise CorrigeError(problems_of(error, limit.location)) from error
        outcomes = run_checks(exam)
    for part_id, old, new in changes:
        print_message("answer to {part_id}: {old} → {new}", part_id=part_id, old=old or "–", new=new or "–")
    if accept:
        print_message("stored: {path}", path=exam.location.stored_key(exam.model_seed))
    rows = [
        {"law": run.name, "says": run.description, "problems": list(map(str, problems)), "untried": untried}
        for run, problems, untried in outcomes
    ]
    document = {"schema": "corrige/check/1", "exam": exam.name, "laws": rows}
    return Result(document, _lines(outcomes), needs_person=any(problems for _, problems, _ in outcomes))


def _lines(outcomes: Iterable[CheckResult]) -> Iterator[str]:
    """Yield a line for each check that applies to the exam, followed by its problems."""
    hidden = 0
    for run, problems, untried in outcomes:
        hidden += untried == HIDDEN
        if not untried:
            yield joined("", (Message("BROKEN  " if problems else "ok      "), run.description))
        yield from ("        " + translate(str(problem)).replace("\n", "\n    ") for problem in problems)
    if hidden:
        yield Message(
            "{count} check is not possible until these problems are solved",
            plural="{count} checks are not possible until these problems are solved",
            count=hidden,
        )
