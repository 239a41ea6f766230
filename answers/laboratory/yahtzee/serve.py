"""The sandboxed process that calls the decision function of a student's program.

After the text of the file, its lines are lists of arguments for the decision function, as JSON.
"""

import json
from collections.abc import Callable

from answers.sandbox.program_process import description, enter, load_function, write

MAX_MEMORY = 1_000_000_000
"""Bytes that the program may use beyond those of the interpreter, including NumPy."""

Decide = Callable[..., object]


def serve(path: str) -> None:
    """Answer lines of questions on standard input until it is closed, with the decision function of the file `path`."""
    questions, answers = enter(MAX_MEMORY, with_packages=True)
    decide = load_function(json.loads(questions.readline()), path, "decide", "dice, rerolls, mine, theirs")
    write(answers, decide if isinstance(decide, str) else "")
    if not isinstance(decide, str):
        for line in questions:
            write(answers, [_answer(decide, path, *arguments) for arguments in json.loads(line)])


def _answer(decide: Decide, path: str, *arguments: object) -> object:
    """Return a decision as JSON; for an exception, an object with its description as "error"."""
    try:
        answer: object = json.loads(json.dumps(decide(*arguments)))
    except Exception as error:  # noqa: BLE001 - an exception must not end the other decisions
        answer = {"error": description(error, path)}
    return answer
