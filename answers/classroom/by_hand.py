"""Written answers of a class, which persons mark by criteria: the queue, claims of markers, and decisions.

A decision is an override with the criteria that apply, in the log of decisions. A claim keeps an answer for one marker
while they read it; it expires by itself. Functions raise CorrigeError if the store cannot be used.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from answers.classroom.db import insert, reading, transaction
from answers.classroom.decisions import (
    Decision,
    DecisionKey,
    DecisionKind,
    DecisionTarget,
    Override,
    decisions_about_targets,
    written_answer,
)
from answers.classroom.folder import ClassData
from answers.classroom.marks import decisions_of
from answers.classroom.overrides import granted_seed, has_criteria
from answers.classroom.submission_set import SubmissionSet
from answers.errors import CorrigeError
from answers.exam.question import Part
from answers.grading.grade import seed_of
from answers.grading.mark import parse_response
from answers.kinds.parsing import Blank
from answers.kinds.written import HANDWRITTEN

SAMPLE = 10
"""The number of answers that a second person marks too."""
CLAIM_SECONDS = 600.0
"""Seconds after which an unmarked answer may go to another marker."""
SETTLING = (DecisionKind.CRITERIA, DecisionKind.POINTS, DecisionKind.RIGHT, DecisionKind.WRONG)


@dataclass(frozen=True, slots=True)
class WrittenAnswer:
    """An answer that a person marks: its student and item, the seed of the paper, and the text as it was written."""

    student: str
    item: str
    u0: int
    text: str

    @property
    def target(self) -> DecisionTarget:
        """The target of decisions about it."""
        return DecisionTarget(self.student, self.item, written_answer(self.text))

    @property
    def is_on_paper(self) -> bool:
        """Whether it is handwriting on a scanned page."""
        return self.text.startswith(HANDWRITTEN)


@dataclass(frozen=True, slots=True)
class AnswerGroup:
    """Answers to an item with equal texts, which one decision marks together."""

    answers: tuple[WrittenAnswer, ...]

    @property
    def item(self) -> str:
        """The item."""
        return self.answers[0].item

    @property
    def name(self) -> str:
        """A name that shows no student and stays the same while others mark: a digest of the item and the text."""
        first = self.answers[0]
        text = first.text if first.is_on_paper else " ".join(first.text.split())
        return sha256(f"{first.item} {text}".encode("utf-8", "replace")).hexdigest()[:16]


def written_groups(
    class_data: ClassData, submissions: SubmissionSet, active: Mapping[DecisionKey, Decision], part: Part
) -> tuple[AnswerGroup, ...]:
    """Return the answers to a part that are not blank, equal texts together, in an order that hides the students.

    The order is the same at each call, and differs between the parts.
    """
    groups: dict[str, list[WrittenAnswer]] = {}
    for enrollment in class_data.enrollments:
        versions = submissions.versions[enrollment.student.id]
        if not versions or any(flag.stops for flag in versions[-1].submission.flags):
            continue
        version = versions[-1]
        granted = granted_seed(decisions_of(enrollment.student, active))
        own = enrollment.u0 if version.attribution.seed is None else version.attribution.seed
        u0 = seed_of(version.submission, own if granted is None else granted).u0
        response = parse_response(part, version.submission.answers.get(part.id, ()))
        item = f"{part.id}.1"
        if u0 is None or isinstance(response.readings[0], Blank) or item in version.submission.waiting:
            continue
        answer = WrittenAnswer(enrollment.student.id, item, u0, response.raw[0])
        groups.setdefault(AnswerGroup((answer,)).name, []).append(answer)
    return tuple(AnswerGroup(tuple(groups[name])) for name in sorted(groups))


def decision_on(class_data: ClassData, group: AnswerGroup, active: Mapping[DecisionKey, Decision]) -> Decision | None:
    """Return the decision that marks all answers of a group, None if one of them is not marked.

    A decision about a text that has changed since, or with a criterion that the exam no longer has, does not count.
    """
    decisions = [active.get((answer.student, answer.item)) for answer in group.answers]
    for decision, answer in zip(decisions, group.answers, strict=True):
        if (
            decision is None
            or decision.override.kind not in SETTLING
            or decision.target.answer != answer.target.answer
            or not has_criteria(class_data.exam, decision)
        ):
            return None
    return decisions[0]


def criteria_decisions(
    part: Part, group: AnswerGroup, criteria: Sequence[str], comment: str, author: str, time: str
) -> tuple[Decision, ...]:
    """Return the decisions by which some criteria apply to all answers of a group.

    CorrigeError if the part has no such criterion.
    """
    known = [criterion.slug for criterion in part.written.criteria_for(part.points)] if part.written else []
    if not {*criteria} <= {*known}:
        raise CorrigeError.single("the exam has no such criterion any more", remedy="load the page again")
    value = " ".join(slug for slug in known if slug in criteria)
    override = Override(DecisionKind.CRITERIA, value, comment, author, time)
    return decisions_about_targets([answer.target for answer in group.answers], override)


def second_marks(folder: Path) -> Mapping[DecisionKey, tuple[str, str, str]]:
    """Return the last second mark of each answer: the text that was marked, the criteria that apply, the author."""
    with reading(folder) as connection:
        rows = connection.execute("SELECT * FROM second_mark ORDER BY id").fetchall()
    return {(row["student"], row["item"]): (row["answer"], row["value"], row["author"]) for row in rows}


def add_second_mark(folder: Path, decisions: Iterable[Decision]) -> None:
    """Store the decisions of a second marker, which change no mark."""
    columns = ("student", "item", "answer", "value", "author", "at")
    with transaction(folder) as connection:
        for decision in decisions:
            target, override = decision.target, decision.override
            cells = (target.student, target.item, target.answer, override.value, override.author, override.time)
            insert(connection, "second_mark", [dict(zip(columns, cells, strict=True))])


def sample(
    class_data: ClassData, groups: Iterable[AnswerGroup], active: Mapping[DecisionKey, Decision], author: str
) -> tuple[AnswerGroup, ...]:
    """Return at most ten answers that others than the author have marked by criteria, for a second mark.

    They are drawn by their names, and stay the same while more answers are marked, as far as possible.
    """
    marked = [
        group
        for group in groups
        if (decision := decision_on(class_data, group, active))
        and decision.override.kind is DecisionKind.CRITERIA
        and decision.override.author != author
    ]
    return tuple(sorted(marked, key=lambda group: sha256(group.name.encode()).digest())[:SAMPLE])


@dataclass(frozen=True, slots=True)
class Agreement:
    """The agreement of two markers: the number of answers, and Cohen's kappa; None if chance alone would agree.

    Kappa compares, over all answers and criteria, whether a criterion applies: 1 for the same judgments, 0 for no more
    agreement than by chance.
    """

    answers: int
    kappa: float | None


def agreement(
    class_data: ClassData, part: Part, groups: Iterable[AnswerGroup], active: Mapping[DecisionKey, Decision]
) -> Agreement:
    """Return the agreement of the marks of a part with the second marks of the same answers."""
    second, pairs, count = second_marks(class_data.folder), list[tuple[bool, bool]](), 0
    known = [criterion.slug for criterion in part.written.criteria_for(part.points)] if part.written else []
    for group in groups:
        first, other = decision_on(class_data, group, active), second.get(group.answers[0].target.key)
        if first is None or first.override.kind is not DecisionKind.CRITERIA or other is None:
            continue
        if other[0] == first.target.answer and other[2] != first.override.author:
            count += 1
            judgments = first.override.value.split(), other[1].split()
            pairs += [(slug in judgments[0], slug in judgments[1]) for slug in known]
    return Agreement(count, cohens_kappa(pairs))


def cohens_kappa(pairs: Sequence[tuple[bool, bool]]) -> float | None:
    """Return Cohen's kappa of pairs of judgments; None if there are none, or all are the same by both."""
    if not pairs:
        return None
    same = sum(first == second for first, second in pairs) / len(pairs)
    first, second = (sum(pair[at] for pair in pairs) / len(pairs) for at in (0, 1))
    chance = first * second + (1 - first) * (1 - second)
    return None if chance == 1 else (same - chance) / (1 - chance)


def claim_first(folder: Path, names: Iterable[str], marker: str, now: float) -> str | None:
    """Claim the first of some groups that no other marker has claimed, and return its name; None if there is none.

    `now` is the time in seconds. The other claims of the marker end.
    """
    with transaction(folder) as connection:
        connection.execute("DELETE FROM claim WHERE until < ? OR marker = ?", (now, marker))
        taken = {row["name"] for row in connection.execute("SELECT name FROM claim")}
        name = next((name for name in names if name not in taken), None)
        if name is not None:
            connection.execute("INSERT INTO claim VALUES (?, ?, ?)", (name, marker, now + CLAIM_SECONDS))
    return name


def claims_of_others(folder: Path, marker: str, now: float) -> frozenset[str]:
    """Return the names of the groups that other markers have claimed."""
    with reading(folder) as connection:
        rows = connection.execute("SELECT name FROM claim WHERE until >= ? AND marker != ?", (now, marker))
        return frozenset(str(row["name"]) for row in rows)
