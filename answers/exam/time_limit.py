"""Limit the time of each call of an exam's code, for `corrige check` and for previews.

Python raises the error of a limit between two of its operations. A process that is stuck in one operation, such as a
power, is ended instead, and leaves its stack in a file.
"""

import faulthandler
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from time import process_time
from types import CodeType, FrameType
from typing import IO

from answers.errors import Problem, TimeLimitError
from answers.exam.location import ExamLocation, source_line
from answers.messages import Message

SECONDS = 10.0
"""Seconds of processor time that a call of a function or a text of an exam may take."""
TICK = 0.1
"""Seconds between two looks at what is being computed."""
STUCK = 60.0
"""Seconds of wall-clock time that one operation of a function of an exam may take."""
STACK_LINE = re.compile(r'^  File "(.+)", line (\d+) in (.+)$', re.MULTILINE)
"""A line of a stack that `faulthandler` has written, the innermost call first."""
TEMPLATE_FUNCTIONS = frozenset({"root", "macro", "top-level template code"})
"""The functions of compiled templates, whose lines are not those of the template."""


class TimeLimit:
    """A limit of `seconds` of processor time for each call of the code of the exam at `location`.

    A function that has reached the limit is stopped at once when it is called again. On a system without interval
    timers, nothing is limited.
    """

    def __init__(self, location: ExamLocation, seconds: float) -> None:
        self.location, self.seconds = location, seconds
        self._places: dict[CodeType, str] = {}  # where the functions that reached the limit were stopped
        self._call: FrameType | None = None
        self._since = self._start = 0.0
        self._most = inf

    @contextmanager
    def step(self, most: float = inf) -> Iterator[None]:
        """Run the block; a call in it that takes longer than the limit is stopped with a TimeLimitError.

        The same error is raised between two calls once the block has taken `most` seconds.
        """
        if not hasattr(signal, "setitimer"):
            yield
            return
        self._call, self._start, self._most = None, process_time(), most
        before = signal.signal(signal.SIGPROF, self._look)
        signal.setitimer(signal.ITIMER_PROF, TICK, TICK)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)
            self._call = None  # it keeps the variables of the call alive

    def _look(self, _signal: int, frame: FrameType | None) -> None:
        """Find the call of the exam's code that is being computed, and stop what takes too long."""
        now, call, place = process_time(), None, ""
        while frame is not None:
            if self.location.has(frame.f_code.co_filename):
                line = source_line(frame, frame.f_lineno)
                place = place or Message("{place}, line {line}", place=frame.f_code.co_filename, line=line)
                call = frame
            frame = frame.f_back
        is_new = call is None or call is not self._call
        if is_new:
            self._call, self._since = call, now
        if call is not None and (now - self._since > self.seconds or call.f_code in self._places):
            raise TimeLimitError(self.seconds, self._places.setdefault(call.f_code, place), is_call=True)
        if is_new and now - self._start > self._most:
            raise TimeLimitError(self._most, place, is_call=False)


@contextmanager
def ended_if_stuck(stack: IO[bytes]) -> Iterator[None]:
    """End this process if an operation of the block takes more than `STUCK` seconds, after writing its stack.

    The stack is written to the file `stack`. Use it in a child process, on a system with interval timers.
    """

    def wait_again(*_: object) -> None:
        faulthandler.dump_traceback_later(STUCK, exit=True, file=stack)

    before = signal.signal(signal.SIGALRM, wait_again)  # which is called between two operations
    signal.setitimer(signal.ITIMER_REAL, min(1, STUCK / 4), min(1, STUCK / 4))
    wait_again()
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        faulthandler.cancel_dump_traceback_later()
        signal.signal(signal.SIGALRM, before)


def stopped_problem(stack: bytes, location: ExamLocation) -> Problem:
    """Return the problem of a process that was ended: the exam has ended it, or an operation took too long.

    `stack` is what `ended_if_stuck` has written; it is empty if the exam has ended the process. The place of the
    problem is the line of the exam at `location`, and the function that it names is the outermost one of the exam, such
    as the solution of a question.
    """
    if not stack:
        cause = Message("the exam was not checked to the end: the process that checks it ended unexpectedly")
        remedy = Message(
            "look in the code of the exam for a computation that needs too much memory, or for code that ends "
            "the program"
        )
        return Problem(cause, location.place, remedy)
    text = stack.decode("ascii", "backslashreplace").encode().decode("unicode_escape", "replace")
    calls = [(file, line, name) for file, line, name in STACK_LINE.findall(text) if location.has(file)]
    calls = [call for call in calls if call[0].endswith(".py") and call[2] not in TEMPLATE_FUNCTIONS]
    cause = Message(
        "one operation in the code of the exam was still being computed after {count} second",
        plural="one operation in the code of the exam was still being computed after {count} seconds",
        count=round(STUCK),
    )
    remedy = Message(
        "in this function of the exam, look for a power that is too large to compute, or a sum that does not end"
    )
    if not calls:
        return Problem(cause, location.place, remedy)
    (file, line, _), (*_, name) = calls[0], calls[-1]
    place = Message("{place}, line {line}", place=file, line=line)
    if name == "<module>":
        return Problem(cause, place, remedy)
    return Problem(
        cause,
        place,
        Message(
            "look in the function {name} for a power that is too large to compute, or a sum that does not end",
            name=name,
        ),
    )
