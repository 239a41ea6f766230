"""What the teacher decided: a override about a target, which is an item, a flag of a paper, or a paper of nobody."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import TypeAlias

from answers.errors import CorrigeError
from answers.exam.settings import written_amount
from answers.exports.tables import one_line
from answers.flags import UNASSIGNED, Flag
from answers.messages import Message, joined, number_text
from solvers.sequence import lcg

MAX_TEXT, MAX_REASON = 500, 300
MAX_LISTED = 8
SHOWN_TO_STUDENT = "told"
"""The value of a flag that was seen and that the student is told."""
IN_FORCE, SUPERSEDED, WITHDRAWN = "in_force", "superseded", "withdrawn"

DecisionKey: TypeAlias = tuple[str, str]
"""A student's identifier, and an item or a flag: what tells a target from all others."""


class DecisionKind(StrEnum):
    """What was decided of an item: read it as a value, count it right or wrong, give points, or nothing any more.

    A flag is seen, or nothing is decided of it any more; an absence may also get points, none: it counts as zero.
    """

    VALUE = "value"
    RIGHT = "right"
    WRONG = "wrong"
    POINTS = "points"
    ACKNOWLEDGED = "seen"
    WITHDRAWN = "withdrawn"


SEED, BONUS = "u0", "bonus"
PAPER_DECISIONS: Mapping[str, DecisionKind] = MappingProxyType({SEED: DecisionKind.VALUE, BONUS: DecisionKind.POINTS})
"""What is decided of a whole paper, in the place of an item, and how: its number u₀, points more or less."""


@dataclass(frozen=True, slots=True)
class DecisionTarget:
    """What a decision is about: a student's item ("4b.1") or flag ("answers-of-seed-17"), and what was written there.

    Of a paper of nobody `student` is the digest of its file, `item` the flag that it is nobody's, `answer` its place.
    """

    student: str
    item: str
    answer: str = ""

    @property
    def key(self) -> DecisionKey:
        """What tells it from all others, whatever was written."""
        return self.student, self.item

    @property
    def subject(self) -> str:
        """The student, or the file of a paper of nobody, as people call it."""
        return self.answer if self.item == UNASSIGNED.slug and self.answer else self.student


@dataclass(frozen=True, slots=True)
class Override:
    """What is decided: how it counts, the value or the points, why, by whom and when.

    Of a flag that is seen, the value is "told" if the student is told of it.
    """

    kind: DecisionKind
    value: str = ""
    reason: str = ""
    author: str = ""
    time: str = ""

    @property
    def points(self) -> Fraction:
        """The points given, zero for others."""
        return (points_from_text(self.value) if self.kind is DecisionKind.POINTS else None) or Fraction(0)

    @property
    def is_zero(self) -> bool:
        """Whether an absence counts as zero."""
        return self.kind is DecisionKind.POINTS and points_from_text(self.value) == 0

    @property
    def text(self) -> Message:
        """What was decided, without of what, for whom and why."""
        words = {
            DecisionKind.VALUE: Message("read as {value}", value=number_text(self.value)),
            DecisionKind.RIGHT: Message("counted right"),
            DecisionKind.WRONG: Message("counted wrong"),
            DecisionKind.POINTS: Message("points: {points}", points=number_text(self.value)),
            DecisionKind.ACKNOWLEDGED: Message("examined, and the student is told of it")
            if self.value == SHOWN_TO_STUDENT
            else Message("seen"),
            DecisionKind.WITHDRAWN: Message("withdrawn"),
        }
        return words[self.kind]

    @property
    def text_with_reason(self) -> Message:
        """What was decided, and why if the teacher said it."""
        return Message("{told}, {reason!r}", told=self.text, reason=self.reason) if self.reason else self.text


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of `decisions.csv`: a ruling about a target."""

    target: DecisionTarget
    override: Override


def decisions_about_targets(targets: Iterable[DecisionTarget], override: Override) -> tuple[Decision, ...]:
    """Return a ruling about targets as it is written down, its reason on one line."""
    reason = " ".join(one_line(override.reason).split())[:MAX_REASON]
    return tuple(Decision(target, replace(override, value=override.value.strip(), reason=reason)) for target in targets)


def active_decisions(decisions: Iterable[Decision]) -> Mapping[DecisionKey, Decision]:
    """Return the last decision about each target, without those withdrawn."""
    last = {decision.target.key: decision for decision in decisions}
    return {where: decision for where, decision in last.items() if decision.override.kind is not DecisionKind.WITHDRAWN}


def decision_states(decisions: Iterable[Decision]) -> list[str]:
    """Return the state of each decision: "in_force", "superseded" by the next about the same, or "withdrawn" by it.

    The line that takes one back is "withdrawn" too: what is in force is what marking applies.
    """
    states: list[str] = []
    last: dict[DecisionKey, int] = {}  # those in force
    for at, decision in enumerate(decisions):
        state = WITHDRAWN if decision.override.kind is DecisionKind.WITHDRAWN else IN_FORCE
        if decision.target.key in last:
            states[last.pop(decision.target.key)] = WITHDRAWN if state == WITHDRAWN else SUPERSEDED
        if state == IN_FORCE:
            last[decision.target.key] = at
        states.append(state)
    return states


def withdrawals(asked: Sequence[Decision], holding: Mapping[DecisionKey, Decision]) -> tuple[Decision, ...]:
    """Return those of some withdrawals that take something back; if none does, what is decided is told as an error."""
    effective = tuple(decision for decision in asked if decision.target.key in holding)
    if not effective:
        items = ", ".join(dict.fromkeys(decision.target.item for decision in asked))
        whose = ", ".join(dict.fromkeys(decision.target.subject for decision in asked))
        raise CorrigeError.one(
            Message("there is no decision on {items} for {whose}", items=items, whose=whose),
            remedy=_decided_for({decision.target.key[0] for decision in asked}, holding.values()),
        )
    return effective


def _decided_for(students: set[str], holding: Iterable[Decision]) -> Message:
    """What is decided for some students, in the order of the file."""
    lines = [
        Message(
            "{item} of {student}: {decision}",
            item=decision.target.item,
            student=decision.target.subject,
            decision=decision.override.text,
        )
        for decision in holding
        if decision.target.key[0] in students
    ]
    if not lines:
        return Message("these students still have no decision: `corrige class review DIR`")
    more = ["…"] if len(lines) > MAX_LISTED else []
    return Message("existing decisions: {lines}", lines=joined(" ; ", (*lines[:MAX_LISTED], *more)))


def written_answer(raw: str) -> str:
    """Return what a student wrote as decisions compare it: trimmed, on one line."""
    return one_line(raw).strip()[:MAX_TEXT].rstrip()


def flag_name(flag: Flag) -> str:
    """Return what a decision calls a flag."""
    return written_answer(str(flag))


def bonus_from_text(text: str) -> Fraction | None:
    """Return points that are added to a mark, or taken off: 1, 0,5, -1; None if they are none."""
    bare = text.strip().replace("\N{MINUS SIGN}", "-").removeprefix("+")
    fraction = points_from_text(bare.removeprefix("-"))
    return fraction if fraction is None or not bare.startswith("-") else -fraction


def seed_from_text(text: str) -> int | None:
    """Return a number u₀, None if it is none."""
    bare = text.strip()
    is_seed = bare.isascii() and bare.isdigit() and len(bare) < 7 and int(bare) < lcg.MODULUS
    return int(bare) if is_seed else None


def points_from_text(text: str) -> Fraction | None:
    """Return a number of points, such as 0.5, 0,5 or 1/3; None if it is none."""
    return written_amount(text.strip().replace(",", "."))
