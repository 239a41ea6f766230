"""The sandboxed process that calls the decision function of a student's program.

It imports almost nothing, so that its memory is left to the program. Its protocol consists of lines of JSON: first the
arguments of `possible_actions`, then the text of the file, then lists of arguments for the decision function.
"""

import json
import resource
from collections.abc import Callable
from types import ModuleType
from typing import BinaryIO

from answers.sandbox.isolation import enter_sandbox, limit_memory, possible_actions, protocol_streams

MAX_MEMORY = 1_000_000_000
"""Bytes that the program may use beyond those of the interpreter, including NumPy."""
FUNCTION = "decide"

Decide = Callable[..., object]


def serve(path: str) -> None:
    """Answer lines of questions on standard input until it is closed, with the decision function of the file `path`."""
    questions, answers = protocol_streams()
    limit_memory(MAX_MEMORY)
    enter_sandbox()
    for limit in (resource.RLIMIT_FSIZE, resource.RLIMIT_NPROC):  # for systems without Landlock or seccomp
        resource.setrlimit(limit, (0, 0))
    _write(answers, possible_actions(*json.loads(questions.readline())))
    decide = _function(json.loads(questions.readline()), path)
    _write(answers, decide if isinstance(decide, str) else "")
    if not isinstance(decide, str):
        for line in questions:
            _write(answers, [_answer(decide, path, *arguments) for arguments in json.loads(line)])


def _write(answers: BinaryIO, answer: object) -> None:
    answers.write(json.dumps(answer).encode() + b"\n")
    answers.flush()


def _function(source: str, path: str) -> Decide | str:
    """Return the decision function of a program, or the reason why it has none."""
    module = ModuleType("decision")
    module.__file__ = path
    try:
        exec(compile(source, path, "exec"), module.__dict__)  # noqa: S102 - that is what this process is for
    except BaseException as error:  # noqa: BLE001 - SystemExit too
        return f"{_description(error, path)}, on its first reading"
    decide = getattr(module, FUNCTION, None)
    return decide if callable(decide) else f"it defines no function {FUNCTION}(dice, rerolls, mine, theirs)"


def _answer(decide: Decide, path: str, *arguments: object) -> object:
    """Return a decision as JSON; for an exception, an object with its description as "error"."""
    try:
        answer: object = json.loads(json.dumps(decide(*arguments)))
    except Exception as error:  # noqa: BLE001 - an exception must not end the other decisions
        answer = {"error": _description(error, path)}
    return answer


def _description(error: BaseException, path: str) -> str:
    """Return an exception as text, with the innermost line of the file at `path`; lines of corrige would mislead."""
    place, step = "", error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == path:
            place = f" at line {step.tb_lineno}"
        step = step.tb_next
    return f"{type(error).__name__}: {error}{place}"[:200]
