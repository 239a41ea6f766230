"""A paper with the teacher's decisions: values are put in the place of what was written, then verdicts and points."""

from collections.abc import Callable, Mapping, Set
from dataclasses import replace
from fractions import Fraction

from answers.classroom.decisions import Decision, Kind, written_answer
from answers.classroom.lacking import EARNING
from answers.exam.exam import Exam
from answers.exam.part import Part
from answers.flags import DECIDED, DECIDED_BECAUSE, DECISION_OUTDATED, Note
from answers.kinds.reading import Blank, Unreadable
from answers.paper import Mark, Paper, PartMarks, Verdict
from answers.submissions.raw.submission import Submission

ZERO = Fraction(0)


def decide(
    exam: Exam, submission: Submission, mark: Callable[[Submission], Paper], decisions: Mapping[str, Decision]
) -> Paper:
    """Mark a submission and apply the decisions about it, by item ("4b.1").

    A value is marked as if it had been written, so that all that follows from it follows; what the student wrote is
    still what is shown. Points are at most those of the item. A decision about an answer that has changed since is not
    applied: the paper is flagged "decision-outdated:4b.1".

    Parameters
    ----------
    mark
        Marks a submission; called twice when a value was decided.
    """
    paper = mark(submission)
    if not decisions or paper.u0 is None:
        return paper
    written = {
        _name(part_id, i): item.raw for part_id, part in paper.parts.items() for i, item in enumerate(part.items)
    }
    holding = {item: one for item, one in decisions.items() if written_answer(written.get(item, "")) == one.answer}
    values = {item: one.value for item, one in holding.items() if one.kind is Kind.VALUE}
    decided = mark(_with_values(exam, submission, values)) if values else paper
    flags = tuple(DECISION_OUTDATED(item) for item in decisions if item not in holding)
    parts = {
        part.id: _decided_part(part, decided.parts[part.id], paper.parts[part.id], holding)
        for part in exam.parts
        if part.id in paper.parts
    }
    return replace(decided, parts=parts, flags=(*decided.flags, *flags))


def _name(part_id: str, position: int) -> str:
    return f"{part_id}.{position + 1}"


def _with_values(exam: Exam, submission: Submission, values: Mapping[str, str]) -> Submission:
    answers = dict(submission.answers)
    for part in exam.parts:
        own = {i: values[_name(part.id, i)] for i in range(part.count) if _name(part.id, i) in values}
        if own:
            texts = _item_texts(part, answers.get(part.id, ()))
            answers[part.id] = tuple(own.get(i, text) for i, text in enumerate(texts))
    return replace(submission, answers=answers)


def _item_texts(part: Part, texts: tuple[str, ...]) -> tuple[str, ...]:
    """A text an item, also when one text held them all."""
    readings = part.kind.read(texts or ("",))
    lists = any(isinstance(one, Blank) != (not text.strip()) for one, text in zip(readings, texts, strict=False))
    if len(texts) == part.count and not lists:
        return texts
    whole = " ; ".join(texts)
    return tuple(
        "" if isinstance(one, Blank) else whole if isinstance(one, Unreadable) else str(one) for one in readings
    )


def _decided_part(part: Part, after: PartMarks, before: PartMarks, decisions: Mapping[str, Decision]) -> PartMarks:
    own = {i: decisions[_name(part.id, i)] for i in range(len(after.items)) if _name(part.id, i) in decisions}
    if not own:
        return after
    share = part.points / part.count
    items = [
        _decided_item(replace(item, raw=before.items[i].raw), own.get(i), share) for i, item in enumerate(after.items)
    ]
    given = {i for i, one in own.items() if one.kind is Kind.POINTS}
    return replace(after, items=_together(part, items, given, share))


def _together(part: Part, items: list[Mark], given: Set[int], share: Fraction) -> tuple[Mark, ...]:
    """The items of a part that earns as a whole: what is decided may complete it; points given are kept."""
    if not part.all_or_nothing:
        return tuple(items)
    earns = all(item.verdict in EARNING for item in items)
    return tuple(
        item if i in given else replace(item, score=max(item.score, share) if earns else ZERO)
        for i, item in enumerate(items)
    )


def _decided_item(item: Mark, decision: Decision | None, share: Fraction) -> Mark:
    if decision is None:
        return item
    note = Note(DECIDED_BECAUSE, f" {decision.reason}") if decision.reason else DECIDED
    if decision.kind is Kind.VALUE:
        return replace(item, note=note)
    score = min(decision.points, share) if decision.kind is Kind.POINTS else share
    if decision.kind is Kind.WRONG or not score:
        return Mark(item.raw, Verdict.WRONG, note, ZERO)
    return Mark(item.raw, Verdict.RIGHT if score == share else Verdict.PARTLY_RIGHT, note, score)
