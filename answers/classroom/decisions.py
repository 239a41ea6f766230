"""Decisions of the teacher: an override for an item, for a flag, for a paper, or for an unassigned paper."""

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
"""The value of an acknowledged flag that the student's feedback shows."""
IN_FORCE, SUPERSEDED, WITHDRAWN = "in_force", "superseded", "withdrawn"

DecisionKey: TypeAlias = tuple[str, str]
"""The identifier of a student, and an item or a flag. It identifies the target of a decision."""


class DecisionKind(StrEnum):
    """The kind of a decision, as `decisions.csv` names it.

    An item is read as a value, counted right or wrong, or given points. A flag is acknowledged ("seen"). An absence is
    acknowledged, or given zero points. "withdrawn" undoes the last decision about the same target.
    """

    VALUE = "value"
    RIGHT = "right"
    WRONG = "wrong"
    POINTS = "points"
    ACKNOWLEDGED = "seen"
    WITHDRAWN = "withdrawn"


SEED, BONUS = "u0", "bonus"
PAPER_DECISIONS: Mapping[str, DecisionKind] = MappingProxyType({SEED: DecisionKind.VALUE, BONUS: DecisionKind.POINTS})
"""Decisions about a whole paper, named in the place of an item, and their kind: its seed u₀, bonus points."""


@dataclass(frozen=True, slots=True)
class DecisionTarget:
    """The target of a decision: a student's item ("4b.1") or flag ("answers-of-seed-17"), and the text written there.

    For an unassigned paper, `student` is the digest of its file, `item` the flag "of-nobody", `answer` its place.
    """

    student: str
    item: str
    answer: str = ""

    @property
    def key(self) -> DecisionKey:
        """The student and the item or flag, which identify the target whatever text was written."""
        return self.student, self.item

    @property
    def subject(self) -> str:
        """The identifier of the student, or the place of an unassigned paper."""
        return self.answer if self.item == UNASSIGNED.slug and self.answer else self.student


@dataclass(frozen=True, slots=True)
class Override:
    """The content of a decision: its kind, the value or the points, the reason, the author and the time.

    The value of an acknowledged flag is "told" if the student's feedback shows the flag, else "".
    """

    kind: DecisionKind
    value: str = ""
    reason: str = ""
    author: str = ""
    time: str = ""

    @property
    def points(self) -> Fraction:
        """The points given; 0 for decisions of another kind."""
        return (points_from_text(self.value) if self.kind is DecisionKind.POINTS else None) or Fraction(0)

    @property
    def is_zero(self) -> bool:
        """Whether an absence counts as zero."""
        return self.kind is DecisionKind.POINTS and points_from_text(self.value) == 0

    @property
    def text(self) -> Message:
        """The decision in words, without its target and its reason."""
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
        """The decision in words, followed by its reason if the teacher gave one."""
        return Message("{told}, {reason!r}", told=self.text, reason=self.reason) if self.reason else self.text


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of `decisions.csv`: an override for a target."""

    target: DecisionTarget
    override: Override


def decisions_about_targets(targets: Iterable[DecisionTarget], override: Override) -> tuple[Decision, ...]:
    """Return a decision for each target, its value without surrounding spaces and its reason on one line."""
    reason = " ".join(one_line(override.reason).split())[:MAX_REASON]
    return tuple(Decision(target, replace(override, value=override.value.strip(), reason=reason)) for target in targets)


def active_decisions(decisions: Iterable[Decision]) -> Mapping[DecisionKey, Decision]:
    """Return the last decision about each target, without withdrawn decisions."""
    last = {decision.target.key: decision for decision in decisions}
    return {key: decision for key, decision in last.items() if decision.override.kind is not DecisionKind.WITHDRAWN}


def decision_states(decisions: Iterable[Decision]) -> list[str]:
    """Return the state of each decision: "in_force", "superseded" or "withdrawn".

    Marking applies the decisions in force. A later decision about the same target supersedes or withdraws a decision.
    The line that withdraws has the state "withdrawn" too.
    """
    states: list[str] = []
    last: dict[DecisionKey, int] = {}  # the index of each decision in force
    for at, decision in enumerate(decisions):
        state = WITHDRAWN if decision.override.kind is DecisionKind.WITHDRAWN else IN_FORCE
        if decision.target.key in last:
            states[last.pop(decision.target.key)] = WITHDRAWN if state == WITHDRAWN else SUPERSEDED
        if state == IN_FORCE:
            last[decision.target.key] = at
        states.append(state)
    return states


def withdrawals(requested: Sequence[Decision], active: Mapping[DecisionKey, Decision]) -> tuple[Decision, ...]:
    """Return the requested withdrawals whose target has an active decision.

    If no target has any, raises CorrigeError, whose remedy lists the active decisions about these students.
    """
    effective = tuple(decision for decision in requested if decision.target.key in active)
    if not effective:
        items = ", ".join(dict.fromkeys(decision.target.item for decision in requested))
        subjects = ", ".join(dict.fromkeys(decision.target.subject for decision in requested))
        raise CorrigeError.single(
            Message("there is no decision on {items} for {whose}", items=items, whose=subjects),
            remedy=_decisions_of({decision.target.key[0] for decision in requested}, active.values()),
        )
    return effective


def _decisions_of(students: set[str], active: Iterable[Decision]) -> Message:
    """List the active decisions about some students, in the order of the file."""
    lines = [
        Message(
            "{item} of {student}: {decision}",
            item=decision.target.item,
            student=decision.target.subject,
            decision=decision.override.text,
        )
        for decision in active
        if decision.target.key[0] in students
    ]
    if not lines:
        return Message("these students still have no decision: `corrige class review DIR`")
    more = ["…"] if len(lines) > MAX_LISTED else []
    return Message("existing decisions: {lines}", lines=joined(" ; ", (*lines[:MAX_LISTED], *more)))


def written_answer(raw: str) -> str:
    """Return the text of an answer as decisions compare it: on one line, without surrounding spaces, shortened."""
    return one_line(raw).strip()[:MAX_TEXT].rstrip()


def flag_name(flag: Flag) -> str:
    """Return the name of a flag in decisions."""
    return written_answer(str(flag))


def bonus_from_text(text: str) -> Fraction | None:
    """Parse points that are added to a mark, or subtracted: 1, 0,5, -1; None if the text is no number."""
    bare = text.strip().replace("\N{MINUS SIGN}", "-").removeprefix("+")
    fraction = points_from_text(bare.removeprefix("-"))
    return fraction if fraction is None or not bare.startswith("-") else -fraction


def seed_from_text(text: str) -> int | None:
    """Parse a seed u₀; None if the text is none."""
    bare = text.strip()
    is_seed = bare.isascii() and bare.isdigit() and len(bare) < 7 and int(bare) < lcg.MODULUS
    return int(bare) if is_seed else None


def points_from_text(text: str) -> Fraction | None:
    """Parse a number of points, such as 0.5, 0,5 or 1/3; None if the text is none."""
    return written_amount(text.strip().replace(",", "."))
