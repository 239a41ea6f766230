"""Commands about a class kept in a folder: one module a command, in the order of a teacher's work."""

import typer

from answers.cli.classes.add import add
from answers.cli.classes.collect import collect
from answers.cli.classes.decide import decide
from answers.cli.classes.export import export
from answers.cli.classes.grade import grade
from answers.cli.classes.init import init
from answers.cli.classes.keys import keys
from answers.cli.classes.remove import remove
from answers.cli.classes.report import report
from answers.cli.classes.review import review
from answers.cli.classes.seeds import seeds
from answers.cli.classes.sheets import sheets
from answers.cli.classes.subject import subject
from answers.cli.common.once import Once
from answers.cli.common.spoken import SpokenGroup

app = typer.Typer(
    help="A class in a folder: seeds, sheets, marks and feedback.",
    cls=SpokenGroup,
    no_args_is_help=True,
    rich_markup_mode=None,
)

COMMANDS = (
    init,
    add,
    remove,
    seeds,
    subject,
    sheets,
    keys,
    collect,
    grade,
    review,
    decide,
    report,
    export,
)

for command in COMMANDS:
    app.command(cls=Once)(command)
