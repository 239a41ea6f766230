"""Options that several commands share."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import typer

from answers.cli.common.output import STDOUT
from answers.errors import CorrigeError
from answers.exam.question import HARDEST
from answers.executors.workers import Engine
from answers.messages import Message


def _exam_names(incomplete: str) -> list[str]:
    """Return the exams whose name begins as typed, for the completion of the shell."""
    from answers.exam.catalogue import exam_names

    return [name for name in exam_names() if name.startswith(incomplete)]


ExamName: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="EXAM", autocompletion=_exam_names, help="Name of the exam, see `corrige list`, or its file."
    ),
]
Seed: TypeAlias = Annotated[int, typer.Option("--u0", metavar="N", help="The student's number, 0 to 64006.")]
OptionalSeed: TypeAlias = Annotated[
    int | None, typer.Option("--u0", metavar="N", help="The student's number, 0 to 64006.", show_default=False)
]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print the result as one JSON document.")]
Output: TypeAlias = Annotated[
    Path,
    typer.Option("--output", "-o", metavar="FILE", help="File in which the result is written; - is standard output."),
]
Force: TypeAlias = Annotated[bool, typer.Option("--force", help="Overwrite files that exist already.")]
ReplaceOutput: TypeAlias = Annotated[bool, typer.Option("--force", help="Replace the file of --output if it exists.")]
Lang: TypeAlias = Annotated[
    Literal["fr", "en"] | None,
    typer.Option("--lang", help="Language of sheets, texts and messages; by default, French."),
]
LangOfMessages: TypeAlias = Annotated[
    Literal["fr", "en"] | None,
    typer.Option("--lang", help="Language of messages; by default that of the class, else French."),
]
ExamFolders: TypeAlias = Annotated[
    list[Path] | None, typer.Option("--exams", metavar="DIR", help="Folder with your own exams; may be repeated.")
]
Tags: TypeAlias = Annotated[
    list[str] | None, typer.Option("--tag", metavar="TAG", help="Only questions on this topic; may be repeated.")
]
Difficulty: TypeAlias = Annotated[
    str, typer.Option("--difficulty", metavar="A-B", help="Only questions of these levels, from 1 (easy) to 5 (hard).")
]
Folder: TypeAlias = Annotated[
    Path, typer.Argument(metavar="[DIR]", help="Folder of the class; by default the one you are in.")
]
ExamOfFile: TypeAlias = Annotated[
    str | None, typer.Option("--exam", metavar="EXAM", help="Name of the exam, if the file does not contain it.")
]
Author: TypeAlias = Annotated[
    str,
    typer.Option(
        "--author", metavar="NAME", help="Name recorded as the author of the decision; by default your login."
    ),
]
TO_STDOUT = STDOUT
PROCESSORS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
"""Number of processors that this process may use."""


def difficulty_levels(text: str) -> range:
    """Parse the option --difficulty, such as "2" or "1-3", into levels; CorrigeError for another text.

    For "", return all levels, and 0 for questions without a level.
    """
    if not text:
        return range(HARDEST + 1)
    low, _, high = text.partition("-")
    levels = [int(level) for level in (low, high or low) if level.isascii() and level.isdigit()]
    if len(levels) != 2 or not 1 <= levels[0] <= levels[1] <= HARDEST:
        cause = Message("{text!r} is neither a level of difficulty from 1 to 5 nor a range of levels", text=text)
        raise CorrigeError.single(cause, place="--difficulty", remedy="write for instance 2, or 1-3")
    return range(levels[0], levels[1] + 1)


@dataclass(frozen=True, slots=True)
class JobsOption:
    """The option `--jobs`, the number of processes on this machine."""

    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs", metavar="N", min=1, max=64, help="Number of processes; by default that of the processors."
        ),
    ] = None

    @property
    def chosen(self) -> Engine:
        """The engine with the chosen number of processes; by default that of the available processors."""
        return Engine(self.jobs or PROCESSORS)


@dataclass(frozen=True, slots=True)
class EngineOptions(JobsOption):
    """The options `--jobs` and `--dask`, to compute with processes on this machine or on a Dask cluster."""

    dask: Annotated[
        str | None,
        typer.Option(
            "--dask", metavar="ADDRESS", help="The Dask cluster to work on: its scheduler, as tcp://HOST:8786."
        ),
    ] = None

    @property
    def chosen(self) -> Engine:
        """The engine of the Dask cluster if `--dask` is given, else that of processes on this machine.

        CorrigeError if both `--jobs` and `--dask` are given.
        """
        check_alone({"--jobs": self.jobs is not None, "--dask": self.dask is not None})
        return Engine(self.jobs or PROCESSORS) if self.dask is None else Engine(dask=self.dask)


def check_alone(options: Mapping[str, bool]) -> None:
    """Raise CorrigeError if several of some exclusive options are given; `options` tells of each whether it is."""
    names = [name for name, is_given in options.items() if is_given]
    if len(names) > 1:
        cause = Message("{first} and {second} cannot be given together", first=names[0], second=names[1])
        raise CorrigeError.single(cause, remedy="give only one of these options")


def require_fork() -> None:
    """Raise CorrigeError on a system that cannot fork processes, such as Windows."""
    if not hasattr(os, "fork"):
        cause = "this command needs a system whose processes can be forked, such as Linux or macOS"
        raise CorrigeError.single(cause, remedy="on Windows, run the command in the Windows Subsystem for Linux (WSL)")
