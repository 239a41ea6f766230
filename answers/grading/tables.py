"""The table of answers of an exam, whose rows must get the verdicts that stand in them."""

import csv
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from importlib.resources.abc import Traversable

from answers.errors import Problem, did_you_mean
from answers.exam.composed_exam import ComposedExam
from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.key_cache import cached_key
from answers.flags import MISTAKE, Place
from answers.grading.grade import grade
from answers.grading.mark import mark_parts, read_answer
from answers.grading.worlds import variants
from answers.messages import Message
from answers.paper import Mark, Paper, Verdict
from answers.submissions.raw.submission import Submission

COLUMNS = ("part", "text", "verdicts", "share")
"""Columns that `answers.csv` has, whatever else it has."""


def answer_table(exam: Exam) -> Iterator[Problem]:
    """Yield what is wrong with `answers.csv`: part, text, then for each item its verdict, and the share of the points.

    A composed paper has none: its exams are held to theirs.
    """
    if isinstance(exam, ComposedExam):
        return
    file = exam.home.fixtures.joinpath("answers.csv")
    if not file.is_file():
        yield Problem(
            "there is no table of answers", str(file), Message("write it: {columns}", columns=",".join(COLUMNS))
        )
        return
    with file.open(encoding="utf-8") as stream:
        table = csv.DictReader(stream)
        names, rows = table.fieldnames, list(table)
    missing = [name for name in COLUMNS if name not in (names or ())]
    if missing:
        cause = Message("no column {missing}", missing=", ".join(missing))
        place = Message("{path}, line {number}", path=file, number=1)
        yield Problem(cause, place, Message("start with: {columns}", columns=",".join(COLUMNS)))
        return
    yield from _without_row(exam, {row["part"] for row in rows}, str(file))
    key = make_key(exam, exam.model_seed)
    for number, row in enumerate(rows, start=2):
        yield from _answer_row(exam, key, row, Message("{path}, line {number}", path=file, number=number))


def _without_row(exam: Exam, judged: Collection[str], file: str) -> Iterator[Problem]:
    without = [part.id for part in exam.parts if part.id not in judged]
    if without:
        yield Problem(Message("no row of {parts}", parts=", ".join(without)), file, "at least one row a part")


def _answer_row(exam: Exam, key: Key, row: dict[str, str], place: str) -> Iterator[Problem]:
    known = {part.id: part for part in exam.parts}
    if row["part"] not in known:
        yield Problem(
            Message("{name} has no part {part_id!r}", name=exam.name, part_id=row["part"]),
            place,
            did_you_mean(row["part"], known),
        )
        return
    part = known[row["part"]]
    marks = mark_parts(exam, key, {part.id: read_answer(part, (row["text"],))})[part.id]
    verdicts = " ".join(item.verdict for item in marks.items)
    if verdicts != row["verdicts"]:
        notes = ", ".join(dict.fromkeys(str(item.note) for item in marks.items if item.note))
        cause = Message(
            "{text!r} is {verdicts}", text=row["text"], verdicts=f"{verdicts} ({notes})" if notes else verdicts
        )
        yield Problem(cause, place, Message("the table says {verdicts}", verdicts=row["verdicts"]))
    elif marks.score != Fraction(row["share"]) * part.points:
        share = marks.score / part.points
        cause = Message("{text!r} earns {share} of the part", text=row["text"], share=share)
        yield Problem(cause, place, Message("not {share}", share=row["share"]))


FOLDER = "papers"


@dataclass(frozen=True, slots=True)
class _Row:
    """A paper of the table: what was handed in, and what it is expected to get."""

    place: str
    u0: int
    answers: Mapping[str, str]
    score: Fraction
    flags: list[str] | None
    items: Mapping[str, str]


def paper_table(exam: Exam) -> Iterator[Problem]:
    """Yield what differs from the table of an exam: a mark, a verdict or a flag that is not the one expected."""
    folder = exam.home.fixtures.joinpath(FOLDER)
    if not folder.is_dir():
        return
    key_of, variant_of = cache(partial(cached_key, exam)), variants(exam)
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        if file.name.endswith(".toml"):
            row = _row(exam, file)
            if isinstance(row, Problem):
                yield row
                continue
            written = {part_id: (text,) for part_id, text in row.answers.items()}
            handed = Submission(Place(file.name), file.name, str(row.u0), exam.name, written)
            yield from _differences(row, grade(exam, handed, key_of, variant_of=variant_of))


def _row(exam: Exam, file: Traversable) -> _Row | Problem:
    try:
        row = _parsed(file)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        cause = Message("is no paper of the table: {error}", error=error)
        return Problem(cause, str(file), "write it as docs/exams.md shows, under “Whole papers”")
    parts = [part.id for part in exam.parts]
    items = sorted(f"{part.id}.{index}" for part in exam.parts for index in range(1, part.count + 1))
    for names, known in ((row.answers, parts), (row.items, items)):
        for name in names:
            if name not in known:
                cause = Message("{exam} has no {name!r}", exam=exam.name, name=name)
                return Problem(cause, row.place, did_you_mean(name, known))
    return row


def _parsed(file: Traversable) -> _Row:
    document = tomllib.loads(file.read_text("utf-8"))
    expected = document["expected"]
    return _Row(
        str(file),
        int(document["u0"]),
        {str(part_id): str(text) for part_id, text in document["answers"].items()},
        Fraction(str(expected["score"])),
        expected.get("flags"),
        {str(name): str(verdict) for name, verdict in expected.get("items", {}).items()},
    )


def _differences(row: _Row, paper: Paper) -> Iterator[Problem]:
    for part_id, part in paper.parts.items():
        usual = "right" if row.answers.get(part_id, "").strip() else "blank"
        for index, item in enumerate(part.items, 1):
            expected = row.items.get(f"{part_id}.{index}", usual)
            if not _is(item, expected):
                cause = Message(
                    "{part_id}.{index}, {raw!r}, is {told}",
                    part_id=part_id,
                    index=index,
                    raw=item.raw,
                    told=_told(item),
                )
                yield Problem(cause, row.place, Message("the table says {expected}", expected=expected))
    if paper.score != row.score:
        yield Problem(_score(row, paper), row.place, Message("the table says {score}", score=row.score))
    flags = list(map(str, paper.flags))
    if row.flags is not None and flags != row.flags:
        yield Problem(
            Message("its flags are {flags}", flags=", ".join(flags) or "none"),
            row.place,
            Message("the table says {flags}", flags=row.flags),
        )


def _score(row: _Row, paper: Paper) -> Message:
    """What is said of another score; a part that the paper does not answer may be why."""
    without = ", ".join(part_id for part_id in paper.parts if part_id not in row.answers)
    if not without:
        return Message("its score is {score}", score=paper.score)
    return Message("its score is {score}, without an answer to {parts}", score=paper.score, parts=without)


def _is(item: Mark, expected: str) -> bool:
    verdict, _, why = expected.partition(": ")
    if item.verdict != verdict:
        return False
    if not why:
        return verdict != Verdict.WRONG or item.note is None or item.note.slug != MISTAKE
    return item.note is not None and why in (str(item.note), item.note.detail if item.note.slug == MISTAKE else None)


def _told(item: Mark) -> str:
    return f"{item.verdict}: {item.note}" if item.note else str(item.verdict)
