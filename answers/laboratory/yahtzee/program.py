"""A student's program `decision.py` as a player of Yahtzee, run in a sandboxed process."""

import json
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from answers.errors import CorrigeError
from answers.files import read_limited
from answers.messages import Message, clauses
from answers.sandbox.process import LostError
from answers.sandbox.program import MAX_START, start_sandboxed
from solvers.yahtzee.matches.referee import RefereeQuestion
from solvers.yahtzee.rules.rolls import possible_points

ENTRY: Final = "answers.laboratory.yahtzee.serve:serve"
REMEDY: Final = Message(
    "the program must define decide(dice, rerolls, mine, theirs) or decision(…): see docs/laboratory.md"
)
MAX_SOURCE: Final = 1_000_000
SECONDS: Final = 0.05
"""Seconds for a decision, on average over the decisions requested together; a tenth of that is usually enough."""
LEAST: Final = 2.0
"""Seconds that a request may take in addition, whatever its number of decisions, since the machine may be busy."""
MOST_BYTES: Final = 200
"""Greatest length of a decision in bytes, on average."""


class ForfeitError(Exception):
    """Raised when the program `by` cannot go on and loses by forfeit; the text of the error is the reason."""

    def __init__(self, why: str, by: "PlayerProgram") -> None:
        super().__init__(why)
        self.by = by


class PlayerProgram:
    """A student's program, running, that decides for a player as `solvers.yahtzee.matches.referee` requires.

    `path` is the file of the program, `seconds` the time for a decision. `say` is called with a warning if the sandbox
    cannot prevent all harmful actions on this system. CorrigeError if the program cannot be run.
    """

    def __init__(self, path: Path, seconds: float = SECONDS, say: Callable[[Message], object] = print) -> None:
        self._seconds = seconds
        try:
            source = read_limited(path, MAX_SOURCE).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise _not_run(path, Message("the file of the program is not a text in UTF-8")) from error
        self._folder = tempfile.TemporaryDirectory(prefix="corrige-")
        trouble: object = ""
        try:
            self._child, possible = start_sandboxed(ENTRY, str(path.resolve()), folder=Path(self._folder.name))
            if possible:
                harms = {
                    "read": Message("a program can read your files"),
                    "write": Message("a program can change and delete your files"),
                    "end": Message("a program can stop your other programs, including this one"),
                    "connect": Message("a program can use the network"),
                    "start": Message("a program can start other programs"),
                }
                message = clauses([harms[name] for name in possible])
                say(
                    Message(
                        "on this system, corrige cannot prevent this: {harms}. Read the program before you run "
                        "it, or install bubblewrap",
                        harms=message,
                    )
                )
            trouble = self._reply(json.dumps(source).encode(), MAX_START, 10_000)
        except (ForfeitError, LostError) as error:
            trouble = error
        if trouble != "":
            self.close()
            raise _not_run(path, str(trouble))

    def decide(self, questions: Sequence[RefereeQuestion]) -> Sequence[object]:
        """Return the decisions of the program; ForfeitError if it ends, is too slow, or does not reply with as many."""
        arguments, count = list[list[object]](), len(questions)
        for question in questions:
            rules, further = question.position.rules, list[tuple[dict[str, int], int]]()
            for sheet in (question.mine, question.theirs):  # extra points for further Yahtzees, by box and in all
                boxes = [box for box, points in sheet.items() if points not in possible_points(rules, box)]
                further.append((dict.fromkeys(boxes, rules.extra), rules.extra * len(boxes)))
            arguments.append(
                [list(question.dice), question.rerolls, dict(question.mine), dict(question.theirs), further]
            )
        answers = self._reply(json.dumps(arguments).encode(), LEAST + self._seconds * count, 1000 + MOST_BYTES * count)
        if not isinstance(answers, list) or len(answers) != count:
            raise ForfeitError(Message("the student's program returned something other than decisions"), self)
        return answers

    def close(self) -> None:
        """End the process of the program, and remove its temporary folder."""
        self._child.end()
        self._folder.cleanup()

    def _reply(self, line: bytes, seconds: float, length: int) -> object:
        """Send a line to the process, and return the JSON value of its reply."""
        try:
            answers: object = json.loads(self._child.ask(line, seconds, length=length))
            repr(answers)  # raises a RecursionError for a value that is nested too deeply
        except LostError as error:
            why = Message("the student's program ended before the end of the game, or took too much memory")
            if error.limit == "clock":
                why = Message("the student's program took more than {seconds:g} seconds", seconds=seconds)
            elif error.limit == "length":
                why = Message("the student's program returned answers that are too long")
            raise ForfeitError(why, self) from error
        except (ValueError, RecursionError) as error:
            raise ForfeitError(
                Message("the student's program returned something other than decisions"), self
            ) from error
        return answers


def _not_run(path: Path, trouble: str) -> CorrigeError:
    """Return the error that a player's program cannot be run, to be raised by the caller."""
    cause = Message("the program cannot be run: {trouble}", trouble=trouble)
    return CorrigeError.single(cause, place=str(path), remedy=REMEDY)
