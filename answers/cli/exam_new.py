"""corrige exam new: start an exam in a new file."""

from pathlib import Path
from typing import Annotated

import typer

from answers.assets import asset
from answers.cli.common.output import print_message
from answers.errors import CorrigeError
from answers.exam.catalogue import exam_names
from answers.exam.paper_file import NAME
from answers.exam.trust import trust_new
from answers.files import shared_files, write_atomic
from answers.messages import Message


def new(name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the exam; its file is NAME.py.")]) -> None:
    """Start an exam in a new file, from the example of docs/exams.md, which passes every check."""
    name = name.removesuffix(".py")
    file = Path(f"{name}.py")
    if not NAME.fullmatch(name):
        cause = Message("{name!r} is not a valid name for an exam", name=name)
        raise CorrigeError.single(cause, remedy="use lowercase letters, digits and _, such as games_2026")
    if name in exam_names():
        raise CorrigeError.single(
            Message("{name!r} is already the name of an exam", name=name), remedy="choose another name"
        )
    if file.exists():
        raise CorrigeError.single(
            "the file exists already and was left unchanged", place=str(file), remedy="choose another name"
        )
    with shared_files():
        write_atomic(file, asset("templates", "start", "exam.py").read_bytes())
    trust_new("exam", file)
    print_message("wrote {path}", path=file)
    print_message("see it in a browser while you write: {command}", command=f"corrige preview {file}")
    print_message("look at it: {command}", command=f"corrige check {file}")
