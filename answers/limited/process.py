"""A process of its own for what may go wrong in any way: lines go in and come out, and it can be ended at any time.

The process limits its own memory (see `answers.limited.child`), its parent here how long it may take and say.
Not guaranteed: the limit on memory where there is no /proc, nor any limit where processes cannot fork.
"""

import os
import pickle
import signal
import subprocess
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from types import MappingProxyType
from typing import IO, Literal, TypeAlias, TypeVar
from warnings import catch_warnings, simplefilter

from answers.limited.child import limit_memory

T = TypeVar("T")
Limit: TypeAlias = Literal["clock", "processor", "length"]
SECONDS = 4.0
MEMORY = 500_000_000
"""Bytes beyond those that the parent itself takes."""
MAX_ANSWER = 30_000_000
"""Bytes of a line."""
MAX_START = 120.0
"""Seconds by the clock, to load libraries."""
LEAST_WAIT = 0.05
"""Seconds between two looks at what an answer has cost."""
KEEPING = MappingProxyType(
    {"MALLOC_TRIM_THRESHOLD_": "50000000", "MALLOC_MMAP_THRESHOLD_": "8000000", "OPENBLAS_NUM_THREADS": "1"}
)
"""Lets a process keep the memory of a picture of a page for the next, which the system would wipe each time (of glibc);
and keeps numpy from starting threads, which a sandbox forbids."""
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 1
PROGRAM = "import sys; from pkgutil import resolve_name; sys.path[:] = {path!r}; resolve_name({entry!r})(*{words!r})"


class LostError(Exception):
    """There is no answer: the process ended by itself, or was ended at `limit`."""

    def __init__(self, limit: Limit | None = None) -> None:
        super().__init__(limit)
        self.limit = limit


class Child:
    """A running process, and the two ways to it."""

    def __init__(
        self,
        pid: int,
        kill: Callable[[], object],
        wait: Callable[[], object],
        answers: IO[bytes],
        questions: IO[bytes] | None = None,
    ) -> None:
        self.pid = pid
        self._kill_one, self._wait, self._answers, self._questions = kill, wait, answers, questions
        self._is_over = False

    def ask(self, line: bytes, clock: float, processor: float = inf, length: int = MAX_ANSWER) -> bytes:
        """Send a line, if it says something, and return the next that comes back.

        It may take so many seconds by the `clock`, the process so many of the `processor` since its start, and have so
        many bytes; without such an answer the process is ended, which is a LostError.
        """
        passed: list[Limit] = []
        done = Event()
        Thread(target=self._watch, args=(monotonic() + clock, processor, done, passed), daemon=True).start()
        answer = b""
        with suppress(OSError, ValueError):
            self._send(line)
            answer = self._answers.readline(length)
        done.set()
        if not answer.endswith(b"\n"):
            self.end()
            raise LostError(passed[0] if passed else "length" if len(answer) == length else None)
        return answer[:-1]

    def spent(self) -> float:
        """Return the seconds of the processor so far; those of the clock where the system does not tell."""
        try:
            fields = Path(f"/proc/{self.pid}/stat").read_bytes().rpartition(b")")[2].split()
        except OSError:
            return monotonic()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def end(self) -> None:
        """End the process, whatever it is doing, and those that it may have started."""
        if self._is_over:
            return
        self._is_over = True
        self._kill()
        self._wait()
        for way in (self._questions, self._answers):
            with suppress(OSError):  # of what was not sent
                if way:
                    way.close()

    def _send(self, line: bytes) -> None:
        if line and self._questions:
            self._questions.write(line + b"\n")
            self._questions.flush()

    def _watch(self, end: float, processor: float, done: Event, passed: list[Limit]) -> None:
        while not done.wait(max(LEAST_WAIT, min(processor - self.spent(), end - monotonic()))):
            if monotonic() >= end or self.spent() >= processor:
                passed.append("clock" if monotonic() >= end else "processor")
                self._kill()
                return

    def _kill(self) -> None:
        with suppress(OSError, AttributeError):  # it leads no others, has ended by itself, or the system has no groups
            os.killpg(self.pid, signal.SIGKILL)
        with suppress(OSError):
            self._kill_one()


def started(
    entry: str,
    *words: str,
    folder: Path | None = None,
    variables: Mapping[str, str] | None = None,
    within: Sequence[str] = (),
) -> Child:
    """Start a fresh interpreter that calls a function, named as in "package.module:function", which answers lines.

    `within` are the words of a command that runs another one.
    """
    command = [*within, sys.executable, "-I", "-c", PROGRAM.format(path=sys.path, entry=entry, words=words)]
    pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
    env = {**os.environ, **KEEPING} if variables is None else variables
    process = subprocess.Popen(  # noqa: S603
        command, stdin=pipe, stdout=pipe, stderr=nothing, cwd=folder, env=env, start_new_session=True
    )
    assert process.stdin
    assert process.stdout
    return Child(process.pid, process.kill, process.wait, process.stdout, process.stdin)


def ready(child: Child) -> Child:
    """Return a process once it has said that its libraries are loaded; RuntimeError if it does not come to that."""
    try:
        child.ask(b"", MAX_START)
    except LostError as error:
        raise RuntimeError("a process that reads files cannot be started") from error
    return child


def run_limited(compute: Callable[[], T], seconds: float = SECONDS, memory: int = MEMORY) -> T | None:
    """Return what `compute` returns in a copy of this process, None if it raises, is late, or takes too much memory.

    The result travels from a process to another: it is made of numbers, texts, and tuples or dictionaries of them.
    """
    return next(iterate_limited((one() for one in (compute,)), seconds, memory), None)


def iterate_limited(results: Iterable[T], seconds: float = SECONDS, memory: int = MEMORY) -> Iterator[T]:
    """Yield what `results` yields in a copy of this process, up to the first that raises, is late, or is too large."""
    if not hasattr(os, "fork"):
        with suppress(Exception):
            yield from results
        return
    child = _forked((b64encode(pickle.dumps(result)) for result in results), memory)
    try:
        while True:
            yield pickle.loads(b64decode(child.ask(b"", seconds)))  # noqa: S301 - it comes from us
    except LostError:
        return
    finally:
        child.end()


def _forked(lines: Iterable[bytes], memory: int) -> Child:
    """A copy of this process that says some lines."""
    reading, writing = os.pipe()
    with catch_warnings():
        simplefilter("ignore", DeprecationWarning)  # threads of libraries: the child only computes
        pid = os.fork()
    if not pid:
        with suppress(BaseException):
            limit_memory(memory)
            with os.fdopen(writing, "wb") as answers:
                for line in lines:
                    answers.write(line + b"\n")
                    answers.flush()
        os._exit(0)
    os.close(writing)
    kill, wait = partial(os.kill, pid, signal.SIGKILL), partial(os.waitpid, pid, 0)
    return Child(pid, kill, wait, os.fdopen(reading, "rb"))
