"""What Typer says of a command typed wrongly, in words of ours: where, what, what to do."""

import re
from difflib import get_close_matches

from typer.exceptions import TyperException

from answers.errors import Problem, did_you_mean
from answers.messages import Message, either, joined

TEMPLATES = {
    "No such option: {place} (Possible options: {near})": "there is no such option",
    "No such option: {place}": "there is no such option",
    "No such command {place}. Did you mean {near}?": "there is no such command",
    "No such command {place}.": "there is no such command",
    "Missing command.": "a command is missing",
    "Missing argument {place}.": "is missing",
    "Missing option {place}.": "is missing",
    "Missing option {place}. Choose from:{known}": "is missing",
    "Got unexpected extra argument(s) ({place})": "is too many arguments",
    "Option {place} requires an argument.": "wants a value",
    "Option {place} does not take a value.": "takes no value",
    "Invalid value for {place}: {value} is not a valid int.": "{value} is not a whole number",
    "Invalid value for {place}: {value} is not a valid int range.": "{value} is not a whole number",
    "Invalid value for {place}: {value} is not a valid float.": "{value} is not a number",
    "Invalid value for {place}: {value} is not a valid float range.": "{value} is not a number",
    "Invalid value for {place}: {value} is not in the range {range}.": "{value} is not in the range {range}",
    "Invalid value for {place}: {value} is not one of {known}.": "{value} is none of the choices",
    "Invalid value for {place}: {value} does not match the formats {formats}.": "{value} is no date and time",
}
"""What the library says, and what we say: the first that fits counts. `near` and `known` are for the remedy."""

NEAR = 0.6
"""How much alike two names are from which one is meant for the other, from 0 to 1."""
SIZE = re.compile(r"'?[x×]\b", re.IGNORECASE)
"""How what is left of a size begins, when it was written with spaces."""


def usage_problem(error: TyperException) -> Problem:
    """Return what is wrong with what was typed; what no template fits is told in the words of the library."""
    text = " ".join(error.format_message().split())
    for theirs, ours in TEMPLATES.items():
        if named := re.fullmatch(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(theirs)), text):
            values = named.groupdict()
            shown = {name: _range(value) if name == "range" else value for name, value in values.items()}
            return Problem(Message(ours, **shown), _bare(values.get("place", "")), _remedy(values, error))
    return Problem(text, "", _remedy({}, error))


def _remedy(values: dict[str, str], error: TyperException) -> Message:
    """The nearest names, else all that are known, and where the help is."""
    context = getattr(error, "ctx", None)
    advice = []
    if "near" in values:
        advice.append(Message("did you mean {names}?", names=either(_nearest(values))))
    elif "known" in values:
        advice.append(did_you_mean(_bare(values.get("value", "")), _names(values["known"])))
    elif "formats" in values:
        advice.append(Message("give a date such as 2026-05-30 or 30/05/2026, or with a time: 2026-05-30T18:00"))
    elif SIZE.match(values.get("place", "")):
        advice.append(Message("write a size without spaces, such as 3x4"))
    if context is not None:
        advice.append(Message("see {command} --help", command=context.command_path))
    return joined(" – ", advice)


def _nearest(values: dict[str, str]) -> list[str]:
    """Of the names that the library takes for near, those that are so without their dashes; all if none is."""
    names = {name.lstrip("-"): name for name in _names(values["near"])}
    near = get_close_matches(_bare(values["place"]).lstrip("-"), names, cutoff=NEAR)
    return [names[name] for name in near] or list(names.values())


def _range(text: str) -> str:
    """A range as people write it: "1<=x<=64" is "1 … 64", "x>=1" is "≥ 1"."""
    return text.replace("<=x<=", " … ").replace("x>=", "≥ ").replace("x<=", "≤ ")


def _names(text: str) -> list[str]:
    return [_bare(name) for name in text.split(",")]


def _bare(text: str) -> str:
    return text.replace("'", "").strip()
