"""The command `corrige`: its subcommands, and the conversion of errors into messages and exit codes."""

import gc
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EDQUOT, EFBIG, ENOSPC
from typing import Annotated, TextIO

import typer
from typer.exceptions import TyperException

from answers.cli.common.command import group, run_language
from answers.cli.common.output import converse, print_message, print_problems
from answers.cli.common.usage import usage_problem
from answers.cli.start import INTERRUPTED
from answers.errors import CorrigeError, Problem, bug, bug_log
from answers.exam.trust import CONVERSATION
from answers.files import private_files, unusable
from answers.messages import Message, set_language

BUG = 70
SAFE_PATH = "PYTHONSAFEPATH"
"""Environment variable with which Python does not import from the current folder; it has no effect if empty."""
FULL = (ENOSPC, EDQUOT, EFBIG)
COLLECTED = 100_000
"""Threshold of the garbage collector; with the default of 700, it takes a tenth of the time of a short command."""

classes = group(
    "Run a class in a folder: seeds, answer sheets, marks and feedback.",
    {
        "init": ("classes.members:init", Message("Start a class from the list of its students.")),
        "add": ("classes.members:add", Message("Add students to the list of the class.")),
        "remove": (
            "classes.members:remove",
            Message("Remove a student from the list, and set the student's files aside."),
        ),
        "seeds": ("classes.seeds:seeds", Message("Give a seed to each student without a seed.")),
        "subject": ("classes.printing:subject", Message("Print the subject, the same for every student.")),
        "sheets": ("classes.printing:sheets", Message("Print the answer sheet of every student.")),
        "keys": ("classes.printing:keys", Message("Print the key of every seed of the class.")),
        "sit": ("classes.sit:sit", Message("Let the class sit the exam in a browser.")),
        "collect": ("classes.collect:collect", Message("Collect the papers.")),
        "scans": ("classes.scans:scans", Message("Show the state of each scanned page.")),
        "assign": ("classes.assign:assign", Message("Assign a file or a page to a student, or set it aside.")),
        "grade": ("classes.grade:grade", Message("Mark the papers; write the gradebook and feedback.")),
        "review": ("classes.review:review", Message("List the cases to examine, identical answers together.")),
        "decide": ("classes.decide:decide", Message("Decide how an answer counts, or settle a flag.")),
        "undo": ("classes.decide:undo", Message("Undo your last action.")),
        "mistakes": (
            "classes.mistakes:mistakes",
            Message("Find mistakes that several students have in common."),
        ),
        "report": ("classes.report:report", Message("Write the report on the class, as HTML and PDF.")),
        "export": ("classes.export:export", Message("Export the marks for spreadsheets and platforms.")),
        "history": ("classes.history:history", Message("List who did what on the class, and when.")),
    },
)
"""Commands about a class in a folder, in the order of a teacher's work."""

SOLVE = (
    "Solve the games that the exams are about, with numbers of your own.\n\nCommands by document: "
    "nash has nash, game, phantom, domineering; jeux has arena, tictactoe, chomp, cram, minmax, alphabeta, chess; "
    "dice has dice, dice-gain; verger has verger; yahtzee has the commands that begin with yahtzee, and "
    "corrige match."
)

solve = group(
    SOLVE,
    {
        "alphabeta": ("laboratory.trees:alphabeta", Message("Search a tree with alpha-beta.")),
        "arena": ("laboratory.trees:arena", Message("Compute the attractors of both players in an arena.")),
        "chess": ("laboratory.boards:chess", Message("Evaluate a chess position by its pieces.")),
        "chomp": ("laboratory.boards:chomp", Message("Find who wins Chomp, and the winning first moves.")),
        "cram": ("laboratory.boards:cram", Message("Find who wins Cram, winning first moves, Grundy value.")),
        "dice": ("laboratory.dice:dice", Message("Compute the gain and an optimal choice at Dice Battle.")),
        "dice-gain": (
            "laboratory.dice:dice_gain",
            Message("Compute the expected gain of a Dice Battle strategy."),
        ),
        "domineering": (
            "laboratory.boards:domineering",
            Message("Find who wins Domineering, and the winning moves."),
        ),
        "game": ("laboratory.phantom:game", Message("Play phantom Domineering between two strategies.")),
        "minmax": ("laboratory.trees:minmax", Message("Compute the min-max value of a tree.")),
        "nash": ("laboratory.nash:nash", Message("Solve a zero-sum matrix game; the row player maximises.")),
        "phantom": ("laboratory.phantom:phantom", Message("Compute the value of phantom Domineering.")),
        "tictactoe": ("laboratory.boards:tictactoe", Message("Compute the value of a tic-tac-toe grid for X.")),
        "verger": ("laboratory.verger:verger", Message("Compute the probability of winning the orchard game.")),
        "yahtzee": ("laboratory.yahtzee:yahtzee", Message("Compute the mean score of a Yahtzee strategy.")),
        "yahtzee-aims": (
            "laboratory.yahtzee:yahtzee_aims",
            Message("List the Yahtzee boxes that a hand fills or nearly fills."),
        ),
        "yahtzee-codes": (
            "laboratory.yahtzee:yahtzee_codes",
            Message("List the 32 ways to reroll a hand of Yahtzee."),
        ),
        "yahtzee-game": (
            "laboratory.yahtzee:yahtzee_game",
            Message("Play one game of Yahtzee with dice that you list."),
        ),
        "yahtzee-group": (
            "laboratory.yahtzee:yahtzee_group",
            Message("Compute the expected points in the last Yahtzee boxes."),
        ),
        "yahtzee-keep": (
            "laboratory.yahtzee:yahtzee_keep",
            Message("Find the dice of a Yahtzee hand to keep."),
        ),
        "yahtzee-weights": (
            "laboratory.weights:yahtzee_weights",
            Message("Search better weights for a Yahtzee strategy."),
        ),
        "yahtzee-win": (
            "laboratory.yahtzee:yahtzee_win",
            Message("Maximise the chance to win at the end of a Yahtzee game."),
        ),
    },
)

play = group(
    "Play against a strategy in the terminal.",
    {
        "dice": ("laboratory.play:dice", Message("Play Dice Battle against a strategy.")),
        "verger": ("laboratory.play:verger", Message("Play the orchard game against the ravens.")),
        "yahtzee": ("laboratory.play:yahtzee", Message("Play Yahtzee against a strategy.")),
    },
)

exams = group(
    "Write your own exams.",
    {
        "new": ("own_exam:new", Message("Start an exam in a new file.")),
        "export": ("own_exam:export", Message("Put an exam into an archive for another teacher.")),
    },
)

app = group(
    "Seeded exams: exact keys, PDF answer sheets, and marking.",
    {
        "list": ("exams:list_exams", Message("List the exams.")),
        "show": ("exams:show", Message("Show an exam's questions, points and answer kinds.")),
        "exam": ("app:exams", Message("Start your own exam, or give it to another teacher.")),
        "preview": ("preview:preview", Message("See an exam in a browser while it is written.")),
        "check": ("check:check", Message("Check an exam against corrige's rules.")),
        "atlas": ("atlas:atlas", Message("Study an exam's answers over many seeds.")),
        "key": ("key:key", Message("Compute the key of a seed.")),
        "sheet": ("sheet:sheet", Message("Print a document: subject, blank, model, key or solution.")),
        "grade": ("grade:grade", Message("Mark submissions; exit with 1 if there are cases to examine.")),
        "class": ("app:classes", Message("Run a class: seeds, answer sheets, marks, feedback.")),
        "desk": ("desk:desk", Message("Type the answers of scanned papers, decide doubtful cases.")),
        "practice": ("practice:practice", Message("Practise an exam in a browser on this machine.")),
        "compose": ("compose:compose", Message("Compose a paper from questions of several exams.")),
        "trust": ("trust:trust", Message("Allow corrige to use the exams and settings in a folder.")),
        "explain": ("explain:explain", Message("Explain why an answer is wrong, or what a flag means.")),
        "doctor": ("doctor:doctor", Message("Describe a badly read file for the authors of corrige.")),
        "verify": (
            "laboratory.documents:verify",
            Message("Print the figures of a document beside the computed values."),
        ),
        "figures": ("laboratory.documents:figures", Message("Redraw the plots of an exam's document.")),
        "solve": ("app:solve", Message("Solve games of the exams with numbers of your own.")),
        "play": ("app:play", Message("Play against a strategy in the terminal.")),
        "match": ("laboratory.match:match", Message("Let strategies of Yahtzee play each other.")),
        "demo": ("demo:demo", Message("Run a simulated class of eight from seeds to marked papers.")),
    },
    name="corrige",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
"""All commands, in the order of a teacher's work."""


def _version(requested: bool) -> None:
    if requested:
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
    """Run the command `corrige` with some arguments, by default those of the process, and exit.

    The exit code is 0 if all is done, 1 if a person must look at something, 2 for wrong usage or input, 70 for a bug,
    and 130 after an interruption.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # matrices are small, so threads only cost time
    gc.set_threshold(COLLECTED)
    set_language(run_language())
    warnings.showwarning = _show_warning
    converse()
    try:
        with private_files(), _safe_path():
            code = app(args=arguments, standalone_mode=False)
        sys.exit(code or int(bool(CONVERSATION.passed_over)))
    except TyperException as error:
        sys.exit(_report_usage(error))
    except CorrigeError as error:
        print_problems(error.problems)
        sys.exit(error.exit_code)
    except LookupError as error:
        sys.exit(_report_missing_words(error))
    except KeyboardInterrupt:  # before or after the command, where Typer does not see it
        sys.exit(INTERRUPTED)
    except OSError as error:
        sys.exit(_report_os_error(error))
    except Exception as error:  # noqa: BLE001
        sys.exit(_report_bug(error))


@contextmanager
def _safe_path() -> Iterator[None]:
    """Keep the Python processes that the block starts from importing modules of the current folder.

    Modules of a received folder would run before the teacher has trusted the folder.
    """
    before = os.environ.get(SAFE_PATH, "")
    os.environ[SAFE_PATH] = "1"
    try:
        yield
    finally:
        os.environ[SAFE_PATH] = before


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,  # noqa: ARG001 - nothing gives one
    line: str | None = None,
) -> None:
    """Print a warning of corrige as a message, and a warning of a library as Python does."""
    text = message.args[0] if isinstance(message, Warning) and message.args else ""
    if isinstance(text, Message):
        print_message(text)
    else:
        sys.stderr.write(warnings.formatwarning(message, category, filename, lineno, line))


def _report_usage(error: TyperException) -> int:
    """Print a usage error, or the help page if a group is called without a command, and return the exit code."""
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":
        print_message(error.format_message())
    else:
        if context is not None:
            print_message(context.get_usage())
        print_problems([usage_problem(error)])
    return CorrigeError.exit_code


def _report_missing_words(error: LookupError) -> int:
    """Print the problem of a missing text in a teacher's own exam, and return the exit code.

    Any other LookupError is reported as a bug.
    """
    from answers.exam.words import MissingWordsError

    if not isinstance(error, MissingWordsError) or not error.is_outside:
        return _report_bug(error)
    print_problems(
        [
            Problem(
                error.cause,
                error.place,
                "write the missing text in this file; `corrige check EXAM` lists all missing texts",
            )
        ]
    )
    return CorrigeError.exit_code


def _report_os_error(error: OSError) -> int:
    """Print the problem of an error of the operating system, and return the exit code.

    An error without a file name, unless the disk is full, and a missing file are reported as bugs.
    """
    if (
        error.errno in FULL and error.filename is None
    ):  # an error of a file has its name, so this one is of standard output
        with suppress(OSError, ValueError):  # the rest of the buffer would fail again at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print_message(
            "the result could not be written to standard output: the disk is full\n    → free some "
            "space on the disk, or write the result to a file on another disk with -o FILE"
        )
        return CorrigeError.exit_code
    if error.filename is None or isinstance(error, FileNotFoundError):
        return _report_bug(error)
    print_problems(unusable(os.fsdecode(error.filename), error).problems)
    return CorrigeError.exit_code


def _report_bug(error: Exception) -> int:
    """Report an exception, as a defect of the teacher's exam if its code has raised it, and return the exit code."""
    from answers.exam.catalogue import outside_exam_at_fault

    fault = outside_exam_at_fault(error)
    if fault is not None:
        exam, file, line = fault
        print_message(
            "{file}, line {line}: {name}: {error}",
            file=file,
            line=line,
            name=type(error).__name__,
            error=", ".join((str(error), *dict.fromkeys(getattr(error, "__notes__", ())))),
        )
        print_message(
            "    → for the author of the exam: `corrige check {exam}` lists all defects; the whole "
            "error message is in the file {path}",
            path=bug_log(error),
            exam=exam,
        )
        return CorrigeError.exit_code
    print_problems([bug(error)])
    return BUG
