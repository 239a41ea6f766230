"""Limit the time of each call of an exam's code, for `corrige check` and for previews."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from time import process_time
from types import CodeType, FrameType

from answers.errors import TimeLimitError
from answers.exam.location import ExamLocation, source_line
from answers.messages import Message

SECONDS = 10.0
"""Seconds of processor time that a call of a function or a text of an exam may take."""
TICK = 0.1
"""Seconds between two looks at what is being computed."""


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
        """Raise TimeLimitError in the block where a call reaches the limit, or between calls after `most` seconds."""
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
