"""corrige class decide: how an answer counts, by the teacher's word."""

from typing import Annotated

import typer

from answers.cli.common.marking import marked_class
from answers.cli.common.options import Folder
from answers.cli.common.output import say, working
from answers.messages import Message


def decide(
    folder: Folder,
    what: Annotated[
        list[str],
        typer.Argument(metavar="[STUDENT] ITEM", help="Whose answer and which: s05 4b.1; with --all-equal: 4b.1."),
    ],
    *,
    value: Annotated[str | None, typer.Option("--value", metavar="V", help="Read the answer as this value.")] = None,
    right: Annotated[bool, typer.Option("--right", help="Count it as right.")] = False,
    wrong: Annotated[bool, typer.Option("--wrong", help="Count it as wrong.")] = False,
    points: Annotated[str | None, typer.Option("--points", metavar="P", help="Give it so many points.")] = None,
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Take the decision back.")] = False,
    all_equal: Annotated[bool, typer.Option("--all-equal", help="For everybody who wrote the same there.")] = False,
    reason: Annotated[
        str, typer.Option("--reason", metavar="TEXT", help="Why, in words that the student will read.")
    ] = "",
    author: Annotated[str, typer.Option("--author", metavar="NAME", help="Who decides; by default your login.")] = "",
) -> None:
    """Decide how an answer counts: kept in DIR/decisions.csv, applied by every marking from now on."""
    from answers.classroom.decisions import Kind
    from answers.classroom.lock import locked
    from answers.classroom.settle import Ruling, decisions_for, record
    from answers.cli.common.marking import author_name, now_text
    from answers.errors import CorrigeError

    told = {Kind.VALUE: value, Kind.RIGHT: right, Kind.WRONG: wrong, Kind.POINTS: points, Kind.WITHDRAWN: withdraw}
    chosen = [kind for kind, given in told.items() if given not in (None, False)]
    if len(chosen) != 1:
        raise CorrigeError.one(
            "one decision is wanted", remedy="give --value V, --right, --wrong, --points P or --withdraw"
        )
    if len(what) > 2 or (len(what) == 1 and not all_equal):
        raise CorrigeError.one("a student and an item are wanted", remedy="such as: s05 4b.1, or --all-equal 4b.1")
    ruling = Ruling(chosen[0], value or points or "", reason, author or author_name(), now_text())
    with working("deciding"), locked(folder):
        found = marked_class(folder)
        student = what[0] if len(what) == 2 else ""
        decisions = decisions_for(found.gradebook, student, what[-1], ruling, equal=all_equal)
        record(found.cohort, decisions)
    whose = ", ".join(one.student for one in decisions)
    say(
        Message(
            "{item}, {answer!r}: {value} for {whose}",
            item=decisions[0].item,
            answer=decisions[0].answer,
            value=f"{chosen[0]} {ruling.value}".strip(),
            whose=whose,
        )
    )
    say(Message("now run: corrige class grade {folder}", folder=folder))
