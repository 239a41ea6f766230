"""Commands and groups of them: imported when they are named, in the language of the run, each option given once."""

import inspect
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption
from typer.exceptions import TyperException
from typer.main import get_command, get_group

from answers.cli.common.examples import Context, examples, settings
from answers.cli.common.output import name_folder
from answers.cli.common.result import as_typed
from answers.cli.common.usage import TYPED
from answers.errors import CorrigeError
from answers.exam.settings import FILE_NAME
from answers.messages import LANGUAGES, Message, set_language, translate

MESSAGES, TEXTS = "CORRIGE_MESSAGES", "CORRIGE_LANG"


def run_language(option: str | None = None, folder: str | None = None) -> str:
    """Return the language of a run, "fr" or "en".

    It is that of CORRIGE_MESSAGES, of `--lang`, of CORRIGE_LANG, of the class in `folder`, or French. What is no
    language is passed over.
    """
    asked = (os.environ.get(MESSAGES), option, os.environ.get(TEXTS))
    return next((lang for lang in asked if lang in LANGUAGES), None) or _of_class(folder)


def _of_class(folder: str | None) -> str:
    if folder is None:
        return LANGUAGES[0]
    from answers.exam.settings_in_force import class_settings

    try:
        return class_settings(Path(folder)).lang
    except (CorrigeError, OSError):
        return LANGUAGES[0]


if TYPE_CHECKING:
    from typer._click.formatting import HelpFormatter

    Helped = TyperCommand
else:
    HelpFormatter = typer.Context.formatter_class  # the library exports it by no other name
    Helped = object  # what is beside it in the bases of a class is a command or a group

HEADINGS = ("Arguments:", "Options:", "Commands:")
"""The library's own words at the beginning of a list of help."""
NOTES = ("required", "default:")
"""The library's own words within the square brackets at the end of an option's help."""
PLACES = re.compile(r"[A-Z]{3,}")
"""The words in the place of what is typed, FILE or STUDENT=FILE; shorter ones are told in no other language."""


class Formatter(HelpFormatter):
    """Pages of help whose headings and notes are in the language of the run."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the line that says how the command is written."""
        super().write_usage(prog, args, prefix or f"{translate('Usage:')} ")

    def write_heading(self, heading: str) -> None:
        """Write a heading, such as "Options:"."""
        self.write(f"{translate(f'{heading}:')}\n")

    def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write a list of options or commands; of an option the last words may be "[default: 1; required]"."""
        told_rows = []
        for name, text in rows:
            before, bracket, notes = text.rpartition("[")
            if bracket and notes.endswith("]"):
                for note in NOTES:
                    notes = notes.replace(note, translate(note), 1)
            told_rows.append((name, before + bracket + notes))
        super().write_dl(told_rows, col_max, col_spacing)


class TranslatedCommand(Helped):
    """A command whose help is told in the language of the run, with examples."""

    def get_help(self, ctx: Context) -> str:
        """Return the page of help."""
        self._translate(ctx)
        return super().get_help(ctx)

    def get_usage(self, ctx: Context) -> str:
        """Return the line that says how the command is written."""
        self._translate(ctx)
        return super().get_usage(ctx)

    def _translate(self, ctx: Context) -> None:
        """Put helps and words in the place of what is typed into the language of the run, whatever it was before."""
        ctx.formatter_class = Formatter
        if hasattr(self, "subcommand_metavar"):
            self.subcommand_metavar = translate("COMMAND [ARGS]...")
        helped: list[Any] = [self, *self.get_params(ctx)]
        for one in helped:
            english = vars(one).setdefault("in_english", (one.help or "", getattr(one, "metavar", None) or ""))
            one.help = translated_help(english[0])
            if hasattr(one, "metavar"):
                one.metavar = PLACES.sub(lambda word: translate(word[0]), english[1]) or None

    def format_epilog(self, ctx: Context, formatter: Context) -> None:
        """Write the lines of settings, then the examples, as they are typed."""
        for heading, lines in (
            (
                translate("Points and tolerances in the corrige.toml of the class, under the name of its exam:"),
                settings(ctx),
            ),
            (translate("Examples:"), examples(ctx)),
        ):
            if lines:
                formatter.write("\n".join(("", heading, *(f"  {line}" for line in lines), "")))


class Command(TranslatedCommand, TyperCommand):
    """A command that refuses an option of one value that is given twice; Typer would keep the last, silently."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Read the arguments, and speak as they ask from now on."""
        try:
            options, rest, parameters = self.make_parser(ctx).parse_args(args=list(args))
        except TyperException as error:
            error.ctx = ctx  # type: ignore[attr-defined]  # which the library adds to some
            raise
        ctx.meta[TYPED] = options, rest
        folder = options.get("folder") or options.get("what") or ""
        name_folder(folder if (Path(folder) / FILE_NAME).is_file() else "")
        set_language(run_language(options.get("lang"), options.get("folder")))
        for option in parameters:
            if isinstance(option, TyperOption) and not option.multiple and parameters.count(option) > 1:
                raise CorrigeError.one(Message("{opts} is given twice", opts=option.opts[0]), remedy="give it once")
        return super().parse_args(ctx, args)


Made = TyperCommand | TyperGroup
Home: TypeAlias = tuple[str, Message]
"""Where a command is in `answers.cli`, as "module:function", or a group, as "module:app"; and its summary."""


class Commands(Mapping[str, Made]):
    """Commands by name, each imported when it is first looked up."""

    def __init__(self, homes: Mapping[str, Home]) -> None:
        self._homes = dict(homes)
        self._made: dict[str, Made] = {}

    def __getitem__(self, name: str) -> Made:
        """Return the command of a name, importing its module."""
        if name not in self._made:
            module, _, attribute = self._homes[name][0].partition(":")
            command = getattr(import_module(f"answers.cli.{module}"), attribute)
            if isinstance(command, typer.Typer):
                made: Made = get_group(command)
            else:
                alone = typer.Typer(add_completion=False, rich_markup_mode=None)
                alone.command(name, cls=Command)(as_typed(command))
                made = get_command(alone)  # type: ignore[assignment]  # of one command, and of our class
            made.name = name
            self._made[name] = made
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        """Go over the names, in the order of the help."""
        return iter(self._homes)

    def __len__(self) -> int:
        """Return the number of names."""
        return len(self._homes)


class Group(TranslatedCommand, TyperGroup):
    """A group that lists its commands without importing them."""

    homes: ClassVar[Mapping[str, Home]] = {}

    def __init__(self, **given: Any) -> None:  # what Typer gives to any group
        super().__init__(**{**given, "commands": Commands(self.homes)})

    def list_commands(self, ctx: Context) -> list[str]:  # noqa: ARG002  # as Typer has it
        """Return the names of all commands."""
        return list(self.homes)

    def get_command(self, ctx: Context, cmd_name: str) -> TyperCommand | None:  # noqa: ARG002  # as Typer has it
        """Return a command as the list shows it: its name and its summary."""
        home = self.homes.get(cmd_name)
        return None if home is None else TyperCommand(cmd_name, short_help=translate(home[1]))

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Return the command that is named, imported, and what is left of the line."""
        ctx.meta[TYPED] = args[0]
        name, _, rest = super().resolve_command(ctx, args)
        return name, self.commands[name] if name else None, rest


def group(help_text: str, homes: Mapping[str, Home], **given: Any) -> typer.Typer:
    """Return a group of commands, with where each is found and its summary."""
    kind = type("Group", (Group,), {"homes": homes})
    return typer.Typer(help=help_text, cls=kind, no_args_is_help=True, rich_markup_mode=None, **given)


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a help, each on one line, as the catalogue has them."""
    return [" ".join(part.split()) for part in inspect.cleandoc(text).split("\n\n")]


def translated_help(text: str) -> str:
    """Return a help in the language of the run."""
    return "\n\n".join(map(translate, paragraphs(text)))
