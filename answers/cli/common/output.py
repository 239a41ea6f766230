"""Output of commands: results on standard output, messages on standard error."""

import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
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
CLASS_FOLDER = ContextVar("folder", default="")
"""The class folder that replaces DIR in suggested commands; "" to leave DIR."""
_DIR = re.compile(r"(\bcorrige (?:class \w+|desk|explain) )DIR\b")
_NO_TEXT = re.compile("[\udc80-\udcff]")
WIDEST, WIDE = 200, 80
"""Width of a table in a file or a pipe, and of text, in columns."""
YES = {"y", "yes", "o", "oui"}
GAP = 2
"""Spaces between two columns."""


def _written(message: str) -> str:
    """Return a message in the language of the run, with the class folder for DIR, and harmless to a terminal."""
    folder = CLASS_FOLDER.get()
    text = translate(message)
    return _harmless(_DIR.sub(lambda match: match[1] + shlex.quote(folder), text) if folder else text)


def print_message(message: str, /, *, plural: str = "", **values: object) -> None:
    """Write a message to standard error, in the language of the run.

    With values, `message` and `plural` are templates of a `Message`, which the values fill in.
    """
    sys.stderr.write(_written(Message(message, plural=plural, **values) if values else message) + "\n")


def print_next_command(*words: object) -> None:
    """Print a suggestion for the next command, from its words after "corrige"."""
    print_message("next: {command}", command=shlex.join(("corrige", *map(str, words))))


def print_new_spelling(before: str, command: str, folder: Path, *words: str) -> None:
    """Print that this release is the last with `before`, and the class command that replaces it.

    `words` are the arguments of the new command `command` after the folder.
    """
    after = shlex.join(("corrige", "class", command, str(folder), *words))
    print_message(
        "this release is the last one that accepts the command {before}; write from now on: {after}",
        before=before,
        after=after,
    )


def print_problems(problems: Iterable[Problem]) -> None:
    """Write each problem to standard error, in the language of the run."""
    for problem in problems:
        print_message(str(problem))


def converse() -> None:
    """Let the loading of settings and exams print messages, each once, and ask the teacher questions.

    Without a terminal, nothing is asked and every answer is no.
    """
    printed: set[str] = set()

    def inform(message: Message) -> None:
        if message not in printed:
            printed.add(message)
            print_message(message)

    def ask(question: Message) -> bool:
        print_message(question)
        sys.stderr.write(translate("[y/N] "))
        sys.stderr.flush()
        return sys.stdin.readline().strip().casefold() in YES

    CONVERSATION.inform = inform
    CONVERSATION.ask = ask if sys.stdin.isatty() and sys.stderr.isatty() else lambda _question: False
    CONVERSATION.passed_over.clear()


@contextmanager
def working(message: str, /, *, plural: str = "", **values: object) -> Iterator[Callable[[str], None] | None]:
    """Show a message on the terminal while a block runs, and yield a function that replaces the message.

    The arguments are those of `print_message`. If standard error is not a terminal, nothing is shown, and None yielded.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.text import Text

    text = Message(message, plural=plural, **values) if values else message
    with Console(stderr=True).status(Text(translate(text))) as status:
        yield lambda text: status.update(Text(translate(text)))


@contextmanager
def counting(work: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show the progress of a computation of `total` steps while a block runs, with an estimate of the time left.

    Yield the function to call after a step, with the number of all steps done so far. `work` is the name of the
    computation. Without a terminal, print a line at most every half minute.
    """
    begun = printed = monotonic()

    def text(done: int) -> Message:
        nonlocal begun
        if done == 1:
            begun = monotonic()  # the preparation before the first step does not count
            return Message("{work}: 1 of {total}", work=Message.of(work), total=total)
        left = (monotonic() - begun) * (total - done) / (done - 1)
        return Message(
            "{work}: {done} of {total}, {duration} left",
            work=Message.of(work),
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

    with working(work) as update:
        yield line if update is None else lambda done: update(text(done))


def deliver(content: bytes | Iterable[str], output: Path, *, force: bool = False) -> None:
    """Write a result to the file `output`, "-" for standard output; CorrigeError if it exists, unless `force`.

    A result that consists of lines of text is translated into the language of the run.
    """
    if not isinstance(content, bytes):
        content = "".join(f"{_written(line)}\n" for line in content).encode()
    if output == STDOUT:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    with shared_files():
        write_atomic(output, content, overwrite=force)
    print_message("wrote {output}", output=output)


def tables(
    columns: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[str] = (), beside: int
) -> list[str]:
    """Return the lines of a table, split by columns if too wide; each part repeats the first `beside` columns."""
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
    """Return a table as lines of text, not wider than the terminal, or than `widest` characters without a terminal.

    `right` has the headings of columns of numbers, which are aligned on the right and get the decimal sign of the
    language of the run. Columns that are empty in every row are left out.
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
        cells = []
        for name, cell in zip(columns, compress(row, used), strict=True):
            if isinstance(cell, Message):  # any other text could happen to be in the message catalogue
                cells.append(translate(cell))
            else:
                cells.append(in_language(cell) if name in right else cell)
        grid.add_row(*(Text(_harmless(cell)) for cell in cells))
    with console.capture() as capture:
        console.print(grid)
    return [line.rstrip() for line in capture.get().splitlines()]


def folded(lines: Iterable[str]) -> list[str]:
    """Return lines translated and wrapped to 80 columns; lines with a command stay whole, so that it can be copied."""
    parts: list[str] = []
    for line in map(translate, lines):
        indent = " " * (len(line) - len(line.lstrip()) + 4)
        fold = partial(wrap, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
        parts += [line] if "corrige " in line else fold(line, WIDE) or [line]
    return parts


def in_language(text: str) -> str:
    """Return a number, given as text, with the decimal sign of the language of the run."""
    return translate(number_text(text))


def needs_person(needed: bool) -> None:
    """End the command with exit code 1 if `needed`: a person must look at something."""
    if needed:
        raise typer.Exit(1)


def _harmless(text: str) -> str:
    """Return text with control characters replaced, since a terminal would execute them; invalid bytes as escapes."""
    text = _NO_TEXT.sub(lambda match: f"\\x{ord(match[0]) - 0xDC00:02x}", text)
    return "".join(c if c in "\n\t" or c.isprintable() or c in "\u00a0\u202f\u2009" else "\ufffd" for c in text)
