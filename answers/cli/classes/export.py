"""corrige class export: export marks and feedback for spreadsheets and platforms."""

import shlex
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer

from answers.classroom.exporting import (
    ExportOptions,
    export_class,
    exports_to_renew,
    may_read_list,
    save_options,
    saved_options,
)
from answers.classroom.folder import EXPORTS_FOLDER, locked, open_class
from answers.classroom.listed_names import record_identifiers
from answers.cli.common.options import Folder, Force
from answers.cli.common.output import deliver, needs_person, print_message, print_problems, working
from answers.errors import CorrigeError, Problem
from answers.exports.formats import FORMATS
from answers.exports.request import ExportResult
from answers.files import make_folder, shared_files, write_keeping
from answers.messages import Message

OutputFile = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="File in which the export is written; - is standard output. [DIR/exports/…]",
    ),
]

Form = Literal[
    "csv", "xlsx", "list", "pronote", "moodle", "canvas", "blackboard", "brightspace", "sakai", "zip", "pages", "json",
    "decisions", "entry", "moodle-xml", "qti",
]  # fmt: skip
WITH_LIST = frozenset({"blackboard", "brightspace", "canvas", "moodle", "pronote", "sakai", "zip"})
"""Formats that are made for a list of students exported by a platform (option --list)."""


@dataclass(frozen=True, slots=True)
class ChoiceOptions(ExportOptions):
    """The options of `class export`."""

    listed: Annotated[
        Path | None,
        typer.Option("--list", metavar="FILE", help="The list that the platform exported: CSV, XLSX or ODS."),
    ] = None
    column: Annotated[
        str, typer.Option("--column", metavar="NAME", help="Name of the exam on the platform; by default its title.")
    ] = ""
    dialect: Annotated[
        Literal["fr", "en", "plain"] | None,
        typer.Option("--dialect", help="Format of the CSV; by default that of the language of the class."),
    ] = None
    anonymous: Annotated[bool, typer.Option("--anonymous", help="Print only identifiers, no names.")] = False
    plain_names: Annotated[
        bool, typer.Option("--plain-names", help="In the zip, use identifiers, even for papers from Moodle's folders.")
    ] = False
    by: Annotated[
        str,
        typer.Option(
            "--by",
            metavar="COLUMN",
            help="With --to list: column with the number by which students find their mark; u0 by default.",
        ),
    ] = "u0"
    ranks: Annotated[bool, typer.Option("--ranks", help="With --to list: add ranks.")] = False


def export(
    folder: Folder,
    *,
    to: Annotated[
        Form | None,
        typer.Option("--to", help="Format of the export; without this option, all outdated exports are rewritten."),
    ] = None,
    choices: ChoiceOptions,
    output: OutputFile = None,
    force: Force = False,
) -> None:
    """Export marks for spreadsheets, lists and platforms, feedback sheets, a table for answers, or quiz questions.

    Texts are in the language of the class: lang in corrige.toml.
    """
    if to is None and (output is not None or choices != ChoiceOptions()):
        raise CorrigeError.single("the format of the export is missing", remedy="give the format: --to FORMAT")
    if choices.plain_names and to != "zip":
        raise CorrigeError.single(
            "--plain-names concerns the names of files in an archive, and requires --to zip",
            remedy="omit --plain-names, or give --to zip",
        )
    if choices.listed is not None and to not in WITH_LIST:
        cause = Message(
            "--list requires an export that fills in a list: {forms}",
            forms=", ".join(f"--to {form}" for form in sorted(WITH_LIST)),
        )
        raise CorrigeError.single(cause, remedy="omit --list, or use one of these formats")
    if to != "list" and (choices.by != "u0" or choices.ranks):
        raise CorrigeError.single(
            "--by and --ranks require --to list", remedy="omit --by and --ranks, or give --to list"
        )
    with locked(folder):
        saved = {} if to else saved_options(folder)
        options_of: dict[str, ExportOptions] = {}
        if to:
            options_of[to] = choices
        else:
            with working("marking the papers"):
                forms = exports_to_renew(open_class(folder))
            options_of = {form: saved.get(form, ExportOptions()) for form in forms}
        refused = [form for form in saved if form in options_of and not may_read_list(folder, saved[form].listed)]
        for form in refused:
            listed = str(options_of.pop(form).listed)
            command = shlex.join(("corrige", "class", "export", str(folder), "--to", form, "--list", listed))
            cause = Message(
                "the export {form} was not written again: the list that it fills in is outside the folder of the class",
                form=form,
            )
            remedy = Message("if this list is yours, export again with it: {command}", command=command)
            print_problems([Problem(cause, listed, remedy)])
        results = {
            form: _write_export(folder, form, export_options, output, force=force)
            for form, export_options in options_of.items()
        }
    if not (results or refused):
        print_message(
            "all exports in {folder} are up to date; for another format: --to FORMAT", folder=folder / EXPORTS_FOLDER
        )
    needs_person(bool(refused) or any(exported.problems for exported in results.values()))


def _write_export(folder: Path, form: str, choices: ExportOptions, output: Path | None, *, force: bool) -> ExportResult:
    """Compute the export of a class in a format, print its problems and notes, and write it."""
    with working("marking the papers"):
        export_result = export_class(open_class(folder), form, choices)
    if export_result.problems:
        print_message(
            "the file is written; check {count} thing before you use it:",
            plural="the file is written; check {count} things before you use it:",
            count=len(export_result.problems),
        )
        print_problems(export_result.problems)
    for note in export_result.notes:
        print_message(note)
    if export_result.recorded:
        record_identifiers(folder, export_result.recorded)
    if output is not None:
        deliver(export_result.content, output, force=force)
        return export_result
    path = make_folder(folder / EXPORTS_FOLDER) / FORMATS[form].name
    with shared_files():
        write_keeping(path, export_result.content)
    with suppress(OSError):  # a file with the same content was not written again: set its time to now
        path.touch()
    save_options(folder, form, choices)
    print_message("wrote {path}", path=path)
    return export_result
