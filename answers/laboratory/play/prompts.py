"""What all games of the terminal share: questions, and that the player may leave."""

import sys
from collections.abc import Callable, Mapping
from typing import TypeVar

from answers.messages import Message, translate

QUIT = ("q", "quit")
MAX_LINE = 200

T = TypeVar("T")


class StoppedError(Exception):
    """The player left with q, or there is nothing more to read: any question may end so."""


def print_line(line: str, /, *, plural: str = "", **values: object) -> None:
    """Write a line of the game: a sentence as it is, or with values the template of a `Message`."""
    sys.stdout.write(f"{translate(Message(line, plural=plural, **values) if values else line)}\n")
    sys.stdout.flush()


def ask_number(question: str, high: int, others: Mapping[str, Callable[[], None]]) -> int:
    """Ask for a number from 1 to `high` until there is one; other words call what they stand for."""

    def read(word: str) -> int | None:
        is_number = word.isascii() and word.isdecimal() and len(word) <= len(str(high))
        return int(word) if is_number and 1 <= int(word) <= high else None

    return ask(question, read, Message("a number from 1 to {high}", high=high), others)


def ask(question: str, read: Callable[[str], T | None], wanted: str, others: Mapping[str, Callable[[], None]]) -> T:
    """Ask until `read` makes something of the answer, a word in lower case; other words call what they stand for."""
    while True:
        word = _read_word(question)
        if word in QUIT:
            raise StoppedError
        if word in others:
            others[word]()
        elif (answer := read(word)) is not None:
            return answer
        else:
            print_line("  {wanted}, {others} or q", wanted=wanted, others=", ".join(others))


def _read_word(question: str) -> str:
    sys.stdout.write(translate(question))
    sys.stdout.flush()
    try:
        line = sys.stdin.readline(MAX_LINE)
    except UnicodeDecodeError:
        return "?"
    return line.strip().lower() if line else QUIT[0]


def print_winner(yours: int, theirs: int) -> None:
    """Write who has won."""
    outcome = Message("you win" if yours > theirs else "you lose" if yours < theirs else "a draw")
    print_line("{outcome}: {yours} to {theirs}", outcome=outcome, yours=yours, theirs=theirs)
