"""Commands about a class kept in a folder: one module a command, in the order of a teacher's work."""

from typing import ClassVar

import typer

from answers.cli.common.late import LateGroup


class ClassCommands(LateGroup):
    """What is done with a class, from its list of names to its marks."""

    homes: ClassVar = {
        "init": "answers.cli.classes.init:init",
        "add": "answers.cli.classes.add:add",
        "remove": "answers.cli.classes.remove:remove",
        "seeds": "answers.cli.classes.seeds:seeds",
        "subject": "answers.cli.classes.subject:subject",
        "sheets": "answers.cli.classes.sheets:sheets",
        "keys": "answers.cli.classes.keys:keys",
        "collect": "answers.cli.classes.collect:collect",
        "grade": "answers.cli.classes.grade:grade",
        "review": "answers.cli.classes.review:review",
        "decide": "answers.cli.classes.decide:decide",
        "report": "answers.cli.classes.report:report",
        "export": "answers.cli.classes.export:export",
    }


app = typer.Typer(
    help="A class in a folder: seeds, sheets, marks and feedback.",
    cls=ClassCommands,
    no_args_is_help=True,
    rich_markup_mode=None,
)
