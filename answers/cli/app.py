"""The command `corrige`: its subcommands, and the conversion of errors into messages and exit codes."""

import gc
import os
import sys
import warnings
from contextlib import suppress
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
        "init": ("classes.members", Message("Start a class from the list of its students.")),
        "add": ("classes.members", Message("Add students to the list of the class.")),
        "remove": ("classes.members", Message("Remove a student from the list, and set the student's files aside.")),
        "seeds": ("classes.seeds", Message("Give a seed to each student without a seed.")),
        "subject": ("classes.printing", Message("Print the subject, the same for every student.")),
        "sheets": ("classes.printing", Message("Print the answer sheet of every student.")),
        "keys": ("classes.printing", Message("Print the key of every seed of the class.")),
        "sit": ("classes.sit", Message("Let the class sit the exam in a browser.")),
        "collect": ("classes.collect", Message("Collect the papers.")),
        "scans": ("classes.scans", Message("Show the state of each scanned page.")),
        "assign": (
            "classes.assign",
            Message("Assign a file or a page to a student, or set it aside."),
        ),
        "grade": ("classes.grade", Message("Mark the papers; write the gradebook and feedback.")),
        "review": ("classes.review", Message("List the cases to examine, identical answers together.")),
        "decide": ("classes.decide", Message("Decide how an answer counts, or settle a flag.")),
        "undo": ("classes.decide", Message("Undo your last action.")),
        "mistakes": ("classes.mistakes", Message("Find mistakes that several students have in common.")),
        "report": ("classes.report", Message("Write the report on the class, as HTML and PDF.")),
        "export": ("classes.export", Message("Export the marks for spreadsheets and platforms.")),
        "history": ("classes.history", Message("List who did what on the class, and when.")),
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
        "alphabeta": ("laboratory.trees", Message("Search a tree with alpha-beta.")),
        "arena": ("laboratory.trees", Message("Compute the attractors of both players in an arena.")),
        "chess": ("laboratory.boards", Message("Evaluate a chess position by its pieces.")),
        "chomp": ("laboratory.boards", Message("Find who wins Chomp, and the winning first moves.")),
        "cram": ("laboratory.boards", Message("Find who wins Cram, winning first moves, Grundy value.")),
        "dice": ("laboratory.dice", Message("Compute the gain and an optimal choice at Dice Battle.")),
        "dice-gain": ("laboratory.dice", Message("Compute the expected gain of a Dice Battle strategy.")),
        "domineering": ("laboratory.boards", Message("Find who wins Domineering, and the winning moves.")),
        "game": ("laboratory.phantom", Message("Play phantom Domineering between two strategies.")),
        "minmax": ("laboratory.trees", Message("Compute the min-max value of a tree.")),
        "nash": ("laboratory.nash", Message("Solve a zero-sum matrix game; the row player maximises.")),
        "phantom": ("laboratory.phantom", Message("Compute the value of phantom Domineering.")),
        "tictactoe": ("laboratory.boards", Message("Compute the value of a tic-tac-toe grid for X.")),
        "verger": ("laboratory.verger", Message("Compute the probability of winning the orchard game.")),
        "yahtzee": ("laboratory.yahtzee", Message("Compute the mean score of a Yahtzee strategy.")),
        "yahtzee-aims": ("laboratory.yahtzee", Message("List the Yahtzee boxes that a hand fills or nearly fills.")),
        "yahtzee-codes": ("laboratory.yahtzee", Message("List the 32 ways to reroll a hand of Yahtzee.")),
        "yahtzee-game": ("laboratory.yahtzee", Message("Play one game of Yahtzee with dice that you list.")),
        "yahtzee-group": ("laboratory.yahtzee", Message("Compute the expected points in the last Yahtzee boxes.")),
        "yahtzee-keep": ("laboratory.yahtzee", Message("Find the dice of a Yahtzee hand to keep.")),
        "yahtzee-weights": ("laboratory.weights", Message("Search better weights for a Yahtzee strategy.")),
        "yahtzee-win": ("laboratory.yahtzee", Message("Maximise the chance to win at the end of a Yahtzee game.")),
    },
)

play = group(
    "Play against a strategy in the terminal.",
    {
        "dice": ("laboratory.play", Message("Play Dice Battle against a strategy.")),
        "verger": ("laboratory.play", Message("Play the orchard game against the ravens.")),
        "yahtzee": ("laboratory.play", Message("Play Yahtzee against a strategy.")),
    },
)

exams = group(
    "Write your own exams.",
    {
        "new": ("own_exam", Message("Start an exam in a new file.")),
        "export": ("own_exam", Message("Put an exam into an archive for another teacher.")),
    },
)

app = group(
    "Seeded exams: exact keys, PDF answer sheets, and marking.",
    {
        "list": ("exams:list_exams", Message("List the exams.")),
        "show": ("exams", Message("Show an exam's questions, points and answer kinds.")),
        "exam": ("app:exams", Message("Start your own exam, or give it to another teacher.")),
        "preview": ("preview", Message("See an exam in a browser while it is written.")),
        "check": ("check", Message("Check an exam against corrige's rules.")),
        "atlas": ("atlas", Message("Study an exam's answers over many seeds.")),
        "key": ("key", Message("Compute the key of a seed.")),
        "sheet": ("sheet", Message("Print a document: subject, blank, model, key or solution.")),
        "grade": ("grade", Message("Mark submissions; exit with 1 if there are cases to examine.")),
        "class": ("app:classes", Message("Run a class: seeds, answer sheets, marks, feedback.")),
        "desk": ("desk", Message("Type the answers of scanned papers, decide doubtful cases.")),
        "practice": ("practice", Message("Practise an exam in a browser on this machine.")),
        "compose": ("compose", Message("Compose a paper from questions of several exams.")),
        "trust": ("trust", Message("Allow corrige to use the exams and settings in a folder.")),
        "explain": ("explain", Message("Explain why an answer is wrong, or what a flag means.")),
        "doctor": ("doctor", Message("Describe a badly read file for the authors of corrige.")),
        "verify": ("laboratory.documents", Message("Print the numbers of a document beside the computed values.")),
        "figures": ("laboratory.documents", Message("Redraw the plots of an exam's document.")),
        "solve": ("app", Message("Solve games of the exams with numbers of your own.")),
        "play": ("app", Message("Play against a strategy in the terminal.")),
        "match": ("laboratory.match", Message("Let strategies of Yahtzee play each other.")),
        "demo": ("demo", Message("Run a simulated class of eight from seeds to marked papers.")),
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
        before = os.environ.get(SAFE_PATH, "")
        os.environ[SAFE_PATH] = "1"  # so that no process imports modules of a received folder, which is not yet trusted
        try:
            with private_files():
                code = app(args=arguments, standalone_mode=False)
        finally:
            os.environ[SAFE_PATH] = before
        sys.exit(code or int(bool(CONVERSATION.passed_over)))
    except KeyboardInterrupt:  # before or after the command, where Typer does not see it
        sys.exit(INTERRUPTED)
    except Exception as error:  # noqa: BLE001
        sys.exit(_report(error))


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


def _report(error: Exception) -> int:
    """Print an error of the user, of an exam, of the system or of corrige, and return the exit code."""
    if isinstance(error, TyperException):
        if type(error).__name__ == "NoArgsIsHelpError":  # a group was called without a command
            print_message(error.format_message())
        else:
            if (context := getattr(error, "ctx", None)) is not None:
                print_message(context.get_usage())
            print_problems([usage_problem(error)])
        return CorrigeError.exit_code
    if isinstance(error, CorrigeError):
        print_problems(error.problems)
        return error.exit_code
    if isinstance(error, LookupError):
        from answers.exam.words import MissingWordsError

        if isinstance(error, MissingWordsError) and error.is_outside:
            remedy = "write the missing text in this file; `corrige check EXAM` lists all missing texts"
            print_problems([Problem(error.cause, error.place, remedy)])
            return CorrigeError.exit_code
    elif isinstance(error, OSError) and error.filename is None and error.errno in FULL:
        # An error of a file has its name, so this one is of standard output.
        with suppress(OSError, ValueError):  # the rest of the buffer would fail again at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print_message(
            "the result could not be written to standard output: the disk is full\n    → free some "
            "space on the disk, or write the result to a file on another disk with -o FILE"
        )
        return CorrigeError.exit_code
    elif isinstance(error, OSError) and error.filename is not None and not isinstance(error, FileNotFoundError):
        print_problems(unusable(os.fsdecode(error.filename), error).problems)
        return CorrigeError.exit_code
    return _report_bug(error)


def _report_bug(error: Exception) -> int:
    """Report an exception, as a defect of the exam if code of a teacher has raised it, and return the exit code."""
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
