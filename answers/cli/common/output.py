"""Output of commands: results on standard output, messages on standard error."""

import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import accumulate, compress
from pathlib import Path
from textwrap import wrap
from time import monotonic

import typer

from answers.errors import Problem
from answers.exam.trust import CONVERSATION
from answers.files import shared_files, write_atomic
from answers.messages import Message, duration, number_text, translate

STDOUT = Path("-")
HALF_A_MINUTE = 30
_FOLDER = ContextVar("folder", default="")
_DIR = re.compile(r"(\bcorrige (?:class \w+|desk|explain) )DIR\b")
_NO_TEXT = re.compile("[\udc80-\udcff]")
WIDEST, WIDE = 200, 80
"""Width of a table in a file or a pipe, and of text, in columns."""
YES = {"y", "yes", "o", "oui"}
GAP = 2
"""Spaces between two columns."""


def name_folder(folder: str) -> None:
    """Set the folder that replaces DIR in suggested commands; "" for none."""
    _FOLDER.set(folder)


def _written(message: str) -> str:
    """Return a message in the language of the run, with the folder for DIR and without control characters."""
    folder = _FOLDER.get()
    text = translate(message)
    return _harmless(_DIR.sub(lambda match: match[1] + shlex.quote(folder), text) if folder else text)


def print_message(message: str, /, *, plural: str = "", **values: object) -> None:
    """Write a message to standard error; with values, `message` is the template of a `Message`."""
    sys.stderr.write(_written(Message(message, plural=plural, **values) if values else message) + "\n")


def print_next_command(*words: object) -> None:
    """Print the command that comes next."""
    print_message("next: {command}", command=shlex.join(("corrige", *map(str, words))))


def print_new_spelling(before: str, command: str, folder: Path, *words: str) -> None:
    """Print the command of a class that replaces an older spelling, which still works in this release."""
    after = shlex.join(("corrige", "class", command, str(folder), *words))
    print_message("{before} works for the last time in this release; from now on: {after}", before=before, after=after)


def print_problems(problems: Iterable[Problem]) -> None:
    """Write each problem to standard error."""
    for problem in problems:
        print_message(str(problem))


def converse() -> None:
    """Print messages about settings and exams, each once, and their questions if standard input is a terminal."""
    printed: set[str] = set()

    def inform(message: Message) -> None:
        if message not in printed:
            printed.add(message)
            print_message(message)

    CONVERSATION.inform = inform
    CONVERSATION.ask = _ask if sys.stdin.isatty() and sys.stderr.isatty() else lambda _question: False
    CONVERSATION.passed_over.clear()


def _ask(question: Message) -> bool:
    print_message(question)
    sys.stderr.write(translate("[y/N] "))
    sys.stderr.flush()
    return sys.stdin.readline().strip().casefold() in YES


@contextmanager
def working(message: str, /, *, plural: str = "", **values: object) -> Iterator[None]:
    """Show a message on a terminal during a long computation; arguments as for `print_message`."""
    with _status(Message(message, plural=plural, **values) if values else message):
        yield


@contextmanager
def _status(message: str) -> Iterator[Callable[[str], None] | None]:
    """Show a message on a terminal; yield the function that replaces the message, None without a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.text import Text

    with Console(stderr=True).status(Text(translate(message))) as status:
        yield lambda text: status.update(Text(translate(text)))


@contextmanager
def counting(work: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show the number of steps done and the time left; without a terminal, print a line every half minute.

    `work` names it. Yield the function to call with the number of steps done.
    """
    begun = printed = monotonic()

    def text(done: int) -> Message:
        nonlocal begun
        if done == 1:
            begun = monotonic()  # the preparation before the first step is not repeated
            return Message("{what}: 1 of {total}", what=Message.of(work), total=total)
        left = (monotonic() - begun) * (total - done) / (done - 1)
        return Message(
            "{what}: {done} of {total}, {duration} left",
            what=Message.of(work),
            done=done,
            total=total,
            duration=duration(left),
        )

    def line(done: int) -> None:
        nonlocal printed
        message = text(done)
        if monotonic() - printed >= HALF_A_MINUTE:
            printed = monotonic()
            print_message(message)

    with _status(work) as update:
        yield line if update is None else lambda done: update(text(done))


def deliver(content: bytes, output: Path, *, force: bool = False) -> None:
    """Write a result to the file `output`, or to standard output when it is "-"."""
    if output == STDOUT:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    with shared_files():
        write_atomic(output, content, overwrite=force)
    print_message("wrote {output}", output=output)


def deliver_text(lines: Iterable[str], output: Path, *, force: bool = False) -> None:
    """Write lines of text in the language of the run to `output`, as `deliver` does."""
    deliver("".join(f"{_written(line)}\n" for line in lines).encode(), output, force=force)


def tables(
    columns: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[str] = (), beside: int
) -> list[str]:
    """Return a table as lines; columns that do not fit are in a table below, after the first `beside` columns again."""
    from rich.cells import cell_len
    from rich.console import Console

    width = Console().width if sys.stdout.isatty() else WIDE
    texts = zip(map(translate, columns), *rows, strict=True)
    ends = accumulate(GAP + max(map(cell_len, column)) for column in texts)
    fits = max(beside + 1, sum(end - GAP <= width for end in ends))
    first = table(columns[:fits], [row[:fits] for row in rows], right=right, widest=WIDE)
    if fits >= len(columns):
        return first
    below = [(*row[:beside], *row[fits:]) for row in (columns, *rows)]
    return [*first, "", *tables(below[0], below[1:], right=right, beside=beside)]


def table(
    columns: Sequence[str], rows: Iterable[Sequence[str]], *, right: Sequence[str] = (), widest: int = WIDEST
) -> list[str]:
    """Return a table as lines of text, no wider than the terminal, or `widest` columns without a terminal.

    `right` names the columns of numbers, which are aligned and have the decimal sign of the language of the run.
    Columns that are empty in every row are left out.
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    width = None if sys.stdout.isatty() else widest
    console = Console(width=width, color_system=None, highlight=False)
    grid = Table(box=None, pad_edge=False, header_style="")
    rows = list(rows)
    used = [any(cells) for cells in zip(*rows, strict=True)] or [True] * len(columns)
    columns = list(compress(columns, used))
    for column in columns:
        grid.add_column(translate(column), justify="right" if column in right else "left", overflow="fold")
    for row in rows:
        named = zip(columns, compress(row, used), strict=True)
        grid.add_row(*(Text(_harmless(_cell(cell, is_number=name in right))) for name, cell in named))
    with console.capture() as capture:
        console.print(grid)
    return [line.rstrip() for line in capture.get().splitlines()]


def folded(lines: Iterable[str]) -> list[str]:
    """Return translated lines wrapped to 80 columns; lines with a command stay whole, so that it can be copied."""
    return [part for line in lines for part in _parts(translate(line))]


def _parts(line: str) -> list[str]:
    if "corrige " in line:
        return [line]
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    return wrap(line, WIDE, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False) or [line]


def in_language(text: str) -> str:
    """Return the text of a number with the decimal sign of the language of the run."""
    return translate(number_text(text))


def needs_person(needed: bool) -> None:
    """End the command with exit code 1 if a person must look at something."""
    if needed:
        raise typer.Exit(1)


def _cell(text: str, *, is_number: bool) -> str:
    """Return the text of a cell. Only messages are translated: a name could be a word of the catalogue."""
    if isinstance(text, Message):
        return translate(text)
    return in_language(text) if is_number else text


def _harmless(text: str) -> str:
    """Return text without control characters, which a terminal would execute; invalid bytes are written as escapes."""
    text = _NO_TEXT.sub(lambda match: f"\\x{ord(match[0]) - 0xDC00:02x}", text)
    return "".join(c if c in "\n\t" or c.isprintable() or c in "\u00a0\u202f\u2009" else "\ufffd" for c in text)
