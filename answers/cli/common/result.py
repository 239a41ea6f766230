"""The results of commands, and their output as text or JSON with the options that all commands share."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, is_dataclass
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

import typer

from answers.cli.common.options import TO_STDOUT, AsJson, LangOfMessages, Output, ReplaceOutput
from answers.cli.common.output import deliver, print_next_command
from answers.errors import CorrigeError
from answers.files import json_bytes
from answers.messages import Message

OPTIONS = {
    "lang": Parameter("lang", Parameter.KEYWORD_ONLY, default=None, annotation=LangOfMessages),
    "as_json": Parameter("as_json", Parameter.KEYWORD_ONLY, default=False, annotation=AsJson),
    "output": Parameter("output", Parameter.KEYWORD_ONLY, default=TO_STDOUT, annotation=Output),
    "force": Parameter("force", Parameter.KEYWORD_ONLY, default=False, annotation=ReplaceOutput),
}
"""The options of every command that returns a `Result`, in the order of the help page.

Every command has `lang`, which `Command` applies.
"""
PICTURES = {".png", ".pdf", ".jpg", ".jpeg", ".gif"}
"""File suffixes that are refused if the result has no drawing with the suffix."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a command: a document for `--json`, lines of text otherwise, and whether a person must look.

    A command that returns a `Result` has the options in `OPTIONS`. A function `document` is called, and `lines` run,
    only if needed. With `lines` None, nothing is written unless `--json` is given.
    """

    document: Mapping[str, object] | Callable[[], Mapping[str, object]]
    lines: Iterable[str] | None = None
    needs_person: bool = False
    drawings: Mapping[str, Callable[[], bytes]] = field(default_factory=dict)
    """Functions that draw the result, by file suffix; with `-o` and such a file, the text goes to standard output."""
    next: tuple[object, ...] = ()
    """The words of the suggested next command, printed last."""
    others: tuple[tuple[object, ...], ...] = ()
    """The words of further suggested commands."""

    def write(self, *, as_json: bool, output: Path, force: bool) -> None:
        """Write the result as text, or as JSON if `as_json`, to the file `output`; exit with 1 if a person must look.

        With the suffix of a picture, write a drawing; CorrigeError if there is none, or if the file exists without
        `force`.
        """
        form = output.suffix.lower()
        if form in self.drawings:
            deliver(self.drawings[form](), output, force=force)
            output = TO_STDOUT
        elif form in PICTURES:
            raise CorrigeError.single(
                Message(
                    "the result of this command cannot be written to a file of the format {suffix}",
                    suffix=output.suffix,
                ),
                place=str(output),
                remedy="for a drawing, give a file name that ends in .svg"
                if self.drawings
                else "give a file name that ends in .txt, or in .json with --json",
            )
        if as_json:
            deliver(json_bytes(self.document() if callable(self.document) else self.document), output, force=force)
        elif self.lines is not None:
            deliver(self.lines, output, force=force)
        for words in filter(None, (self.next, *self.others)):
            print_next_command(*words)
        if self.needs_person:
            raise typer.Exit(1)


def as_typed(command: Callable[..., Any]) -> Callable[..., None]:
    """Return a function for Typer that calls the function of a command and writes its `Result`.

    The new function also has the option `--lang` and, if the command returns a `Result`, the other options in
    `OPTIONS`; those that are parameters of the command are passed to it as well. A parameter whose type is a dataclass
    is replaced by one option for each field of the dataclass.
    """
    own = signature(command).parameters
    groups: dict[str, Any] = {
        name: parameter.annotation for name, parameter in own.items() if is_dataclass(parameter.annotation)
    }
    writes = signature(command).return_annotation is Result
    added = OPTIONS if writes else {"lang": OPTIONS["lang"]}

    @wraps(command)
    def run(**values: Any) -> None:
        arguments = {name: values[name] for name in own if name not in groups}
        for name, group in groups.items():
            arguments[name] = group(**{option: values[option] for option in signature(group).parameters})
        result = command(**arguments)
        if writes:
            result.write(as_json=values["as_json"], output=values["output"], force=values["force"])

    options: list[Parameter] = []
    for name, parameter in own.items():
        if name in groups:
            fields = signature(groups[name]).parameters.values()
            options += [option.replace(kind=Parameter.KEYWORD_ONLY) for option in fields]
        elif name not in added:
            options.append(parameter)
    last = [own.get(name, option) for name, option in added.items()]
    run.__signature__ = signature(command).replace(parameters=[*options, *last])  # type: ignore[attr-defined]
    return run
