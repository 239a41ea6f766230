"""Child processes for code that may crash, hang or use too much memory. They exchange lines with this process.

The child limits its own memory (`answers.sandbox.isolation`); this module limits its time and the length of answers.
Not guaranteed: the limit on memory on systems without /proc; for `run_limited`, any limit on systems without fork.
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

from answers.sandbox.isolation import limit_memory

T = TypeVar("T")
Limit: TypeAlias = Literal["clock", "processor", "length"]
SECONDS = 4.0
MEMORY = 500_000_000
"""Bytes that a forked child may use beyond those of its parent."""
MAX_ANSWER = 30_000_000
"""Length of an answer, in bytes."""
MAX_START = 120.0
"""Seconds of wall-clock time for a child to load its libraries."""
LEAST_WAIT = 0.05
"""Least number of seconds between two checks of the time that an answer has taken."""
KEEPING = MappingProxyType(
    {"MALLOC_TRIM_THRESHOLD_": "50000000", "MALLOC_MMAP_THRESHOLD_": "8000000", "OPENBLAS_NUM_THREADS": "1"}
)
"""Environment of a child process.

The first two variables (of glibc) let the process reuse the memory of a page's picture for the next page; otherwise
the system clears it each time. The third keeps numpy from starting threads, which the sandbox forbids.
"""
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 1
PROGRAM = "import sys; from pkgutil import resolve_name; sys.path[:] = {path!r}; resolve_name({entry!r})(*{words!r})"


class LostError(Exception):
    """A child process gave no answer: it ended by itself (`limit` is None), or was ended because it reached `limit`."""

    def __init__(self, limit: Limit | None = None) -> None:
        super().__init__(limit)
        self.limit = limit


class Child:
    """A running child process and the pipes to and from it."""

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
        """Send a line, unless it is empty, and return the next line that the process writes, without its end.

        Parameters
        ----------
        clock
            Seconds of wall-clock time for the answer.
        processor
            Seconds of processor time that the process may have used since its start.
        length
            Greatest length of the answer in bytes, with the end of its line.

        Raises
        ------
        LostError
            If there is no answer within these limits. The process is then ended.
        """
        passed: list[Limit] = []
        done = Event()
        Thread(target=self._watch, args=(monotonic() + clock, processor, done, passed), daemon=True).start()
        answer = b""
        with suppress(OSError, ValueError):
            if line and self._questions:
                self._questions.write(line + b"\n")
                self._questions.flush()
            answer = self._answers.readline(length)
        done.set()
        if not answer.endswith(b"\n"):
            self.end()
            raise LostError(passed[0] if passed else "length" if len(answer) == length else None)
        return answer[:-1]

    def spent(self) -> float:
        """Return the processor time used so far, in seconds; without /proc, the time of a monotonic clock.

        Processes that it has started count too: bubblewrap runs the interpreter in a process of its own.
        """
        try:
            ticks = _ticks(self.pid)
        except OSError:
            return monotonic()
        started = [self.pid]
        for pid in started:  # grows while it is read
            with suppress(OSError, ValueError):  # the process has ended, or the system does not list its children
                found = [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_bytes().split()]
                ticks += sum(map(_ticks, found))
                started += found
        return ticks / TICKS

    def end(self) -> None:
        """Kill the process and the processes of its group, and close the pipes."""
        if self._is_over:
            return
        self._is_over = True
        self._kill()
        self._wait()
        for pipe in (self._questions, self._answers):
            with suppress(OSError):  # a line that could not be sent is lost
                if pipe:
                    pipe.close()

    def _watch(self, end: float, processor: float, done: Event, passed: list[Limit]) -> None:
        while not done.wait(max(LEAST_WAIT, min(processor - self.spent(), end - monotonic()))):
            if monotonic() >= end or self.spent() >= processor:
                passed.append("clock" if monotonic() >= end else "processor")
                self._kill()
                return

    def _kill(self) -> None:
        with suppress(OSError, AttributeError):  # no process group, the process has ended, or the system has no groups
            os.killpg(self.pid, signal.SIGKILL)
        with suppress(OSError):
            self._kill_one()


def _ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    return int(fields[11]) + int(fields[12])


def start_process(
    entry: str,
    *words: str,
    folder: Path | None = None,
    variables: Mapping[str, str] | None = None,
    within: Sequence[str] = (),
) -> Child:
    """Start a new Python interpreter that calls the function `entry`, such as "package.module:function".

    Parameters
    ----------
    words
        Arguments of the function, which reads questions from standard input and writes answers to standard output.
    folder, variables
        Working directory and environment of the process; by default those of this process, with `KEEPING`.
    within
        Words of a command that runs the interpreter, such as that of bubblewrap.
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


def wait_until_ready(child: Child) -> Child:
    """Return the process after its first line, which says that its libraries are loaded.

    A RuntimeError if that line does not come within `MAX_START` seconds.
    """
    try:
        child.ask(b"", MAX_START)
    except LostError as error:
        raise RuntimeError("a process that reads files cannot be started") from error
    return child


def run_limited(compute: Callable[[], T], seconds: float = SECONDS, memory: int = MEMORY) -> T | None:
    """Return the result of `compute`, called in a forked copy of this process.

    None if it raises an exception, or needs more than `seconds` of wall-clock time or `memory` bytes beyond those of
    this process. The result must be picklable: numbers, texts, and tuples or dictionaries of them.
    """
    return next(iterate_limited((function() for function in (compute,)), seconds, memory), None)


def iterate_limited(results: Iterable[T], seconds: float = SECONDS, memory: int = MEMORY) -> Iterator[T]:
    """Yield the results of an iterable that is run in a forked copy of this process.

    The iteration ends before the first result that raises an exception, takes more than `seconds` of wall-clock time,
    or needs more than `memory` bytes beyond those of this process. Without fork there are no limits.
    """
    if not hasattr(os, "fork"):
        with suppress(Exception):
            yield from results
        return
    reading, writing = os.pipe()
    with catch_warnings():
        simplefilter("ignore", DeprecationWarning)  # about threads of libraries: the child only computes
        pid = os.fork()
    if not pid:
        with suppress(BaseException):
            limit_memory(memory)
            with os.fdopen(writing, "wb") as answers:
                for result in results:
                    answers.write(b64encode(pickle.dumps(result)) + b"\n")
                    answers.flush()
        os._exit(0)
    os.close(writing)
    kill, wait = partial(os.kill, pid, signal.SIGKILL), partial(os.waitpid, pid, 0)
    child = Child(pid, kill, wait, os.fdopen(reading, "rb"))
    try:
        while True:
            yield pickle.loads(b64decode(child.ask(b"", seconds)))  # noqa: S301 - it comes from us
    except LostError:
        return
    finally:
        child.end()
