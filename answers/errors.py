"""What can go wrong because of what the user asked or gave: place, cause, remedy."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from textwrap import shorten
from typing import Self

from answers.messages import Message, either

LONGEST = 400
"""Characters of a list of what would be known."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to mend: where it is, what is wrong, what to do about it (place and remedy may be empty)."""

    cause: str
    place: str = ""
    remedy: str = ""

    def __str__(self) -> str:
        message = Message.of(self.cause)
        if self.place:
            message = Message("{place}: {cause}", place=self.place, cause=message)
        if self.remedy:
            message = Message("{problem}\n    → {remedy}", problem=message, remedy=Message.of(self.remedy))
        return message


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


def reason(error: OSError) -> Message:
    """Return why the system refused something, in its own words, which the catalogue knows."""
    return Message.of((error.strerror or str(error)).lower())


def did_you_mean(word: str, known: Iterable[str]) -> Message:
    """Return a remedy that names the nearest known words, or lists them all when none is near."""
    choices = list(known)
    near = get_close_matches(word, choices, cutoff=0.5)
    if near:
        return Message("did you mean {names}?", names=either(near))
    if not choices:
        return Message("known: none")
    return Message("known: {names}", names=shorten(", ".join(choices), LONGEST, placeholder=" …"))


def bug_log(error: Exception) -> Path:
    """Write how an error came about, for those who mend corrige, and return the file."""
    import tempfile
    import traceback

    with tempfile.NamedTemporaryFile("w", prefix="corrige-", suffix=".log", delete=False, encoding="utf-8") as log:
        traceback.print_exception(error, file=log)
    return Path(log.name)


def bug(error: Exception) -> Problem:
    """Return an error that is nobody's mistake but ours, written to a file, as a problem."""
    cause = Message("this is a bug in corrige, not your mistake: {name}", name=type(error).__name__)
    return Problem(cause, "", Message("send {path} to the authors of corrige", path=bug_log(error)))
