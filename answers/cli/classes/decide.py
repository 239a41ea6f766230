"""corrige class decide: how an answer counts, or that a flag was seen, by the teacher's word."""

import shlex
from typing import TYPE_CHECKING, Annotated

import typer

from answers.cli.common.marking import Marked, marked_class
from answers.cli.common.options import Folder
from answers.cli.common.output import say, working
from answers.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from answers.classroom.decisions import Decision, Kind, Where
    from answers.classroom.settle import Ruling

WHAT = (
    "Whose answer (an identifier, a name or the file handed in) and which: s05 4b.1, s05 4b for all of 4b; "
    "a flag: s05 no-seal, s05 no-paper; a paper of nobody: FILE of-nobody; with --all-equal: 4b.1."
)


def decide(
    folder: Folder,
    what: Annotated[list[str], typer.Argument(metavar="[STUDENT|FILE] ITEM|FLAG", help=WHAT)],
    *,
    value: Annotated[str | None, typer.Option("--value", metavar="V", help="Read the answer as this value.")] = None,
    right: Annotated[bool, typer.Option("--right", help="Count it as right.")] = False,
    wrong: Annotated[bool, typer.Option("--wrong", help="Count it as wrong.")] = False,
    points: Annotated[str | None, typer.Option("--points", metavar="P", help="Give it so many points.")] = None,
    seen: Annotated[bool, typer.Option("--seen", help="Of a flag: you have looked; it needs nobody any more.")] = False,
    tell: Annotated[bool, typer.Option("--tell", help="With --seen: the student is told of the flag and why.")] = False,
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Take the decision back.")] = False,
    all_equal: Annotated[bool, typer.Option("--all-equal", help="For everybody who wrote the same there.")] = False,
    reason: Annotated[
        str,
        typer.Option(
            "--reason", metavar="TEXT", help="Why; of an item, or with --tell, in words that the student will read."
        ),
    ] = "",
    author: Annotated[str, typer.Option("--author", metavar="NAME", help="Who decides; by default your login.")] = "",
) -> None:
    """Decide how an answer counts, or that a flag was seen: kept in DIR/decisions.csv, applied by every marking."""
    from answers.classroom.decisions import TOLD, Kind, decisions_in_force, read_decisions
    from answers.classroom.lock import locked
    from answers.classroom.settle import Ruling, record
    from answers.classroom.settle_withdrawal import withdrawals
    from answers.cli.common.marking import author_name, now_text

    told = {
        Kind.VALUE: value,
        Kind.RIGHT: right,
        Kind.WRONG: wrong,
        Kind.POINTS: points,
        Kind.SEEN: seen,
        Kind.WITHDRAWN: withdraw,
    }
    kind = _one_decision(told, what, tell=tell, all_equal=all_equal)
    value = TOLD if tell else value or points or ""
    ruling = Ruling(kind, value, reason, author or author_name(), now_text())
    with working("deciding"), locked(folder):
        found = marked_class(folder)
        student = what[0] if len(what) == 2 else ""
        decisions = _decisions(found, student, what[-1], ruling, equal=all_equal)
        holding = decisions_in_force(read_decisions(folder, found.cohort.exam))
        decisions = withdrawals(decisions, holding) if withdraw else decisions
        new = record(found.cohort, decisions)
    for line in (*_lines(decisions), *_earlier_lines(new, holding), *_lacking_lines(found, decisions)):
        say(line)
    if new:
        say(Message("now run: corrige class grade {folder}", folder=shlex.quote(str(folder))))
    else:
        say("this was decided already: nothing is written")


def _one_decision(told: "Mapping[Kind, str | bool | None]", what: list[str], *, tell: bool, all_equal: bool) -> "Kind":
    """The kind of decision that is asked for, by its option."""
    from answers.classroom.decisions import Kind
    from answers.errors import CorrigeError

    chosen = [kind for kind, given in told.items() if given not in (None, False)]
    if len(chosen) != 1 or (tell and chosen != [Kind.SEEN]):
        raise CorrigeError.one(
            "one decision is wanted",
            remedy=Message(
                "give --value V, --right, --wrong, --points P or --withdraw; of a flag --seen, or --seen --tell; "
                "of a student without a paper: {student} no-paper --seen --reason TEXT",
                student=shlex.quote(what[0][:60]) if len(what) == 2 else "s05",
            ),
        )
    if len(what) > 2 or (len(what) == 1 and not all_equal):
        raise CorrigeError.one("a student and an item are wanted", remedy="such as: s05 4b.1, or --all-equal 4b.1")
    return chosen[0]


def _decisions(found: Marked, student: str, what: str, ruling: "Ruling", *, equal: bool) -> "tuple[Decision, ...]":
    """The decisions about a flag, where that is what is named, else about an item or a part."""
    from answers.classroom.decisions import Kind
    from answers.classroom.settle import decisions_for
    from answers.classroom.settle_flag import flag_decisions
    from answers.classroom.settle_nobodys import nobodys_decisions
    from answers.errors import CorrigeError
    from answers.flags import NOBODYS, flag_named

    is_flag = ruling.kind is Kind.SEEN or any(flag_named(what + end) for end in ("", "-", ":"))
    if not is_flag:
        return decisions_for(found.gradebook, student, what, ruling, equal=equal)
    if ruling.kind not in (Kind.SEEN, Kind.WITHDRAWN):
        raise CorrigeError.one(
            Message("{what!r} is a flag of a paper", what=what[:60]), remedy="give --seen, or --withdraw"
        )
    if what == NOBODYS.slug:
        return nobodys_decisions(found.marking.received, student, ruling)
    return flag_decisions(found.gradebook, student, what, ruling)


def _lacking_lines(found: Marked, decisions: "tuple[Decision, ...]") -> list[str]:
    """Of parts that earn all or nothing, what is still not right when an item was decided to be."""
    from answers.classroom.decisions import Kind
    from answers.classroom.lacking import lacking
    from answers.cli.classes.review_lines import all_or_nothing

    helped = [one for one in decisions if one.kind in (Kind.RIGHT, Kind.VALUE)]
    whose = {one.student for one in helped}
    papers = [row.paper for row in found.gradebook.rows if row.paper and row.student.id in whose]
    parts = dict.fromkeys(one.item.partition(".")[0] for one in helped)
    found_parts = (lacking(found.cohort.exam.part(part), [one.item for one in helped], papers) for part in parts)
    return [all_or_nothing(items) for items in found_parts if items]


def _lines(decisions: "tuple[Decision, ...]") -> list[str]:
    """What was decided of each item or flag, and for whom."""
    from answers.classroom.told_decision import told_decision
    from answers.flags import NOBODYS

    first = {(one.item, one.answer): one for one in reversed(decisions)}
    return [
        Message(
            "{what}: {value} for {whose}",
            what=f"{item}, {answer!r}" if answer and item != NOBODYS.slug else item,
            value=told_decision(one),
            whose=", ".join(each.whose for each in decisions if (each.item, each.answer) == (item, answer)),
        )
        for (item, answer), one in reversed(first.items())
    ]


def _earlier_lines(new: "Iterable[Decision]", holding: "Mapping[Where, Decision]") -> "Iterator[Message]":
    """The decisions that are no more in force, equal ones together, with their reasons."""
    from answers.classroom.told_decision import told_with_reason

    ended: dict[Message, list[Decision]] = {}
    for one in new:
        if earlier := holding.get(one.where):
            ended.setdefault(told_with_reason(earlier), []).append(earlier)
    for told, those in ended.items():
        what = ", ".join(dict.fromkeys(one.item for one in those))
        whose = ", ".join(dict.fromkeys(one.whose for one in those))
        yield Message("    no longer in force: {what} of {whose}, {earlier}", what=what, whose=whose, earlier=told)
