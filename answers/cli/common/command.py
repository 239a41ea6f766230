"""Classes of commands and groups of commands for Typer.

A command is imported when it is first used, its help is in the language of the run, and repeated options are refused.
"""

import inspect
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typer.exceptions import TyperException
from typer.main import get_command, get_group

from answers.cli.common.examples import EXAMPLES, SETTINGS, Context, called
from answers.cli.common.output import CLASS_FOLDER
from answers.cli.common.result import as_typed
from answers.cli.common.usage import TYPED
from answers.errors import CorrigeError
from answers.exam.settings import FILE_NAME
from answers.messages import LANGUAGES, Message, clauses, language, set_language, translate

MESSAGES, TEXTS = "CORRIGE_MESSAGES", "CORRIGE_LANG"


def run_language(option: str | None = None, folder: str | None = None) -> str:
    """Return the language of the messages of a run, "fr" or "en".

    It is the first valid one of: the variable CORRIGE_MESSAGES, the option `--lang` (`option`), the variable
    CORRIGE_LANG, the language of the class in `folder`; else French.
    """
    for lang in (os.environ.get(MESSAGES), option, os.environ.get(TEXTS)):
        if lang in LANGUAGES:
            return lang
    if folder is not None:
        from answers.exam.settings_in_force import load_settings

        with suppress(CorrigeError, OSError):
            return load_settings(Path(folder), is_class=True).lang
    return LANGUAGES[0]


if TYPE_CHECKING:
    from typer._click.formatting import HelpFormatter

    CommandBase = TyperCommand
else:
    HelpFormatter = typer.Context.formatter_class  # the library does not export the class itself
    CommandBase = object  # each subclass also has a command or group class of Typer as a base

HEADINGS = ("Arguments:", "Options:", "Commands:")
"""Typer's headings of the lists of a help page."""
FOLDER = "folder"
"""The name of the argument for the folder of a class."""
NOTES = ("required", "default:")
"""Typer's words within the square brackets at the end of an option's help."""
RANGE = re.compile(r"([\d.]+)<=x<=([\d.]+)|x>=([\d.]+)")
"""Typer's note on the values that an option takes."""
PLACEHOLDERS = re.compile(r"[A-Z]{3,}")
"""Words of a placeholder such as FILE or STUDENT=FILE; shorter ones are not translated."""


class Formatter(HelpFormatter):
    """A formatter of help pages with headings and notes in the language of the run."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the usage line, without the braces that Typer adds around a placeholder that contains brackets."""
        super().write_usage(prog, args.replace("{", "").replace("}", ""), prefix or f"{translate('Usage:')} ")

    def write_heading(self, heading: str) -> None:
        """Write a heading, such as "Options:"."""
        self.write(f"{translate(f'{heading}:')}\n")

    def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write a list of options or commands, with translated notes such as "[default: 1; 1 to 64]"."""

        def translated_note(note: str) -> str:
            if bounds := RANGE.fullmatch(note):
                low, high, least = (text and (float(text) if "." in text else int(text)) for text in bounds.groups())
                if bounds[3]:
                    return Message("at least {least:,}", least=least)
                return Message("{low:,} to {high:,}", low=low, high=high)
            for word in NOTES:
                note = note.replace(word, translate(word), 1)
            return note

        translated_rows = []
        for name, text in rows:
            before, bracket, notes = text.rpartition("[")
            if bracket and notes.endswith("]"):
                shown = clauses([*map(translated_note, notes[:-1].split("; "))]).render(language())
                translated_rows.append((name, f"{before}[{shown}]"))
            else:
                translated_rows.append((name, text))
        super().write_dl(translated_rows, col_max, col_spacing)


class TranslatedCommand(CommandBase):
    """A command or group whose help page is in the language of the run, and ends with examples."""

    def get_help(self, ctx: Context) -> str:
        """Return the help page of the command in the language of the run."""
        self._translate(ctx)
        return super().get_help(ctx)

    def get_usage(self, ctx: Context) -> str:
        """Return the usage line of the command in the language of the run."""
        self._translate(ctx)
        return super().get_usage(ctx)

    def _translate(self, ctx: Context) -> None:
        """Set help texts and placeholders to those in the language of the run, which may change between two calls."""
        ctx.formatter_class = Formatter
        if hasattr(self, "subcommand_metavar"):
            self.subcommand_metavar = translate("COMMAND [ARGS]...")
        entries: list[Any] = [self, *self.get_params(ctx)]
        for entry in entries:
            english = vars(entry).setdefault("in_english", (entry.help or "", getattr(entry, "metavar", None) or ""))
            entry.help = "\n\n".join(map(translate, paragraphs(english[0])))
            if hasattr(entry, "metavar"):
                entry.metavar = PLACEHOLDERS.sub(lambda word: translate(word[0]), english[1]) or None

    def format_epilog(self, ctx: Context, formatter: Context) -> None:
        """Write the example lines of `corrige.toml`, then the example commands, if the command has any."""
        for_settings = Message(
            "Example of points and tolerances to write in the corrige.toml of the class, under the name of its exam:"
        )
        for heading, table in ((for_settings, SETTINGS), (Message("Examples:"), EXAMPLES)):
            if lines := table.get(called(ctx)):
                formatter.write("\n".join(("", translate(heading), *(f"  {line}" for line in lines), "")))


class Command(TranslatedCommand, TyperCommand):
    """A single command, which refuses an option that is given twice; Typer would silently use the last value."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Parse the arguments, and set the language and class folder of the run; CorrigeError for a repeated option."""
        names = [argument.name for argument in self.params if isinstance(argument, TyperArgument)]
        if names[:1] == [FOLDER] and set(args).isdisjoint(self.get_help_option_names(ctx)):
            args = self._with_class_folder(ctx, args, is_alone=len(names) == 1)
        try:
            options, rest, parameters = self.make_parser(ctx).parse_args(args=list(args))
        except TyperException as error:
            error.ctx = ctx  # type: ignore[attr-defined]  # Typer sets it for some errors only
            raise
        ctx.meta[TYPED] = options, rest
        folder = options.get(FOLDER) or options.get("what") or ""
        CLASS_FOLDER.set(folder if (Path(folder) / FILE_NAME).is_file() else "")
        set_language(run_language(options.get("lang"), options.get(FOLDER)))
        for option in parameters:
            if isinstance(option, TyperOption) and not option.multiple and parameters.count(option) > 1:
                raise CorrigeError.single(
                    Message("the option {opts} is given twice", opts=option.opts[0]),
                    remedy="give this option only once",
                )
        return super().parse_args(ctx, args)

    def _with_class_folder(self, ctx: Context, args: list[str], *, is_alone: bool) -> list[str]:
        """Return the arguments, with the current class folder in front if none is given.

        Unless the folder `is_alone`, the only argument of the command, the first argument is the folder only if that is
        the folder of a class.
        """
        try:
            typed = self.make_parser(ctx).parse_args(args=list(args))[0].get(FOLDER)
        except TyperException:  # reported when the arguments are parsed
            return args
        if typed and (is_alone or (Path(typed) / FILE_NAME).is_file()):
            return args
        from answers.classroom.folder import class_folder  # local: a few commands need no class

        folder = class_folder(Path.cwd())
        if folder is not None:
            return [os.path.relpath(folder), *args]
        if typed and not Path(typed).is_file():
            return args
        command = f"corrige {called(ctx)} {translate('DIR')}"
        raise CorrigeError.single(
            "no folder of a class is given, and there is no class in this folder",
            place=str(Path.cwd()),
            remedy=Message("go to the folder of the class, or give it: {command}", command=command),
        )


AnyCommand = TyperCommand | TyperGroup
CommandEntry: TypeAlias = tuple[str, Message]
"""The module of a command in `answers.cli`, as "module:function" if the function has another name, and its summary."""


@dataclass(frozen=True, slots=True)
class Commands(Mapping[str, AnyCommand]):
    """The commands of a group by name, each imported when it is first requested."""

    _entries: Mapping[str, CommandEntry]
    _loaded: dict[str, AnyCommand] = field(default_factory=dict)

    def __getitem__(self, name: str) -> AnyCommand:
        """Return the command with a name, and import its module if necessary; KeyError for an unknown name."""
        if name not in self._loaded:
            module, _, attribute = self._entries[name][0].partition(":")
            function = getattr(import_module(f"answers.cli.{module}"), attribute or name.replace("-", "_"))
            if isinstance(function, typer.Typer):
                command: AnyCommand = get_group(function)
            else:
                single = typer.Typer(add_completion=False, rich_markup_mode=None)
                single.command(name, cls=Command)(as_typed(function))
                command = get_command(single)  # type: ignore[assignment]  # a single command of class `Command`
            command.name = name
            for parameter in command.params:
                if parameter.name == FOLDER:  # by default the class folder that the teacher is in
                    parameter.required = False
            self._loaded[name] = command
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of the commands, in the order of the help page."""
        return iter(self._entries)

    def __len__(self) -> int:
        """Return the number of commands."""
        return len(self._entries)


class Group(TranslatedCommand, TyperGroup):
    """A group of commands, whose help page lists the commands without importing them."""

    entries: ClassVar[Mapping[str, CommandEntry]] = {}

    def __init__(self, **arguments: Any) -> None:  # the arguments that Typer passes to any group
        super().__init__(**{**arguments, "commands": Commands(self.entries)})

    def list_commands(self, ctx: Context) -> list[str]:  # noqa: ARG002  # as Typer has it
        """Return the names of all commands of the group."""
        return list(self.entries)

    def get_command(self, ctx: Context, cmd_name: str) -> TyperCommand | None:  # noqa: ARG002  # as Typer has it
        """Return a placeholder with the name and summary of a command, for the help page; None for an unknown name."""
        entry = self.entries.get(cmd_name)
        return None if entry is None else TyperCommand(cmd_name, short_help=translate(entry[1]))

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Return the name of the command in `args`, the imported command, and the remaining arguments."""
        ctx.meta[TYPED] = args[0]
        if args[0] in self.entries:
            return args[0], self.commands[args[0]], args[1:]
        return super().resolve_command(ctx, args)  # an error that names similar commands


def group(help_text: str, entries: Mapping[str, CommandEntry], **options: Any) -> typer.Typer:
    """Return a Typer application for a group of commands, each imported when it is used; `options` are for Typer."""
    group_class = type("Group", (Group,), {"entries": entries})
    return typer.Typer(help=help_text, cls=group_class, no_args_is_help=True, rich_markup_mode=None, **options)


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a help text, each as a single line, as they are in the message catalogue."""
    return [" ".join(part.split()) for part in inspect.cleandoc(text).split("\n\n")]
