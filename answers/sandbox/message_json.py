"""Convert messages to the teacher to JSON and back.

The JSON has the templates and the values of a message. When it is read, both are checked to be harmless, since a
process that has read untrusted files may have written them.
"""

import re
from collections.abc import Mapping
from string import Formatter
from typing import Annotated, Any, TypeAlias

from answers.messages import Message

Packed: TypeAlias = "str | int | float | list[str | dict[str, Packed]]"
"""A text, a number, or a `Message` as a list of the singular template, the plural template, and the values by name."""

_FORM = re.compile(r"[+]?,?\d?(\.\d)?[a-z]?")
"""The format specifications that a template may use; none of them can make a long text."""


def message_to_json(text: str) -> Packed:
    """Return a text or a `Message` as a JSON value that `message_from_json` can read."""
    if not isinstance(text, Message):
        return text
    values: Mapping[str, object] = text.values
    packed = {
        name: value if isinstance(value, int | float) else message_to_json(str(value)) for name, value in values.items()
    }
    return [text.template, text.plural, packed]


def message_from_json(content: object) -> str:
    """Return the text or `Message` that `message_to_json` has converted to a JSON value.

    ValueError if `content` is not such a JSON value, or if a template uses anything but its values in a usual format.
    """
    match content:
        case str():
            return content
        case [str(template), str(plural), dict(values)] if _is_harmless(template) and _is_harmless(plural):
            texts = {
                str(name): value if isinstance(value, int | float) else message_from_json(value)
                for name, value in values.items()
            }
            try:
                return Message(template, plural=plural, **texts)
            except (KeyError, IndexError, TypeError) as error:
                raise ValueError("a message without its values") from error
    raise ValueError("not a message")


def _is_harmless(template: str) -> bool:
    """Return whether a template uses only plain names, without attributes or indices, in formats of `_FORM`."""
    return all(
        name is None or (name.isidentifier() and _FORM.fullmatch(form or "") is not None)
        for _, name, form, _ in Formatter().parse(template)
    )


class _SentenceSchema:
    """The schema by which pydantic checks a `Sentence`; the process that writes the JSON never imports pydantic."""

    def __get_pydantic_core_schema__(self, _type: object, _handler: object) -> Any:
        from pydantic_core.core_schema import no_info_plain_validator_function

        return no_info_plain_validator_function(message_from_json)


Sentence: TypeAlias = Annotated[str, _SentenceSchema()]
"""The type of a text that may be a `Message`, written in JSON as `message_to_json` does."""
