"""corrige class review: what needs a person, and deciding it case by case."""

import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from answers.cli.classes.review_lines import (
    HELP,
    SEEN,
    TELL,
    case_lines,
    choice_keys,
    flag_key_lines,
    flag_lines,
    question_line,
    review_lines,
)
from answers.cli.common import counts
from answers.cli.common.keys import read_key
from answers.cli.common.marking import Marked, author_name, marked_class, now_text
from answers.cli.common.options import TO_STDOUT, AsJson, Folder, Force, Output
from answers.cli.common.output import deliver_found, needs_person, say, say_problems, working
from answers.messages import Message

if TYPE_CHECKING:
    from answers.classroom.decisions import Decision
    from answers.classroom.open_flags import OpenFlag
    from answers.classroom.review import Case, Review
    from answers.classroom.settle import Ruling


@dataclass(frozen=True, slots=True)
class Left:
    """How many cases and flags are still to be decided."""

    cases: int
    flags: int


def review(folder: Folder, *, as_json: AsJson = False, output: Output = TO_STDOUT, force: Force = False) -> None:
    """List what needs a person, equal answers together; in a terminal, decide each case with one key."""
    from answers.classroom.decisions import decisions_in_force, read_decisions
    from answers.classroom.lock import locked
    from answers.classroom.review import review as look
    from answers.classroom.review import review_document

    with working("marking"), locked(folder):
        marked = marked_class(folder)
        taken = decisions_in_force(read_decisions(folder, marked.cohort.exam))
        found = look(marked.marking, marked.gradebook, taken)
    say_problems(marked.gradebook.problems)
    if sys.stdin.isatty() and sys.stdout.isatty() and not as_json and output == TO_STDOUT:
        with locked(folder):
            left = decide_each(marked, found, read_key, sys.stdin.readline)
        say(
            Message(
                "left: {cases} and {flags}; now run: corrige class grade {folder}",
                cases=counts.cases(left.cases),
                flags=counts.flags(left.flags),
                folder=shlex.quote(str(folder)),
            )
        )
        needs_person(bool(left.cases or left.flags or others_wait(marked)))
        return
    document = review_document(found, marked.gradebook, marked.cohort.settings.lang)
    deliver_found(document, review_lines(found, marked), as_json=as_json, output=output, force=force)
    needs_person(bool(found.cases or found.flags) or marked.gradebook.needs_teacher)


def others_wait(marked: Marked) -> bool:
    """Say whether something waits that no key decides: a file that is not read."""
    return bool(marked.gradebook.problems)


def decide_each(marked: Marked, found: "Review", key: Callable[[], str], line: Callable[[], str]) -> Left:
    """Ask for one key a case, then a flag, then a line for the reason; record each decision, return what is left.

    Keys are those of `HELP`; `u` takes back the last decision, when there is none of this run that of the last one.
    """
    from answers.classroom.settle import record, take_back

    waiting: list[Case | OpenFlag] = [*found.cases, *found.flags]
    position = 0
    taken: list[tuple[int, tuple[Decision, ...]]] = []
    if waiting:
        say(HELP)
    while position < len(waiting) or taken:
        _tell(position, waiting, marked)
        pressed = key()
        if pressed == "u" and taken:
            position, before = taken.pop()
            take_back(marked.cohort, before)
            say("taken back")
        elif pressed == "u" and _take_back_earlier(marked):
            return decide_each(*_looked_again(marked), key, line)
        elif pressed == "u":
            say("nothing to take back")
        elif pressed == "q" or position == len(waiting):
            break
        elif rule := _ruling(waiting[position], pressed):
            say("reason (Enter for none):")
            decisions = waiting[position].decisions(replace(rule, reason=line()))
            taken.append((position, record(marked.cohort, decisions)))
            position += 1
        elif pressed in {"s", " "}:
            position += 1
        else:
            say(HELP)
    return _left(found, {position for position, _ in taken})


def _left(found: "Review", done: set[int]) -> Left:
    cases = sum(at not in done for at in range(len(found.cases)))
    flags = (len(flag.papers) for at, flag in enumerate(found.flags, len(found.cases)) if at not in done)
    return Left(cases, sum(flags))


def _looked_again(marked: Marked) -> "tuple[Marked, Review]":
    """The class with the decisions that are there now, and what needs a person."""
    from answers.classroom.decisions import decisions_in_force, read_decisions
    from answers.classroom.marks import grade_handed_in
    from answers.classroom.review import review as look

    again = replace(marked, gradebook=grade_handed_in(marked.cohort, marked.marking))
    taken = decisions_in_force(read_decisions(marked.cohort.folder, marked.cohort.exam))
    return again, look(again.marking, again.gradebook, taken)


def _take_back_earlier(marked: Marked) -> bool:
    """Take back what was decided last before this run, if anything was."""
    from answers.classroom.decisions import read_decisions
    from answers.classroom.settle import take_back

    present = read_decisions(marked.cohort.folder, marked.cohort.exam)
    if not present:
        return False
    last = present[-1]
    said = (last.item, last.kind, last.value, last.time)
    together = tuple(one for one in present if (one.item, one.kind, one.value, one.time) == said)
    undone = together if present[-len(together) :] == together else (last,)
    take_back(marked.cohort, undone)
    whose = ", ".join(one.whose for one in undone)
    say(Message("taken back: {item} of {whose}", item=last.item, whose=whose))
    return True


def _tell(position: int, waiting: "list[Case | OpenFlag]", marked: Marked) -> None:
    from answers.classroom.review import Case

    if position == len(waiting):
        say("\nthat was the last: u takes the last decision back, any other key ends")
        return
    one = waiting[position]
    if isinstance(one, Case):
        lines = [question_line(one, marked), *case_lines(one, marked)]
    else:
        lines = [*flag_lines(one, marked), *flag_key_lines(one)]
    for line in ("", Message("{position} of {count}", position=position + 1, count=len(waiting)), *lines):
        say(line)


def _ruling(one: "Case | OpenFlag", pressed: str) -> "Ruling | None":
    """What a key decides, None if nothing."""
    from answers.classroom.decisions import TOLD, Kind
    from answers.classroom.review import Case
    from answers.classroom.settle import Ruling

    if isinstance(one, Case):
        choice = dict(choice_keys(one)).get(pressed)
        return Ruling(choice.kind, choice.value, "", author_name(), now_text()) if choice else None
    if pressed not in ((SEEN, TELL) if one.is_of_paper else (SEEN,)):
        return None
    return Ruling(Kind.SEEN, TOLD if pressed == TELL else "", "", author_name(), now_text())
