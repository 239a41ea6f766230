"""What a kind makes of what was written: a value, nothing, or a text that it does not read."""

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

Value: TypeAlias = int | Fraction | float | tuple["Value", ...]
Values: TypeAlias = tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Blank:
    """Nothing was written."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A text that the policy of a kind does not read.

    Attributes
    ----------
    raw : str
        What was written, whole.
    reason : str
        A stable slug; each kind says which it gives.
    """

    raw: str
    reason: str


Reading: TypeAlias = Value | Unreadable | Blank
