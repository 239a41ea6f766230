"""Ask the player of a game in the terminal for input, and print lines of the game."""

import sys
from collections.abc import Callable, Mapping
from typing import TypeVar

from answers.messages import Message, translate

QUIT = ("q", "quit")
MAX_LINE = 200

T = TypeVar("T")


class StoppedError(Exception):
    """Raised by any question when the player leaves the game with q, or the input ends."""


def print_line(line: str, /, *, plural: str = "", **values: object) -> None:
    """Print a line of the game, translated; with values, `line` and `plural` are templates of a `Message`."""
    sys.stdout.write(f"{translate(Message(line, plural=plural, **values) if values else line)}\n")
    sys.stdout.flush()


def ask_number(question: str, high: int, commands: Mapping[str, Callable[[], None]]) -> int:
    """Ask for a number from 1 to `high` until the answer is valid, and return the number.

    An answer that is one of the words of `commands` calls the function of the word, and the question is repeated.
    """

    def read(word: str) -> int | None:
        """Return a typed number from 1 to `high`, or None for another word."""
        is_number = word.isascii() and word.isdecimal() and len(word) <= len(str(high))
        return int(word) if is_number and 1 <= int(word) <= high else None

    return ask(question, read, Message("a number from 1 to {high}", high=high), commands)


def ask(question: str, read: Callable[[str], T | None], expected: str, commands: Mapping[str, Callable[[], None]]) -> T:
    """Ask a question until the answer is valid, and return the value of the answer.

    `read` returns the value of an answer in lower case, None if it is invalid; then `expected`, the description of a
    valid answer, is printed. If an answer is one of the words of `commands`, the function of the word is called, and
    the question is repeated. StoppedError if the answer is q or quit, or the input ends.
    """
    while True:
        sys.stdout.write(translate(question))
        sys.stdout.flush()
        try:
            line = sys.stdin.readline(MAX_LINE)
        except UnicodeDecodeError:
            line = "?"
        word = line.strip().lower() if line else QUIT[0]  # the end of the input means "quit"
        if word in QUIT:
            raise StoppedError
        if word in commands:
            commands[word]()
        elif (answer := read(word)) is not None:
            return answer
        else:
            print_line("  type {expected}, or {others} or q", expected=expected, others=", ".join(commands))


def print_winner(yours: int, theirs: int) -> None:
    """Print whether the person at the terminal has won, and both scores."""
    outcome = Message("you win" if yours > theirs else "you lose" if yours < theirs else "a draw")
    print_line("{outcome}: {own_points} to {other_points}", outcome=outcome, own_points=yours, other_points=theirs)
