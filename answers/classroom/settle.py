"""Taking a decision about an item or a part, for one student or for all who wrote the same, and taking it back."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from answers.classroom.decisions import (
    Decision,
    Kind,
    decisions_in_force,
    is_points,
    item_problem,
    read_decisions,
    write_decisions,
    written_answer,
)
from answers.classroom.folder import Cohort
from answers.classroom.named_student import named_student
from answers.errors import CorrigeError
from answers.exports.gradebook import Gradebook
from answers.exports.spreadsheet import disarmed
from answers.kinds.reading import Blank, Unreadable
from answers.messages import Message
from answers.paper import Verdict

MAX_REASON = 300


@dataclass(frozen=True, slots=True)
class Ruling:
    """What is decided: how the item counts, the value or the points, why, by whom and when."""

    kind: Kind
    value: str = ""
    reason: str = ""
    author: str = ""
    time: str = ""


def decisions_for(
    gradebook: Gradebook, student: str, item: str, ruling: Ruling, *, equal: bool
) -> tuple[Decision, ...]:
    """Return the decisions that a ruling comes to.

    Parameters
    ----------
    student
        Whose answer it is about; empty with `equal` when all that is not read at `item` is the same answer.
    item
        Part and position, "4b.1"; a part, "4b", is all its items: points are then those of the part, in equal shares.
    equal
        Whether it is also about everybody else who wrote the same there.

    Raises
    ------
    CorrigeError
        If there is no such student, item or paper, the value cannot be read, or the points are more than the item's.
    """
    student = _marked(gradebook, student) if student else ""
    items = _items(item, gradebook)
    if ruling.kind is Kind.VALUE and len(items) > 1:
        raise CorrigeError.one(
            Message("{item} has {count} items, and a value is of one", item=item, count=len(items)),
            remedy=Message("decide them one by one: {items}", items=", ".join(items)),
        )
    if ruling.kind is Kind.POINTS:
        ruling = replace(ruling, value=_share(ruling.value, item, items, gradebook))
    return tuple(one for each in items for one in _of_item(gradebook, student, each, ruling, equal=equal))


def _of_item(gradebook: Gradebook, student: str, item: str, ruling: Ruling, *, equal: bool) -> Iterator[Decision]:
    """The decisions about one item."""
    problem = item_problem(item, gradebook.exam)
    if problem is not None:
        raise CorrigeError([problem])
    _check(ruling, item, gradebook)
    written = _written(gradebook, item)
    if student:
        answer = written[student]
        whose = [who for who, text in written.items() if text == answer] if equal else [student]
    else:
        answer = _only_answer(gradebook, item)
        whose = [who for who, text in written.items() if text == answer]
    return (decision_of(who, item, answer, ruling) for who in whose)


def _marked(gradebook: Gradebook, named: str) -> str:
    """The identifier of a student who has a marked paper."""
    student = named_student((row.student for row in gradebook.rows), named, gradebook.files).id
    row = next(row for row in gradebook.rows if row.student.id == student)
    if row.paper is None:
        raise no_paper(student, is_settled=row.is_excused)
    if row.paper.u0 is None:
        flag = next(iter(row.open_flags or row.flags), "")
        cause = Message("the paper of {student} is not marked: {flag}", student=student, flag=flag)
        remedy = Message("see `corrige explain {flag}`", flag=shlex.quote(str(flag)))
        raise CorrigeError.one(cause, place=str(row.paper.place), remedy=remedy)
    return student


def no_paper(student: str, *, is_settled: bool) -> CorrigeError:
    """Return that a student has no paper, with the command that settles it unless it is settled."""
    remedy = Message(
        "that there is none is settled; to take it back: corrige class decide DIR {student} no-paper --withdraw",
        student=shlex.quote(student),
    )
    if not is_settled:
        remedy = Message(
            "if that is settled: corrige class decide DIR {student} no-paper --seen --reason TEXT",
            student=shlex.quote(student),
        )
    return CorrigeError.one(Message("{student} has no paper", student=student), remedy=remedy)


def no_feedback(whose: str) -> CorrigeError:
    """Return that nobody can be told of a decision, as there is no feedback: no paper, or a paper of nobody."""
    return CorrigeError.one(
        Message("{whose}: there is no feedback sheet to tell it in", whose=whose),
        remedy="leave out --tell; the reason is kept for you",
    )


def record(cohort: Cohort, decisions: Sequence[Decision]) -> tuple[Decision, ...]:
    """Add decisions to the file, after those that are there, and return them: one that holds already is not repeated.

    Raises
    ------
    CorrigeError
        If the file is damaged or cannot be written.
    """
    present = read_decisions(cohort.folder, cohort.exam)
    holding = {_said(one) for one in decisions_in_force(present).values()}
    new = tuple(one for one in decisions if _said(one) not in holding)
    if new:
        write_decisions(cohort.folder, (*present, *new))
    return new


def take_back(cohort: Cohort, decisions: Sequence[Decision]) -> None:
    """Remove decisions that were recorded a moment ago, from the end of the file.

    Raises
    ------
    CorrigeError
        If the file no longer ends with them, or cannot be written.
    """
    present = read_decisions(cohort.folder, cohort.exam)
    kept, last = present[: -len(decisions)], present[-len(decisions) :]
    if len(last) != len(decisions) or any(_place(a) != _place(b) for a, b in zip(last, decisions, strict=True)):
        raise CorrigeError.one("decisions.csv was changed meanwhile", remedy="withdraw with `corrige class decide`")
    write_decisions(cohort.folder, kept)


def _said(one: Decision) -> tuple[str, str, Kind, str, str, str]:
    """What a decision says, whoever took it and when."""
    return disarmed(one.student), one.item, one.kind, one.value, disarmed(one.answer), disarmed(one.reason)


def _place(one: Decision) -> tuple[str, Kind, str]:
    return one.item, one.kind, one.value


def decision_of(student: str, item: str, answer: str, ruling: Ruling) -> Decision:
    """Return a ruling as it is written down."""
    reason = " ".join(ruling.reason.split())[:MAX_REASON]
    return Decision(student, item, ruling.kind, ruling.value.strip(), answer, reason, ruling.author, ruling.time)


def _items(item: str, gradebook: Gradebook) -> list[str]:
    """The items of a part, or the one that is named."""
    counts = {part.id: part.count for part in gradebook.exam.parts}
    return [f"{item}.{at}" for at in range(1, counts[item] + 1)] if item in counts else [item]


def _share(points: str, named: str, items: Sequence[str], gradebook: Gradebook) -> str:
    """The points of each of some items, which have so many together; `named` is what the teacher called them."""
    problems = [problem for item in items if (problem := item_problem(item, gradebook.exam))]
    if problems:
        raise CorrigeError(problems)
    part = gradebook.exam.part(items[0].partition(".")[0])
    most = part.points / part.count * len(items)
    if not is_points(points) or Fraction(points.replace(",", ".")) > most:
        raise CorrigeError.one(
            Message("{value!r} are no points of {item}", value=points[:20], item=named),
            remedy=Message("give 0 to {share:g}", share=float(most)),
        )
    return points if len(items) == 1 else str(Fraction(points.replace(",", ".")) / len(items))


def _check(ruling: Ruling, item: str, gradebook: Gradebook) -> None:
    part = gradebook.exam.part(item.partition(".")[0])
    if ruling.kind is Kind.VALUE:
        reading = part.kind.read((ruling.value,) * part.count)[0]
        if isinstance(reading, Blank | Unreadable):
            cause = Message("{value!r} is not read as an answer to {item}", value=ruling.value[:60], item=item)
            raise CorrigeError.one(cause, remedy="write 2075, 0.5, 1/3, or 2.0750 for 2.075; or use --right, --wrong")


def _written(gradebook: Gradebook, item: str) -> dict[str, str]:
    """What each student wrote at an item, of the papers that are marked."""
    part_id, _, position = item.partition(".")
    papers = (
        (row.student.id, row.paper) for row in gradebook.rows if row.paper is not None and row.paper.u0 is not None
    )
    return {who: written_answer(paper.parts[part_id].items[int(position) - 1].raw) for who, paper in papers}


def _only_answer(gradebook: Gradebook, item: str) -> str:
    part_id, _, position = item.partition(".")
    marks = [
        row.paper.parts[part_id].items[int(position) - 1]
        for row in gradebook.rows
        if row.paper is not None and row.paper.u0 is not None
    ]
    answers = sorted({written_answer(mark.raw) for mark in marks if mark.verdict is Verdict.UNREADABLE})
    if len(answers) != 1:
        told = ", ".join(map(repr, answers[:5])) or "none"
        cause = Message("answers to {item} that are not read: {told}", item=item, told=told)
        raise CorrigeError.one(cause, remedy="name a student who wrote the one that you mean")
    return answers[0]
