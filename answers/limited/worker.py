"""A sandboxed process that answers questions about hostile files, and the one protocol that is spoken with it.

Questions come from us and are pickled. Answers come from a process that has read what is hostile: they are JSON, and
are checked to have the shape that is wanted; what is said to a teacher travels as templates and values (see `lines`).
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
from answers.limited.child import limit_memory, protocol_streams, size
from answers.limited.lines import sentence, written
from answers.limited.process import Child, LostError, ready, started
from answers.limited.sandbox import enter_sandbox

A = TypeVar("A")
GROWTH = 150_000_000
"""Bytes: a process that has grown by so much, and not given it back, is replaced by a fresh one."""

Sentence: TypeAlias = Annotated[str, PlainSerializer(written, return_type=Any), PlainValidator(sentence)]
"""A text of an answer that may be a message."""


def _shape_of(kind: Any) -> TypeAdapter[Any]:
    """The shape of a reply: an answer, or what is wrong (cause, place, remedy), and whether to replace the process."""
    return TypeAdapter(tuple[kind | None, list[list[Sentence]], bool])


class Question(Protocol):
    """What a process is asked."""

    @property
    def place(self) -> str:
        """What the file is called in problems."""


class Worker(Generic[A]):
    """Asks a process that runs `serve`, from any thread, and replaces it when it died, was too slow or has grown.

    `entry` names its function, as in "package.module:function"; answers are of a `kind`, one dataclass or several.
    """

    def __init__(self, entry: str, kind: object) -> None:
        self._entry, self._shape = entry, _shape_of(kind)
        self._lock = Lock()
        self._child: Child | None = None
        self.seconds = 0.0
        """Of the processor, for all that was asked."""

    def ask(self, question: Question, clock: float, processor: float) -> A | None:
        """Return the answer; CorrigeError if something is wrong with the file.

        It may take so many seconds by the `clock`, and of the `processor`; a LostError if it takes longer, or is none.
        """
        with self._lock:
            child, self._child = self._child or ready(started(self._entry)), None
            before = child.spent()
            try:
                line = child.ask(b64encode(pickle.dumps(question)), clock, before + processor)
                answer, told, is_large = self._shape.validate_python(json.loads(line))
                problems = [Problem(cause, place, remedy) for cause, place, remedy in told]
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
    odd: Callable[[str], Problem],
    *,
    growth: float = GROWTH,
) -> None:
    """Answer questions on standard input until it is closed, within limits that this process sets itself for good.

    It may take so many bytes of memory beyond those of its libraries, and is to be replaced when it has grown by so
    many. `odd` says what is wrong where a file made a library raise an exception of some name.
    """
    shape = _shape_of(kind)
    questions, answers = protocol_streams()
    at_first = size()
    limit_memory(memory)
    enter_sandbox("/")
    gc.freeze()  # the libraries stay: the collector need not go through them again
    answers.write(b"ready\n")
    answers.flush()
    for line in questions:
        question = pickle.loads(b64decode(line))  # noqa: S301 - it comes from us
        found, problems = None, tuple[Problem, ...]()
        try:
            found = answer(question)
        except CorrigeError as error:
            problems = error.problems
        except MemoryError:
            sys.exit(1)
        except Exception as error:  # noqa: BLE001 - one file must never cost the others, nor hide what it did
            problems = (replace(odd(type(error).__name__), place=question.place),)
        reply = (
            found,
            [[problem.cause, problem.place, problem.remedy] for problem in problems],
            size() > at_first + growth,
        )
        answers.write(json.dumps(shape.dump_python(reply, mode="json")).encode() + b"\n")
        answers.flush()
