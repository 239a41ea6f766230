"""corrige class review: list the cases to examine, and decide them one by one in a terminal."""

import os
import sys
from collections.abc import Callable, Collection
from dataclasses import replace

from answers.classroom.db import now_text
from answers.classroom.decision_targets import override_decisions
from answers.classroom.decisions import (
    SHOWN_TO_STUDENT,
    DecisionKind,
    DecisionTarget,
    Override,
    load_decisions,
    record_decisions,
    undo_decisions,
)
from answers.classroom.exporting import is_outdated
from answers.classroom.folder import PATIENCE, locked
from answers.classroom.marks import MarkedClass, author_name, marked_class, other_seeds
from answers.classroom.review import OpenFlag, Review, ReviewCase, refresh_review, review_document
from answers.classroom.review import review as look
from answers.cli.classes.review_lines import (
    HELP,
    SEEN,
    TELL,
    ZERO,
    case_lines,
    choice_keys,
    flag_key_lines,
    flag_lines,
    left_line,
    question_line,
    review_lines,
)
from answers.cli.common.options import TO_STDOUT, AsJson, Folder, Output
from answers.cli.common.output import print_message, print_next_command, print_problems, working
from answers.cli.common.result import Result
from answers.errors import CorrigeError
from answers.exports.formats import MARKS_FILES
from answers.flags import NO_PAPER
from answers.messages import Message, joined


def review(folder: Folder, *, as_json: AsJson = False, output: Output = TO_STDOUT) -> Result:
    """List the cases to examine, identical answers together; in a terminal, decide each case with one key."""
    with working("marking the papers"), locked(folder):
        marked = marked_class(folder)
        open_items = look(marked)
    print_problems((*load_decisions(marked.class_data).notes, *marked.gradebook.problems))
    if sys.stdin.isatty() and sys.stdout.isatty() and not as_json and output == TO_STDOUT:
        left = decide_each(marked, open_items, read_key, sys.stdin.readline)
        print_message(left_line(left))
        print_next_command("class", "grade", folder)
        is_left = bool(left.cases or left.flags or marked.gradebook.problems)  # keys cannot settle unreadable files
        return Result({}, needs_person=is_left)
    is_waiting = bool(open_items.cases or open_items.flags)
    has_marks = all((folder / name).is_file() for name in MARKS_FILES)
    is_old = not is_waiting and (not has_marks or is_outdated(marked.class_data, marked.gradebook))
    return Result(
        review_document(open_items, marked.gradebook, marked.class_data.settings.lang),
        review_lines(open_items, marked),
        needs_person=is_waiting or marked.gradebook.needs_teacher,
        next=() if is_waiting else ("class", "grade" if is_old else "report", folder),
    )


def decide_each(marked: MarkedClass, review: Review, key: Callable[[], str], line: Callable[[], str]) -> Review:
    """Ask a person for a key and a reason for each open case and flag, record the decisions, and return what is open.

    `key` returns the next key pressed, `line` the next line typed. `HELP` lists the keys; `u` undoes the person's last
    decision, even of an earlier run, and goes back to its case. The class is locked and loaded again for each decision,
    so that decisions made by others in the meantime stay.
    """
    open_items: list[ReviewCase | OpenFlag] = [*review.cases, *review.flags]
    position, is_any_taken = 0, False
    while position < len(open_items) or is_any_taken:
        _print_item(position, open_items, marked)
        pressed = key()
        if pressed == "u" and (undone := _undo_last(marked)):
            marked, review = _reload(marked)
            open_items = [*review.cases, *review.flags]
            position = next((at for at, shown in enumerate(open_items) if undone & {*shown.targets}), 0)
            is_any_taken = False
        elif pressed == "q" or position == len(open_items):
            break
        elif override := _override(open_items[position], pressed):
            is_shown = override.value == SHOWN_TO_STUDENT or isinstance(open_items[position], ReviewCase)
            print_message(
                "reason, which the student will read (Enter for none):"
                if is_shown
                else "reason, for yourself alone (Enter for none):"
            )
            targets, override = open_items[position].targets, replace(override, reason=line())
            is_recorded = _record_open(marked, targets, override)
            is_any_taken = is_any_taken or bool(is_recorded)
            position += is_recorded is not None
        else:
            is_later = pressed in {"s", " "}
            if not is_later and pressed != "u":
                print_message(HELP)
            position += is_later
    return _reload(marked)[1]


def _reload(marked: MarkedClass) -> tuple[MarkedClass, Review]:
    return refresh_review(marked_class(marked.class_data.folder))


def _record_open(marked: MarkedClass, targets: Collection[DecisionTarget], override: Override) -> bool | None:
    """Record a decision about those targets that are still open, and return whether there are any.

    If it cannot be recorded, for example because another command locks the class, print the problem and return None.
    """
    try:
        with locked(marked.class_data.folder, PATIENCE):
            now, review = _reload(marked)
            open_now: list[ReviewCase | OpenFlag] = [*review.cases, *review.flags]
            open_items = {target for shown in open_now for target in shown.targets}
            still_open = [target for target in targets if target in open_items]
            decisions = override_decisions(still_open, override, now.class_data.exam)
            seeds = other_seeds(now.marking.submissions, now.active)
            record_decisions(now.class_data, decisions, other_seeds=seeds)
    except CorrigeError as error:
        print_problems(error.problems)
        return None
    if len(still_open) < len(targets):
        count = len(targets) - len(still_open)
        print_message(
            "your decision was not saved for {unchanged} of {all} answers: after they were shown, the answers "
            "changed, or another person decided them",
            unchanged=count,
            all=len(targets),
        )
    return bool(still_open)


def _undo_last(marked: MarkedClass) -> set[DecisionTarget]:
    """Undo the user's last decision, and return its targets; empty if there is no decision to undo."""
    with locked(marked.class_data.folder, PATIENCE):
        undone = [decision.target for decision in undo_decisions(marked.class_data, author_name(), now_text())]
    owners = joined(" ; ", dict.fromkeys(marked.gradebook.student_label(target.subject) for target in undone))
    if undone:
        items = ", ".join(dict.fromkeys(target.item for target in undone))
        print_message("the decision on {item} of {students} is undone", item=items, students=owners)
    else:
        print_message("you have no action left to undo")
    return set(undone)


def _print_item(position: int, open_items: list[ReviewCase | OpenFlag], marked: MarkedClass) -> None:
    """Print the case or flag to decide at a position of the list, or that it was the last."""
    if position == len(open_items):
        print_message("\nthat was the last case: u undoes the last decision, any other key ends")
        return
    shown = open_items[position]
    if isinstance(shown, ReviewCase):
        lines = [question_line(shown, marked), *case_lines(shown, marked)]
    else:
        lines = [*flag_lines(shown, marked), *flag_key_lines(shown, marked.class_data.folder)]
    first = [] if position else [HELP]
    for line in (
        *first,
        "",
        Message("case {position} of {count}", position=position + 1, count=len(open_items)),
        *lines,
    ):
        print_message(line)


def _override(shown: ReviewCase | OpenFlag, pressed: str) -> Override | None:
    """Return the decision that a key stands for in a case or flag, None if the key has no meaning there."""
    if isinstance(shown, ReviewCase):
        choice = dict(choice_keys(shown)).get(pressed)
        return Override(choice.kind, choice.value, "", author_name(), now_text()) if choice else None
    if shown.flag == NO_PAPER and pressed == ZERO:
        return Override(DecisionKind.POINTS, "0", "", author_name(), now_text())
    if pressed not in ((SEEN,) if shown.flag.has_no_paper else (SEEN, TELL)):
        return None
    return Override(
        DecisionKind.ACKNOWLEDGED, SHOWN_TO_STUDENT if pressed == TELL else "", "", author_name(), now_text()
    )


END = "q"


def read_key() -> str:
    """Wait for the next key, and return it as a lowercase letter; "q" at the end of the input.

    Without single keys (Windows), it is the first letter of a line, "s" for an empty one. Ctrl-C raises
    KeyboardInterrupt.
    """
    try:
        import termios
        import tty
    except ImportError:
        return (sys.stdin.readline().strip().lower() or "s")[:1]
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor, termios.TCSADRAIN)  # keys that were pressed early still count
        key = os.read(descriptor, 1).decode("ascii", "replace")
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
    return key.lower() or END
