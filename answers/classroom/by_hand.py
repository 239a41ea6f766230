"""Written answers of a class, which persons mark by criteria: the queue, claims of markers, and decisions.

A decision is an override with the criteria that apply, in the log of decisions. A claim reserves an answer for one
marker for ten minutes. Functions raise CorrigeError if the store of the class cannot be used.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from answers.classroom.changes import Change, changes_between
from answers.classroom.db import OwnActions, insert, last_action_time, reading, transaction, undo_last_action
from answers.classroom.decisions import (
    ActiveDecisions,
    Decision,
    DecisionKey,
    DecisionKind,
    DecisionTarget,
    Override,
    active_class_decisions,
    bonus_from_text,
    decisions_about_targets,
    written_answer,
)
from answers.classroom.folder import ClassData
from answers.classroom.marks import MarkedClass, decisions_of, grade_submissions
from answers.classroom.overrides import granted_seed, has_criteria
from answers.classroom.submission_set import SubmissionSet
from answers.errors import CorrigeError
from answers.exam.question import Part
from answers.exam.scenario import Scenario
from answers.grading.grade import seed_of
from answers.grading.mark import parse_response
from answers.kinds.parsing import Blank
from answers.kinds.written import HANDWRITTEN, Criterion
from answers.messages import Message

SAMPLE = 10
"""The most answers of which a second person is asked for a mark."""
CLAIM_SECONDS = 600.0
"""Seconds after which an answer that was not marked may be claimed by another marker."""
SETTLING = (DecisionKind.CRITERIA, DecisionKind.POINTS, DecisionKind.RIGHT, DecisionKind.WRONG)
"""The kinds of decisions that mark a written answer."""


@dataclass(frozen=True, slots=True)
class WrittenAnswer:
    """One answer that a person marks: student, item, the seed u₀ of the paper, and the text as written."""

    student: str
    item: str
    u0: int
    text: str

    @property
    def target(self) -> DecisionTarget:
        """The target of decisions about the answer."""
        return DecisionTarget(self.student, self.item, written_answer(self.text))

    @property
    def is_on_paper(self) -> bool:
        """Whether the answer is handwriting on a scanned page; the text then names the page."""
        return self.text.startswith(HANDWRITTEN)


@dataclass(frozen=True, slots=True)
class AnswerGroup:
    """The answers to an item with equal texts about equal data, which one decision marks together.

    `data` is a digest of what the question shows to the students of the group, if students with other data wrote the
    same text; else "".
    """

    answers: tuple[WrittenAnswer, ...]
    data: str = ""

    @property
    def item(self) -> str:
        """The item that is answered, such as "2a.1"."""
        return self.answers[0].item

    @property
    def name(self) -> str:
        """A digest of item, text and data that identifies the group, reveals no student, and does not depend on marks.

        The names of groups with the same text but different data begin with the same 16 digits.
        """
        first = self.answers[0]
        text = first.text if first.is_on_paper else " ".join(first.text.split())
        return sha256(f"{first.item} {text}".encode("utf-8", "replace")).hexdigest()[:16] + self.data


@dataclass(frozen=True, slots=True)
class WrittenAnswers:
    """The written answers of a class, with the decisions in force (`active`)."""

    class_data: ClassData
    submissions: SubmissionSet
    active: ActiveDecisions

    def groups(self, part: Part) -> tuple[AnswerGroup, ...]:
        """Return the written answers to a part, except blank ones, in groups with an order that reveals no student.

        A group has the answers with equal texts of students to whom the question shows the same data, since a text may
        be right about the data of one student and wrong about those of another. Groups with the same text follow each
        other. Papers that cannot be read and answers that wait for a transcription are left out. The order is the same
        at each call, and differs from part to part.
        """
        answers_of: dict[str, list[WrittenAnswer]] = {}
        for enrollment in self.class_data.enrollments:
            versions = self.submissions.versions[enrollment.student.id]
            if not versions or any(flag.stops for flag in versions[-1].submission.flags):
                continue
            version = versions[-1]
            granted = granted_seed(decisions_of(enrollment.student, self.active), version.target.student)
            own = enrollment.u0 if version.attribution.seed is None else version.attribution.seed
            u0 = seed_of(version.submission, own if granted is None else granted).u0
            response = parse_response(part, version.submission.answers.get(part.id, ()))
            item = f"{part.id}.1"
            if u0 is None or isinstance(response.readings[0], Blank) or item in version.submission.waiting:
                continue
            answer = WrittenAnswer(enrollment.student.id, item, u0, response.raw[0])
            answers_of.setdefault(AnswerGroup((answer,)).name, []).append(answer)
        result = list[AnswerGroup]()
        question = self.class_data.exam.question_and_part(part.id)[0]
        words = self.class_data.exam.words(self.class_data.settings.lang)
        for _, answers in sorted(answers_of.items()):
            groups: dict[str, list[WrittenAnswer]] = {"": answers}
            if len({answer.u0 for answer in answers}) > 1:  # divide them by what their question shows
                groups = {}
                for answer in answers:
                    key = self.class_data.key(Scenario(answer.u0))
                    drawing = question.drawing(key.params) if question.drawing else ""
                    right = [key.answers[own.id] for own in question.parts]
                    shown = f"{words.prompt(question, key.params)} {drawing} {right}"
                    groups.setdefault(sha256(shown.encode("utf-8", "replace")).hexdigest()[:8], []).append(answer)
            result += (
                AnswerGroup(tuple(equal), data if len(groups) > 1 else "") for data, equal in sorted(groups.items())
            )
        return tuple(result)

    def decision(self, group: AnswerGroup) -> Decision | None:
        """Return the decision on the first answer of a group; None unless a decision marks every answer of the group.

        A decision about a text that has changed since, or with a criterion that the exam no longer has, does not count.
        """
        decisions = [self.active.get(answer.target.key) for answer in group.answers]
        is_marked = all(
            decision
            and decision.kind in SETTLING
            and decision.target.answer == answer.target.answer
            and has_criteria(self.class_data.exam, decision)
            for decision, answer in zip(decisions, group.answers, strict=True)
        )
        return decisions[0] if is_marked else None

    def undecided(self, part: Part) -> tuple[AnswerGroup, ...]:
        """Return the groups of answers to a part on which there is no decision."""
        return tuple(group for group in self.groups(part) if self.decision(group) is None)

    def sample(self, part: Part, author: str) -> tuple[AnswerGroup, ...]:
        """Return groups of answers to a part for a second mark by `author`, without those that this person has marked.

        They are among ten groups that another person marked by criteria, those with the smallest digests of names, so
        that the sample hardly changes while more answers are marked.
        """
        marked = [
            group
            for group in self.groups(part)
            if (decision := self.decision(group))
            and decision.kind is DecisionKind.CRITERIA
            and decision.author != author
        ]
        marked.sort(key=lambda group: sha256(group.name.encode()).digest())
        second = second_marks(self.class_data.folder)

        def is_known(target: DecisionTarget) -> bool:
            return second.get(target.key, ("", "", ""))[::2] == (target.answer, author)

        return tuple(group for group in marked[:SAMPLE] if not is_known(group.answers[0].target))

    def agreement(self, part: Part) -> "Agreement":
        """Return how far the decisions on the answers to a part, in groups of equal ones, agree with second markers."""
        second, pairs, count = second_marks(self.class_data.folder), list[tuple[bool, bool]](), 0
        known = [criterion.slug for criterion in part.criteria]
        for group in self.groups(part):
            first, other = self.decision(group), second.get(group.answers[0].target.key)
            if first is None or first.kind is not DecisionKind.CRITERIA or other is None:
                continue
            if other[0] == first.target.answer and other[2] != first.author:
                count += 1
                judgments = first.value.split(), other[1].split()
                pairs += [(slug in judgments[0], slug in judgments[1]) for slug in known]
        return Agreement(count, cohens_kappa(pairs))


def criteria_decisions(
    part: Part, group: AnswerGroup, criteria: Sequence[str], comment: str, author: str, time: str
) -> tuple[Decision, ...]:
    """Return the decisions that mark all answers of a group by the criteria that apply, given by their slugs.

    `comment` is a text to the students, "" for none. CorrigeError if the exam no longer has one of the criteria.
    """
    known = [criterion.slug for criterion in part.criteria]
    if not {*criteria} <= {*known}:
        raise CorrigeError.single(
            "the exam no longer has one of the criteria chosen; the answer was not marked",
            remedy="load the page again in the browser",
        )
    value = " ".join(slug for slug in known if slug in criteria)
    override = Override(DecisionKind.CRITERIA, value, comment, author, time)
    return decisions_about_targets([answer.target for answer in group.answers], override)


def criteria_from_text(part: Part, texts: Mapping[str, tuple[str, str, str]]) -> tuple[Criterion, ...]:
    """Return the criteria of a part with points and words changed; `texts` has (points, French, English) by slug.

    Raises CorrigeError if the points are not a number, or their absolute value exceeds the points of the part.
    """
    criteria = []
    for criterion in part.criteria:
        points, fr, en = texts.get(criterion.slug, ("", "", ""))
        amount = bonus_from_text(points)
        if amount is None or abs(amount) > part.points:
            cause = Message(
                "the points of a criterion are {points!r}, but must be a number between {least} and {most}",
                points=points,
                least=-part.points,
                most=part.points,
            )
            raise CorrigeError.single(
                cause, place=criterion.slug, remedy="write a number of points such as 0.5 or -1/2"
            )
        criteria.append(Criterion(criterion.slug, amount, " ".join(fr.split()), " ".join(en.split())))
    return tuple(criteria)


def criteria_moves(marked: MarkedClass, part: Part, criteria: Iterable[Criterion]) -> tuple[Change, ...]:
    """Return the marks that would change if a part had other criteria; nothing is stored."""
    changed = [(part.id, criterion) for criterion in criteria]
    exam = marked.class_data.exam.revised(lambda own: own.with_criteria(changed))
    trial = marked.marking.with_exam(exam)
    return changes_between(marked.gradebook, grade_submissions(trial, marked.log))


def change_criteria(folder: Path, part: Part, criteria: Iterable[Criterion], author: str, at: str) -> None:
    """Store the criteria of a part that differ from those of the exam, as one action that can be undone."""
    with transaction(folder) as connection:
        for new in (criterion for criterion in criteria if criterion not in part.criteria):
            texts = {"slug": new.slug, "points": str(new.amount), "fr": new.fr, "en": new.en}
            insert(connection, "criterion", [{"part": part.id, **texts, "author": author, "at": at}])


def undo_criteria(folder: Path, author: str, at: str, actions: OwnActions | None = None) -> tuple[str, ...]:
    """Undo an author's last change of criteria, and return the parts with these criteria; () if there is none.

    With `actions`, only changes that these actions recorded can be undone.
    """
    with transaction(folder) as connection:
        rows = undo_last_action(connection, "criterion", author, at, actions)
    return tuple(dict.fromkeys(row["part"] for row in rows))


def second_marks(folder: Path) -> Mapping[DecisionKey, tuple[str, str, str]]:
    """Return the last decision of a second marker on each answer, as (text of the answer, criteria, author).

    The criteria are the slugs of the criteria that apply, separated by spaces.
    """
    with reading(folder) as connection:
        rows = connection.execute("SELECT * FROM second_mark ORDER BY id").fetchall()
    return {(row["student"], row["item"]): (row["answer"], row["value"], row["author"]) for row in rows}


def add_second_mark(folder: Path, decisions: Iterable[Decision]) -> None:
    """Store the decisions of a second marker, which change no mark but show how far markers agree."""
    with transaction(folder) as connection:
        for decision in decisions:
            cells = {"value": decision.value, "author": decision.author, "at": decision.time}
            insert(connection, "second_mark", [{**asdict(decision.target), **cells}])


def undo_second_marks(
    folder: Path, author: str, actions: OwnActions, is_meant: Callable[[Mapping[str, Any]], bool]
) -> bool:
    """Remove the last second mark of an author, and return whether there was one; only marks in `actions` are removed.

    Nothing is removed if a decision that `is_meant` accepts, and that the author can undo, is later.
    """
    with transaction(folder) as connection:
        rows = connection.execute("SELECT * FROM second_mark WHERE author = ? ORDER BY id", (author,)).fetchall()
        own = [row for row in rows if actions.has("second_mark", dict(row))]
        if not own or own[-1]["at"] < last_action_time(connection, "override", author, actions, is_meant):
            return False
        last = [(row["id"],) for row in own if row["at"] == own[-1]["at"]]
        connection.executemany("DELETE FROM second_mark WHERE id = ?", last)
    return True


@dataclass(frozen=True, slots=True)
class Agreement:
    """The agreement of two markers: the number of answers that both marked, and Cohen's kappa.

    Kappa compares, over all answers and criteria, whether a criterion applies: 1 for the same judgments, 0 for no more
    agreement than by chance; see `cohens_kappa`.
    """

    answers: int
    kappa: float | None


def agreements(class_data: ClassData, submissions: SubmissionSet) -> tuple[tuple[str, Agreement], ...]:
    """Return pairs of a part's identifier and the agreement of its markers, for parts with answers marked twice."""
    if not second_marks(class_data.folder):
        return ()
    written = WrittenAnswers(class_data, submissions, active_class_decisions(class_data))
    pairs = ((part.id, written.agreement(part)) for part in class_data.exam.parts if part.written)
    return tuple((part_id, agreed) for part_id, agreed in pairs if agreed.answers)


def cohens_kappa(pairs: Sequence[tuple[bool, bool]]) -> float | None:
    """Return Cohen's kappa of pairs of judgments; None if there are no pairs, or if all judgments are equal."""
    if not pairs:
        return None
    same = sum(first == second for first, second in pairs) / len(pairs)
    first, second = (sum(pair[at] for pair in pairs) / len(pairs) for at in (0, 1))
    chance = first * second + (1 - first) * (1 - second)
    return None if chance == 1 else (same - chance) / (1 - chance)


def claim_first(folder: Path, names: Iterable[str], marker: str, now: float) -> str | None:
    """Claim the first group that no other marker has claimed, and return its name; None if all are claimed.

    `names` are names of groups, and `now` is the time in seconds. Earlier claims of the marker end.
    """
    with transaction(folder) as connection:
        connection.execute("DELETE FROM claim WHERE until < ? OR marker = ?", (now, marker))
        taken = {row["name"] for row in connection.execute("SELECT name FROM claim")}
        name = next((name for name in names if name not in taken), None)
        if name is not None:
            connection.execute("INSERT INTO claim VALUES (?, ?, ?)", (name, marker, now + CLAIM_SECONDS))
    return name


def claims_of_others(folder: Path, marker: str, now: float) -> frozenset[str]:
    """Return the names of the groups of equal answers that are reserved for other markers at time `now`, in seconds."""
    with reading(folder) as connection:
        rows = connection.execute("SELECT name FROM claim WHERE until >= ? AND marker != ?", (now, marker))
        return frozenset(str(row["name"]) for row in rows)
