"""Convert usage errors of Typer into problems with a place, a cause and a remedy."""

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Any

import typer

from answers.errors import Problem, did_you_mean
from answers.messages import Message, either, joined

TYPED = "answers.cli.typed"
"""Key in `Context.meta` of what was typed: a group's command, or a command's values and surplus arguments."""
NEAR = 0.65
"""Least similarity, from 0 to 1, of a known name that is suggested for an unknown one."""
SIZE = re.compile(r"'?[x×]\b", re.IGNORECASE)
"""The beginning of the surplus arguments if a size such as 3x4 was typed with spaces."""


class WrongValue(typer.BadParameter):
    """Raised by the parser of an option for an invalid value, with a cause and a remedy."""

    def __init__(self, cause: Message, remedy: Message) -> None:
        super().__init__(cause)
        self.remedy = remedy


def usage_problem(error: Any) -> Problem:
    """Return the problem that explains a usage error of Typer, recognised by name since Typer exports no classes."""
    context = error.ctx
    cause, place, advice = Message.of(error.format_message()), "", list[Message]()
    match type(error).__name__:
        case "NoSuchOption":
            cause, place = Message("the command has no such option"), error.option_name
            names = {name.lstrip("-"): name for param in context.command.get_params(context) for name in _names(param)}
            near = get_close_matches(place.lstrip("-"), names, cutoff=NEAR)
            advice += _did_you_mean(names[name] for name in near)
        case "BadOptionUsage":
            place = error.option_name
            is_flag = any(place in _names(param) and param.is_flag for param in context.command.get_params(context))
            cause = Message("this option takes no value") if is_flag else Message("this option requires a value")
        case "MissingParameter":
            cause, place = Message("this argument or option is required, but missing"), _hint(error)
            if choices := getattr(error.param.type, "choices", ()):
                advice.append(did_you_mean("", choices))
        case "BadParameter":
            place = _hint(error)
            cause, advice = _wrong_value(error.param, context)
        case "WrongValue":
            cause, place, advice = error.message, _hint(error), [error.remedy]
        case "UsageError":
            cause, place, advice = _wrong_word(context)
    if context is not None:
        advice.append(Message("{command} --help explains the options", command=context.command_path))
    return Problem(cause, place, joined(" – ", advice))


def _wrong_word(context: Any) -> tuple[Message, str, list[Message]]:
    """Return cause, place and remedies for a missing or unknown command, or for surplus arguments."""
    typed = context.meta.get(TYPED)
    if hasattr(context.command, "entries"):
        known = list(context.command.entries)
        if typed is None or typed in known:
            return Message("the command to run is missing"), "", []
        near = get_close_matches(typed, known, cutoff=NEAR)
        return Message("corrige has no such command"), typed, [*_did_you_mean(near)]
    rest = " ".join(typed[1])
    advice = [Message("write a size without spaces, such as 3x4")] if SIZE.match(rest) else []
    return Message("the command takes no argument here"), rest, advice


def _wrong_value(param: Any, context: Any) -> tuple[Message, list[Message]]:
    """Return cause and remedies for a value that is not valid for the option or argument `param`."""
    typed = context.meta[TYPED][0].get(param.name)
    kind = param.type
    for value in typed if isinstance(typed, list | tuple) else (typed,):
        if kind.name == "choice" and value not in kind.choices:
            cause = Message("{value} is not among the possible values", value=repr(value))
            return cause, [did_you_mean(value, kind.choices)]
        number = int if kind.name.startswith("int") else float
        try:
            parsed = number(value)
        except ValueError:
            is_whole = number is int
            cause = Message(
                "{value} is not a whole number" if is_whole else "{value} is not a number", value=repr(value)
            )
            return cause, []
        low, high = getattr(kind, "min", None), getattr(kind, "max", None)
        if (low is not None and parsed < low) or (high is not None and parsed > high):
            limits = f"≥ {low}" if high is None else f"≤ {high}" if low is None else f"{low} … {high}"
            return Message("{value} is not in the range {range}", value=parsed, range=limits), []
    return Message("{value} is not among the possible values", value=repr(typed)), []


def _did_you_mean(names: Iterable[str]) -> Iterator[Message]:
    """Yield the question whether a similar name was meant, if there is one."""
    if similar := list(names):
        yield Message("did you mean {names}?", names=either(similar))


def _names(param: Any) -> list[str]:
    """Return all spellings of an option of the command line, e.g. `-o` and `--output`."""
    return [*param.opts, *param.secondary_opts]


def _hint(error: Any) -> str:
    """Return the option or argument a usage error is about, as Click spells it, without its quotation marks."""
    return str(error.param.get_error_hint(error.ctx)).replace("'", "")
