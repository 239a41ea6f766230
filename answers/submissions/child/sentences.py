"""What is said to a teacher, on its way from a process that is not trusted: JSON that keeps templates and values."""

import re
from string import Formatter
from typing import TypeAlias

from answers.messages import Message

Packed: TypeAlias = "str | int | float | list[str | dict[str, Packed]]"
"""A plain text or a number as it is; a message as its two templates and its values."""

_FORM = re.compile(r"[+]?,?\d?(\.\d)?[a-z]?")
"""How a number may be written: nothing that makes a long text."""


def written(text: str) -> Packed:
    """Return a text as JSON has it."""
    if not isinstance(text, Message):
        return text
    return [text.template, text.plural, {name: _value(one) for name, one in text.values.items()}]


def _value(one: object) -> Packed:
    return one if isinstance(one, int | float) else written(str(one))


def sentence(found: object) -> str:
    """Return the text that `written` made JSON of.

    Raises
    ------
    ValueError
        If it is none, or its templates reach for more than their values.
    """
    match found:
        case str():
            return found
        case [str(template), str(plural), dict(values)] if _is_tame(template) and _is_tame(plural):
            told = {str(name): one if isinstance(one, int | float) else sentence(one) for name, one in values.items()}
            try:
                return Message(template, plural=plural, **told)
            except (KeyError, IndexError, TypeError) as error:
                raise ValueError("a sentence without its values") from error
    raise ValueError("no sentence")


def _is_tame(template: str) -> bool:
    """Whether a template only names values, and writes them in a usual way."""
    return all(
        name is None or (name.isidentifier() and _FORM.fullmatch(form or "") is not None)
        for _, name, form, _ in Formatter().parse(template)
    )
