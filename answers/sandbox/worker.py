"""A sandboxed process that answers requests about untrusted files: both ends of its protocol.

Requests come from corrige and are pickled. Replies come from a process that has read untrusted data: they are JSON,
checked against the expected type. Messages to the teacher are sent as in `answers.sandbox.message_json`.
"""

import gc
import json
import pickle
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import replace
from threading import Lock
from typing import Annotated, Any, Generic, Protocol, TypeAlias, TypeVar

from pydantic import PlainSerializer, PlainValidator, TypeAdapter

from answers.errors import CorrigeError, Problem
from answers.sandbox.child import limit_memory, protocol_streams, size
from answers.sandbox.isolation import enter_sandbox
from answers.sandbox.message_json import message_from_json, message_to_json
from answers.sandbox.process import Child, LostError, start_process, wait_until_ready

A = TypeVar("A")
GROWTH = 150_000_000
"""A process whose memory has grown by so many bytes is replaced by a new one."""

Sentence: TypeAlias = Annotated[
    str, PlainSerializer(message_to_json, return_type=Any), PlainValidator(message_from_json)
]
"""A text in an answer that may be a `Message`."""


def _reply_type(kind: Any) -> TypeAdapter[Any]:
    """Return the type of a reply: answer or None; problems (cause, place, remedy); whether to replace the process."""
    return TypeAdapter(tuple[kind | None, list[list[Sentence]], bool])


class FileRequest(Protocol):
    """A request to a worker process, about one file."""

    @property
    def place(self) -> str:
        """Name of the file in problems."""


class Worker(Generic[A]):
    """Sends requests to a process that runs `serve`. Its methods may be called from any thread.

    The process is started at the first request, and replaced after it died, was too slow, or has grown by `GROWTH`.
    `entry` names the function that it runs, such as "package.module:function"; answers are of the type `kind`, a
    dataclass or a union of dataclasses.
    """

    def __init__(self, entry: str, kind: object) -> None:
        self._entry, self._shape = entry, _reply_type(kind)
        self._lock = Lock()
        self._child: Child | None = None
        self.seconds = 0.0
        """Processor time of all requests so far, in seconds."""

    def ask(self, request: FileRequest, clock: float, processor: float) -> A | None:
        """Return the answer to a request.

        Parameters
        ----------
        clock, processor
            Seconds of wall-clock time and of processor time for the answer.

        Raises
        ------
        CorrigeError
            If something is wrong with the file.
        LostError
            If the answer takes longer, does not come, or is not of the expected type.
        """
        with self._lock:
            child, self._child = self._child or wait_until_ready(start_process(self._entry)), None
            before = child.spent()
            try:
                line = child.ask(b64encode(pickle.dumps(request)), clock, before + processor)
                answer, rows, is_large = self._shape.validate_python(json.loads(line))
                problems = [Problem(cause, place, remedy) for cause, place, remedy in rows]
            except (ValueError, RecursionError) as error:
                self._lose(child, processor)
                raise LostError from error
            except BaseException:
                self._lose(child, processor)
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

    def _lose(self, child: Child, processor: float) -> None:
        child.end()
        self.seconds += processor

    def close(self) -> None:
        """End the process, if there is one."""
        with self._lock:
            child, self._child = self._child, None
            if child:
                child.end()


def serve(
    answer: Callable[[Any], object],
    kind: object,
    memory: int,
    problem_of: Callable[[str], Problem],
    *,
    growth: float = GROWTH,
) -> None:
    """Answer the requests on standard input until it is closed, in a sandbox that this process cannot leave.

    Parameters
    ----------
    answer
        Returns the answer to a request.
    kind
        Type of the answers, a dataclass or a union of dataclasses.
    memory
        Bytes that this process may use beyond those of its libraries.
    problem_of
        Returns the problem to report if a file makes a library raise an exception of this name.
    growth
        This process asks to be replaced after it has grown by so many bytes.
    """
    shape = _reply_type(kind)
    requests, answers = protocol_streams()
    size_at_start = size()
    limit_memory(memory)
    enter_sandbox("/")
    gc.freeze()  # spares the garbage collector the objects of the libraries
    answers.write(b"ready\n")
    answers.flush()
    for line in requests:
        request = pickle.loads(b64decode(line))  # noqa: S301 - it comes from us
        result, problems = None, tuple[Problem, ...]()
        try:
            result = answer(request)
        except CorrigeError as error:
            problems = error.problems
        except MemoryError:
            sys.exit(1)
        except Exception as error:  # noqa: BLE001 - a file must not end the process of the next files
            problems = (replace(problem_of(type(error).__name__), place=request.place),)
        reply = (
            result,
            [[problem.cause, problem.place, problem.remedy] for problem in problems],
            size() > size_at_start + growth,
        )
        answers.write(json.dumps(shape.dump_python(reply, mode="json")).encode() + b"\n")
        answers.flush()
