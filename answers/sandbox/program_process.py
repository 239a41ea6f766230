"""The sandboxed process that runs a student's program and calls the function that the program defines.

The process imports almost nothing, so that its memory is left to the program. Its input is lines of JSON: first the
arguments of `possible_actions`, then the text of the program, then the arguments of each call.
"""

import json
import resource
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, BinaryIO, Final

from answers.sandbox.isolation import enter_sandbox, limit_memory, possible_actions, protocol_streams
from answers.sandbox.literals import NotLiteralError, from_literal, literal

MAX_MEMORY: Final = 256_000_000
"""Bytes that a program handed in for an exam may use beyond those of the interpreter."""
MAX_PRINTED: Final = 200
"""Number of characters of printed text that are kept."""


def enter(memory: int, *, with_packages: bool) -> tuple[BinaryIO, BinaryIO]:
    """Enter the sandbox, and return the streams of questions from the parent process and of answers to it.

    The first answer tells the parent which forbidden actions the system still allows. `memory` is the number of bytes
    that the student's program may use. Without `with_packages`, the program can only read the standard
    library, but neither installed packages nor corrige, which has the solutions of its exams.
    """
    questions, answers = protocol_streams()
    limit_memory(memory)
    enter_sandbox(with_packages=with_packages)
    for limit in (resource.RLIMIT_FSIZE, resource.RLIMIT_NPROC):  # for systems without Landlock or seccomp
        resource.setrlimit(limit, (0, 0))
    write(answers, possible_actions(*json.loads(questions.readline())))
    return questions, answers


def write(answers: BinaryIO, answer: object) -> None:
    """Write a value as a line of JSON to the stream of answers."""
    answers.write(json.dumps(answer).encode() + b"\n")
    answers.flush()


def load_function(source: str, path: str, name: str, parameters: str) -> Callable[..., object] | str:
    """Execute the text `source` of a program, and return the function `name` that it defines.

    If there is no such function, return the reason as text, which shows `parameters`. `path` is the name of the file.
    """
    module = ModuleType(name)
    module.__file__ = path
    try:
        exec(compile(source, path, "exec", dont_inherit=True), module.__dict__)  # noqa: S102 - that is its purpose
    except BaseException as error:  # noqa: BLE001 - SystemExit too
        return f"{description(error, path)}, on its first reading"
    function = getattr(module, name, None)
    return function if callable(function) else f"it defines no function {name}({parameters})"


def description(error: BaseException, path: str) -> str:
    """Return an exception as text of at most 200 characters, with the innermost line of the student's file `path`."""
    place, step = "", error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == path:
            place = f" at line {step.tb_lineno}"
        step = step.tb_next
    try:
        text = str(error)
    except BaseException:  # noqa: BLE001 - the exception is of the program
        text = ""
    return f"{type(error).__name__}: {text}{place}"[:200]


class _Printed:
    """A replacement of standard output that keeps the first `MAX_PRINTED` characters."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        """Keep what the program prints, up to MAX_PRINTED characters."""
        self.text += str(text)[: MAX_PRINTED - len(self.text)]
        return len(text)

    def flush(self) -> None:
        """Do nothing."""


def serve(path: str, name: str, parameters: str) -> None:
    """Run the process: call the function `name` of a program with the arguments in each line of standard input.

    A line has the texts of the arguments, as `answers.sandbox.literals` writes them. The answer is a pair: "value" and
    the text of the result; "printed" and the printed text, if the function printed something and returned None;
    "raised" and the exception; "type" and the type of a result that cannot be written as text. The process ends when
    standard input is closed.
    """
    questions, answers = enter(MAX_MEMORY, with_packages=False)
    sys.path[:] = [folder for folder in sys.path if not folder.endswith("-packages")]
    outer: Any = sys
    outer.stdout = outer.stderr = _Printed()
    outer.stdin = None
    function = load_function(json.loads(questions.readline()), path, name, parameters)
    write(answers, function if isinstance(function, str) else "")
    if not isinstance(function, str):
        for line in questions:
            arguments = [from_literal(text) for text in json.loads(line)]
            outer.stdout = printed = _Printed()
            write(answers, _outcome(function, arguments, path, printed))


def _outcome(function: Callable[..., object], arguments: list[object], path: str, printed: _Printed) -> tuple[str, str]:
    """Call the student's function; return what happened (value, printed, type, raised) and its text."""
    try:
        result = function(*arguments)
        if result is None and printed.text:
            return "printed", printed.text
        return "value", literal(result)
    except NotLiteralError as error:
        return "type", str(error)[:80]
    except BaseException as error:  # noqa: BLE001 - it must not end the other cases
        return "raised", description(error, path)
