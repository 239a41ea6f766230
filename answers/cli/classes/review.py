"""corrige class review: what needs a person, and deciding it case by case."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from answers.cli.common.keys import read_key
from answers.cli.common.marking import Marked, author_name, marked_class, now_text
from answers.cli.common.options import TO_STDOUT, AsJson, Folder, Force, Output
from answers.cli.common.output import deliver_found, needs_person, say, say_problems, working
from answers.messages import Message, joined

if TYPE_CHECKING:
    from answers.classroom.decisions import Decision
    from answers.classroom.review import Case, Choice, Review

SHOWN_STUDENTS = 8


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
    lang = marked.cohort.settings.lang
    if sys.stdin.isatty() and sys.stdout.isatty() and not as_json and output == TO_STDOUT:
        with locked(folder):
            left = decide_each(marked, found, read_key)
        say(Message("{left} cases left; now run: corrige class grade {folder}", left=left, folder=folder))
        needs_person(bool(left or found.flags))
        return
    document = review_document(found, marked.gradebook, lang)
    deliver_found(document, _lines(found, marked), as_json=as_json, output=output, force=force)
    needs_person(bool(found.cases or found.flags) or marked.gradebook.needs_teacher)


def decide_each(marked: Marked, found: "Review", key: Callable[[], str]) -> int:
    """Ask for one key a case, and record each decision at once; return how many cases are left.

    A digit reads the answer as that value, r is right, w wrong, s leaves it, u takes the last one back, q leaves.
    """
    from answers.classroom.settle import record, take_back

    position = 0
    taken: list[tuple[int, tuple[Decision, ...]]] = []
    while position < len(found.cases) or taken:
        case = found.cases[position] if position < len(found.cases) else None
        _tell(position, found, marked.cohort.settings.lang)
        pressed = key()
        choice = dict(_keys(case)).get(pressed) if case else None
        if pressed == "u" and taken:
            position, decisions = taken.pop()
            take_back(marked.cohort, decisions)
            say("taken back")
        elif case is None or pressed == "q":
            break
        elif choice is not None:
            decisions = _decisions(case, choice)
            record(marked.cohort, decisions)
            taken.append((position, decisions))
            position += 1
        elif pressed in {"s", " "}:
            position += 1
        else:
            say("  a key of the list: s leaves it for later, u takes the last decision back, q ends")
    return len(found.cases) - len({position for position, _ in taken})


def _tell(position: int, found: "Review", lang: str) -> None:
    if position == len(found.cases):
        say("\nthat was the last: u takes the last decision back, any other key ends")
        return
    for line in (
        "",
        Message("{position} of {count}", position=position + 1, count=len(found.cases)),
        *_case_lines(found.cases[position], lang),
    ):
        say(line)


def _decisions(case: "Case", choice: "Choice") -> "tuple[Decision, ...]":
    from answers.classroom.decisions import Decision

    author, time = author_name(), now_text()
    return tuple(
        Decision(student, case.item, choice.kind, choice.value, case.answer, "", author, time)
        for student in case.students
    )


def _keys(case: "Case") -> "list[tuple[str, Choice]]":
    """The key of each choice: 1, 2, … for values, else the first letter."""
    values = [choice for choice in case.choices if choice.value]
    others = [(str(choice.kind)[0], choice) for choice in case.choices if not choice.value]
    return [*((str(i), choice) for i, choice in enumerate(values, 1)), *others]


def _lines(found: "Review", marked: Marked) -> list[str]:
    lang = marked.cohort.settings.lang
    lines = [line for case in found.cases for line in (*_case_lines(case, lang), "")]
    lines += [f"{student}: {flag.told(lang)} [{flag}]" for student, flag in found.flags]
    strays = marked.gradebook.strays
    lines += [
        Message("{student}, {place}: a paper of nobody in the class", student=paper.student or "?", place=paper.place)
        for paper in strays
    ]
    lines += [Message("{student}: no paper", student=student) for student in marked.gradebook.absent]
    students = sum(len(case.students) for case in found.cases)
    return [
        *lines,
        Message(
            "{count} cases, {students} answers; {flags} flags",
            count=len(found.cases),
            students=students,
            flags=len(found.flags),
        ),
    ]


def _case_lines(case: "Case", lang: str) -> list[str]:
    note = f" ({case.note.told(lang)})" if case.note else ""
    more = (
        Message(" and {count} others", count=len(case.students) - SHOWN_STUDENTS)
        if len(case.students) > SHOWN_STUDENTS
        else ""
    )
    students = joined("", (", ".join(case.students[:SHOWN_STUDENTS]), more))
    head = joined("  ", (case.item, f"{case.answer!r}{note}", students))
    return [head, *(joined("  ", ("", key, _choice_text(choice))) for key, choice in _keys(case))]


def _choice_text(choice: "Choice") -> str:
    what = (
        Message("read as {value}", value=choice.value)
        if choice.value
        else Message("right" if choice.kind == "right" else "wrong")
    )
    points = sum(choice.gains)
    return Message(
        "{what}: {helped} of {count} gain, {points:+.4g} points in all",
        what=what,
        helped=choice.helped,
        count=len(choice.gains),
        points=float(points),
    )
