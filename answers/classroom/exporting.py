"""Export a class: marks for people and for the school's platform, feedback sheets, questions.

Functions raise CorrigeError if an export lacks the list of the platform or would contain names although it must be
anonymous, or if a file cannot be read.
"""

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from os.path import relpath
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter

from answers.classroom.changes import changed_rows, last_marking
from answers.classroom.db import reading, transaction, understood_values
from answers.classroom.decisions import COLUMNS, decision_states, decision_texts, load_decisions, lost_action_problems
from answers.classroom.feedback import outdated_feedback
from answers.classroom.folder import EXPORTS_FOLDER, FEEDBACK, REPORT, ClassData, roster_folder
from answers.classroom.issued import marking_change_lines, marking_changes
from answers.classroom.listed_names import list_problems, listed_identifiers
from answers.classroom.marks import mark_submissions
from answers.classroom.platforms import canvas_user, is_blind, moodle_folder
from answers.classroom.rendering import Artifacts
from answers.classroom.roster import Enrollment
from answers.classroom.sat_papers import lost_events
from answers.classroom.submission_set import SubmissionSet, load_submissions
from answers.classroom.upload_index import Upload
from answers.classroom.uploaders import Uploader, is_called_by_platform
from answers.errors import CorrigeError, Problem
from answers.exam.scenario import Scenario
from answers.exam.trust import CONVERSATION, is_trusted
from answers.exam.words import plain
from answers.exports.formats import FORMATS, MARKS_FILES, ExportFormat
from answers.exports.gradebook import Gradebook, GradebookRow, anonymous_gradebook
from answers.exports.platform_list import read_platform_list
from answers.exports.request import ExportRequest, ExportResult
from answers.exports.tables import DIALECTS, ExportTable
from answers.files import read_limited, shown
from answers.flags import UNASSIGNED, flag_named
from answers.messages import Message, Worded, joined
from answers.people.people_list import PLATFORM_ID, PeopleList


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """The options of an export, as a teacher gives them on the command line."""

    listed: Path | None = None
    """The path of the list of students downloaded from the platform; None without a list."""
    column: str = ""
    """The title of the exam's column on the platform; "" for the exam's title."""
    dialect: Literal["fr", "en", "plain"] | None = None
    """The name of a CSV dialect in `DIALECTS`; None for that of the class's language."""
    anonymous: bool = False
    """Whether the export has only identifiers, no names."""
    plain_names: bool = False
    """Whether feedback files are named by identifier, even if papers came from Moodle."""
    by: str = "u0"
    """The column with the numbers that stand for students in published marks."""
    ranks: bool = False
    """Whether published marks have ranks."""


def export_class(class_data: ClassData, format_name: str, options: ExportOptions = ExportOptions()) -> ExportResult:
    """Return an export of a class in a format of `FORMATS`, with problems that the teacher must examine before its use.

    Raises CorrigeError if the export would name students although it must be anonymous.
    """
    export_format = FORMATS[format_name]
    if options.anonymous and export_format.has_names:
        cause = Message(
            "the export {form} is not possible without names: it contains the students' names, or finds them by name",
            form=format_name,
        )
        raise CorrigeError.single(cause, remedy="omit --anonymous, or export csv, xlsx or json")
    listed = platform_list(class_data, options.listed)
    submissions = load_submissions(class_data) if export_format.has_marks else None
    gradebook = Gradebook(class_data.exam, unmarked_rows(class_data), (), ())
    if submissions:
        gradebook = mark_submissions(class_data, submissions).gradebook
    lang, shown, decisions = class_data.settings.lang, gradebook, decisions_table(class_data)
    if options.anonymous:
        shown, rows = anonymous_gradebook(gradebook), []
        known = {old.student.id: new.student.id for old, new in zip(gradebook.rows, shown.rows, strict=True)}
        for cells in decisions.rows:  # without file names and reasons in decisions about flags
            row = dict(zip(decisions.columns, cells, strict=True))
            row["student"] = known.get(str(row["student"]), row["student"])
            hidden = {"answer": "", "reason": ""} if flag_named(str(row["item"])) else {}
            rows.append(tuple({**row, **hidden}.values()))
        decisions = replace(decisions, rows=tuple(rows))
    uploads, recorded = _own_uploads(submissions) if submissions else (), dict[str, dict[str, str]]()
    if listed:
        recorded = listed_identifiers(class_data.folder)
        if users := {student: user for student, name in uploads if (user := canvas_user(name))}:
            recorded[PLATFORM_ID] = {**recorded.get(PLATFORM_ID, {}), **users}
    request = ExportRequest(
        shown,
        lambda u0: class_data.key(Scenario(u0)),
        lang,
        DIALECTS[options.dialect or lang],
        listed,
        options.column or plain(class_data.exam.words(lang).title),
        options.by,
        options.ranks,
        _feedback(class_data, gradebook) if format_name == "zip" else {},
        decisions,
        _moodle_folders(submissions, uploads) if submissions else {},
        options.plain_names,
        recorded,
        "" if options.anonymous else class_data.settings.secret,
    )
    exported = export_format.write(request)
    problems, notes = exported.problems, exported.notes
    if listed and export_format.is_for_platform:
        matched = request.match(listed)
        exported = replace(exported, recorded=matched.recorded)
        if isinstance(matched.unknown, Problem):
            problems = (*problems, matched.unknown)
        elif matched.unknown is not None:
            notes = (*notes, matched.unknown)
    if not options.anonymous:
        problems += list_problems(class_data)
    if export_format.has_marks or format_name == "decisions":
        problems += (*lost_events(class_data.folder), *lost_action_problems(class_data.folder))
    if submissions:  # a lost file may be a later paper of a student who has a mark
        problems += (*submissions.problems, *_undecided(class_data, shown, export_format))
    notes += (*_pending(class_data, gradebook, export_format),)
    return replace(exported, problems=problems, notes=notes)


def _feedback(class_data: ClassData, gradebook: Gradebook) -> dict[str, Path]:
    """Return the paths of the feedback sheets that match the current marks, by the student's identifier.

    A sheet of earlier marks may be that of another student, if the paper was assigned to another one since, or if files
    were exchanged by hand.
    """
    rows, last, artifacts = gradebook.rows, last_marking(class_data.folder), Artifacts(class_data.folder)
    changed = {row.student.id for row in changed_rows(last, gradebook)[0]} if last.rows else set[str]()
    without_paper = {row.student.id for row in rows if row.marked is None}
    outdated = changed & {*outdated_feedback(class_data, rows), *without_paper}
    sheets = {row.student.id: class_data.folder / FEEDBACK / f"{row.student.stem}.pdf" for row in rows}
    return {
        student: path
        for student, path in sheets.items()
        if student not in outdated and path.is_file() and not artifacts.is_another(path)
    }


def platform_list(class_data: ClassData, path: Path | None) -> PeopleList | None:
    """Read the list of students downloaded from a platform; return None if `path` is None."""
    return None if path is None else read_platform_list(read_limited(path), str(path), unmarked_rows(class_data))


def _undecided(class_data: ClassData, gradebook: Gradebook, export_format: ExportFormat) -> Iterator[Problem]:
    """Yield a problem for each student of a format with marks who has no mark until the teacher decides.

    For a format that is published, also yield a problem for each paper whose mark is in the file although flags are
    open, and for each paper without a student.
    """
    remedy = Message(
        "to see the cases that you must decide: corrige class review {folder}",
        folder=shlex.quote(str(class_data.folder)),
    )
    for row in gradebook.rows:
        if row.undecided:
            yield Problem(row.undecided, row.student.label, remedy)
        elif row.needs_teacher and not export_format.is_provisional:
            cause = Message(
                "the exported file has the mark of this paper, but you must still examine flags that may "
                "change it: {flags}",
                flags=joined(" ; ", [Worded(flag.render("en"), fr=flag.render("fr")) for flag in row.open_flags]),
            )
            yield Problem(cause, row.student.label, remedy)
    for paper in gradebook.unassigned if not export_format.is_provisional else ():
        if UNASSIGNED in paper.flags:  # without this flag it is a further paper of a student of the list
            cause = Message("this paper is assigned to no student of the class, so no mark is exported for it")
            yield Problem(cause, str(paper.place), remedy)


def _own_uploads(submissions: SubmissionSet) -> tuple[tuple[str, str], ...]:
    """Return the uploads that students certainly handed in, as pairs of the student's identifier and the path.

    An upload that may be of another person is left out, even if the teacher assigned its file to the student.
    """

    def is_own(enrollment: Enrollment, uploader: Uploader, upload: Upload, *, is_picked: bool) -> bool:
        is_named = is_picked and is_called_by_platform(enrollment, upload.name)
        return not uploader.is_doubtful and (uploader.enrollment == enrollment or is_named)

    unread = (
        (file.enrollment.student.id, file.upload.name)
        for file in submissions.unread
        if file.enrollment and is_own(file.enrollment, file.uploader, file.upload, is_picked=True)
    )
    read = (
        (student, version.upload.name)
        for student, versions in submissions.versions.items()
        for version in versions
        if (enrollment := version.attribution.enrollment)
        and is_own(enrollment, version.attribution.uploader, version.upload, is_picked=version.is_picked)
    )
    return (*unread, *read)


def _moodle_folders(submissions: SubmissionSet, uploads: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the folder of each student's upload in a Moodle download, by identifier, according to their `uploads`.

    In blind marking folders have no names: a folder belongs to the student of its paper, if all its papers are of one
    student.
    """
    folders = {student: folder for student, name in uploads if (folder := moodle_folder(name))}
    read = ((student, version) for student, versions in submissions.versions.items() for version in versions)
    blind = {
        (student, folder)
        for student, version in read
        if (folder := moodle_folder(version.upload.name)) and is_blind(version.upload.name) and student not in folders
    }
    often = Counter(student for student, _ in blind)
    folders |= {student: folder for student, folder in blind if often[student] == 1}
    claims = Counter(folders.values())
    return {student: folder for student, folder in folders.items() if claims[folder] == 1}


def _pending(class_data: ClassData, gradebook: Gradebook, export_format: ExportFormat) -> Iterator[Message]:
    """Yield notes on changed questions, outdated files of marks, provisional points, and papers to examine."""
    folder = shlex.quote(str(class_data.folder))
    if export_format.has_marks:
        changed = marking_changes(class_data, gradebook)
        yield from marking_change_lines(changed, is_first=not last_marking(class_data.folder).rows)
    if export_format.has_marks and is_outdated(class_data, gradebook):
        yield Message(
            "the feedback or gradebook.csv come from an earlier marking and no longer have the present "
            "marks; to write these files again: corrige class grade {folder}",
            folder=folder,
        )
    if export_format.is_provisional and any(row.marked and row.undecided for row in gradebook.rows):
        yield Message(
            "in this file, the points of papers that you must still examine are provisional; corrige "
            "publishes no mark for these papers"
        )
    assigned = sum(row.paper.needs_teacher for row in gradebook.rows if row.paper is not None)
    count = assigned + len(gradebook.unassigned)
    if count and export_format.is_provisional:  # for other formats `_undecided` lists the papers
        yield Message(
            "you must still examine {count} paper; to see what you must decide: corrige class review {folder}",
            plural="you must still examine {count} papers; to see what you must decide: corrige class review {folder}",
            count=count,
            folder=folder,
        )


def decisions_table(class_data: ClassData) -> ExportTable:
    """Return the table of the class's decisions, in the order in which they were made, each with its state."""
    decisions = load_decisions(class_data).decisions
    rows = zip(map(decision_texts, decisions), decision_states(decisions), strict=True)
    return ExportTable("decisions", (*COLUMNS, "state"), tuple((*texts, state) for texts, state in rows))


def unmarked_rows(class_data: ClassData) -> tuple[GradebookRow, ...]:
    """Return a gradebook row without a paper for each student of the class."""
    return tuple(
        GradebookRow(enrollment.student, enrollment.u0, None, enrollment.export_columns)
        for enrollment in class_data.enrollments
    )


def is_outdated(class_data: ClassData, gradebook: Gradebook) -> bool:
    """Return whether an existing file of marks or feedback sheet differs from the gradebook."""
    for name, content in MARKS_FILES.items():
        path, new = class_data.folder / name, content(gradebook)
        if path.is_file() and (path.stat().st_size != len(new) or read_limited(path, len(new)) != new):
            return True
    return bool(outdated_feedback(class_data, gradebook.rows))


def saved_options(folder: Path) -> dict[str, ExportOptions]:
    """Return the options of the last export in each format, with absolute paths."""
    with reading(folder) as connection:
        rows = connection.execute("SELECT format, options FROM export").fetchall()
    adapter, home = TypeAdapter(ExportOptions), folder / EXPORTS_FOLDER
    with understood_values(folder, "export"):
        saved = {row["format"]: adapter.validate_json(row["options"]) for row in rows}
        return {
            format_name: replace(options, listed=options.listed and (home / options.listed).resolve())
            for format_name, options in saved.items()
        }


def may_read_list(folder: Path, path: Path | None) -> bool:
    """Return whether the platform's list that the last export used may be read again; ask the teacher if unclear.

    `path` is the file of the list; the result is True if it is None, since the export used no list. The store of a
    class that another person sent may name any file of the teacher. A list in the class folder may be read, and every
    list if the teacher trusts the folder.
    """
    if path is None or path.is_relative_to(roster_folder(folder).resolve()) or is_trusted("settings", folder):
        return True
    return CONVERSATION.ask(
        Message(
            "the last export filled in the list {file}, which is outside the folder of the class. Read this "
            "list again?",
            file=shown(path),
        )
    )


def save_options(folder: Path, format_name: str, options: ExportOptions) -> None:
    """Save the options of an export in the store, in place of those of the last export in the same format.

    The path of the list is stored relative to the exports folder, so that the class and the list can be moved together.
    """
    relative = replace(options, listed=options.listed and Path(relpath(options.listed, folder / EXPORTS_FOLDER)))
    content = TypeAdapter(ExportOptions).dump_json(relative).decode("utf-8")
    with transaction(folder) as connection:
        connection.execute("INSERT OR REPLACE INTO export VALUES (?, ?)", (format_name, content))


def outdated_exports(folder: Path) -> tuple[str, ...]:
    """Return the formats, such as "zip", whose file in `exports/` is older than the files of marks.

    Marking does not write files of marks that stay the same. An older export may still have the current content; files
    that were written elsewhere or edited since are not compared.
    """
    return tuple(
        name
        for name, entry in FORMATS.items()
        if entry.has_marks and _is_before_marks(folder / EXPORTS_FOLDER / entry.name, folder)
    )


def exports_to_renew(class_data: ClassData) -> tuple[str, ...]:
    """Return the formats whose file in `exports/` may lack the current marks and decisions.

    They are all those of marks and decisions if the files of marks themselves are out of date.
    """
    existing = [name for name, entry in FORMATS.items() if (class_data.folder / EXPORTS_FOLDER / entry.name).is_file()]
    with_marks = tuple(name for name in existing if FORMATS[name].has_marks or name == "decisions")
    submissions = load_submissions(class_data) if with_marks else None
    if submissions and is_outdated(class_data, mark_submissions(class_data, submissions).gradebook):
        return with_marks
    return outdated_exports(class_data.folder)


def has_outdated_report(folder: Path) -> bool:
    """Return whether the report exists and is older than the files of marks; see `outdated_exports`."""
    return _is_before_marks(folder / REPORT, folder)


def _is_before_marks(path: Path, folder: Path) -> bool:
    """Return whether a file exists and is older than the files of marks of a class."""
    marks = [file.stat().st_mtime_ns for file in map(folder.joinpath, MARKS_FILES) if file.is_file()]
    return path.is_file() and path.stat().st_mtime_ns < max(marks, default=0)
