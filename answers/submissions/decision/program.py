"""A student's `decision.py` as a player of Yahtzee: a process of its own, asked many decisions at a time."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Timer
from typing import Final

from answers.errors import CorrigeError
from answers.files import read_limited
from answers.messages import Message
from solvers.yahtzee.matches.referee import Question

ENTRY: Final = "answers.submissions.decision.serve:serve"
PROGRAM: Final = (
    f"import sys; from pkgutil import resolve_name; sys.path[:] = {{path!r}}; resolve_name({ENTRY!r})({{file!r}})"
)
REMEDY: Final = "it must define decide(dice, rerolls, mine, theirs), see docs/laboratory.md"
MAX_SOURCE: Final = 1_000_000
MAX_START: Final = 20.0
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
    """A running program, as a decider of `solvers.yahtzee.matches.referee`.

    Raises
    ------
    CorrigeError
        If the file cannot be read, or it cannot be run: with what is wrong in it.
    """

    def __init__(self, path: Path, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        read_limited(path, MAX_SOURCE)
        self._room = tempfile.TemporaryDirectory(prefix="corrige-")
        command = [sys.executable, "-I", "-c", PROGRAM.format(path=sys.path, file=str(path.resolve()))]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(  # noqa: S603
            command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, cwd=self._room.name, start_new_session=True,
            env={"OPENBLAS_NUM_THREADS": "1", "PATH": os.defpath, "LANG": "C.UTF-8"},
        )  # fmt: skip
        try:
            trouble = self._exchange(b"", MAX_START, 10_000)
        except ForfeitError as error:
            self.close()
            raise CorrigeError.one(str(error), place=str(path), remedy=REMEDY) from error
        if trouble != "":
            self.close()
            raise CorrigeError.one(
                Message("the program cannot be run: {trouble}", trouble=str(trouble)), place=str(path), remedy=REMEDY
            )

    def decide(self, questions: Sequence[Question]) -> Sequence[object]:
        """Return the program's decisions.

        Raises
        ------
        ForfeitError
            If it ended, was too slow, or answered something else than a line of answers.
        """
        asked = [[list(q.dice), q.rerolls, dict(q.mine), dict(q.theirs)] for q in questions]
        line = json.dumps(asked).encode() + b"\n"
        found = self._exchange(line, LEAST + self._seconds * len(asked), 1000 + MOST_BYTES * len(asked))
        if not isinstance(found, list) or len(found) != len(asked):
            raise ForfeitError(Message("it answered something else than decisions"), self)
        return found

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream:
                with suppress(OSError):  # of what was not sent
                    stream.close()
        self._room.cleanup()

    def _kill(self) -> None:
        """End the process and those that it may have started."""
        with suppress(OSError):  # it has ended by itself
            os.killpg(self._process.pid, signal.SIGKILL)

    def _exchange(self, line: bytes, seconds: float, limit: int) -> object:
        """Send a line and return what the one that comes back holds."""
        assert self._process.stdin
        assert self._process.stdout
        late: list[bool] = []

        def stop() -> None:
            late.append(True)
            self._kill()

        watch = Timer(seconds, stop)
        watch.daemon = True
        watch.start()
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
            found = self._process.stdout.readline(limit)
        except (OSError, ValueError):
            found = b""
        finally:
            watch.cancel()
        if late:
            raise ForfeitError(Message("it took more than {seconds:g} seconds", seconds=seconds), self)
        if not found.endswith(b"\n"):
            is_short = len(found) < limit
            raise ForfeitError(
                Message("it ended, or took too much memory" if is_short else "its answers are too long"), self
            )
        try:
            return json.loads(found)
        except ValueError as error:
            raise ForfeitError(Message("it answered something else than decisions"), self) from error
