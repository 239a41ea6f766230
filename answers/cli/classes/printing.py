"""corrige class subject, sheets and keys: print the documents of a class."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import time
from typing import Annotated

import typer

from answers.classroom.exporting import platform_list, unmarked_rows
from answers.classroom.folder import ClassData, locked, open_class
from answers.classroom.listed_names import list_problems
from answers.classroom.printing import print_keys, print_seating, print_sheets, print_together, write_subject
from answers.classroom.rendering import PrintOptions
from answers.classroom.sat_papers import read_session
from answers.classroom.sitting import GRACE
from answers.classroom.upload_index import FOLDER
from answers.cli.common.options import EngineOptions, Folder, Force, JobsOption
from answers.cli.common.output import counting, deliver, needs_person, print_message, print_problems, working
from answers.errors import CorrigeError
from answers.exam.trust import CONVERSATION
from answers.executors.workers import workers
from answers.exports.handed_out import mail_merge, sheets_zip, table_file
from answers.exports.tables import DIALECTS
from answers.files import write_keeping
from answers.messages import Message, joined, shortened, translate
from answers.sheets.issued_files import SHEETS
from answers.web.sitting.slips import print_slips


def subject(folder: Folder, *, force: Force = False) -> None:
    """Write the subject, the texts of the questions that are the same for every student, to DIR/subject.pdf."""
    with working("printing the subject"), locked(folder):
        path = write_subject(open_class(folder), overwrite=force)
    print_message("the subject is in {path}", path=path)


@dataclass(frozen=True, slots=True)
class RoomOptions:
    """The options of `class sheets` for documents of the examination room."""

    one_file: Annotated[
        bool,
        typer.Option("--one-file", help="Put all answer sheets in DIR/sheets.pdf for duplex printing, after a list."),
    ] = False
    subject: Annotated[
        bool, typer.Option("--subject", help="With --one-file: print the subject after each answer sheet.")
    ] = False
    seating: Annotated[bool, typer.Option("--seating", help="Write the seating plan to DIR/seating.pdf.")] = False


@dataclass(frozen=True, slots=True)
class Slips:
    """The options of `class sheets` to print slips with the codes for `class sit` in place of sheets."""

    slips: Annotated[
        bool,
        typer.Option(
            "--slips", help="Print only the codes for `class sit`, to cut, in DIR/slips.pdf; missing codes are created."
        ),
    ] = False
    new_codes: Annotated[
        bool, typer.Option("--new-codes", help="With --slips: replace codes that exist, which then no longer work.")
    ] = False
    address: Annotated[
        str, typer.Option("--address", metavar="TEXT", help="With --slips: address of the exam, printed on the slips.")
    ] = ""


@dataclass(frozen=True, slots=True)
class HandOut:
    """The options of `class sheets` that select students, or write files for sending the sheets."""

    students: Annotated[
        list[str] | None,
        typer.Option("--student", metavar="ID", help="Print only the sheet of this student; may be repeated."),
    ] = None
    archive: Annotated[
        bool,
        typer.Option("--zip", help="Put all answer sheets in DIR/sheets.zip for a platform, named after the students."),
    ] = False
    listed: Annotated[
        Path | None,
        typer.Option(
            "--list",
            metavar="FILE",
            help="With --zip: the grading worksheet that you downloaded from Moodle; Moodle then gives the sheets in "
            "the zip to their students.",
        ),
    ] = None
    merge: Annotated[
        Path | None,
        typer.Option("--mail-merge", metavar="FILE", help="Mail-merge table: names, addresses, files (.csv or .xlsx)."),
    ] = None


def sheets(
    folder: Folder, *, room: RoomOptions, slips: Slips, hand_out: HandOut, engine: EngineOptions, force: Force = False
) -> None:
    """Print the answer sheet of every student to DIR/sheets; run again after an interruption, it continues.

    An existing sheet that would be different today is kept and listed, with exit code 1; --force prints it again.
    """
    if hand_out.listed and not hand_out.archive:
        raise CorrigeError.single(
            "the option --list is possible only with --zip", remedy="add --zip, or leave --list out"
        )
    if room.subject and not room.one_file:
        raise CorrigeError.single(
            "the option --subject is possible only with --one-file",
            remedy="add --one-file, or see `corrige class subject`",
        )
    if hand_out.students and (room.one_file or room.seating):
        raise CorrigeError.single(
            "--student cannot be combined with --one-file or --seating, which concern the whole class"
        )
    if slips != Slips():
        _slips(folder, hand_out.students, slips)
        return
    with locked(folder), workers(engine.chosen) as parallel_map:
        class_data = open_class(folder)
        other: dict[str, None] = {}
        print_options = PrintOptions(
            parallel_map, force, on_renamed=_renamed, on_other_data=lambda names: other.update(dict.fromkeys(names))
        )
        selected = _of_students(class_data, hand_out.students)
        moved = list_problems(class_data)
        paths = _print_each(selected, print_options)
        if room.one_file:
            with counting("putting the answer sheets into one file", len(class_data.enrollments)) as progress:
                path = print_together(
                    class_data, replace(print_options, on_progress=progress), with_subject=room.subject
                )
            print_message("all answer sheets in one file, for the photocopier: {path}", path=path)
        if room.seating:
            print_message("seating plan: {path}", path=print_seating(class_data, print_options))
        rows, lang = unmarked_rows(selected), class_data.settings.lang
        files = {row.student.id: (folder / SHEETS / f"{row.student.stem}.pdf").absolute() for row in rows}
        if hand_out.merge is not None:
            table = table_file(mail_merge(rows, files, class_data.exam, lang), hand_out.merge, DIALECTS[lang])
            deliver(table, hand_out.merge, force=force)
        problems = tuple(moved)
        if hand_out.archive:
            archive = sheets_zip(rows, files, platform_list(class_data, hand_out.listed))
            path = folder / "sheets.zip"
            if (before := write_keeping(path, archive.content)) is not None:
                _renamed(before)
            for note in archive.notes:
                print_message(note)
            print_message("file to upload to the platform: {path}", path=path)
            problems += archive.problems
    print_data_warning(folder, list(other), force=force)
    print_problems(problems)
    if not (force or (folder / FOLDER).exists()):
        command = shlex.join(("corrige", "class", "collect", str(folder), translate("FILE")))
        print_message("next, once papers are handed in: {command}", command=command)
    needs_person(bool(paths or problems or (other and not force)))


def print_data_warning(folder: Path, students: Sequence[str], *, force: bool) -> None:
    """Print a warning with the students whose recorded data differ from the data that the exam draws today.

    With `force`, their sheets have been printed again, so the warning is about papers on the earlier sheets.
    """
    if not students:
        return
    print_message(
        "the exam has changed: it draws other data than those on the sheet of {count} student: {names}",
        plural="the exam has changed: it draws other data than those on the sheets of {count} students: {names}",
        count=len(students),
        names=shortened(students),
    )
    if force:
        print_message("from now on the new sheets count; a paper written on an earlier sheet gets no mark")
    else:
        command = shlex.join(("corrige", "class", "sheets", str(folder), "--force"))
        print_message(
            "papers written on these sheets get no mark: restore the earlier exam, or print and give out new "
            "sheets: {command}",
            command=command,
        )


def _print_each(class_data: ClassData, print_options: PrintOptions) -> list[Path]:
    """Print the missing answer sheets of a class to files, and report their numbers."""
    folder, kept_sheets = class_data.folder / SHEETS, list[Path]()
    before = {path.name: path.stat().st_mtime_ns for path in folder.glob("*.pdf")}
    with counting("printing the answer sheets", len(class_data.enrollments)) as progress:
        paths = print_sheets(class_data, replace(print_options, on_progress=progress, on_skipped=kept_sheets.append))
    new = sum(path.name not in before for path in paths)
    again = sum(before.get(path.name, at) != at for path, at in ((path, path.stat().st_mtime_ns) for path in paths))
    same = len(paths) - new - again - len(kept_sheets)
    news = [
        Message("{count} new sheet", plural="{count} new sheets", count=new) if new else Message("no new answer sheet"),
        Message("{count} sheet printed again", plural="{count} sheets printed again", count=again),
        Message("{count} sheet unchanged", plural="{count} sheets unchanged", count=same),
        Message(
            "{count} outdated sheet left as it was",
            plural="{count} outdated sheets left as they were",
            count=len(kept_sheets),
        ),
    ]
    news = [message for message in news if message.values.get("count") != 0]
    print_message("{counts} in {folder}", counts=joined(", ", news), folder=folder)
    if kept_sheets:
        print_message(
            "{count} existing sheet would be printed differently today, and was not printed again:",
            plural="{count} existing sheets would be printed differently today, and were not printed again:",
            count=len(kept_sheets),
        )
        print_message("\n".join(f"  {path.name}" for path in kept_sheets))
        print_message(
            "these sheets can still be used as they are; to print one of them again, add --student "
            "ID --force; to print all again, --force"
        )
    return kept_sheets


def _renamed(path: Path) -> None:
    print_message("the earlier file was renamed to {path}", path=path)


def _slips(folder: Path, students: list[str] | None, options: Slips) -> None:
    """Print the slips with the codes for signing in to `class sit`, and report their number."""
    with locked(folder):
        class_data = open_class(folder)
        selected = _of_students(class_data, students)
        session = read_session(class_data)
        signed_in = {student for student, _ in session.browsers.values()} & class_data.by_id.keys()
        if options.new_codes and not students and signed_in and time() <= session.last_end + GRACE:
            cause = Message(
                "{count} student is signed in to the exam: a new code would sign this student out",
                plural="{count} students are signed in to the exam: new codes would sign them out",
                count=len(signed_in),
            )
            if not CONVERSATION.ask(Message("{cause}; give every student a new code?", cause=cause)):
                remedy = "no code was changed; for some students: --student ID; for all: answer yes in a terminal"
                raise CorrigeError.single(cause, place=str(folder), remedy=remedy)
        printed = print_slips(class_data, selected, renew=options.new_codes, address=options.address)
    if printed.path is None:
        print_message(
            "no slip was printed: every student has a sign-in code already, and a code is printed only once; "
            "--new-codes creates new codes and voids the old ones"
        )
    else:
        print_message(
            "{count} slip to cut in {path}: anybody who reads it can take the exam in place of that student",
            plural="{count} slips to cut in {path}: anybody who reads one can take the exam in place of that student",
            count=printed.slips,
            path=printed.path,
        )
    if printed.path is not None and printed.unchanged:
        print_message(
            "{count} student keeps the code printed before",
            plural="{count} students keep the codes printed before",
            count=printed.unchanged,
        )
    if options.address and printed.unchanged:
        print_message(
            "the slips with sign-in codes that were printed before do not show the address of the exam: tell the "
            "address to the students who have them"
        )
    if printed.earlier:
        _renamed(printed.earlier)


def _of_students(class_data: ClassData, students: list[str] | None) -> ClassData:
    """Return the class restricted to some students, named by identifier or unique name; the whole class if none is."""
    if not students:
        return class_data
    named = set(map(class_data.student, students))
    chosen = tuple(enrollment for enrollment in class_data.enrollments if enrollment.student in named)
    return replace(class_data, enrollments=chosen)


def keys(folder: Folder, *, engine: JobsOption, force: Force = False) -> None:
    """Print the key of every seed of the class to DIR/keys.pdf, for the jury; run again, it continues."""
    with locked(folder), workers(engine.chosen) as parallel_map:
        class_data = open_class(folder)
        with counting("computing the keys of the class", len(class_data.enrollments)) as progress:
            path = print_keys(class_data, PrintOptions(parallel_map, force, progress, on_renamed=_renamed))
    print_message("the keys are in {path}", path=path)
