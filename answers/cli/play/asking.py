"""What all games of the terminal share: a seed to play them again, questions, and a clean end."""

import secrets
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

import typer

from answers.cli.common.output import say
from answers.messages import Message, told

INTERRUPTED = 130
QUIT = ("q", "quit")
MAX_LINE = 200

T = TypeVar("T")


class StoppedError(Exception):
    """The player left, or there is nothing more to read."""


@contextmanager
def replayable(seed: int | None) -> Iterator[int]:
    """Give the seed of a game, a new one for None, and say how to play it again however it ends."""
    seed = secrets.randbelow(2**32) if seed is None else seed
    try:
        yield seed
    except StoppedError:
        tell("")
    except KeyboardInterrupt:
        tell("")
        say(_again(seed))
        raise typer.Exit(INTERRUPTED) from None
    say(_again(seed))


def tell(line: str) -> None:
    """Write a line of the game."""
    sys.stdout.write(f"{told(line)}\n")
    sys.stdout.flush()


def ask_number(question: str, high: int, others: Mapping[str, Callable[[], None]]) -> int:
    """Ask for a number from 1 to `high` until there is one; other words call what they stand for.

    Raises
    ------
    StoppedError
        If the answer is q, or at the end of the input.
    """

    def read(word: str) -> int | None:
        is_number = word.isascii() and word.isdecimal() and len(word) <= len(str(high))
        return int(word) if is_number and 1 <= int(word) <= high else None

    return ask(question, read, Message("a number from 1 to {high}", high=high), others)


def ask(question: str, read: Callable[[str], T | None], wanted: str, others: Mapping[str, Callable[[], None]]) -> T:
    """Ask until `read` makes something of the answer, a word in lower case; other words call what they stand for.

    Raises
    ------
    StoppedError
        If the answer is q, or at the end of the input.
    """
    while True:
        word = _read_word(question)
        if word in QUIT:
            raise StoppedError
        if word in others:
            others[word]()
        elif (found := read(word)) is not None:
            return found
        else:
            tell(Message("  {wanted}, {others} or q", wanted=wanted, others=", ".join(others)))


def _read_word(question: str) -> str:
    sys.stdout.write(told(question))
    sys.stdout.flush()
    try:
        line = sys.stdin.readline(MAX_LINE)
    except UnicodeDecodeError:
        return "?"
    return line.strip().lower() if line else QUIT[0]


def _again(seed: int) -> str:
    return Message("the same dice again: --seed {seed}", seed=seed)
