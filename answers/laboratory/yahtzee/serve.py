"""The process that runs a student's function of decision: questions in, answers out, within limits it sets itself.

Started with -I in a folder of its own; it imports nothing of ours but its limits, so that the student's file has the
room to itself. Both ways carry lines of JSON: what to try of its limits (`answers.sandbox.isolation`), the file's text,
then questions.
"""

import json
import resource
from collections.abc import Callable
from types import ModuleType
from typing import BinaryIO

from answers.sandbox.child import limit_memory, protocol_streams
from answers.sandbox.isolation import enter_sandbox, possible_actions

MAX_MEMORY = 1_000_000_000
"""Bytes beyond those of the interpreter, NumPy included."""
FUNCTION = "decide"

Decide = Callable[..., object]


def serve(path: str) -> None:
    """Answer lines of questions on standard input until it is closed, by the function of the file called `path`."""
    questions, answers = protocol_streams()
    limit_memory(MAX_MEMORY)
    enter_sandbox()
    for what in (resource.RLIMIT_FSIZE, resource.RLIMIT_NPROC):  # where there is no fence
        resource.setrlimit(what, (0, 0))
    _say(answers, possible_actions(*json.loads(questions.readline())))
    decide = _function(json.loads(questions.readline()), path)
    _say(answers, decide if isinstance(decide, str) else "")
    if not isinstance(decide, str):
        for line in questions:
            _say(answers, [_answer(decide, path, *asked) for asked in json.loads(line)])


def _say(answers: BinaryIO, answer: object) -> None:
    answers.write(json.dumps(answer).encode() + b"\n")
    answers.flush()


def _function(source: str, path: str) -> Decide | str:
    """The function of decision, or why there is none."""
    module = ModuleType("decision")
    module.__file__ = path
    try:
        exec(compile(source, path, "exec"), module.__dict__)  # noqa: S102 - that is what this process is for
    except BaseException as error:  # noqa: BLE001 - SystemExit too
        return f"{_told(error, path)}, on its first reading"
    decide = getattr(module, FUNCTION, None)
    return decide if callable(decide) else f"it defines no function {FUNCTION}(dice, rerolls, mine, theirs)"


def _answer(decide: Decide, path: str, *asked: object) -> object:
    """What the function of the file at `path` answers, as JSON; an exception is told as one."""
    try:
        answer: object = json.loads(json.dumps(decide(*asked)))
    except Exception as error:  # noqa: BLE001 - one decision must never cost the others
        answer = {"error": _told(error, path)}
    return answer


def _told(error: BaseException, path: str) -> str:
    """What went wrong, with the last line of the file at `path` that was reached; lines of ours would mislead."""
    place, step = "", error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == path:
            place = f" at line {step.tb_lineno}"
        step = step.tb_next
    return f"{type(error).__name__}: {error}{place}"[:200]
