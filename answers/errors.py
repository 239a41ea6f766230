"""What can go wrong because of what the user asked or gave: place, cause, remedy."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Self


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to mend: where it is, what is wrong, what to do about it (place and remedy may be empty)."""

    cause: str
    place: str = ""
    remedy: str = ""

    def __str__(self) -> str:
        place = f"{self.place}: " if self.place else ""
        remedy = f"\n    → {self.remedy}" if self.remedy else ""
        return f"{place}{self.cause}{remedy}"


class CorrigeError(Exception):
    """Asked wrongly: every problem found, together; the command ends with exit code 2."""

    exit_code = 2

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))

    def __reduce__(self) -> tuple[type["CorrigeError"], tuple[tuple[Problem, ...]]]:
        return type(self), (self.problems,)  # an exception travels between processes by its arguments

    @classmethod
    def one(cls, cause: str, *, place: str = "", remedy: str = "") -> Self:
        """Build an error with a single problem."""
        return cls([Problem(cause, place, remedy)])


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a remedy that names the nearest known words, or lists them all when none is near."""
    choices = list(known)
    near = get_close_matches(word, choices, cutoff=0.5)
    return f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(choices) or 'none'}"
