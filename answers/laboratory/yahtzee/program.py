"""A student's `decision.py` as a player of Yahtzee: a process of its own, asked many decisions at a time."""

import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from answers.errors import CorrigeError
from answers.files import read_limited
from answers.limited.process import LostError, started
from answers.messages import Message
from solvers.yahtzee.matches.referee import Question

ENTRY: Final = "answers.laboratory.yahtzee.serve:serve"
VARIABLES: Final = {"OPENBLAS_NUM_THREADS": "1", "PATH": os.defpath, "LANG": "C.UTF-8"}
REMEDY: Final = "it must define decide(dice, rerolls, mine, theirs), see docs/laboratory.md"
MAX_SOURCE: Final = 1_000_000
MAX_START: Final = 20.0
SECONDS: Final = 0.05
"""For a decision, in the mean of those asked together; a tenth of that is plenty."""
LEAST: Final = 2.0
"""Seconds for any number of decisions: a machine may be busy."""
MOST_BYTES: Final = 200
"""Of an answer to one question."""


class ForfeitError(Exception):
    """A program cannot go on; the text says why, `by` which one."""

    def __init__(self, why: str, by: "Program") -> None:
        super().__init__(why)
        self.by = by


class Program:
    """A running program, as a decider of `solvers.yahtzee.matches.referee`.

    Raises
    ------
    CorrigeError
        If the file cannot be read, or it cannot be run: with what is wrong in it.
    """

    def __init__(self, path: Path, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        read_limited(path, MAX_SOURCE)
        self._room = tempfile.TemporaryDirectory(prefix="corrige-")
        self._child = started(ENTRY, str(path.resolve()), folder=Path(self._room.name), variables=VARIABLES)
        trouble: object = ""
        try:
            trouble = self._said(b"", MAX_START, 10_000)
        except ForfeitError as error:
            trouble = error
        if trouble != "":
            self.close()
            cause = Message("the program cannot be run: {trouble}", trouble=str(trouble))
            raise CorrigeError.one(cause, place=str(path), remedy=REMEDY)

    def decide(self, questions: Sequence[Question]) -> Sequence[object]:
        """Return the program's decisions.

        Raises
        ------
        ForfeitError
            If it ended, was too slow, or answered something else than a line of answers.
        """
        asked = [[list(q.dice), q.rerolls, dict(q.mine), dict(q.theirs)] for q in questions]
        seconds, length = LEAST + self._seconds * len(asked), 1000 + MOST_BYTES * len(asked)
        answers = self._said(json.dumps(asked).encode(), seconds, length)
        if not isinstance(answers, list) or len(answers) != len(asked):
            raise ForfeitError(Message("it answered something else than decisions"), self)
        return answers

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._child.end()
        self._room.cleanup()

    def _said(self, line: bytes, seconds: float, length: int) -> object:
        """Send a line and return what the one that comes back holds."""
        try:
            return json.loads(self._child.ask(line, seconds, length=length))
        except LostError as error:
            why = Message("it ended, or took too much memory")
            if error.limit == "clock":
                why = Message("it took more than {seconds:g} seconds", seconds=seconds)
            elif error.limit == "length":
                why = Message("its answers are too long")
            raise ForfeitError(why, self) from error
        except ValueError as error:
            raise ForfeitError(Message("it answered something else than decisions"), self) from error
