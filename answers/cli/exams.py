"""corrige list, corrige show and corrige exam new: the exams, what one asks, the start of one's own."""

from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import Annotated

import typer

from answers.assets import asset, files_in
from answers.cli.common import counts
from answers.cli.common.here import all_exams, exam_here
from answers.cli.common.options import ExamFolders, ExamName, Lang
from answers.cli.common.output import WIDE, say, table
from answers.cli.common.result import Result
from answers.errors import CorrigeError
from answers.exam.catalogue import exam_names, load_exam
from answers.exam.exam import Exam
from answers.exam.key import make_key
from answers.exam.key_json import key_to_json
from answers.exam.paper_file import NAME
from answers.exam.question import Part
from answers.exam.words import LANGUAGES, Words, plain
from answers.files import json_bytes, make_folder, write_atomic
from answers.messages import Message, decimal, language


def list_exams(*, exams: ExamFolders = None) -> Result:
    """List the exams."""
    listed = all_exams(exams)
    rows = [{"name": exam.name, "title": _titles(exam)} for exam in listed]
    return Result({"schema": "corrige/list/1", "exams": rows}, _table(listed))


def show(name: ExamName, *, exams: ExamFolders = None, lang: Lang = None) -> Result:
    """Show an exam's questions, with the points, answer kinds and tolerances in force here."""
    exam, _ = exam_here(name, exams)
    return Result(_document(exam), _lines(exam, exam.words(lang or language())))


def _titles(exam: Exam) -> dict[str, str]:
    return {lang: plain(exam.words(lang).title) for lang in LANGUAGES}


def _table(exams: list[Exam]) -> list[str]:
    rows = (
        (
            exam.name,
            plain(exam.words(language()).title),
            str(len(exam.questions)),
            decimal(float(exam.points), "g"),
            exam.advice,
        )
        for exam in exams
    )
    return table(("exam", "title", "questions", "points", ""), rows, right=("questions", "points"))


def _lines(exam: Exam, words: Words) -> Iterator[str]:
    model = exam.drawn(exam.model_seed)
    yield Message(
        "{plain}: {points}, model seed {model_seed}",
        plain=plain(words.title),
        points=counts.points(float(exam.points)),
        model_seed=exam.model_seed,
    )
    yield from wrap(plain(words.source), WIDE)
    if exam.advice:
        yield exam.advice
    yield ""
    for question in exam.questions:
        yield from wrap(f"{question.number}. {plain(words.prompt(question, model))}", WIDE, subsequent_indent="    ")
    yield ""
    rows = (
        (
            part.id,
            decimal(float(round(part.points, 2)), "g"),
            part.kind.describe(words.lang),
            part.tolerance.describe(words.lang),
            Message("all or nothing") if part.all_or_nothing and part.count > 1 else "",
            " ".join(map(plain, words.labels(part, model))),
        )
        for part in exam.parts
    )
    columns = ("part", "points", "answer", "tolerance", "together", "items")
    yield from table(columns, rows, right=("points",), widest=WIDE)


def _document(exam: Exam) -> dict[str, object]:
    words, model = {lang: exam.words(lang) for lang in LANGUAGES}, exam.drawn(exam.model_seed)
    return {
        "schema": "corrige/exam/1",
        "exam": exam.name,
        "title": _titles(exam),
        "model_seed": exam.model_seed,
        "points": float(exam.points),
        "questions": [
            {
                "question": question.number,
                "prompt": {lang: plain(one.prompt(question, model)) for lang, one in words.items()},
                "parts": {
                    part.id: _part_json(part, list(map(plain, words["fr"].labels(part, model))))
                    for part in question.parts
                },
            }
            for question in exam.questions
        ],
    }


def _part_json(part: Part, labels: list[str]) -> dict[str, object]:
    return {
        "points": float(part.points),
        "items": labels,
        "kind": part.kind.describe("en"),
        "tolerance": {"absolute": float(part.tolerance.absolute), "relative": float(part.tolerance.relative)},
        "all_or_nothing": part.all_or_nothing,
    }


def new(name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the exam, and of its new folder.")]) -> None:
    """Write the start of an exam in a new folder: that of docs/exams.md, which keeps the law of the house."""
    folder = Path(name)
    if not NAME.fullmatch(name):
        cause = Message("{name!r} is no name for an exam", name=name)
        raise CorrigeError.one(cause, remedy="small letters, digits and _, such as games_2026")
    if name in exam_names():
        raise CorrigeError.one(Message("{name!r} is the name of an exam", name=name), remedy="choose another name")
    if folder.exists():
        raise CorrigeError.one("it exists and was left as it is", place=name, remedy="choose another name")
    for place, content in files_in(asset("templates", "start")):
        path = make_folder((folder / place).parent) / Path(place).name
        write_atomic(path, content.replace(b'Exam("nim"', f'Exam("{name}"'.encode()))
    exam = load_exam(name, [folder])
    key = key_to_json(exam, make_key(exam, exam.model_seed), "fr")
    write_atomic(folder / "fixtures" / f"u0-{exam.model_seed}.json", json_bytes(key))
    say("wrote {path}", path=folder)
    say("look at it: {command}", command=f"corrige check {name} --exams {name}")
