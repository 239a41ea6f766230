"""Define errors that a user can correct, each with place, cause and remedy."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from textwrap import shorten
from typing import Self

from answers.messages import Message, either

MAX_LIST = 400
"""Longest list of known words in `did_you_mean`, in characters."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One error for the user: its cause, its place and its remedy; place and remedy may be empty.

    `seeds` are the seeds of an exam that show the problem, if others do not show it.
    """

    cause: str
    place: str = ""
    remedy: str = ""
    seeds: tuple[int, ...] = ()

    @property
    def where(self) -> str:
        """The place, with the first seed that shows the problem and the number of the other seeds."""
        if not self.seeds:
            return self.place
        where = Message("u₀ = {u0}", u0=self.seeds[0])
        if others := len(self.seeds) - 1:
            where = Message(
                "{seed} and {count} other seed", plural="{seed} and {count} other seeds", seed=where, count=others
            )
        return Message("{place}, {seed}", place=self.place, seed=where) if self.place else where

    @property
    def identity(self) -> tuple[str, str]:
        """The cause, for several seeds without their values, and the place: equal for one problem of several seeds."""
        return (Message.of(self.cause).template if self.seeds else self.cause), self.place

    def __str__(self) -> str:
        message = Message.of(self.cause)
        if self.where:
            message = Message("{place}: {cause}", place=self.where, cause=message)
        if self.remedy:
            message = Message("{problem}\n    → {remedy}", problem=message, remedy=Message.of(self.remedy))
        return message


class CorrigeError(Exception):
    """An error that the user can correct, with all problems that were found; the command ends with exit code 2."""

    exit_code = 2

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))

    def __reduce__(self) -> tuple[type["CorrigeError"], tuple[tuple[Problem, ...]]]:
        return type(self), (self.problems,)  # an exception is pickled by its arguments

    @classmethod
    def single(cls, cause: str, *, place: str = "", remedy: str = "") -> Self:
        """Return an error with a single problem."""
        return cls([Problem(cause, place, remedy)])


class TimeLimitError(BaseException):
    """Raised in code of an exam that computes for too long; not an `Exception`, which that code might catch.

    `place` is the line of the exam that was being computed, if any; `is_call` whether one call or a whole step took so
    long.
    """

    def __init__(self, seconds: float, place: str, *, is_call: bool) -> None:
        self.cause = Message(
            "this line of the code of the exam was still being computed after {count} second",
            plural="this line of the code of the exam was still being computed after {count} seconds",
            count=round(seconds),
        )
        self.place, self.is_call = place, is_call
        super().__init__(self.cause)


def reason(error: OSError) -> Message:
    """Return the operating system's reason for an error, such as "permission denied", as a message."""
    return Message.of((error.strerror or str(error)).lower())


def did_you_mean(word: str, known: Iterable[str]) -> Message:
    """Return a remedy that names the known words most similar to `word`, or all known words if none is similar."""
    choices = list(known)
    similar = get_close_matches(word, choices, cutoff=0.5)
    if similar:
        return Message("did you mean {names}?", names=either(similar))
    if not choices:
        return Message("no choice is possible here")
    return Message("possible choices: {names}", names=shorten(", ".join(choices), MAX_LIST, placeholder=" …"))


def bug_log(error: Exception) -> Path:
    """Write the traceback of an error to a new temporary file, for the authors of corrige, and return its path."""
    import tempfile
    import traceback

    with tempfile.NamedTemporaryFile("w", prefix="corrige-", suffix=".log", delete=False, encoding="utf-8") as log:
        traceback.print_exception(error, file=log)
    return Path(log.name)


def bug(error: Exception) -> Problem:
    """Return the problem that reports `error` as a bug in corrige; its traceback is written to a temporary file."""
    cause = Message("this is a bug in corrige, not your mistake: {name}", name=type(error).__name__)
    try:
        return Problem(cause, "", Message("send {path} to the authors of corrige", path=bug_log(error)))
    except OSError:  # perhaps the cause of the error too
        return Problem(cause, "", Message("free some space on the disk, then try again"))
