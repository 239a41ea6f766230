"""Help in the language of the run, with examples: what commands and groups of commands share."""

import inspect
import re
from typing import TYPE_CHECKING

from typer.core import TyperCommand, TyperGroup

from answers.cli.common.examples import Context, examples, settings
from answers.messages import told

if TYPE_CHECKING:
    Helped = TyperCommand
else:
    Helped = object  # what is beside it in the bases of a class is a command or a group

HEADINGS = ("Usage:", "Arguments:", "Options:", "Commands:")
"""The library's own words at the beginning of a line of help."""
NOTES = ("required", "default:")
"""Those within square brackets."""


class Spoken(Helped):
    """A command whose help is told in the language of the run."""

    def get_help(self, ctx: Context) -> str:
        """Return the page of help."""
        for one in (self, *getattr(self, "commands", {}).values(), *self.get_params(ctx)):
            one.help = told_help(getattr(one, "help", None) or "")
        return _in_words(super().get_help(ctx))

    def get_usage(self, ctx: Context) -> str:
        """Return the line that says how the command is written."""
        return _in_words(super().get_usage(ctx))

    def format_epilog(self, ctx: Context, formatter: Context) -> None:
        """Write the lines of settings, then the examples, as they are typed."""
        for heading, lines in (
            (
                told("Points and tolerances, in the corrige.toml of the class, under the name of its exam:"),
                settings(ctx),
            ),
            (told("Examples:"), examples(ctx)),
        ):
            if lines:
                formatter.write("\n".join(("", heading, *(f"  {line}" for line in lines), "")))


class SpokenGroup(Spoken, TyperGroup):
    """A group of commands whose help is told in the language of the run."""


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a help, each on one line, as the catalogue has them."""
    return [" ".join(part.split()) for part in inspect.cleandoc(text).split("\n\n")]


def told_help(text: str) -> str:
    """Return a help in the language of the run."""
    return "\n\n".join(map(told, paragraphs(text)))


def _in_words(text: str) -> str:
    """A page of help with the words of the library told, which no option of it changes."""
    text = re.sub(rf"^({'|'.join(HEADINGS)})", lambda found: told(found[0]), text, flags=re.MULTILINE)
    text = text.replace("COMMAND [ARGS]...", told("COMMAND [ARGS]..."))
    return re.sub(rf"(?<=[\[ ])({'|'.join(NOTES)})(?=[\];\s])", lambda found: told(found[0]), text)
