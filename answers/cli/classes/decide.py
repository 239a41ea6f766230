"""corrige class decide: record a decision on an answer or a flag."""

import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from answers.classroom.assigning import find_target
from answers.classroom.by_hand import undo_criteria
from answers.classroom.class_mistakes import undo_mistake
from answers.classroom.db import last_logs, now_text, reading
from answers.classroom.decision_table import decisions_of_table
from answers.classroom.decision_targets import decisions_about, decisions_for_everybody
from answers.classroom.decisions import (
    COLUMNS,
    EVERYBODY,
    PAPER_DECISIONS,
    SHOWN_TO_STUDENT,
    ActiveDecisions,
    Decision,
    DecisionKind,
    DecisionTarget,
    Override,
    active_class_decisions,
    decision_texts,
    judged_by_former_seed,
    load_decisions,
    lost_action_problems,
    record_decisions,
    undo_decisions,
    withdrawals,
)
from answers.classroom.folder import PATIENCE, locked, require_class
from answers.classroom.marks import MarkedClass, author_name, marked_class, other_seeds
from answers.classroom.overrides import incorrect_items
from answers.classroom.review import Review, refresh_review
from answers.classroom.scanning import undo_placed_pages
from answers.classroom.scans import undo_transcriptions
from answers.classroom.upload_index import undo_assignments
from answers.cli.classes.assign import held_line
from answers.cli.classes.review_lines import all_or_nothing, left_line
from answers.cli.common.options import Author, Folder, check_alone
from answers.cli.common.output import print_message, print_new_spelling, print_problems, working
from answers.cli.common.result import Result
from answers.errors import CorrigeError
from answers.exam.trust import CONVERSATION
from answers.files import shown
from answers.flags import UNASSIGNED, flag_named
from answers.messages import Message, decimal, joined

WHAT = (
    "Student (identifier, name or file handed in), then an item: s05 4b.1; a part: s05 4b; a flag: s05 no-seal; an "
    "absence: s05 no-paper; lateness: s05 late; the whole paper: s05 bonus, s05 u0. Without a student: 4b.1 with "
    "--all-equal; 4b.1, 4b or 4 with --everybody."
)


@dataclass(frozen=True, slots=True)
class DecideOptions:
    """The options that give the kind of decision; exactly one is required, and `--tell` only with `--seen`.

    `--reply TEXT` stands for `--seen --tell --reason TEXT`.
    """

    value: Annotated[
        str | None,
        typer.Option(
            "--value",
            metavar="V",
            help="Read the answer as this value; for a whole part such as 4b, give all its values: '3 ; 1/2'.",
        ),
    ] = None
    right: Annotated[bool, typer.Option("--right", help="Count the answer as right.")] = False
    wrong: Annotated[bool, typer.Option("--wrong", help="Count the answer as wrong.")] = False
    points: Annotated[
        str | None,
        typer.Option(
            "--points",
            metavar="P",
            help="Points that the answer earns; for bonus also -1; for no-paper, 0 means not excused.",
        ),
    ] = None
    seen: Annotated[
        bool, typer.Option("--seen", help="Mark the flag as examined, which settles it; for no-paper or late: excused.")
    ] = False
    tell: Annotated[bool, typer.Option("--tell", help="With --seen: show the flag and your reason to the student.")] = (
        False
    )
    reply: Annotated[
        str | None,
        typer.Option(
            "--reply",
            metavar="TEXT",
            help="Answer an appeal, or settle another flag, with words that the student will read; short for --seen "
            "--tell --reason.",
        ),
    ] = None
    leave_out: Annotated[
        bool, typer.Option("--leave-out", help="With --everybody: take the item out of the total of every paper.")
    ] = False
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Undo the decision.")] = False

    @property
    def kinds(self) -> list[DecisionKind]:
        """The kinds of decision whose options are set."""
        is_chosen = {
            DecisionKind.VALUE: self.value is not None,
            DecisionKind.RIGHT: self.right,
            DecisionKind.WRONG: self.wrong,
            DecisionKind.POINTS: self.points is not None,
            DecisionKind.ACKNOWLEDGED: self.seen or self.reply is not None,
            DecisionKind.LEFT_OUT: self.leave_out,
            DecisionKind.WITHDRAWN: self.withdraw,
        }
        return [kind for kind, is_given in is_chosen.items() if is_given]


def decide(
    folder: Folder,
    what: Annotated[list[str] | None, typer.Argument(metavar="[STUDENT|FILE] ITEM|FLAG", help=WHAT)] = None,
    *,
    options: DecideOptions,
    table: Annotated[
        Path | None,
        typer.Option(
            "--table",
            metavar="FILE",
            help="Take the decisions of a table, CSV or XLSX, such as that of `class export --to decisions` after "
            "changes in a spreadsheet.",
        ),
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="With --table: do not ask before decisions in force are replaced.")
    ] = False,
    all_equal: Annotated[
        bool, typer.Option("--all-equal", help="Apply the decision to every student who wrote the same answer.")
    ] = False,
    everybody: Annotated[
        bool,
        typer.Option(
            "--everybody",
            help="Settle an item, a part or a question for every paper: --right gives all its points, --leave-out "
            "takes it out of the total.",
        ),
    ] = False,
    reason: Annotated[
        str,
        typer.Option(
            "--reason",
            metavar="TEXT",
            help="Reason of the decision; the student reads it for an answer, bonus or u0, and with "
            "--tell; else only you do.",
        ),
    ] = "",
    author: Author = "",
) -> Result:
    """Decide how an answer counts, or settle a flag; the decision applies to every marking.

    With --everybody, a bad question is settled for the whole class, also for papers that come later. A decision about
    one student's answer takes precedence over that for everybody, and absent students stay absent.
    """
    require_class(folder)  # first, since another argument may have been taken for the folder
    what = what or []
    if table is not None:
        others = {"ITEM": what, "--right …": options.kinds, "--reason": reason, "--tell": options.tell}
        others |= {"--all-equal": all_equal, "--everybody": everybody}
        check_alone({"--table": True, **{name: bool(value) for name, value in others.items()}})
        return _decide_by_table(folder, table, author or author_name(), yes=yes)
    kind = _one_decision(options, what, reason, all_equal=all_equal, everybody=everybody)
    override = Override(
        kind,
        SHOWN_TO_STUDENT if options.tell or options.reply else options.value or options.points or "",
        options.reply or reason,
        author or author_name(),
        now_text(),
    )
    student = what[0] if len(what) == 2 else ""
    if student and what[-1] == UNASSIGNED.slug:
        print_new_spelling("of-nobody", "assign", folder, student, "--withdraw" if options.withdraw else "--none")
    with working("saving the decisions"), locked(folder, PATIENCE):
        marked = marked_class(folder)
        submissions, gradebook = marked.marking.submissions, marked.gradebook
        active_decisions = active_class_decisions(marked.class_data)
        stored = active_decisions.get((student, what[-1])) if options.withdraw and not all_equal else None
        if everybody:
            decisions = decisions_for_everybody(gradebook, what[-1], override)
        elif stored:  # also about a student or an item that does not exist, as an imported line may be
            decisions = (override.about(stored.target),)
        else:
            decisions = decisions_about(submissions, gradebook, student, what[-1], override, equal=all_equal)
        decisions = withdrawals(decisions, active_decisions) if options.withdraw else decisions
        new = record_decisions(marked.class_data, decisions, other_seeds=other_seeds(submissions, active_decisions))
    print_problems(lost_action_problems(folder))
    document = _document(new)
    label_of = gradebook.student_label
    lines = [*_lines(decisions, label_of), *_earlier_lines(new, active_decisions, label_of)]
    lines += _former_seed_lines(folder, new, active_decisions, label_of)
    if kind in (DecisionKind.RIGHT, DecisionKind.VALUE):  # parts of which all items must be right may have others
        items = [decision.target.item for decision in decisions if decision.target.item not in PAPER_DECISIONS]
        students = {decision.target.student for decision in decisions}
        papers = [row.paper for row in gradebook.rows if row.paper and (everybody or row.student.id in students)]
        parts = map(marked.class_data.exam.part, dict.fromkeys(item.partition(".")[0] for item in items))
        lines += [
            all_or_nothing(items_not_right)
            for part in parts
            if (items_not_right := incorrect_items(part, items, papers))
        ]
    for line in lines:
        print_message(line)
    if not new:
        print_message("this decision is in force already: nothing was saved")
        return Result(document)
    again, left_open = refresh_review(marked)
    for line in _lines_on_everybody(decisions, active_decisions, again):
        print_message(line)
    return _result(document, folder, left_open, ("--diff",) if everybody else ())


def _decide_by_table(folder: Path, table: Path, author: str, *, yes: bool) -> Result:
    """Take the decisions of a table, after a question if they replace decisions in force."""
    with working("saving the decisions"), locked(folder, PATIENCE):
        marked = marked_class(folder)
        submissions, gradebook = marked.marking.submissions, marked.gradebook
        last = {decision.target.key: decision for decision in load_decisions(marked.class_data).decisions}
        active = {key: decision for key, decision in last.items() if decision.kind is not DecisionKind.WITHDRAWN}
        edited = decisions_of_table(table, submissions, gradebook, active, author, now_text())
    decisions, label_of = edited.decisions, gradebook.student_label
    print_problems(edited.notes)
    lines = [*_lines(decisions, label_of), *_earlier_lines(decisions, last, label_of)]
    replaced = [decision for decision in decisions if decision.target.key in last]  # or ends a withdrawal
    if replaced and not yes:
        question = Message("{lines}\nTake these decisions?", lines=joined("\n", lines))
        if not CONVERSATION.ask(question):
            raise CorrigeError.single(
                Message(
                    "the table would replace {count} decision in force; nothing was saved:\n{lines}",
                    plural="the table would replace {count} decisions in force; nothing was saved:\n{lines}",
                    count=len(replaced),
                    lines=joined("\n", lines),
                ),
                place=shown(table),
                remedy="to take these decisions, add --yes; otherwise remove their lines from the table",
            )
    with locked(folder, PATIENCE):
        shown_times = {decision.target.key: "" for decision in decisions}
        shown_times |= {key: decision.time for key, decision in active.items() if key in shown_times}
        seeds = other_seeds(submissions, active)
        new = record_decisions(marked.class_data, decisions, shown_times, other_seeds=seeds)
    for line in [*lines, *_former_seed_lines(folder, new, active, label_of)]:
        print_message(line)
    print_problems(lost_action_problems(folder))
    if not new:
        print_message(
            "nothing was saved: each line of this table has a decision that is in force already, or is superseded or "
            "withdrawn by its state"
        )
        return Result(_document(new))
    again, left_open = refresh_review(marked)
    for line in _lines_on_everybody(new, active, again):
        print_message(line)
    is_for_everybody = any(decision.target.student == EVERYBODY for decision in new)
    return _result(_document(new), folder, left_open, ("--diff",) if is_for_everybody else ())


def undo(folder: Folder, *, author: Author = "") -> Result:
    """Undo your last action, by a command or at the desk, and restore the situation before it.

    An action is a decision, a reading, an assigned file or page, one that was set aside, or the acceptance of a mistake
    or of changed criteria. Run the command again to undo earlier ones.
    """
    require_class(folder)
    author = author or author_name()
    with working("saving the decisions"), locked(folder, PATIENCE):
        marked = marked_class(folder)
        with reading(folder) as connection:
            logs = last_logs(connection, author)
        active_decisions = active_class_decisions(marked.class_data)
        restored = undo_decisions(marked.class_data, author, now_text()) if "override" in logs else ()
        lines = [line for log in logs for line in _undo_in_log(log, marked, author)]
    for line in lines:
        print_message(line)
    if {*logs} - {"override"}:
        return Result(_document(()), next=("class", "grade", folder))
    if not restored:
        cause = Message("no decision of {author} in this class is left to undo", author=author)
        raise CorrigeError.single(
            cause,
            remedy="`corrige class history DIR` lists the decisions and their authors; to undo those of another name: "
            "--author NAME",
        )
    label_of = marked.gradebook.student_label
    withdrawal = Override(DecisionKind.WITHDRAWN)
    undone = tuple(active_decisions.get(now.target.key, withdrawal.about(now.target)) for now in restored)
    again = tuple(decision for decision in restored if decision.kind is not DecisionKind.WITHDRAWN)
    print_message(
        "this is undone: {undone}; this is in force again: {again}" if again else "this is undone: {undone}",
        undone=joined(" ; ", _lines(undone, label_of)),
        again=joined(" ; ", _lines(again, label_of)),
    )
    for line in _former_seed_lines(folder, restored, active_decisions, label_of):
        print_message(line)
    return _result(_document(restored), folder, refresh_review(marked)[1])


def _undo_in_log(log: str, marked: MarkedClass, author: str) -> Iterator[Message]:
    """Undo an author's last action in a log of the store other than that of decisions, and yield lines about it."""
    class_data, submissions, folder = marked.class_data, marked.marking.submissions, marked.class_data.folder
    targets: list[str] = []
    if log == "assignment":
        targets += undo_assignments(folder, author, now_text())
    elif log == "placement":
        targets += [f"{digest}:{page}" for digest, page in undo_placed_pages(folder, author, now_text())]
    elif log == "transcription":
        for again in undo_transcriptions(folder, author, now_text()):
            yield Message(
                "{item} of {student}: last reading undone, read as {text!r} as before"
                if again.scan
                else "{item} of {student}: the reading is undone, and the scanned answer must be read again",
                item=again.item,
                student=marked.gradebook.student_label(again.student),
                text=again.text,
            )
    elif log == "class_mistake":
        slug = undo_mistake(class_data, author, now_text())
        yield Message("undone: the last acceptance or withdrawal of the mistake {slug} in this class", slug=slug)
    elif log == "criterion":
        for part in undo_criteria(folder, author, now_text()):
            yield Message("{part}: the criteria have their earlier points and texts again", part=part)
    for target in targets:
        yield held_line(class_data, submissions, find_target(class_data, submissions, target))


def _result(document: dict[str, object], folder: Path, left: Review, grading: tuple[str, ...] = ()) -> Result:
    """Print how many cases and flags are left to examine, and return the result with the next command.

    It is `class review` while some are left, else `class grade`; always `class grade` with the options `grading`.
    """
    is_left = bool(left.cases or left.flags)
    if is_left:
        print_message(left_line(left))
    return Result(document, next=("class", "review" if is_left and not grading else "grade", folder, *grading))


def _document(decisions: Iterable[Decision]) -> dict[str, object]:
    rows = [dict(zip(COLUMNS, decision_texts(decision), strict=True)) for decision in decisions]
    return {"schema": "corrige/decide/1", "decisions": rows}


def _one_decision(
    options: DecideOptions, what: list[str], reason: str, *, all_equal: bool, everybody: bool
) -> DecisionKind:
    """Return the kind of the decision that the options give; CorrigeError if options and arguments do not fit."""
    check_alone({"--all-equal": all_equal, "--everybody": everybody})
    if options.reply is not None and (reason or not options.reply.strip()):
        raise CorrigeError.single(
            "--reply is itself the text that the student reads: it must not be empty, nor be given with --reason",
            remedy="give only --reply TEXT",
        )
    is_chosen = options.kinds
    if len(is_chosen) != 1 or (options.tell and is_chosen != [DecisionKind.ACKNOWLEDGED]):
        raise CorrigeError.single(
            "the command records one decision, but its options give none or several",
            remedy=Message(
                "give --value V, --right, --wrong, --points P or --withdraw; for a flag --seen, --seen --tell or "
                "--reply TEXT; for a student without a paper: {student} no-paper --seen (excused: no mark) or "
                "--points 0, with --reason TEXT; for every paper: ITEM --everybody --right or --leave-out",
                student=shlex.quote(what[0][:60]) if len(what) == 2 else "s05",
            ),
        )
    if everybody and len(what) != 1:
        raise CorrigeError.single(
            "with --everybody, the command needs an item and no student",
            remedy="give only the item, for example --everybody 4b.1",
        )
    is_named = all(map(str.strip, what))  # an empty variable of a shell is no student, nor all of them
    if not is_named or len(what) > 2 or (len(what) == 1 and not (all_equal or everybody)):
        raise CorrigeError.single(
            "the command needs a student and an item",
            remedy="give for example s05 4b.1, --all-equal 4b.1 or --everybody 4b.1",
        )
    return is_chosen[0]


def _lines_on_everybody(
    decisions: Sequence[Decision], before: ActiveDecisions, marked: MarkedClass
) -> Iterator[Message]:
    """Yield lines on conflicts of a decision for everybody with one about a single student: which has precedence."""
    gradebook = marked.gradebook
    for decision in decisions:
        student, item = decision.target.key
        own = [other for other in before.values() if other.target.item == item and other.target.student != EVERYBODY]
        if student == EVERYBODY and own:
            owners = joined(
                " ; ",
                [
                    Message(
                        "{student} ({decision})",
                        student=gradebook.student_label(other.target.student),
                        decision=other.text,
                    )
                    for other in own
                ],
            )
            yield Message(
                "    {item}: for these students, your decisions about them still count, not the one for everybody: "
                "{students}",
                item=item,
                students=owners,
            )
        elif student != EVERYBODY and (settled := before.get((EVERYBODY, item))):
            yield Message(
                "    {item}: for this student, the decision for everybody counts again: {decision}"
                if decision.kind is DecisionKind.WITHDRAWN
                else "    {item}: for this student, this decision counts instead of the one for everybody: {decision}",
                item=item,
                decision=settled.text_with_reason,
            )
    for_everybody = [decision for decision in decisions if decision.target.student == EVERYBODY]
    earlier = [before[decision.target.key] for decision in for_everybody if decision.target.key in before]
    if DecisionKind.LEFT_OUT in {decision.kind for decision in (*for_everybody, *earlier)}:
        out_of = marked.class_data.settings.mark.out_of
        yield Message(
            "the points of all questions now add up to {points}", points=decimal(float(gradebook.points), "g")
        )
        if out_of is not None:
            yield Message(
                "the highest mark is still {points}, as set in corrige.toml", points=decimal(float(out_of), "g")
            )
        elif gradebook.points != gradebook.exam.points:
            yield Message(
                "the highest mark is therefore {points} too; to keep it at {before}, write in "
                "corrige.toml, under [class.mark]: out_of = {before}",
                points=decimal(float(gradebook.points), "g"),
                before=f"{float(gradebook.exam.points):g}",
            )


def _answer(decision: Decision) -> str:
    item = decision.target.item
    return "" if item in PAPER_DECISIONS or flag_named(item) is not None else decision.target.answer


def _lines(decisions: tuple[Decision, ...], label_of: Callable[[str], str]) -> Iterator[Message]:
    """Yield a line for each answer to a part with what was decided about it, and the students with the same line."""
    answers: dict[tuple[str, str, str], list[Decision]] = {}
    for decision in decisions:
        answer = "" if decision.kind is DecisionKind.POINTS else _answer(decision)
        part = decision.target.item.partition(".")[0]
        answers.setdefault((decision.target.subject, part, answer), []).append(decision)
    groups: dict[tuple[object, ...], list[Decision]] = {}
    for (_, part, answer), decided in answers.items():
        rulings = tuple((decision.target.item, decision.kind, decision.value) for decision in decided)
        groups.setdefault((part, answer, rulings), []).extend(decided)
    for group in groups.values():
        values_of = {decision.target.item: decision.value for decision in group}
        answer, override = _answer(group[0]), group[0]
        item, values = ", ".join(values_of), list(values_of.values())
        if override.kind is DecisionKind.VALUE:
            override = replace(override, value=" ; ".join(values))
        elif override.kind is DecisionKind.POINTS and len(values) > 1:
            override = replace(override, value=f"{float(sum(map(Fraction, values))):g}")
            item, answer = item.partition(".")[0], ""
        yield Message(
            "{answer}: {decision} for {students}",
            answer=f"{item}, {answer!r}" if answer else item,
            decision=override.text,
            students=joined(" ; ", dict.fromkeys(label_of(decision.target.subject) for decision in group)),
        )


def _earlier_lines(
    new: Iterable[Decision], active_decisions: ActiveDecisions, label_of: Callable[[str], str]
) -> Iterator[Message]:
    """Yield a line for each earlier decision that the new ones replace, with its reason; equal ones share a line."""
    ended: dict[Message, list[DecisionTarget]] = {}
    for decision in new:
        if earlier := active_decisions.get(decision.target.key):
            ended.setdefault(earlier.text_with_reason, []).append(earlier.target)
    for words, targets in ended.items():
        items = ", ".join(dict.fromkeys(target.item for target in targets))
        owners = joined(" ; ", dict.fromkeys(label_of(target.subject) for target in targets))
        yield Message(
            "    for {students}, {items}, this replaces the earlier decision: {earlier}",
            items=items,
            students=owners,
            earlier=words,
        )


def _former_seed_lines(
    folder: Path, new: Iterable[Decision], active: ActiveDecisions, label_of: Callable[[str], str]
) -> Iterator[Message]:
    """Yield lines on decisions about answers that a new u₀ of the paper leaves in force, and how to withdraw them."""
    for student, decisions in judged_by_former_seed(new, active).items():
        yield Message(
            "    {student}: these decisions were taken when the paper was marked with another u₀, "
            "and still count: {decisions}",
            student=label_of(student),
            decisions=joined(
                " ; ",
                [
                    Message("{item} ({decision})", item=decision.target.item, decision=decision.text)
                    for decision in decisions
                ],
            ),
        )
        yield Message(
            "    look at these answers again; to withdraw a decision: {command}",
            command=f"corrige class decide {shlex.quote(str(folder))} {shlex.quote(student)} "
            f"{decisions[0].target.item} --withdraw",
        )
