"""corrige exam new and corrige exam export: start an exam in a new file, and pack an exam for another teacher."""

from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from answers.assets import asset
from answers.cli.common.options import ExamFolders, ExamName, Force
from answers.cli.common.output import deliver, print_message
from answers.errors import CorrigeError
from answers.exam.catalogue import exam_names, load_exam
from answers.exam.export import exported_files
from answers.exam.location import fingerprint
from answers.exam.paper_file import NAME
from answers.exam.settings_in_force import load_settings
from answers.exam.trust import trust_new
from answers.exports.request import zip_archive
from answers.files import shared_files, write_atomic
from answers.messages import Message, translate


def new(name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the exam; its file is NAME.py.")]) -> None:
    """Start an exam in a new file, from the example of docs/exams.md, which passes every check."""
    name = name.removesuffix(".py")
    file = Path(f"{name}.py")
    if not NAME.fullmatch(name):
        cause = Message("{name!r} is not a valid name for an exam", name=name)
        raise CorrigeError.single(cause, remedy="use lowercase letters, digits and _, such as games_2026")
    if name in exam_names():
        raise CorrigeError.single(
            Message("{name!r} is already the name of an exam", name=name), remedy="choose another name for the exam"
        )
    if file.exists():
        raise CorrigeError.single(
            "the file exists already and was left unchanged", place=str(file), remedy="choose another name for the exam"
        )
    with shared_files():
        write_atomic(file, asset("templates", "start", "exam.py").read_bytes())
    trust_new("exam", file)
    print_message("wrote {path}", path=file)
    print_message("see the exam in a browser while you write: {command}", command=f"corrige preview {file}")
    print_message("check the exam: {command}", command=f"corrige check {file}")


def export(
    name: ExamName,
    *,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Archive to write; by default EXAM.zip.", show_default=False
        ),
    ] = None,
    exams: ExamFolders = None,
    force: Force = False,
) -> None:
    """Put an exam of your own into an archive that another teacher can use.

    The archive contains the files of the exam and of the exams from which a composed paper takes questions, and the
    commands to use them. Settings of a corrige.toml are not included.
    """
    exam = load_exam(name, load_settings(Path.cwd(), exams).places)
    files, classes = exported_files(exam.location)
    if not files:
        cause = Message("{exam} comes with corrige or an installed package", exam=exam.name)
        raise CorrigeError.single(
            cause,
            remedy="no archive was made; the other teacher installs the same package, then uses the exam by its name",
        )
    for folder in classes:
        print_message(
            "this folder was not put into the archive, since it is the folder of a class: {path}", path=folder
        )
    is_paper = bool(exam.location.sources)
    path = f"{exam.name}.toml" if is_paper else exam.location.code.name if exam.location.code.is_file() else "."
    option = " --exams ." if is_paper else ""
    what = Message(
        "{exam}: an exam for corrige {version}, {questions}",
        exam=exam.name,
        version=version("corrige"),
        questions=Message("{count} question", plural="{count} questions", count=len(exam.questions)),
    )
    code = Message("fingerprint of the code of the exam: {fingerprint}", fingerprint=fingerprint(exam.location))
    how = Message(
        "Read the code of the exam first, since it will run on your machine. Then run these commands in this folder:"
    )
    commands = (
        "trust .",
        f"check {path}{option}",
        f"sheet {path}{option} --u0 17",
        f"class init CLASS --exam {path}{option} --students list.csv",
    )
    lines = [*map(translate, (what, code)), "", translate(how), *(f"    corrige {command}" for command in commands)]
    readme = (f"{exam.name}/README.txt", ("\n".join(lines) + "\n").encode())
    archive = [readme, *((f"{exam.name}/{name}", content) for name, content in files)]
    deliver(zip_archive(archive), output or Path(f"{exam.name}.zip"), force=force)
