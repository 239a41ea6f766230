"""A student's `decision.py` as a player of Yahtzee: a process of its own, asked many decisions at a time."""

import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from shutil import which
from typing import Final

from answers.errors import CorrigeError
from answers.files import read_limited
from answers.messages import Message, clauses
from answers.sandbox.isolation import readable_paths
from answers.sandbox.process import Child, LostError, start_process
from solvers.yahtzee.matches.referee import Question

VARIABLES: Final = {"OPENBLAS_NUM_THREADS": "1", "PATH": os.defpath, "LANG": "C.UTF-8"}
MAX_START: Final = 20.0


@cache
def bubblewrap() -> tuple[str, ...]:
    """Return the words that put a command into bubblewrap, none where it is missing or not allowed."""
    program = which("bwrap")
    if not program:
        return ()
    links = [folder for folder in ("/bin", "/sbin") if Path(folder).exists()]
    bound = [word for folder in (*readable_paths(), *links) for word in ("--ro-bind", folder, folder)]
    apart = ("--unshare-all", "--die-with-parent", "--new-session", "--dev", "/dev", "--proc", "/proc", "--chdir", "/")
    words = (program, *apart, *bound, "--")
    tried = subprocess.run([*words, sys.executable, "-ISc", ""], capture_output=True, check=False)  # noqa: S603
    return () if tried.returncode else words


def fenced(entry: str, *words: str, folder: Path) -> tuple[Child, list[str]]:
    """Start a process that begins with `answers.sandbox.isolation`; return what it is not kept from too."""
    witness = folder / "witness"
    witness.write_bytes(b"")
    child = start_process(entry, *words, folder=folder, variables=VARIABLES, within=bubblewrap())
    with socket.create_server(("127.0.0.1", 0)) as server:
        tried = json.dumps([str(witness), os.getpid(), server.getsockname()[1]])
        return child, json.loads(child.ask(tried.encode(), MAX_START))


ENTRY: Final = "answers.laboratory.yahtzee.serve:serve"
REMEDY: Final = "it must define decide(dice, rerolls, mine, theirs), see docs/laboratory.md"
MAX_SOURCE: Final = 1_000_000
SECONDS: Final = 0.05
"""For a decision, in the mean of those asked together; a tenth of that is plenty."""
LEAST: Final = 2.0
"""Seconds for any number of decisions: a machine may be busy."""
MOST_BYTES: Final = 200
"""Of an answer to one question."""


class ForfeitError(Exception):
    """A program cannot go on; the text says why, `by` which one."""

    def __init__(self, why: str, by: "Program") -> None:
        super().__init__(why)
        self.by = by


class Program:
    """A running program, as a decider of `solvers.yahtzee.matches.referee`; a CorrigeError if it cannot be run."""

    def __init__(self, path: Path, seconds: float = SECONDS, say: Callable[[Message], object] = print) -> None:
        self._seconds = seconds
        source = _source(path)
        self._room = tempfile.TemporaryDirectory(prefix="corrige-")
        trouble: object = ""
        try:
            self._child, reached = fenced(ENTRY, str(path.resolve()), folder=Path(self._room.name))
            if reached:
                say(_warning(reached))
            trouble = self._said(json.dumps(source).encode(), MAX_START, 10_000)
        except (ForfeitError, LostError) as error:
            trouble = error
        if trouble != "":
            self.close()
            raise _not_run(path, str(trouble))

    def decide(self, questions: Sequence[Question]) -> Sequence[object]:
        """Return the program's decisions; a ForfeitError if it ended, was too slow, or answered something else."""
        asked = [[list(q.dice), q.rerolls, dict(q.mine), dict(q.theirs)] for q in questions]
        seconds, length = LEAST + self._seconds * len(asked), 1000 + MOST_BYTES * len(asked)
        answers = self._said(json.dumps(asked).encode(), seconds, length)
        if not isinstance(answers, list) or len(answers) != len(asked):
            raise ForfeitError(Message("the program answered something other than decisions"), self)
        return answers

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._child.end()
        self._room.cleanup()

    def _said(self, line: bytes, seconds: float, length: int) -> object:
        """Send a line and return what the one that comes back holds."""
        try:
            answers: object = json.loads(self._child.ask(line, seconds, length=length))
            repr(answers)  # what is nested too deep for that is no decision either
        except LostError as error:
            why = Message("the program ended, or took too much memory")
            if error.limit == "clock":
                why = Message("the program took more than {seconds:g} seconds", seconds=seconds)
            elif error.limit == "length":
                why = Message("the answers are too long")
            raise ForfeitError(why, self) from error
        except (ValueError, RecursionError) as error:
            raise ForfeitError(Message("the program answered something other than decisions"), self) from error
        return answers


def _source(path: Path) -> str:
    try:
        return read_limited(path, MAX_SOURCE).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _not_run(path, Message("the file is not UTF-8")) from error


def _not_run(path: Path, trouble: str) -> CorrigeError:
    cause = Message("the program cannot be run: {trouble}", trouble=trouble)
    return CorrigeError.one(cause, place=str(path), remedy=REMEDY)


def _warning(reached: Sequence[str]) -> Message:
    """What a program is not kept from, in words."""
    harms = {
        "read": Message("read your files"),
        "write": Message("change and delete your files"),
        "end": Message("stop your other programs, including this one"),
        "connect": Message("use the network"),
        "start": Message("start other programs"),
    }
    message = clauses([harms[name] for name in reached])
    return Message(
        "on this system a program can {harms}. Read it before you run it, or install bubblewrap", harms=message
    )
