"""A sandboxed process that answers requests about untrusted files: both ends of its protocol.

A request comes from corrige and is pickled. The process replies with an answer or with problems; before that, it may
ask for data that it lacks, such as a blank sheet, and keeps the file open until it has them. Replies come from a
process that has read untrusted data: they are JSON, checked against the expected types. Messages to the teacher are
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
"""A process whose memory has grown by so many bytes is replaced by a new one."""


Ask: TypeAlias = Callable[[object], Any]
"""Ask the parent process for data that a file needs, and return what it supplies."""
Supply: TypeAlias = Callable[[Any], tuple[object, float]]
"""Return the data that a process asks for, and the additional seconds of processor time to use them."""


def nothing(_needed: object) -> tuple[object, float]:
    """Supply no data: a process that asks for some is ended."""
    raise LostError


class FileRequest(Protocol):
    """A request to a worker process, about one file."""

    @property
    def place(self) -> str:
        """Name of the file in problems."""


class Worker(Generic[A]):
    """Sends requests to a process that runs `serve`. Its methods may be called from any thread.

    The process is started at the first request, and replaced after it died, was too slow, or has grown by `GROWTH`.
    `entry` names the function that it runs, such as "package.module:function". The types of answers and of requests
    for data, `answer` and `needed`, are made of dataclasses.
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
        """Type of a reply: answer; data needed; problems (cause, place, remedy); whether to replace the process."""
        from pydantic import TypeAdapter  # slow to import; done while the process loads its libraries

        answer, needed = self._answer, self._needed
        return TypeAdapter(tuple[answer | None, needed | None, list[list[Sentence]], bool])  # type: ignore[valid-type]

    def start(self) -> None:
        """Start the process without waiting for it, so that it loads its libraries before the first request."""
        with self._lock:
            self._start()

    def _start(self) -> Child:
        if self._child is None:
            self._child, self._is_ready = start_process(self._entry), False
        return self._child

    def ask(self, request: FileRequest, clock: float, processor: float, supply: Supply = nothing) -> A | None:
        """Return the answer to a request.

        Parameters
        ----------
        clock, processor
            Seconds of wall-clock time and of processor time for the answer.
        supply
            Returns data that the process asks for, and by how many seconds of processor time they extend the limit.

        Raises
        ------
        CorrigeError
            If something is wrong with the file.
        LostError
            If the answer takes longer, does not come, or is not of the expected type.
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
        """End the process, if there is one."""
        with self._lock:
            child, self._child = self._child, None
            if child:
                child.end()


def serve(
    answer: Callable[[Any, Ask], object],
    memory: int,
    problem_of: Callable[[str], Problem],
    *,
    growth: float = GROWTH,
) -> None:
    """Answer the requests on standard input until it is closed, in a sandbox that this process cannot leave.

    Parameters
    ----------
    answer
        Returns the answer to a request; its second argument asks for data meanwhile.
    memory
        Bytes that this process may use beyond those of its libraries.
    problem_of
        Returns the problem to report if a file makes a library raise an exception of this name.
    growth
        This process asks to be replaced after it has grown by so many bytes.
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
    """Return a value as JSON data: dataclasses as objects, messages with their values, bytes in base 64."""
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
