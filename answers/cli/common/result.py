"""What commands find, and the one place that prints it or writes it to a file, with the options of all of them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, is_dataclass
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

from answers.cli.common.options import TO_STDOUT, AsJson, ForceOutput, LangOfMessages, Output
from answers.cli.common.output import deliver, deliver_text, needs_person, print_next_command
from answers.errors import CorrigeError
from answers.files import json_bytes
from answers.messages import Message

OPTIONS = {
    "lang": Parameter("lang", Parameter.KEYWORD_ONLY, default=None, annotation=LangOfMessages),
    "as_json": Parameter("as_json", Parameter.KEYWORD_ONLY, default=False, annotation=AsJson),
    "output": Parameter("output", Parameter.KEYWORD_ONLY, default=TO_STDOUT, annotation=Output),
    "force": Parameter("force", Parameter.KEYWORD_ONLY, default=False, annotation=ForceOutput),
}
"""The options of every command that returns a result, in the order of its help; `Command` speaks `lang`."""
PICTURES = {".png", ".pdf", ".jpg", ".jpeg", ".gif"}
"""How the name of a file ends that is not for text: refused where there is no such drawing."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a command found: a document for `--json`, lines of text without it, and whether a person must look.

    A document that takes its time is a function that makes it.

    A command whose function returns one has the options in `OPTIONS`. Lines that take their time are an iterator: it
    is not run for `--json`; without any lines, None, nothing is written but the document.
    """

    document: Mapping[str, object] | Callable[[], Mapping[str, object]]
    lines: Iterable[str] | None = None
    needs_person: bool = False
    drawings: Mapping[str, Callable[[], bytes]] = field(default_factory=dict)
    """By the end of the name of `-o FILE`: drawn there, and the rest goes to standard output."""
    next: tuple[object, ...] = ()
    """The words of the command that comes next, if there is one: told last of all."""
    others: tuple[tuple[object, ...], ...] = ()
    """The words of those that come after it."""

    def write(self, *, as_json: bool, output: Path, force: bool) -> None:
        """Write it as the options say; end with exit code 1 when something needs a person."""
        form = output.suffix.lower()
        if form in self.drawings:
            deliver(self.drawings[form](), output, force=force)
            output = TO_STDOUT
        elif form in PICTURES:
            raise CorrigeError.one(
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
    """Return a command as it is typed: what returns a `Result` writes it, and has the options that say how.

    Of these, those that the function has itself are given to it too. A parameter that is a dataclass is made of
    the options that its fields are.
    """
    own = signature(command).parameters
    groups: dict[str, Callable[..., object]] = {
        name: parameter.annotation for name, parameter in own.items() if _is_group(parameter)
    }
    writes = OPTIONS if signature(command).return_annotation is Result else {}

    @wraps(command)
    def run(**given: Any) -> None:
        called = {name: given[name] for name in own if name not in groups}
        for name, group in groups.items():
            called[name] = group(**{option: given[option] for option in signature(group).parameters})
        found = command(**called)
        if writes:
            found.write(as_json=given["as_json"], output=given["output"], force=given["force"])

    options = [each for parameter in own.values() if parameter.name not in writes for each in _options_of(parameter)]
    written = [own.get(name, option) for name, option in writes.items()]
    run.__signature__ = signature(command).replace(parameters=[*options, *written])  # type: ignore[attr-defined]
    return run


def _is_group(parameter: Parameter) -> bool:
    return is_dataclass(parameter.annotation)


def _options_of(parameter: Parameter) -> list[Parameter]:
    """A parameter, or the fields of a dataclass."""
    if not _is_group(parameter):
        return [parameter]
    return [each.replace(kind=Parameter.KEYWORD_ONLY) for each in signature(parameter.annotation).parameters.values()]
