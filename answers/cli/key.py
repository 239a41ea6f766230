"""corrige key: compute the key of a seed."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated

import typer

from answers.cli.common.context import exam_here
from answers.cli.common.options import ExamFolders, ExamName, Lang, Seed
from answers.cli.common.output import print_message, table, working
from answers.cli.common.result import Result
from answers.exam.key import make_key
from answers.exam.key_cache import cached_key
from answers.exam.key_json import key_to_json
from answers.exam.location import fingerprint
from answers.exam.words import plain

PAGE = 100
"""Maximum width of the printed table, in characters, without a terminal."""


def key(
    name: ExamName,
    u0: Seed,
    *,
    question: Annotated[
        list[str] | None,
        typer.Option("--question", metavar="PART", help="Compute only this part, such as 7a; may be repeated."),
    ] = None,
    exams: ExamFolders = None,
    lang: Lang = None,
) -> Result:
    """Compute the key of a seed."""
    exam, settings = exam_here(name, exams)
    language = lang or settings.lang
    with working("computing the key of {name} for u0 = {u0}", name=exam.name, u0=u0):
        if question:
            exam_key = make_key(exam, u0, parts=question, fingerprint=fingerprint(exam.location))
        else:
            exam_key = cached_key(exam, u0)
    if exam_key.flags:
        print_message("u0 = {u0}: {flags}", u0=u0, flags=", ".join(map(str, exam_key.flags)))

    def lines() -> Iterator[str]:
        words = exam.words(language)  # the templates are not read for --json
        rows = (
            (part.id, plain(label), part.kind.format(value, language))
            for part in exam.parts
            if part.id in exam_key.answers
            for label, value in zip(words.labels(part, exam_key.params), exam_key.answers[part.id], strict=True)
        )
        yield from table(("part", "item", "answer"), rows, widest=PAGE)

    return Result(partial(key_to_json, exam, exam_key, language), lines())
