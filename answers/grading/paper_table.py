"""Whole papers with the marks that a person gave them: `fixtures/papers/*.toml` of an exam, held by `corrige check`.

    about = "a slip in 1a, followed through"
    u0 = 4321
    [answers]
    "1a" = "17 519 23375"
    [expected]
    score = "39/2"
    flags = ["degenerate-seed"]
    [expected.items]
    "1a.1" = "wrong: some-mistake"
    "2b.1" = "follow_through"

Items that are not named are right, or blank where nothing is answered; "wrong" alone has no mistake named. Without
`flags` they are not looked at.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from importlib.resources.abc import Traversable

from answers.errors import Problem, did_you_mean
from answers.exam.exam import Exam
from answers.exam.store import kept_key
from answers.flags import MISTAKE, Place
from answers.grading.grade import grade
from answers.grading.worlds import variants
from answers.messages import Message
from answers.paper import Mark, Paper, Verdict
from answers.submissions.raw.submission import Submission

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
    key_of, variant_of = cache(partial(kept_key, exam)), variants(exam)
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
        yield Problem(
            Message("its score is {score}", score=paper.score),
            row.place,
            Message("the table says {score}", score=row.score),
        )
    flags = list(map(str, paper.flags))
    if row.flags is not None and flags != row.flags:
        yield Problem(
            Message("its flags are {flags}", flags=", ".join(flags) or "none"),
            row.place,
            Message("the table says {flags}", flags=row.flags),
        )


def _is(item: Mark, expected: str) -> bool:
    verdict, _, why = expected.partition(": ")
    if item.verdict != verdict:
        return False
    if not why:
        return verdict != Verdict.WRONG or item.note is None or item.note.slug != MISTAKE
    return item.note is not None and why in (str(item.note), item.note.detail if item.note.slug == MISTAKE else None)


def _told(item: Mark) -> str:
    return f"{item.verdict}: {item.note}" if item.note else str(item.verdict)
