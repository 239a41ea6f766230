"""What is said to a teacher, as JSON: its templates and values, which are checked to be no more than that."""

import re
from collections.abc import Mapping
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
    values: Mapping[str, object] = text.values
    packed_values = {name: one if isinstance(one, int | float) else written(str(one)) for name, one in values.items()}
    return [text.template, text.plural, packed_values]


def sentence(content: object) -> str:
    """Return the text that `written` made JSON of; ValueError if it is none, or reaches for more than its values."""
    match content:
        case str():
            return content
        case [str(template), str(plural), dict(values)] if _is_tame(template) and _is_tame(plural):
            kept = {str(name): one if isinstance(one, int | float) else sentence(one) for name, one in values.items()}
            try:
                return Message(template, plural=plural, **kept)
            except (KeyError, IndexError, TypeError) as error:
                raise ValueError("a sentence without its values") from error
    raise ValueError("no sentence")


def _is_tame(template: str) -> bool:
    """Whether a template only names values, and writes them in a usual way."""
    return all(
        name is None or (name.isidentifier() and _FORM.fullmatch(form or "") is not None)
        for _, name, form, _ in Formatter().parse(template)
    )
