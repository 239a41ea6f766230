"""The teacher's decisions, called overrides: they replace what marking computes for an item, a flag or a paper.

The decisions of a class are in its store; the last one about a target is active.
"""

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from sqlite3 import Connection
from types import MappingProxyType
from typing import Any, TypeAlias

from answers.classroom.db import (
    FILE,
    LAST_ACTION,
    OLD_LOGS,
    OwnActions,
    insert,
    log_rows,
    missing_actions,
    reading,
    transaction,
    understood_values,
    undo_last_action,
)
from answers.classroom.folder import ClassData, removed_students
from answers.classroom.listed_names import record_names
from answers.classroom.roster import seed_from_text
from answers.errors import CorrigeError, Problem, did_you_mean
from answers.exam.exam import Exam
from answers.exam.settings import signed_amount, written_amount
from answers.exports.tables import one_line
from answers.files import shown
from answers.flags import APPEAL, UNASSIGNED, Flag, flag_named
from answers.messages import Message, joined, number_text
from answers.submissions.raw.submission import Submission
from solvers.sequence import lcg

MAX_TEXT, MAX_REASON = 500, 300
"""The most characters of an answer and of a reason in a decision."""
MAX_LISTED = 8
"""The most decisions that a message lists."""
COLUMNS = ("student", "item", "decision", "value", "answer", "reason", "author", "time")
"""The columns of a table of decisions."""
SHOWN_TO_STUDENT = "told"
"""The value of an acknowledged flag that the student may see."""
IN_FORCE, SUPERSEDED, WITHDRAWN = "in_force", "superseded", "withdrawn"
"""The states of a decision: active, replaced by a later decision, or withdrawn."""

DecisionKey: TypeAlias = tuple[str, str]
"""The identifier of a student, and an item or a flag: together they identify the target of a decision."""


class DecisionKind(StrEnum):
    """The kind of a decision, as tables of decisions name it.

    For an item: its answer is read as a value, or it counts as right or wrong, or it gets points. The value of CRITERIA
    is the slugs of the criteria that apply to a written answer. For all students, an item counts as right (RIGHT) or is
    left out of the total (LEFT_OUT). A flag is acknowledged (ACKNOWLEDGED). An absence is acknowledged too, or gets
    zero points (POINTS). WITHDRAWN undoes the last decision about the same target.
    """

    VALUE = "value"
    RIGHT = "right"
    WRONG = "wrong"
    POINTS = "points"
    CRITERIA = "criteria"
    LEFT_OUT = "left-out"
    ACKNOWLEDGED = "seen"
    WITHDRAWN = "withdrawn"


EVERYBODY = "*"
"""The student in the target of a decision about an item for all students."""
FOR_EVERYBODY = frozenset({DecisionKind.RIGHT, DecisionKind.LEFT_OUT, DecisionKind.WITHDRAWN})
"""The kinds of decisions that may be about all students."""
JUDGEMENTS = frozenset({DecisionKind.RIGHT, DecisionKind.WRONG, DecisionKind.POINTS, DecisionKind.CRITERIA})
"""The kinds of decisions that judge a student's answer, which another u₀ may make wrong or right."""
SEED, BONUS = "u0", "bonus"
"""The names of decisions about a whole paper, in place of an item: its seed u₀, and bonus points."""
PAPER_DECISIONS: Mapping[str, DecisionKind] = MappingProxyType({SEED: DecisionKind.VALUE, BONUS: DecisionKind.POINTS})
"""The kind of decision about a whole paper, by its name in place of an item."""


@dataclass(frozen=True, slots=True)
class DecisionTarget:
    """What a decision is about: a student's item ("4b.1") or flag ("answers-of-seed-17"), and the answer as written.

    For the seed of a paper, and for a flag about the student or the choice of a paper, `answer` names the file by its
    digest. For a paper without a student, `student` names the file, `item` is the flag "of-nobody", and `answer` is the
    place of the paper, such as a row of the file. For all students, `student` is `EVERYBODY` and `answer` is "".
    """

    student: str
    item: str
    answer: str = ""

    @property
    def key(self) -> DecisionKey:
        """The student and the item or flag, which identify the target whatever answer was written."""
        return self.student, self.item

    @property
    def subject(self) -> str:
        """The student's identifier, the place of a paper without a student, or "the whole class", for a message."""
        if self.student == EVERYBODY:
            return Message("the whole class")
        return self.answer if self.item == UNASSIGNED.slug and self.answer else self.student


@dataclass(frozen=True, slots=True)
class Override:
    """The content of a decision: its kind, the value or the points, the reason, the author and the time.

    `value` is the text that the teacher typed. For an acknowledged flag it is "told" if the student may see the flag,
    else "".
    """

    kind: DecisionKind
    value: str = ""
    reason: str = ""
    author: str = ""
    time: str = ""

    @property
    def points(self) -> Fraction:
        """The points that the decision gives; 0 for decisions of other kinds."""
        return (points_from_text(self.value) if self.kind is DecisionKind.POINTS else None) or Fraction(0)

    @property
    def is_zero(self) -> bool:
        """Whether the decision gives zero points, so that an absence counts as zero."""
        return self.kind is DecisionKind.POINTS and points_from_text(self.value) == 0

    @property
    def text(self) -> Message:
        """The decision in words, without its target and its reason."""
        words = {
            DecisionKind.VALUE: Message("answer read as {value}", value=number_text(self.value)),
            DecisionKind.RIGHT: Message("answer counted as right"),
            DecisionKind.WRONG: Message("answer counted as wrong"),
            DecisionKind.POINTS: Message("points given: {points}", points=number_text(self.value)),
            DecisionKind.CRITERIA: Message("answer marked by these criteria: {names}", names=self.value or "–"),
            DecisionKind.LEFT_OUT: Message("item left out of the total"),
            DecisionKind.ACKNOWLEDGED: Message("examined by the teacher, and shown to the student")
            if self.value == SHOWN_TO_STUDENT
            else Message("examined by the teacher"),
            DecisionKind.WITHDRAWN: Message("decision withdrawn"),
        }
        return words[self.kind]

    @property
    def text_with_reason(self) -> Message:
        """The decision in words, followed by its reason if the teacher gave one."""
        return Message("{decision}, {reason!r}", decision=self.text, reason=self.reason) if self.reason else self.text

    def about(self, target: DecisionTarget, u0: int | None = None) -> "Decision":
        """Return the decision with this content about a target; for `u0` see `Decision`."""
        return Decision(self.kind, self.value, self.reason, self.author, self.time, target=target, u0=u0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision(Override):
    """One decision of the teacher: an override with its target."""

    target: DecisionTarget
    u0: int | None = None
    """The u₀ with which the paper was marked when the decision was recorded; None if unknown.

    It is that of the class list, unless the paper had another sheet or a granted u₀.
    """

    @property
    def text_with_target(self) -> Message:
        """The decision in words, after its item and its student."""
        return Message(
            "{item} of {student}: {decision}",
            item=self.target.item,
            student=self.target.subject,
            decision=self.text,
        )


ActiveDecisions: TypeAlias = Mapping[DecisionKey, Decision]
"""The decisions in force, by target."""


def decisions_about_targets(targets: Iterable[DecisionTarget], override: Override) -> tuple[Decision, ...]:
    """Return a decision for each target; its value has no surrounding spaces, and its reason is one line."""
    reason = " ".join(one_line(override.reason).split())[:MAX_REASON]
    return tuple(replace(override, value=override.value.strip(), reason=reason).about(target) for target in targets)


def active_decisions(decisions: Iterable[Decision]) -> ActiveDecisions:
    """Return the last decision about each target by its key, except withdrawn decisions."""
    last = {decision.target.key: decision for decision in decisions}
    return {key: decision for key, decision in last.items() if decision.kind is not DecisionKind.WITHDRAWN}


def decision_states(decisions: Iterable[Decision]) -> list[str]:
    """Return the state of each decision: "in_force", "superseded" or "withdrawn" by a later one about the same target.

    The decision that withdraws has the state "withdrawn" too.
    """
    states: list[str] = []
    last: dict[DecisionKey, int] = {}  # the index of each decision in force
    for at, decision in enumerate(decisions):
        state = WITHDRAWN if decision.kind is DecisionKind.WITHDRAWN else IN_FORCE
        if decision.target.key in last:
            states[last.pop(decision.target.key)] = WITHDRAWN if state == WITHDRAWN else SUPERSEDED
        if state == IN_FORCE:
            last[decision.target.key] = at
        states.append(state)
    return states


def withdrawals(requested: Sequence[Decision], active: ActiveDecisions) -> tuple[Decision, ...]:
    """Return the requested withdrawals of active decisions, without the other ones.

    If no requested withdrawal remains, CorrigeError is raised; its remedy lists the active decisions about the same
    students.
    """
    if effective := tuple(decision for decision in requested if decision.target.key in active):
        return effective
    students = {decision.target.student for decision in requested}
    lines = [decision.text_with_target for decision in active.values() if decision.target.student in students]
    remedy = Message("no decision about these students is in force; the cases to decide: `corrige class review DIR`")
    if lines:
        shown_lines = joined(" ; ", (*lines[:MAX_LISTED], *["…"] * (len(lines) > MAX_LISTED)))
        remedy = Message("the decisions in force about the same students are: {lines}", lines=shown_lines)
    elif EVERYBODY in students:
        remedy = Message("no decision for the whole class is in force; `corrige class history DIR` lists all actions")
    items = ", ".join(dict.fromkeys(decision.target.item for decision in requested))
    subjects = joined(", ", dict.fromkeys(decision.target.subject for decision in requested))
    cause = Message("there is no decision on {items} for {students}", items=items, students=subjects)
    raise CorrigeError.single(cause, remedy=remedy)


def judged_by_former_seed(new: Iterable[Decision], active: ActiveDecisions) -> Mapping[str, tuple[Decision, ...]]:
    """Return, by student, the active decisions that judged answers for the u₀ which new decisions change.

    The teacher should look at them again. Decisions that only say which value the student wrote are left out.
    """
    before = {key: decision.value for key, decision in active.items()}
    judged: dict[str, tuple[Decision, ...]] = {
        decision.target.student: ()
        for decision in new
        if decision.target.item == SEED and decision.value != before.get(decision.target.key, "")
    }
    for (student, item), decision in active.items():
        is_item = item not in PAPER_DECISIONS and flag_named(item) is None
        if student in judged and decision.kind in JUDGEMENTS and is_item:
            judged[student] += (decision,)
    return {student: decisions for student, decisions in judged.items() if decisions}


def written_answer(raw: str) -> str:
    """Return the text of an answer as decisions compare it: on one line, without surrounding spaces, shortened.

    A text of more than 500 characters, as only written answers have, is cut and ends with its digest.
    """
    text = one_line(raw).strip()
    if len(text) > MAX_TEXT + 1:
        return f"{text[: MAX_TEXT - 20]} … {sha256(text.encode('utf-8', 'replace')).hexdigest()[:16]}"
    return text[:MAX_TEXT].rstrip()


def decided_answer(submission: Submission, item: str, raw: str) -> str:
    """Return the text by which decisions identify an answer to an item; `raw` is what was written.

    For a scanned box that has not been read, it names the scan: another scan has another answer.
    """
    return written_answer(submission.waiting.get(item, raw))


def flag_name(flag: Flag) -> str:
    """Return the name of a flag, slug and detail, as decisions write it."""
    return written_answer(str(flag))


def bonus_from_text(text: str) -> Fraction | None:
    """Parse points that are added to a mark or subtracted from it: 1, 0,5 or -1; None if the text is no number."""
    return signed_amount(text.strip().replace(",", "."))


def points_from_text(text: str) -> Fraction | None:
    """Parse a number of points, such as 0.5, 0,5 or 1/3; None if the text is not such a number."""
    return written_amount(text.strip().replace(",", "."))


@dataclass(frozen=True, slots=True)
class DecisionLog:
    """The decisions of a class in the order in which they were made.

    `problems` name decisions without effect, since their student is not in the class or their item not in the exam.
    `notes` name identifiers that a spreadsheet changed, such as 7 for 007, and replies to appeals that may be false.
    """

    decisions: tuple[Decision, ...]
    problems: tuple[Problem, ...]
    notes: tuple[Problem, ...]


def active_class_decisions(class_data: ClassData) -> ActiveDecisions:
    """Return the active decisions of a class, by their keys."""
    return active_decisions(load_decisions(class_data).decisions)


def load_decisions(class_data: ClassData) -> DecisionLog:
    """Return the decisions of a class, with identifiers as in the class list or in the list of removed students.

    A spreadsheet saves 007 as 7: 7 means 007 if no other student has that number, apart from leading zeros.
    """
    with reading(class_data.folder) as connection:
        log = _decision_log(class_data, connection)
    problems = [*log.problems, *lost_action_problems(class_data.folder)]
    for path in filter(Path.exists, (class_data.folder / name for name in OLD_LOGS)):
        cause = Message("this file came into the folder after class.db, and does not count")
        remedy = Message(
            "if it is of corrige 1.0, delete class.db in a copy of the folder: `corrige class history` then imports "
            "the file and lists what it has; repeat here what should count, then move the file elsewhere"
        )
        if path.name == OLD_LOGS[0]:
            command = shlex.join(("corrige", "class", "decide", str(class_data.folder), "--table", str(path)))
            remedy = Message("to take its decisions: {command}; then move the file elsewhere", command=command)
        problems.append(Problem(cause, shown(path), remedy))
    return replace(log, problems=tuple(problems))


def lost_action_problems(folder: Path) -> tuple[Problem, ...]:
    """Return the problems that the store lacks actions of persons; () if it has all.

    Either an earlier `class.db` was put back, or two machines have changed it and each version is a file of its own.
    """
    problems = []
    for name, missing in missing_actions(folder).items():
        words = {"count": missing.number, "person": missing.author or "—", "moment": missing.at[:16].replace("T", " ")}
        if name == FILE:
            cause = Message(
                "an earlier copy of class.db was put back: it lacks {count} later action (a decision, a reading, "
                "an assigned file, a deadline), by {person} on {moment}",
                plural="an earlier copy of class.db was put back: it lacks {count} later actions (decisions, readings, "
                "assigned files, deadlines), the last by {person} on {moment}",
                **words,
            )
            remedy = Message(
                "look for the latest class.db in your backups and, if the folder is on a synchronised drive, in the "
                "trash of this drive, and put it back; after that, or to accept the loss, delete {file}, in which "
                "corrige only notes how far class.db had come",
                file=LAST_ACTION,
            )
        elif not missing.number:
            cause = Message(
                "this other version of class.db cannot be read; it may have actions that class.db lacks (decisions, "
                "readings, assigned files, deadlines)"
            )
            remedy = Message(
                "if the copy is incomplete, wait until the drive is synchronised; if a later version of corrige "
                "wrote the file, install that version; then delete the file, or move it out of the folder if it "
                "belongs to another program"
            )
        else:
            cause = Message(
                "this other version of class.db has {count} action that class.db lacks (a decision, a reading, "
                "an assigned file, a deadline), by {person} on {moment}, perhaps since two machines changed the class "
                "at the same time",
                plural="this other version of class.db has {count} actions that class.db lacks (decisions, readings, "
                "assigned files, deadlines), the last by {person} on {moment}, perhaps since two machines changed the "
                "class at the same time",
                **words,
            )
            remedy = Message(
                "to list the actions: corrige class history {folder} --other {file}; then delete this file",
                folder=shlex.quote(str(folder)),
                file=shlex.quote(name),
            )
        problems.append(Problem(cause, shown(folder / name), remedy))
    return tuple(problems)


def _decision_log(class_data: ClassData, connection: Connection) -> DecisionLog:
    """Return the decisions in the store of a class; see `load_decisions`."""

    def plain(identifier: str) -> str:
        """Return an identifier without what a spreadsheet may have changed: leading zeros, or capitals."""
        return identifier.lstrip("0") if identifier.isdecimal() else identifier.casefold()

    decisions, problems, notes = [], [], []
    with understood_values(class_data.folder, "override"):
        rows = list(map(_decision, log_rows(connection, "override")))
    removed = removed_students(class_data.folder) if rows else ()
    known = {EVERYBODY, *(enrollment.student.id for enrollment in (*class_data.enrollments, *removed))}
    last = {decision.target.key: decision for decision in rows}
    for decision in rows:
        target, student = decision.target, decision.target.student
        named = student[:60]
        is_active = last[target.key] is decision and decision.kind is not DecisionKind.WITHDRAWN
        place = Message("decision taken at {time} about {student}", time=decision.time, student=named)
        similar = {identifier for identifier in known if plain(identifier) == plain(student)}
        if target.item == UNASSIGNED.slug or student in known:
            pass
        elif len(similar) == 1:
            (student,) = similar
            cause = Message(
                "the decision names the student {text!r}, who is not in the class; it was applied to {student!r}",
                text=target.student,
                student=student,
            )
            remedy = Message(
                "check that both are the same person: a spreadsheet may have removed zeros or changed letters"
            )
            notes.append(Problem(cause, place, remedy))
        elif is_active:
            cause = Message("this decision applies to no student: {student!r} is not in the class", student=named)
            remedy = Message("add the student to the class, or decide again with an identifier of students.csv")
            problems.append(Problem(cause, place, remedy))
        is_item = target.item not in PAPER_DECISIONS and flag_named(target.item) is None
        if is_active and is_item and (problem := item_problem(target.item, class_data.exam)):
            problems.append(replace(problem, place=place))
        decisions.append(replace(decision, target=replace(target, student=student)))
    notes += _outdated_replies(decisions, class_data.folder)
    return DecisionLog(tuple(decisions), tuple(problems), tuple(notes))


def _outdated_replies(decisions: Sequence[Decision], folder: Path) -> Iterator[Problem]:
    """Yield a problem for each reply to an appeal if a decision on its items changed later.

    The decisions that the reply is about are those in force when it was written, else the student's first after it.
    """

    def content(*possible: Decision | None) -> tuple[DecisionKind, str] | None:
        decision = next(filter(None, possible), None)
        return (decision.kind, decision.value) if decision else None

    now = active_decisions(decisions)
    for position, reply in enumerate(decisions):
        student, flag = reply.target.key
        is_reply = flag.startswith(APPEAL.slug) and reply.value == SHOWN_TO_STUDENT
        if not is_reply or now.get(reply.target.key) is not reply:
            continue
        contested = flag.removeprefix(APPEAL.slug).partition(" – ")[0]
        before, first_after = active_decisions(decisions[:position]), dict[str, Decision]()
        for decision in decisions[position:]:
            if decision.target.student == student:
                first_after.setdefault(decision.target.item, decision)
        changed = [
            item
            for item in dict.fromkeys(decision.target.item for decision in decisions)
            if f"{item}.".startswith(f"{contested}.")
            and content(before.get((student, item)), first_after.get(item), before.get((EVERYBODY, item)))
            != content(now.get((student, item)), now.get((EVERYBODY, item)))
        ]
        if changed:
            cause = Message(
                "the decision on {items} changed after your reply to the appeal, which the student reads: {reply!r}",
                items=", ".join(changed),
                reply=reply.reason,
            )
            command = "corrige", "class", "decide", str(folder), student, f"{APPEAL.slug}{contested}", "--reply", "TEXT"
            remedy = Message("if the reply is no longer true, write another: {command}", command=shlex.join(command))
            yield Problem(cause, student, remedy)


def _decision(row: Mapping[str, Any]) -> Decision:
    target = DecisionTarget(row["student"], row["target"], row["answer"])
    override = Override(DecisionKind(row["kind"]), row["value"], row["reason"], row["author"], row["at"])
    return override.about(target, row["u0"])


def record_decisions(
    class_data: ClassData,
    decisions: Sequence[Decision],
    shown: Mapping[DecisionKey, str] | None = None,
    *,
    continues: bool = False,
    other_seeds: Mapping[str, int] = MappingProxyType({}),
) -> tuple[Decision, ...]:
    """Append decisions to the store, and return the new ones; a decision that is already active is not repeated.

    The decisions are on the disk when the function returns. `shown` has, by target, the time of the active decision
    that the author saw, "" for none. If another decision is active now, CorrigeError is raised and nothing is recorded.
    With `continues`, the decisions are part of the last action, with which they are undone. `other_seeds` has the seed
    of each student whose paper is not marked with the seed of the class list, as `marks.other_seeds` returns them.
    """

    def content(decision: Decision) -> tuple[object, ...]:
        """Return what makes two decisions equal: all but author and time, and u₀ if they judge an answer."""
        u0 = decision.u0 if decision.kind in JUDGEMENTS else None
        return *decision.target.key, decision.kind, decision.value, decision.target.answer, decision.reason, u0

    record_names(class_data.folder, class_data.enrollments)
    with transaction(class_data.folder, continues=continues) as connection:
        active = active_decisions(_decision_log(class_data, connection).decisions)
        for key, time in (shown or {}).items():
            other = active.get(key, Override(DecisionKind.WITHDRAWN))
            if other.time != time:
                raise CorrigeError.single(
                    Message("{person} decided this case after it was shown to you", person=other.author),
                    remedy="look at the case again: the stored decision is shown now; yours was not saved",
                )
        in_force = {content(decision) for decision in active.values()}
        seeds = {enrollment.student.id: enrollment.u0 for enrollment in class_data.enrollments} | {**other_seeds}
        decisions = [replace(decision, u0=seeds.get(decision.target.student)) for decision in decisions]
        new = tuple(decision for decision in decisions if content(decision) not in in_force)
        columns = ("student", "target", "kind", "value", "answer", "reason", "author", "at", "u0")
        rows = (dict(zip(columns, (*decision_texts(decision), decision.u0), strict=True)) for decision in new)
        insert(connection, "override", rows)
    return new


def undo_decisions(
    class_data: ClassData,
    author: str,
    time: str,
    actions: OwnActions | None = None,
    is_meant: Callable[[Mapping[str, Any]], bool] = lambda _: True,
) -> tuple[Decision, ...]:
    """Undo the last decisions of an author, by appending decisions that restore the former state, and return these.

    With `actions`, only decisions that these actions recorded can be undone, and only rows of the store for which
    `is_meant` returns True. Decisions that are already undone do not count. The result is () if there is nothing to
    undo.
    """
    with transaction(class_data.folder) as connection:
        return tuple(map(_decision, undo_last_action(connection, "override", author, time, actions, is_meant)))


def item_problem(item: str, exam: Exam) -> Problem | None:
    """Return the problem that the exam has no item with a name such as "4b.9"; None if the exam has the item."""
    part_id, _, position = item.partition(".")
    known = {part.id: part.count for part in exam.parts}
    if part_id not in known:
        cause = Message("the exam {name} has no part {part_id!r}", name=exam.name, part_id=part_id[:20])
        return Problem(cause, "", did_you_mean(part_id, known))
    most = known[part_id]
    if position in map(str, range(1, most + 1)):  # not "01", under which no mark would find the decision
        return None
    cause = Message("part {part_id} has no item {position!r}", part_id=part_id, position=position[:20])
    return Problem(
        cause, "", Message("the items of this part are {part_id}.1 to {part_id}.{known}", part_id=part_id, known=most)
    )


def decision_texts(decision: Decision) -> tuple[str, ...]:
    """Return the cells of a decision in a table of decisions, in the order of `COLUMNS`."""
    target = decision.target
    details = (decision.value, target.answer, decision.reason, decision.author, decision.time)
    return target.student, target.item, str(decision.kind), *details


def absence_problem(value: str) -> Problem:
    """Return the problem that a decision gave an absent student other points than zero: `value`, as typed."""
    cause = Message("an absence without an excuse counts as 0 points, not as {value!r}", value=value[:40])
    return Problem(cause, "", "decide with --points 0")


def paper_decision_problem(item: str, decision: str, value: str) -> Problem | None:
    """Return the problem with a decision about a whole paper; None if the decision is possible.

    `item` is one of `PAPER_DECISIONS`, `decision` the kind, and `value` the seed or the points as typed.
    """
    if decision not in (PAPER_DECISIONS[item], DecisionKind.WITHDRAWN):
        cause = Message(
            "a decision about {item} concerns the whole paper, and this option is not possible with it", item=item
        )
        remedy = Message(
            "give the seed u0 with --value or bonus points with --points, or undo the decision with --withdraw"
        )
        return Problem(cause, "", remedy)
    if decision == DecisionKind.VALUE and seed_from_text(value) is None:
        cause = Message("{u0!r} is not a possible u₀, the seed of a student", u0=value[:40])
        return Problem(cause, "", Message("give a whole number from 0 to {modulus}", modulus=lcg.MODULUS - 1))
    if decision == DecisionKind.POINTS and bonus_from_text(value) is None:
        return points_problem(value)
    return None


def points_problem(value: str) -> Problem:
    """Return the problem that a text is not a number of points."""
    return Problem(Message("{value!r} is not a number of points", value=value[:40]), "", "give a number such as 0.5")
