"""Options that several commands share, named and described once."""

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import typer

from answers.cli.common.output import STDOUT


def _exam_names(incomplete: str) -> list[str]:
    from answers.exam.catalogue import exam_names

    return [name for name in exam_names() if name.startswith(incomplete)]


ExamName: TypeAlias = Annotated[
    str, typer.Argument(metavar="EXAM", autocompletion=_exam_names, help="Name of the exam, see `corrige list`.")
]
Seed: TypeAlias = Annotated[int, typer.Option("--u0", metavar="N", help="The student's number, 0 to 64006.")]
OptionalSeed: TypeAlias = Annotated[
    int | None, typer.Option("--u0", metavar="N", help="The student's number, 0 to 64006.", show_default=False)
]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print the result as one JSON document.")]
Output: TypeAlias = Annotated[
    Path, typer.Option("--output", "-o", metavar="FILE", help="Where to write the result; - is standard output.")
]
Force: TypeAlias = Annotated[bool, typer.Option("--force", help="Replace a file that exists.")]
Lang: TypeAlias = Annotated[
    Literal["fr", "en"] | None,
    typer.Option("--lang", help="Language of sheets, texts and messages; French by default."),
]
ExamFolders: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option("--exams", metavar="DIR", help="A folder with an exam of yours, or with several; may be repeated."),
]
Folder: TypeAlias = Annotated[Path, typer.Argument(metavar="DIR", help="Folder of the class.")]
TO_STDOUT = STDOUT
