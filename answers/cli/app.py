"""The command `corrige`: declares the commands, and is the one boundary between errors and exit codes."""

import gc
import os
import sys
import warnings
from contextlib import suppress
from errno import EDQUOT, ENOSPC
from typing import Annotated, TextIO

import typer
from typer.exceptions import TyperException

from answers.cli.common.command import group, run_language
from answers.cli.common.output import converse, say, say_problems
from answers.cli.common.usage import usage_problem
from answers.errors import CorrigeError, Problem, bug, bug_log
from answers.exam.trust import CONVERSATION
from answers.files import private_files, unusable
from answers.messages import Message, speak

BUG, INTERRUPTED = 70, 130
FULL = (ENOSPC, EDQUOT)
COLLECTED = 100_000
"""Objects between two collections: with 700, as usual, a tenth of a short command is spent on looking at modules."""

classes = group(
    "A class in a folder: seeds, sheets, marks and feedback.",
    {
        "init": "answers.cli.classes.members:init",
        "add": "answers.cli.classes.members:add",
        "remove": "answers.cli.classes.members:remove",
        "seeds": "answers.cli.classes.seeds:seeds",
        "subject": "answers.cli.classes.printing:subject",
        "sheets": "answers.cli.classes.printing:sheets",
        "keys": "answers.cli.classes.printing:keys",
        "sit": "answers.cli.classes.sit:sit",
        "collect": "answers.cli.classes.collect:collect",
        "scans": "answers.cli.classes.scans:scans",
        "grade": "answers.cli.classes.grade:grade",
        "review": "answers.cli.classes.review:review",
        "decide": "answers.cli.classes.decide:decide",
        "report": "answers.cli.classes.report:report",
        "export": "answers.cli.classes.export:export",
    },
)
"""Commands about a class in a folder, in the order of a teacher's work."""

SOLVE = """The solvers as a calculator: the games of the documents, for parameters of one's own.

By document: nash has nash, game, phantom, domineering; jeux has arena, tictactoe, chomp, cram, minmax, alphabeta,
chess; dice has dice, dice-gain; verger has verger; yahtzee has those that begin so, and corrige match.
"""

solve = group(
    SOLVE,
    {
        "alphabeta": "answers.cli.laboratory.trees:alphabeta",
        "arena": "answers.cli.laboratory.trees:arena",
        "chess": "answers.cli.laboratory.boards:chess",
        "chomp": "answers.cli.laboratory.boards:chomp",
        "cram": "answers.cli.laboratory.boards:cram",
        "dice": "answers.cli.laboratory.dice:dice",
        "dice-gain": "answers.cli.laboratory.dice:dice_gain",
        "domineering": "answers.cli.laboratory.boards:domineering",
        "game": "answers.cli.laboratory.phantom:game",
        "minmax": "answers.cli.laboratory.trees:minmax",
        "nash": "answers.cli.laboratory.nash:nash",
        "phantom": "answers.cli.laboratory.phantom:phantom",
        "tictactoe": "answers.cli.laboratory.boards:tictactoe",
        "verger": "answers.cli.laboratory.verger:verger",
        "yahtzee": "answers.cli.laboratory.yahtzee:yahtzee",
        "yahtzee-aims": "answers.cli.laboratory.yahtzee:yahtzee_aims",
        "yahtzee-codes": "answers.cli.laboratory.yahtzee:yahtzee_codes",
        "yahtzee-game": "answers.cli.laboratory.yahtzee:yahtzee_game",
        "yahtzee-group": "answers.cli.laboratory.yahtzee:yahtzee_group",
        "yahtzee-keep": "answers.cli.laboratory.yahtzee:yahtzee_keep",
        "yahtzee-weights": "answers.cli.laboratory.weights:yahtzee_weights",
    },
)

play = group(
    "Play against a strategy in the terminal.",
    {
        "dice": "answers.cli.laboratory.play:dice",
        "verger": "answers.cli.laboratory.play:verger",
        "yahtzee": "answers.cli.laboratory.play:yahtzee",
    },
)

exams = group("Exams of one's own.", {"new": "answers.cli.exam_new:new"})

app = group(
    "Seeded exams: exact keys, PDF answer sheets, and marking.",
    {
        "list": "answers.cli.exams:list_exams",
        "show": "answers.cli.exams:show",
        "check": "answers.cli.check:check",
        "atlas": "answers.cli.atlas:atlas",
        "key": "answers.cli.key:key",
        "sheet": "answers.cli.sheet:sheet",
        "grade": "answers.cli.grade:grade",
        "class": "answers.cli.app:classes",
        "desk": "answers.cli.desk:desk",
        "practice": "answers.cli.practice:practice",
        "compose": "answers.cli.compose:compose",
        "exam": "answers.cli.app:exams",
        "trust": "answers.cli.trust:trust",
        "explain": "answers.cli.explain:explain",
        "verify": "answers.cli.laboratory.documents:verify",
        "figures": "answers.cli.laboratory.documents:figures",
        "solve": "answers.cli.app:solve",
        "match": "answers.cli.laboratory.match:match",
        "play": "answers.cli.app:play",
        "demo": "answers.cli.demo:demo",
    },
    name="corrige",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
"""Its commands in the order of a teacher's work."""


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        sys.stdout.write(f"corrige {version('corrige')}\n")
        raise typer.Exit


@app.callback()
def _options(
    _: Annotated[
        bool, typer.Option("--version", "-V", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit: 0 done, 1 needs a person, 2 asked wrongly, 70 our bug, 130 interrupted."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # our matrices are small: threads only wait for each other
    gc.set_threshold(COLLECTED)
    speak(run_language())
    warnings.showwarning = _warned
    converse()
    try:
        with private_files():
            code = app(args=arguments, standalone_mode=False)
        sys.exit(code or int(bool(CONVERSATION.passed_over)))
    except TyperException as error:
        sys.exit(_asked_wrongly(error))
    except CorrigeError as error:
        say_problems(error.problems)
        sys.exit(error.exit_code)
    except LookupError as error:
        sys.exit(_report_words(error))
    except KeyboardInterrupt:
        say("interrupted; finished files are whole, running the command again goes on")
        sys.exit(INTERRUPTED)
    except OSError as error:
        sys.exit(_report_refusal(error))
    except Exception as error:  # noqa: BLE001
        sys.exit(_report_bug(error))


def _warned(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,  # noqa: ARG001 - nothing gives one
    line: str | None = None,
) -> None:
    """Say what only takes longer; the warnings of libraries are theirs."""
    said = message.args[0] if isinstance(message, Warning) and message.args else ""
    if isinstance(said, Message):
        say(said)
    else:
        sys.stderr.write(warnings.formatwarning(message, category, filename, lineno, line))


def _asked_wrongly(error: TyperException) -> int:
    """Say what was typed wrongly; the page of help where a group is named alone."""
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":
        say(error.format_message())
    else:
        if context is not None:
            say(context.get_usage())
        say_problems([usage_problem(error)])
    return CorrigeError.exit_code


def _report_words(error: LookupError) -> int:
    """Words that a teacher's own exam or paper lacks are theirs to write."""
    from answers.exam.words import MissingWordsError

    if not isinstance(error, MissingWordsError) or not error.is_outside:
        return _report_bug(error)
    say_problems([Problem(error.cause, error.place, "write it there; `corrige check EXAM` tells all that is missing")])
    return CorrigeError.exit_code


def _report_refusal(error: OSError) -> int:
    """What the system refuses is no bug, but for a file of ours that is missing."""
    if error.errno in FULL and error.filename is None:  # of files it was told before: this is no file
        with suppress(OSError, ValueError):  # what is left in the buffer would fail again at the end
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        say("standard output: there is no room for the result\n    → make room, or name a file with -o")
        return CorrigeError.exit_code
    if error.filename is None or isinstance(error, FileNotFoundError):
        return _report_bug(error)
    say_problems(unusable(os.fsdecode(error.filename), error).problems)
    return CorrigeError.exit_code


def _report_bug(error: Exception) -> int:
    from answers.exam.catalogue import outside_exam_at_fault

    exam = outside_exam_at_fault(error)
    if exam is not None:
        say(
            "the exam {exam!r}, which is not part of corrige, failed: {name}: {error}",
            exam=exam,
            name=type(error).__name__,
            error=error,
        )
        say(
            "    → its author finds the place in {path}, and all that is wrong with `corrige check {exam}`",
            path=bug_log(error),
            exam=exam,
        )
        return CorrigeError.exit_code
    say_problems([bug(error)])
    return BUG
