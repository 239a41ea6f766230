"""The process that runs a student's function of decision: questions in, answers out, within limits it sets itself.

Started with -I in a folder of its own; it imports nothing of ours but this module, so that the student's file has the
room to itself. Both ways carry lines of JSON.
"""

import json
import os
import resource
import sys
from collections.abc import Callable
from types import ModuleType

MAX_MEMORY = 1_000_000_000
"""Bytes of address space, NumPy included."""
FUNCTION = "decide"

Decide = Callable[..., object]


def serve(path: str) -> None:
    """Answer lines of questions on standard input until it is closed, by the function of the file at `path`."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what the student's file prints is no answer
    with open(path, encoding="utf-8") as file:  # noqa: PTH123 - what pathlib imports would be within the limits
        source = file.read()
    _limit()
    found = _function(source, path)
    answers.write(json.dumps(found if isinstance(found, str) else "") + "\n")
    answers.flush()
    if isinstance(found, str):
        return
    for line in sys.stdin:
        answers.write(json.dumps([_answer(found, path, *asked) for asked in json.loads(line)]) + "\n")
        answers.flush()


def _limit() -> None:
    """No more memory than this, no file written, no other process, no core."""
    for what, most in (
        (resource.RLIMIT_AS, MAX_MEMORY),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NPROC, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (most, most))


def _function(source: str, path: str) -> Decide | str:
    """The function of decision, or why there is none."""
    module = ModuleType("decision")
    module.__file__ = path
    try:
        exec(compile(source, path, "exec"), module.__dict__)  # noqa: S102 - that is what this process is for
    except BaseException as error:  # noqa: BLE001 - SystemExit too
        return f"{_told(error, path)}, on its first reading"
    found = getattr(module, FUNCTION, None)
    return found if callable(found) else f"it defines no function {FUNCTION}(dice, rerolls, mine, theirs)"


def _answer(decide: Decide, path: str, *asked: object) -> object:
    """What the function of the file at `path` answers, as JSON; an exception is told as one."""
    try:
        found: object = json.loads(json.dumps(decide(*asked)))
    except Exception as error:  # noqa: BLE001 - one decision must never cost the others
        found = {"error": _told(error, path)}
    return found


def _told(error: BaseException, path: str) -> str:
    """What went wrong, with the last line of the file at `path` that was reached; lines of ours would mislead."""
    place, step = "", error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == path:
            place = f" at line {step.tb_lineno}"
        step = step.tb_next
    return f"{type(error).__name__}: {error}{place}"[:200]
