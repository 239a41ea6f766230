"""Run code that may crash, hang or use too much memory in child processes, which exchange lines with this process.

A child limits its memory itself (`answers.sandbox.isolation`); this module limits the time and the length of answers.
Not guaranteed are the limit on memory on systems without /proc and, for `run_limited`, any limit on systems without
fork.
"""

import os
import pickle
import select
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
from time import monotonic, sleep
from types import MappingProxyType
from typing import IO, Literal, TypeAlias, TypeVar
from warnings import catch_warnings, simplefilter

from answers.sandbox.isolation import limit_memory

T = TypeVar("T")
Limit: TypeAlias = Literal["clock", "processor", "length"]
SECONDS = 4.0
"""Default limit on the time of a forked child for each result, in seconds."""
MEMORY = 500_000_000
"""Bytes that a forked child may use beyond those of its parent."""
MAX_ANSWER = 30_000_000
"""Greatest length of an answer, in bytes."""
MAX_START = 120.0
"""Seconds of wall-clock time in which a child must have loaded its libraries."""
LEAST_WAIT = 0.05
"""Least number of seconds between two checks of the time that an answer has taken."""
KEEPING = MappingProxyType(
    {"MALLOC_TRIM_THRESHOLD_": "50000000", "MALLOC_MMAP_THRESHOLD_": "8000000", "OPENBLAS_NUM_THREADS": "1"}
)
"""Environment variables of a child process.

The first two (of glibc) let the process reuse the memory of a page's picture for the next page, which the system would
otherwise clear each time. The third keeps NumPy from starting threads, which the sandbox forbids.
"""
MAX_END = 2.0
"""Seconds in which the processes that a supervised process has left behind are killed."""
PR_SET_CHILD_SUBREAPER = 36
"""Number, in Linux, of the option of `prctl` by which a process becomes the parent of its orphaned descendants."""
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 1
PROGRAM = "import sys; from pkgutil import resolve_name; sys.path[:] = {path!r}; resolve_name({entry!r})(*{words!r})"


class LostError(Exception):
    """Raised when a child process gives no answer.

    `limit` is the limit that it has reached before it was killed, None if it has ended by itself.
    """

    def __init__(self, limit: Limit | None = None) -> None:
        super().__init__(limit)
        self.limit = limit


class Child:
    """A running child process, with the pipes to and from the process.

    Parameters
    ----------
    pid
        Process id, which is also the id of its process group if it has one.
    kill, wait
        Functions that kill the process and wait for its end.
    answers, questions
        Pipes from the process and to it; without `questions`, nothing can be sent.
    """

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
        """Send a line to the process, and return the next line that the process writes, without the line end.

        Parameters
        ----------
        line
            The line, without its end; nothing is sent if it is empty.
        clock
            Seconds of wall-clock time for the answer.
        processor
            Seconds of processor time that the process may have used since its start.
        length
            Greatest length of the answer in bytes, with the line end.

        Raises
        ------
        LostError
            If there is no answer within these limits; the process is then killed.
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
        """Return the processor time that the process, and those that it started, have used so far, in seconds.

        On systems without /proc, return the time of a monotonic clock, of which only differences have a meaning.
        """
        try:
            ticks = _ticks(self.pid)
        except OSError:
            return monotonic()
        started = [self.pid]
        for pid in started:  # the list grows during the loop
            with suppress(OSError, ValueError):  # a process has ended
                children = _children(pid)
                ticks += sum(map(_ticks, children))
                started += children
        return ticks / TICKS

    def end(self) -> None:
        """Kill the process and the processes of its group, and close the pipes; do nothing the second time."""
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
        """Kill the process, and append the limit to `passed`, if a limit is reached before `done` is set."""
        while not done.wait(max(LEAST_WAIT, min(processor - self.spent(), end - monotonic()))):
            if monotonic() >= end or self.spent() >= processor:
                passed.append("clock" if monotonic() >= end else "processor")
                self._kill()
                return

    def _kill(self) -> None:
        """Kill the process and all that it started."""
        with suppress(OSError, AttributeError):  # no process group, the process has ended, or the system has no groups
            os.killpg(self.pid, signal.SIGKILL)
        with suppress(OSError):
            self._kill_one()


def _ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    return int(fields[11]) + int(fields[12])


def _children(pid: int) -> list[int]:
    with suppress(OSError):
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_bytes().split()]
    return []


def start_process(
    entry: str,
    *words: str,
    folder: Path | None = None,
    variables: Mapping[str, str] | None = None,
    within: Sequence[str] = (),
) -> Child:
    """Start a new Python interpreter that calls a function, and return the process without waiting.

    Parameters
    ----------
    entry
        The function, such as "package.module:function".
    words
        Arguments of the function, which reads questions from standard input and writes answers to standard output.
    folder, variables
        Working directory and environment variables of the process; by default the working directory of this process,
        and its variables with those of `KEEPING` in addition.
    within
        Words of a command that runs the interpreter, such as bubblewrap with its options.
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
    """Wait until a child process has loaded its libraries and answered, and return it.

    RuntimeError if it does not answer within `MAX_START` seconds.
    """
    try:
        child.ask(b"", MAX_START)
    except LostError as error:
        raise RuntimeError("a process that reads files cannot be started") from error
    return child


def run_limited(compute: Callable[[], T], seconds: float = SECONDS, memory: int = MEMORY) -> T | None:
    """Call `compute` in a forked copy of this process, and return its result.

    None if `compute` raises an exception, or needs more than `seconds` of wall-clock time, or more than `memory` bytes
    beyond those of this process. The result must be picklable, for instance a number, a text or a tuple.
    """
    return next(iterate_limited((function() for function in (compute,)), seconds, memory), None)


def iterate_limited(results: Iterable[T], seconds: float = SECONDS, memory: int = MEMORY) -> Iterator[T]:
    """Iterate over `results` in a forked copy of this process, and yield each result here.

    The iteration ends before the first result that raises an exception, takes more than `seconds` of wall-clock time,
    or needs more than `memory` bytes beyond those of this process. Results must be picklable. On systems without fork,
    there are no limits.
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


def supervise(run: Callable[[], object], max_output: int) -> bool:
    """Call `run` in a forked copy of this process, and kill what it has started as soon as it ends.

    Its standard output and error are copied to the standard error of this process, as long as that is read. False if
    they have more than `max_output` bytes; the process is then killed. It is killed too if this process gets SIGTERM,
    which raises SystemExit, or loses its parent process. Processes that have left the process group are found on Linux
    alone. To be called in the main thread of a process that has no other child processes.
    """
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with suppress(OSError, AttributeError, ImportError):
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    parent, length = os.getppid(), 0
    reading, writing = os.pipe()
    with catch_warnings():
        simplefilter("ignore", DeprecationWarning)  # about threads of libraries, which the child does not use
        pid = os.fork()
    if not pid:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.setpgid(0, 0)
        for stream in (1, 2):
            os.dup2(writing, stream)
        with suppress(BaseException):
            run()
        with suppress(BaseException):
            sys.stdout.flush()
        os._exit(0)
    os.close(writing)
    try:
        is_over = False
        while not is_over and os.getppid() == parent:
            is_over = bool(os.waitpid(pid, os.WNOHANG)[0])
            while length <= max_output and select.select([reading], [], [], 0 if is_over else LEAST_WAIT)[0]:
                output = os.read(reading, min(select.PIPE_BUF, max_output + 1 - length))
                if not output:
                    sleep(LEAST_WAIT)  # the process has closed its output
                    break
                length += len(output)
                if select.select([], [2], [], LEAST_WAIT)[1]:  # else nobody reads it
                    with suppress(OSError):
                        os.write(2, output)
            if length > max_output:
                return False
        return True
    finally:
        _kill_started(pid)


def _kill_started(group: int) -> None:
    """Kill the processes of a group, all child processes of this process, and those that become so by this."""
    end, started = monotonic() + MAX_END, [group]
    while started and monotonic() < end:
        with suppress(OSError):
            os.killpg(group, signal.SIGKILL)
        for pid in started:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        sleep(LEAST_WAIT / 10)
        started = _children(os.getpid())
