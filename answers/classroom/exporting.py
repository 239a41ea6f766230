"""A class given back: its marks for people and for the school's platform, its feedback, its questions.

Functions raise CorrigeError if an export lacks its list or would name whom it must not, or a file cannot be read.
"""

import re
import shlex
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from os.path import relpath
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from answers.classroom.attribution import is_called_by_platform
from answers.classroom.decisions import decision_states
from answers.classroom.decisions_file import COLUMNS, decision_texts, load_decisions
from answers.classroom.feedback import outdated_feedback
from answers.classroom.folder import EXPORTS_FOLDER, FEEDBACK, ClassData
from answers.classroom.marks import grade_submissions, marking_of
from answers.classroom.platforms import moodle_folder
from answers.classroom.submission_set import SubmissionSet, SubmissionVersion, load_submissions
from answers.errors import CorrigeError, Problem
from answers.exam.scenario import Scenario
from answers.exam.words import plain
from answers.exports.formats import FORMATS, MARKS_FILES, ExportFormat
from answers.exports.gradebook import Gradebook, GradebookRow, anonymous
from answers.exports.platform_list import read_platform_list
from answers.exports.request import ExportRequest, ExportResult
from answers.exports.tables import DIALECTS, CellValue, ExportTable
from answers.files import read_limited, write_atomic
from answers.flags import UNASSIGNED, flag_named
from answers.messages import Message, Worded, joined
from answers.people.people_list import PeopleList

REPORT = "report.html"
_BLIND = re.compile(r"(participant|teilnehmer|deelnemer|partecipante)\D*_\d+_", re.IGNORECASE)
OPTIONS_FILE = ".chosen.json"
"""In the folder of exports: how each was made last."""


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """What a teacher chooses: the platform's list, the exam's name there, the dialect of numbers, names or none.

    `by` is the column of the numbers that marks are published by, with `ranks` if so asked. `plain_names` is for
    feedback that is named by identifier even where papers came from Moodle.
    """

    listed: Path | None = None
    column: str = ""
    dialect: str | None = None
    anonymous: bool = False
    plain_names: bool = False
    by: str = "u0"
    ranks: bool = False


def export_class(class_data: ClassData, form: str, choices: ExportOptions = ExportOptions()) -> ExportResult:
    """Return one export of a class, with whom and what a person must look at first."""
    made = FORMATS[form]
    if choices.anonymous and made.has_names:
        cause = Message("{form} finds students by their names, or contains their names", form=form)
        raise CorrigeError.one(cause, remedy="omit --anonymous, or export csv, xlsx or json")
    listed = platform_list(class_data, choices.listed)
    submissions = load_submissions(class_data) if made.has_marks else None
    gradebook = (
        grade_submissions(class_data, marking_of(class_data, submissions))
        if submissions
        else Gradebook(class_data.exam, unmarked_rows(class_data), (), ())
    )
    lang = class_data.settings.lang
    decisions = decisions_table(class_data)
    shown = gradebook
    if choices.anonymous:
        shown = anonymous(gradebook)
        decisions = _nameless(decisions, gradebook, shown)
    home = class_data.folder / FEEDBACK
    sheets = [(enrollment.student.id, home / f"{enrollment.student.stem}.pdf") for enrollment in class_data.enrollments]
    exported = made.write(
        ExportRequest(
            shown,
            lambda u0: class_data.key(Scenario(u0)),
            lang,
            DIALECTS[choices.dialect or lang],
            listed,
            choices.column or plain(class_data.exam.words(lang).title),
            choices.by,
            choices.ranks,
            {student: path for student, path in sheets if path.is_file()},
            decisions,
            _moodle_folders(submissions) if submissions else {},
            choices.plain_names,
        )
    )
    problems = *exported.problems, *_undecided(class_data, shown, made)
    return replace(exported, problems=problems, notes=(*exported.notes, *_pending(class_data, gradebook, made)))


def platform_list(class_data: ClassData, path: Path | None) -> PeopleList | None:
    """Return the list of a platform that a file holds, read for a class; None without a file."""
    return None if path is None else read_platform_list(read_limited(path), str(path), unmarked_rows(class_data))


def _undecided(class_data: ClassData, gradebook: Gradebook, made: ExportFormat) -> Iterator[Problem]:
    """The students who have no mark before a person decides.

    Where the form leaves the teacher's desk, those too whose mark is in it while their paper still needs a person, and
    the papers of nobody.
    """
    remedy = Message("see corrige class review {folder}", folder=shlex.quote(str(class_data.folder)))
    for row in gradebook.rows if made.has_marks else ():
        if row.undecided:
            yield Problem(row.undecided, row.student.label, remedy)
        elif row.needs_teacher and not made.is_provisional:
            flags = joined(" ; ", [Worded(flag.render("en"), fr=flag.render("fr")) for flag in row.open_flags])
            yield Problem(
                Message("the paper still has cases to examine: {flags}", flags=flags), row.student.label, remedy
            )
    for paper in gradebook.unassigned if made.has_marks and not made.is_provisional else ():
        if UNASSIGNED in paper.flags:  # the others are further papers of a student of the list
            yield Problem(
                "this paper is not assigned to a student of the list, and gives no mark", str(paper.place), remedy
            )


def _moodle_folders(submissions: SubmissionSet) -> dict[str, str]:
    """The folder that each student uploaded to Moodle in: the paper that counts, another, or one not readable.

    Where marking is blind the folder has no name: it is that of the student whose paper is in it, if no other is.
    """

    def is_picked(version: SubmissionVersion) -> bool:
        """Whether a version was picked for one of those who are called as who brought it is."""
        enrollment = version.attribution.enrollment
        return enrollment is not None and version.is_picked and is_called_by_platform(enrollment, version.upload.name)

    unread = (
        (one.enrollment.student.id, moodle_folder(one.upload.name)) for one in submissions.unread if one.enrollment
    )
    read = (
        (student, moodle_folder(version.upload.name))
        for student, versions in submissions.versions.items()
        for version in versions
        if version.attribution.uploader.enrollment == version.attribution.enrollment or is_picked(version)
    )
    uploads = (*unread, *read)
    folders = {student: folder for student, folder in uploads if folder}
    blind = {
        (student, folder)
        for student, versions in submissions.versions.items()
        for version in versions
        if (folder := moodle_folder(version.upload.name)) and _BLIND.match(folder) and student not in folders
    }
    often = Counter(student for student, _ in blind)
    folders |= {student: folder for student, folder in blind if often[student] == 1}
    claims = Counter(folders.values())
    return {student: folder for student, folder in folders.items() if claims[folder] == 1}


def _pending(class_data: ClassData, gradebook: Gradebook, made: ExportFormat) -> Iterator[Message]:
    """That some papers are not settled yet, or are nobody's, when there are any; that what was written is outdated."""
    if made.has_marks and is_outdated(class_data, gradebook):
        yield Message(
            "feedback or gradebook.csv come from an earlier marking; to renew them: corrige class grade {folder}",
            folder=shlex.quote(str(class_data.folder)),
        )
    if made.is_provisional and any(row.marked and row.undecided for row in gradebook.rows):
        yield Message("in this file, points of papers to examine are provisional: corrige publishes no mark for them")
    own = sum(row.paper.needs_teacher for row in gradebook.rows if row.paper is not None)
    count = own + len(gradebook.unassigned)
    if count and made.is_provisional:  # of the other forms `_undecided` names each
        yield Message(
            "{count} paper has cases to examine: see corrige class review {folder}",
            plural="{count} papers have cases to examine: see corrige class review {folder}",
            count=count,
            folder=shlex.quote(str(class_data.folder)),
        )


def decisions_table(class_data: ClassData) -> ExportTable:
    """Return what the teacher decided, in the order of `decisions.csv`, and the state of each."""
    decisions = load_decisions(class_data).decisions
    rows = zip(map(decision_texts, decisions), decision_states(decisions), strict=True)
    return ExportTable("decisions", (*COLUMNS, "state"), tuple((*texts, state) for texts, state in rows))


def _nameless(decisions: ExportTable, gradebook: Gradebook, shown: Gradebook) -> ExportTable:
    """The decisions by the identifiers that are shown, without names of files, nor why a flag was settled."""
    known = {old.student.id: new.student.id for old, new in zip(gradebook.rows, shown.rows, strict=True)}
    at = {name: decisions.columns.index(name) for name in ("student", "item", "answer", "reason")}

    def row(cells: tuple[CellValue, ...]) -> Iterator[CellValue]:
        is_flag = flag_named(str(cells[at["item"]])) is not None
        for column, cell in enumerate(cells):
            hidden = is_flag and column in (at["answer"], at["reason"])
            yield known.get(str(cell), cell) if column == at["student"] else "" if hidden else cell

    return replace(decisions, rows=tuple(tuple(row(cells)) for cells in decisions.rows))


def unmarked_rows(class_data: ClassData) -> tuple[GradebookRow, ...]:
    """Return a row a student without what they handed in."""
    return tuple(
        GradebookRow(enrollment.student, enrollment.u0, None, enrollment.export_columns)
        for enrollment in class_data.enrollments
    )


def is_outdated(class_data: ClassData, gradebook: Gradebook) -> bool:
    """Say whether a file of marks or a feedback sheet is there and of an earlier marking than the gradebook."""
    for name, content in MARKS_FILES.items():
        path, new = class_data.folder / name, content(gradebook)
        if path.is_file() and (path.stat().st_size != len(new) or read_limited(path, len(new)) != new):
            return True
    return bool(outdated_feedback(class_data, gradebook.rows))


def saved_options(folder: Path) -> dict[str, ExportOptions]:
    """Return how each form was made last for the folder of exports, its list where that is seen from here."""
    path = folder / EXPORTS_FOLDER / OPTIONS_FILE
    if not path.is_file():
        return {}
    try:
        kept = TypeAdapter(dict[str, ExportOptions]).validate_json(read_limited(path))
    except ValidationError as error:
        remedy = Message("delete it, and give the format: corrige class export {folder} --to FORMAT", folder=folder)
        raise CorrigeError.one("is damaged", place=str(path), remedy=remedy) from error
    return {
        form: replace(choices, listed=choices.listed and path.parent / choices.listed) for form, choices in kept.items()
    }


def save_options(folder: Path, form: str, choices: ExportOptions) -> None:
    """Keep how a form was made, the place of its list from the folder of exports: both may move together."""
    home = folder / EXPORTS_FOLDER
    every = {**saved_options(folder), form: choices}
    kept = {one: replace(each, listed=each.listed and Path(relpath(each.listed, home))) for one, each in every.items()}
    write_atomic(home / OPTIONS_FILE, TypeAdapter(dict[str, ExportOptions]).dump_json(kept, indent=1), overwrite=True)


def outdated_exports(folder: Path) -> tuple[str, ...]:
    """Return the forms, "zip", whose file in `exports/` is older than the marks; one that is not there is not.

    Marking leaves a file of marks that says the same as it is, with its time. Not guaranteed: that an older file would
    be another today, nor anything of a file that was written elsewhere or changed since.
    """
    marks = [_time(folder / name) for name in MARKS_FILES]
    files = {form: folder / EXPORTS_FOLDER / made.name for form, made in FORMATS.items() if made.has_marks}
    return tuple(form for form, path in files.items() if path.is_file() and _time(path) < max(marks))


def has_outdated_report(folder: Path) -> bool:
    """Say whether the report was written and is older than the marks: see `outdated_exports`."""
    page = folder / REPORT
    return page.is_file() and _time(page) < max(_time(folder / name) for name in MARKS_FILES)


def _time(path: Path) -> int:
    return path.stat().st_mtime_ns if path.is_file() else 0
