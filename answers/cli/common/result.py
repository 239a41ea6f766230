"""The results of commands, and their output as text or JSON with the options that all commands share."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, is_dataclass
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

from answers.cli.common.options import TO_STDOUT, AsJson, Force, LangOfMessages, Output
from answers.cli.common.output import deliver, deliver_text, needs_person, print_next_command
from answers.errors import CorrigeError
from answers.files import json_bytes
from answers.messages import Message

OPTIONS = {
    "lang": Parameter("lang", Parameter.KEYWORD_ONLY, default=None, annotation=LangOfMessages),
    "as_json": Parameter("as_json", Parameter.KEYWORD_ONLY, default=False, annotation=AsJson),
    "output": Parameter("output", Parameter.KEYWORD_ONLY, default=TO_STDOUT, annotation=Output),
    "force": Parameter("force", Parameter.KEYWORD_ONLY, default=False, annotation=Force),
}
"""The options of every command that returns a result, in the order of its help; `Command` applies `lang`."""
PICTURES = {".png", ".pdf", ".jpg", ".jpeg", ".gif"}
"""Suffixes of pictures; refused if the result has no such drawing."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a command: a document for `--json`, lines of text otherwise, and whether a person must look.

    A command whose function returns a `Result` has the options in `OPTIONS`. An expensive document is given as a
    function, expensive lines as an iterator, which is not run for `--json`. With `lines` None, only the document is
    written.
    """

    document: Mapping[str, object] | Callable[[], Mapping[str, object]]
    lines: Iterable[str] | None = None
    needs_person: bool = False
    drawings: Mapping[str, Callable[[], bytes]] = field(default_factory=dict)
    """Functions that draw the result, by the suffix of `-o FILE`; the text then goes to standard output."""
    next: tuple[object, ...] = ()
    """The words of the suggested next command, printed last."""
    others: tuple[tuple[object, ...], ...] = ()
    """The words of further suggested commands."""

    def write(self, *, as_json: bool, output: Path, force: bool) -> None:
        """Write the result as the options say; end with exit code 1 if a person must look."""
        form = output.suffix.lower()
        if form in self.drawings:
            deliver(self.drawings[form](), output, force=force)
            output = TO_STDOUT
        elif form in PICTURES:
            raise CorrigeError.single(
                Message("this result cannot be written as {suffix}", suffix=output.suffix),
                place=str(output),
                remedy="for a drawing, give a name in .svg"
                if self.drawings
                else "give a name in .txt, or in .json with --json",
            )
        if as_json:
            deliver(json_bytes(self.document() if callable(self.document) else self.document), output, force=force)
        elif self.lines is not None:
            deliver_text(self.lines, output, force=force)
        for words in filter(None, (self.next, *self.others)):
            print_next_command(*words)
        needs_person(self.needs_person)


def as_typed(command: Callable[..., Any]) -> Callable[..., None]:
    """Return a function for Typer that runs a command and writes its `Result`.

    If the command returns a `Result`, it gets the options in `OPTIONS`; those that are also its own parameters are
    passed to it. A parameter whose type is a dataclass is replaced by the options in the fields of the dataclass.
    """
    own = signature(command).parameters
    groups: dict[str, Callable[..., object]] = {
        name: parameter.annotation for name, parameter in own.items() if _is_group(parameter)
    }
    writes = OPTIONS if signature(command).return_annotation is Result else {}

    @wraps(command)
    def run(**values: Any) -> None:
        arguments = {name: values[name] for name in own if name not in groups}
        for name, group in groups.items():
            arguments[name] = group(**{option: values[option] for option in signature(group).parameters})
        result = command(**arguments)
        if writes:
            result.write(as_json=values["as_json"], output=values["output"], force=values["force"])

    options = [
        option for parameter in own.values() if parameter.name not in writes for option in _options_of(parameter)
    ]
    written = [own.get(name, option) for name, option in writes.items()]
    run.__signature__ = signature(command).replace(parameters=[*options, *written])  # type: ignore[attr-defined]
    return run


def _is_group(parameter: Parameter) -> bool:
    return is_dataclass(parameter.annotation)


def _options_of(parameter: Parameter) -> list[Parameter]:
    """Return the parameter itself, or the fields of its dataclass as parameters."""
    if not _is_group(parameter):
        return [parameter]
    return [each.replace(kind=Parameter.KEYWORD_ONLY) for each in signature(parameter.annotation).parameters.values()]
