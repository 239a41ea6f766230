"""Define the error that solvers raise for arguments outside the accepted range."""

from collections.abc import Mapping
from typing import Self


class Translatable(str):
    """A part of an error message that can be translated, since it keeps its template and values."""

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, /, **values: object) -> Self:
        """Return the formatted text, with its template and values."""
        message = super().__new__(cls, template.format(**values))
        message.template, message.values = template, values
        return message


class InvalidInput(ValueError):  # noqa: N818 - the program is right, its input is not
    """An argument that a solver refuses: `template` states it and the accepted range, values in braces."""

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(template.format(**values) if values else template)
        self.template, self.values = template, values
