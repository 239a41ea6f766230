"""What a kind makes of what was written: a value, nothing, or a text that it does not read."""

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

Value: TypeAlias = int | Fraction | float | tuple["Value", ...]
Values: TypeAlias = tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Blank:
    """Nothing was written; `is_zero` if that says 0, since the other shares of a mixed strategy sum to 1."""

    is_zero: bool = False


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A text that the policy of a kind does not read.

    Attributes
    ----------
    raw : str
        What was written, whole.
    reason : str
        A stable slug; each kind says which it gives.
    possible : tuple of values
        All that the item may be, where that is known: the values of an "ambiguous" text; of an item that stands in a
        list with "too-few-values", the one in its place there.
    """

    raw: str
    reason: str
    possible: Values = ()


Reading: TypeAlias = Value | Unreadable | Blank
