"""What a solver says when it is asked for something outside what it accepts."""

from collections.abc import Mapping
from typing import Self


class Translatable(str):
    """A part of what a solver says, with values of its own: the text with its template and values, to be told again.

    Source: ours.
    """

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, /, **values: object) -> Self:
        """Write the text."""
        made = super().__new__(cls, template.format(**values))
        made.template, made.values = template, values
        return made


class InvalidInput(ValueError):  # noqa: N818 - refusing is no error of the program
    """What is asked is outside what a solver accepts; the message says what it is and what would be accepted.

    With values, their names stand in braces in `template`, as in `str.format`.
    """

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(template.format(**values) if values else template)
        self.template, self.values = template, values
