"""corrige exam new: start an exam in a new folder."""

from pathlib import Path
from typing import Annotated

import typer

from answers.assets import asset, files_in
from answers.cli.common.output import print_message
from answers.errors import CorrigeError
from answers.exam.catalogue import exam_names, load_exam
from answers.exam.key import make_key
from answers.exam.key_json import key_to_json
from answers.exam.paper_file import NAME
from answers.exam.trust import trust_new
from answers.files import json_bytes, make_folder, shared_files, write_atomic
from answers.messages import Message


def new(name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the exam and of its new folder.")]) -> None:
    """Start an exam in a new folder, from the example of docs/exams.md, which passes every check."""
    folder = Path(name)
    if not NAME.fullmatch(name):
        cause = Message("{name!r} is not a valid name for an exam", name=name)
        raise CorrigeError.single(cause, remedy="use lowercase letters, digits and _, such as games_2026")
    if name in exam_names():
        raise CorrigeError.single(
            Message("{name!r} is already the name of an exam", name=name), remedy="choose another name"
        )
    if folder.exists():
        raise CorrigeError.single(
            "the file exists already and was left unchanged", place=name, remedy="choose another name"
        )
    with shared_files():
        for place, content in files_in(asset("templates", "start")):
            path = make_folder((folder / place).parent) / Path(place).name
            write_atomic(path, content.replace(b'Exam("nim"', f'Exam("{name}"'.encode()))
    trust_new("exam", folder)
    exam = load_exam(name, [folder])
    key = key_to_json(exam, make_key(exam, exam.model_seed), "fr")
    with shared_files():
        write_atomic(folder / "fixtures" / f"u0-{exam.model_seed}.json", json_bytes(key))
    print_message("wrote {path}", path=folder)
    print_message("look at it: {command}", command=f"corrige check {name} --exams {name}")
