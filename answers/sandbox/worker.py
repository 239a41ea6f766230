"""A sandboxed worker process that answers requests about untrusted files: both ends of the protocol.

A request comes from corrige and is pickled. The worker replies with an answer or with problems; before that, it may
ask for data that it needs, such as a blank sheet, and keeps the file open until it gets them. Replies are JSON, checked
against the expected types, since they come from a process that has read untrusted data. Messages to the teacher are
sent as in `answers.sandbox.message_json`.
"""

import gc
import json
import pickle
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import cached_property
from threading import Lock
from types import NoneType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from answers.errors import CorrigeError, Problem
from answers.sandbox.isolation import enter_sandbox, limit_memory, protocol_streams, size
from answers.sandbox.message_json import Sentence, message_to_json
from answers.sandbox.process import Child, LostError, start_process, wait_until_ready

if TYPE_CHECKING:
    from pydantic import TypeAdapter

A = TypeVar("A")
GROWTH = 150_000_000
"""Number of bytes by which the memory of a worker process may grow before a new process replaces it."""


Ask: TypeAlias = Callable[[object], Any]
"""A function of the worker process that asks the parent process for data, and returns them."""
Supply: TypeAlias = Callable[[Any], tuple[object, float]]
"""A function of the parent process that returns the data requested by the worker process, and the seconds of processor
time that the worker gets in addition to use them."""


def nothing(_needed: object) -> tuple[object, float]:
    """Raise LostError; the argument `supply` for a worker that never needs data.

    If the worker requests data nevertheless, the caller ends it.
    """
    raise LostError


class FileRequest(Protocol):
    """A request to a worker process about one file; it must be picklable."""

    @property
    def place(self) -> str:
        """Name of the file, shown in problems."""


class Worker(Generic[A]):
    """A sandboxed process that runs `serve`, to which requests about files can be sent from any thread.

    The process is started at the first request, and replaced after it has died, was too slow, or has grown by `GROWTH`.

    Parameters
    ----------
    entry
        Function that the process calls, such as "package.module:function".
    answer, needed
        Types of answers and of requests for data, made of dataclasses.
    """

    def __init__(self, entry: str, answer: object, needed: object = NoneType) -> None:
        self._entry, self._answer, self._needed = entry, answer, needed
        self._lock = Lock()
        self._child: Child | None = None
        self._is_ready = False
        self.seconds = 0.0
        """Processor time of all requests so far, in seconds."""

    @cached_property
    def _reply(self) -> "TypeAdapter[Any]":
        """The type of a reply: answer or None, request for data or None, problems, whether to replace the worker."""
        from pydantic import TypeAdapter  # slow to import; done while the process loads its libraries

        answer, needed = self._answer, self._needed
        return TypeAdapter(tuple[answer | None, needed | None, list[list[Sentence]], bool])  # type: ignore[valid-type]

    def start(self) -> None:
        """Start the process, if it is not running, without waiting until its libraries are loaded."""
        with self._lock:
            self._start()

    def _start(self) -> Child:
        if self._child is None:
            self._child, self._is_ready = start_process(self._entry), False
        return self._child

    def ask(self, request: FileRequest, clock: float, processor: float, supply: Supply = nothing) -> A | None:
        """Send a request about a file to the process, and return the answer; None if the process answers None.

        Parameters
        ----------
        clock, processor
            Limits of the wall-clock time of each reply and of the processor time of all, in seconds.
        supply
            Returns the data that the process requests, and the seconds of processor time that it gets in addition.

        Raises
        ------
        CorrigeError
            With the problems of the file that the process reports.
        LostError
            If a reply takes longer than the limits, does not come, or is not of the expected type.
        """
        with self._lock:
            child, self._child = self._start(), None
            reply_type = self._reply
            if not self._is_ready:
                wait_until_ready(child)
                self._is_ready = True
            before = child.spent()
            limit = before + processor
            message: object = request
            try:
                while True:
                    line = child.ask(b64encode(pickle.dumps(message)), clock, limit)
                    answer, needed, rows, is_large = reply_type.validate_python(json.loads(line))
                    if needed is None:
                        break
                    message, seconds = supply(needed)
                    limit += seconds
                problems = [Problem(cause, place, remedy) for cause, place, remedy in rows]
            except BaseException as error:
                child.end()
                self.seconds += processor
                if isinstance(error, ValueError | RecursionError):
                    raise LostError from error
                raise
            self.seconds += child.spent() - before
            if is_large:
                child.end()
            else:
                self._child = child
        if problems:
            raise CorrigeError(problems)
        checked: A | None = answer
        return checked

    def close(self) -> None:
        """End the process if it is running."""
        with self._lock:
            child, self._child = self._child, None
            if child:
                child.end()


def serve(
    answer: Callable[[Any, Ask], object], memory: int, problem_of: Callable[[str], Problem], *, growth: float = GROWTH
) -> None:
    """Run a worker process: enter the sandbox, and answer the requests on standard input until that is closed.

    Parameters
    ----------
    answer
        Returns the answer to a request. Its arguments are the request, and a function that asks the parent process for
        data.
    memory
        Bytes that this process may use beyond those of its libraries.
    problem_of
        Returns the problem to report if a file makes a library raise an exception, from the name of the exception.
    growth
        Number of bytes by which this process may grow before it asks to be replaced.
    """
    requests, replies = protocol_streams()
    size_at_start = size()
    limit_memory(memory)
    enter_sandbox("/")
    gc.freeze()  # spares the garbage collector the objects of the libraries

    def write(line: bytes) -> None:
        replies.write(line + b"\n")
        replies.flush()

    def ask(needed: object) -> Any:
        """Ask the process that started this one for something needed, and return its answer."""
        write(json.dumps(to_json((None, needed, [], False))).encode())
        line = requests.readline()
        if not line:
            sys.exit(1)
        return pickle.loads(b64decode(line))  # noqa: S301 - it comes from us

    write(b"ready")
    while line := requests.readline():
        request = pickle.loads(b64decode(line))  # noqa: S301 - it comes from us
        result, problems = None, tuple[Problem, ...]()
        try:
            result = answer(request, ask)
        except CorrigeError as error:
            problems = error.problems
        except MemoryError:
            sys.exit(1)
        except Exception as error:  # noqa: BLE001 - a file must not end the process of the next files
            problems = (replace(problem_of(type(error).__name__), place=request.place),)
        rows = [(problem.cause, problem.place, problem.remedy) for problem in problems]
        write(json.dumps(to_json((result, None, rows, size() > size_at_start + growth))).encode())


def to_json(value: Any) -> object:
    """Return a value as JSON data: dataclasses as objects, messages as `message_to_json` does, bytes in base 64."""
    match value:
        case str():
            return message_to_json(value)
        case bytes():
            return b64encode(value).decode()
        case tuple() | list():
            return [to_json(item) for item in value]
        case Mapping():
            return {key: to_json(item) for key, item in value.items()}
        case None | bool() | int() | float():
            return value
    return {field.name: to_json(getattr(value, field.name)) for field in fields(value)}
