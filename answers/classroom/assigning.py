"""Assign a file, a row of a table or a scanned page to a student, set it aside, and undo this.

Functions raise CorrigeError, with similar names as a remedy, if a text names no file, row or page of the class, or one
that cannot be assigned. The caller holds the lock of the class folder, whose scans must have been processed.
"""

import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from answers.classroom.db import now_text
from answers.classroom.decision_targets import LEAST_DIGITS, unread_target
from answers.classroom.decisions import (
    DecisionKind,
    DecisionTarget,
    Override,
    active_class_decisions,
    decisions_about_targets,
    record_decisions,
)
from answers.classroom.folder import ClassData
from answers.classroom.listed_names import record_names
from answers.classroom.roster_index import roster_index
from answers.classroom.scanning import place_page
from answers.classroom.scans import Placement, ScannedPage, Scans, read_placements, read_scans
from answers.classroom.submission_set import SubmissionSet, load_submissions
from answers.classroom.upload_index import Pick, file_choices, is_file_named, read_index, restored_on_error, write_index
from answers.classroom.uploaders import uploader_of
from answers.errors import CorrigeError, Problem, did_you_mean
from answers.messages import Message, joined, shortened
from answers.sheets.identity import Student


@dataclass(frozen=True, slots=True)
class FileTarget:
    """A file that was handed in, or one row or one scanned page of the file.

    `names` are the names under which the content was handed in. `digest` identifies the content; it is "" for a file
    put into `submissions/` by hand. `number` is the number of the row or page, 0 for the whole file.
    """

    names: tuple[str, ...]
    digest: str
    number: int = 0
    page: ScannedPage | None = None

    @property
    def name(self) -> str:
        """The first name under which the file was handed in."""
        return self.names[0]

    @property
    def label(self) -> Message:
        """The file and the row or page, for a message: "scan.pdf, page 3"."""
        if self.page is not None:
            return Message("{file}, page {page}", file=self.name, page=self.number)
        if self.number:
            return Message("{file}, row {row}", file=self.name, row=self.number)
        return Message("{file}", file=self.name)


def find_target(class_data: ClassData, submissions: SubmissionSet, text: str) -> FileTarget:
    """Return the file, row or page of the class that a text names: FILE, or FILE:3 for page or row 3.

    FILE is the name of the file, with or without its folder and suffix, or the first digits of its digest. Raises
    CorrigeError if nothing has this name, or several files have it.
    """
    scans = read_scans(class_data.folder)
    files = {(entry.digest, entry.name) for entry in read_index(class_data.folder).files}
    collected = {digest for digest, _ in files}
    files |= {(page.digest, page.file) for page in scans.pages if page.digest not in collected}
    versions = (*submissions.unassigned, *(version for own in submissions.versions.values() for version in own))
    uploads = (*(version.upload for version in versions), *(unread.upload for unread in submissions.unread))
    files |= {("", upload.name) for upload in uploads if not upload.is_collected and upload.digest not in collected}
    file, colon, number = text.rpartition(":")
    is_numbered = bool(colon) and number.isascii() and number.isdecimal() and not _matching(files, text)
    with_page = {(page.digest, page.file) for page in scans.pages if is_numbered and page.page == int(number)}
    same_name = set(_matching(files, file)) & with_page if is_numbered else set()
    names, digest = _only(same_name or files, file if is_numbered else text)
    if not is_numbered:
        return FileTarget(names, digest)
    name = names[0]
    pages = [page for page in scans.pages if page.digest == digest and page.file in names]
    page = next((page for page in pages if page.page == int(number)), None)
    if pages and page is None:
        cause = Message("this scan has no page {number}, so nothing was assigned", number=number)
        remedy = Message("the pages of this scan are 1 to {last}", last=len(pages))
        raise CorrigeError.single(cause, place=name, remedy=remedy)
    rows = {version.row for version in versions if version.upload.name in names and version.is_row}
    if not pages and number not in rows:
        cause = Message("this table has no row {number} with a paper", number=number)
        raise CorrigeError.single(cause, place=name, remedy=did_you_mean(number, sorted(rows, key=int)))
    return FileTarget(names, digest, int(number), page)


def _matching(files: Iterable[tuple[str, str]], text: str) -> list[tuple[str, str]]:
    """Return the files, pairs of digest and name, that a text names by a digest or a name; it may name one by each."""
    is_long = len(text) >= LEAST_DIGITS
    return [file for file in files if (is_long and file[0].startswith(text)) or is_file_named(file[1], text)]


def _only(files: Iterable[tuple[str, str]], text: str) -> tuple[tuple[str, ...], str]:
    """Return all names of the only content that a text names, and its digest, "" for a file in `submissions/`."""
    files = sorted(files)
    matching = _matching(files, text)
    if len({digest or name for digest, name in matching}) == 1:
        return tuple(name for _, name in matching), matching[0][0]
    names = [name for _, name in files]
    if not matching:
        near = [name for name in names if text and text.casefold() in name.casefold()]
        stems = [PurePosixPath(name).name for name in near or names]
        cause = Message("no file of the class has the name {text!r}", text=text[:60])
        raise CorrigeError.single(cause, remedy=did_you_mean(text, dict.fromkeys(stems)))
    cause = Message("several files of the class have the name {text!r}", text=text[:60])
    shown = joined(" ; ", [f"{name} [{digest[:8]}]" if digest else name for digest, name in matching[:5]])
    raise CorrigeError.single(
        cause, remedy=Message("give a longer part of the path, or the digits in brackets: {files}", files=shown)
    )


def assign_to_student(
    class_data: ClassData,
    target: FileTarget,
    student: Student,
    author: str,
    *,
    sheet_page: int | None = None,
    turned: int = 0,
) -> int | None:
    """Assign a file, a row or a scanned page to a student; return the sheet page of a scanned page, else None.

    The file, row or page no longer counts for a student to whom it was assigned before. `sheet_page` is the page of the
    answer sheet; by default the one that was recognised, or the only one that the student lacks. `turned` are the
    degrees, clockwise, that set a scanned page upright. Raises CorrigeError if the page is not determined, if a file in
    `submissions/` was not collected, or if the file cannot count for the student.
    """
    if target.page is not None:
        sheet_page = sheet_page or _sheet_page(read_scans(class_data.folder), target.page, student)
        placement = Placement(target.digest, target.page.page, student.id, sheet_page, turned, author, now_text())
        place_page(class_data.folder, placement)
        record_names(class_data.folder, class_data.enrollments)
        return sheet_page
    if not target.digest:
        command = shlex.join(("corrige", "class", "collect", str(class_data.folder), target.name))
        raise CorrigeError.single(
            "the file is in submissions/ but was not collected, so it cannot be assigned yet",
            place=target.name,
            remedy=Message("collect the file first: {command}", command=command),
        )
    index = roster_index(class_data.enrollments)
    uploaders = {upload.student.id for name in target.names if (upload := uploader_of(name, index).enrollment)}
    if len(uploaders) > 1 and student.id not in uploaders:  # all of them would lose their paper
        cause = Message(
            "several students handed in files with the same content, so it is not clear which file is meant: {files}",
            files=shortened(target.names, 3, " ; "),
        )
        remedy = Message("give the path of one of these files, with its folder")
        raise CorrigeError.single(cause, place=student.id, remedy=remedy)
    with restored_on_error(class_data.folder):
        row = str(target.number) if target.number else ""
        chosen = Pick(target.digest, row, target.name if len(target.names) == 1 else "")
        _reassign(class_data, author, _assignments_of(class_data, target), {chosen: student.id})
        _check_counts(class_data, load_submissions(class_data), target.digest, student.id)
    record_names(class_data.folder, class_data.enrollments)
    return None


def withdraw_picked(class_data: ClassData, student: str, author: str = "") -> None:
    """End the assignment of the file that counts for a student, named by identifier, if a person assigned it."""
    chosen = read_index(class_data.folder).picked.get(student)
    _reassign(class_data, author, [chosen] if chosen else [], {})


def _reassign(class_data: ClassData, author: str, ended: Iterable[Pick], new: Mapping[Pick, str]) -> None:
    """End assignments of collected files, and assign others to students; a file that was set aside then counts."""
    index, ended = read_index(class_data.folder), {*ended, *new}
    left = {chosen: student for chosen, student in index.assigned.items() if chosen not in ended}
    write_index(class_data.folder, replace(index, assigned={**left, **new}), author)


def _check_counts(class_data: ClassData, submissions: SubmissionSet, digest: str, student: str) -> None:
    """Raise CorrigeError if a file that was assigned to a student does not count for the student.

    An unreadable file may be assigned to a student without a paper, or to its uploader, whom this confirms.
    """
    place = {entry.digest: entry.name for entry in read_index(class_data.folder).files}[digest]
    own = submissions.versions[student]
    unread = [file for file in submissions.unread if file.upload.digest == digest]
    unread = [file for file in unread if file.enrollment is not None and file.enrollment.student.id == student]
    if unread and own and unread[-1].uploader.enrollment != unread[-1].enrollment:
        raise CorrigeError.single(
            "this file cannot be read, and so cannot be the version of the paper that counts",
            place=place,
            remedy="collect a readable file of this student, or type the answers into a text file and collect that; "
            "to undo an assignment: corrige class assign DIR FILE --withdraw",
        )
    is_part = any(part.file == place for version in own for part in version.parts)  # a program completes the paper
    if unread or is_part or sum(version.is_picked for version in own) == 1:
        return
    others = (*submissions.unassigned, *submissions.removed)
    papers = (*others, *(version for versions in submissions.versions.values() for version in versions))
    rows = [version for version in papers if version.upload.digest == digest and version.is_row]
    rows.sort(key=lambda version: int(version.row or 0))
    if not rows:
        raise CorrigeError.single(
            Message("no page of this file can belong to {student}", student=student),
            place=place,
            remedy="scanned pages are assigned one by one; `corrige class scans DIR` shows the student of each page",
        )
    named = dict.fromkeys(f"{version.row} ({version.submission.student[:40]})" for version in rows)
    cause = Message(
        "the rows {rows} of the file each have a paper, so the file as a whole cannot be assigned",
        rows=", ".join(named),
    )
    remedy = Message(
        "assign one row: corrige class assign DIR {digest}:{row} {student}",
        student=shlex.quote(student),
        digest=digest[:8],
        row=rows[0].row,
    )
    raise CorrigeError.single(cause, place=place, remedy=remedy)


def _sheet_page(scans: Scans, page: ScannedPage, student: Student) -> int:
    """Return the number of the sheet page on a scanned page: as recognised, else the only page that is missing."""
    missing = [number for owner, number in scans.missing if owner == student.id]
    known = [page.sheet_page] if page.sheet_page else missing
    if len(known) != 1 or known[0] is None:
        cause = Message(
            "corrige cannot tell which page of the answer sheet of {student} this scanned page is",
            student=student.label,
        )
        remedy = Message(
            "add the number of the page of the answer sheet, --sheet-page N; the pages of this student that "
            "are still missing: {pages}"
            if missing
            else "add the number of the page of the answer sheet: --sheet-page N",
            pages=", ".join(map(str, missing)),
        )
        raise CorrigeError.single(cause, remedy=remedy)
    return known[0]


def assign_to_nobody(class_data: ClassData, submissions: SubmissionSet, target: FileTarget, author: str) -> None:
    """Set a file, a row or a scanned page aside, so that it counts for no student until it is assigned."""
    if target.page is not None:
        place_page(class_data.folder, Placement(target.digest, target.page.page, author=author, at=now_text()))
    elif target.digest and not target.number:
        index, uploads = read_index(class_data.folder), _uploads(class_data, target)
        files = tuple(replace(entry, is_aside=entry.is_aside or entry.upload in uploads) for entry in index.files)
        counting = {entry.digest for entry in files if not entry.is_aside}
        left = {
            chosen: student
            for chosen, student in index.assigned.items()
            if chosen.digest in counting and chosen.name not in target.names
        }
        write_index(class_data.folder, replace(index, files=files, assigned=left), author)
    else:
        with restored_on_error(class_data.folder):
            if assigned := _assignments_of(class_data, target):
                _reassign(class_data, author, assigned, {})
                submissions = load_submissions(class_data)
            papers = _unassigned(submissions, target)
            if not papers:
                raise CorrigeError.single(
                    "the paper counts for the student whom the file names; a single row or page of this file "
                    "cannot be set aside",
                    place=str(target.label),
                    remedy="assign another file to the student whom this file names, or set the whole file aside: "
                    "corrige class assign DIR FILE --none",
                )
        override = Override(DecisionKind.ACKNOWLEDGED, "", "", author, now_text())
        record_decisions(class_data, decisions_about_targets(papers, override), continues=bool(assigned))


def withdraw_assignment(class_data: ClassData, submissions: SubmissionSet, target: FileTarget, author: str) -> None:
    """End the assignment of a file, a row or a scanned page, or else its setting aside.

    What was set aside before it was assigned is set aside again.
    """
    index = read_index(class_data.folder)
    assigned = _assignments_of(class_data, target)
    uploads = _uploads(class_data, target) if not target.number else set()
    papers = [paper for paper in _unassigned(submissions, target) if paper.key in active_class_decisions(class_data)]
    placements = _placements(class_data, target)
    if target.page is not None and placements and placements[-1].sheet_page != 0:
        nothing = Placement(target.digest, target.page.page, "", 0)
        before = [placement for placement in placements if placement.is_aside] if placements[-1].student else []
        place_page(class_data.folder, replace((before or [nothing])[-1], author=author, at=now_text()))
    elif assigned:
        _reassign(class_data, author, assigned, {})
    elif papers:
        override = Override(DecisionKind.WITHDRAWN, "", "", author, now_text())
        record_decisions(class_data, decisions_about_targets(papers, override))
    elif any(entry.is_aside and entry.upload in uploads for entry in index.files):
        files = (replace(entry, is_aside=entry.is_aside and entry.upload not in uploads) for entry in index.files)
        write_index(class_data.folder, replace(index, files=tuple(files)), author)
    else:
        raise CorrigeError.single(
            "this file or page was neither assigned to a student by hand nor set aside, so there is nothing to undo",
            place=str(target.label),
            remedy="`corrige class history DIR` lists all actions",
        )


@dataclass(frozen=True, slots=True)
class Choice:
    """What a person has chosen for a file, a row or a page: to assign it to a student, or to set it aside.

    `student` is the label of the student, "" if the file is set aside. `author` is "" if unknown.
    """

    target: Message
    student: str
    author: str
    at: str

    @property
    def text(self) -> Message:
        """The choice in words: "a.pdf: assigned to s02, Martin Leo"."""
        if self.student:
            return Message("{target}: assigned to {student}", target=self.target, student=self.student)
        return Message("{target} is set aside: it counts for no student", target=self.target)

    @property
    def text_with_author(self) -> Message:
        """The choice in words, with its author and time."""
        moment = self.at[:16].replace("T", " ")
        return Message("{choice} ({person}, {moment})", choice=self.text, person=self.author or "—", moment=moment)


def choices_on(class_data: ClassData, submissions: SubmissionSet, target: FileTarget) -> tuple[Choice, ...]:
    """Return the choices of persons on a file, a row or a page that are in force; of several, the last one counts.

    Files that were set aside before they were assigned have two choices.
    """
    by_id = class_data.by_id

    def choice(student: str, author: str, at: str) -> Choice:
        return Choice(target.label, by_id[student].student.label if student in by_id else student, author, at)

    placements = _placements(class_data, target)[-1:]
    if target.page is not None:
        return tuple(choice(p.student, p.author, p.at) for p in placements if p.sheet_page != 0)
    active, uploads = active_class_decisions(class_data), _uploads(class_data, target)
    overrides = (active[paper.key] for paper in _unassigned(submissions, target) if paper.key in active)
    files, assigned = file_choices(class_data.folder), _assignments_of(class_data, target)
    return (
        *(choice("", override.author, override.time) for override in overrides),
        *(choice("", c.author, c.at) for c in files if not (c.student or target.number) and c.file[::2] in uploads),
        *(choice(c.student, c.author, c.at) for c in files if c.student and c.file in assigned),
    )


def replaced_choices(
    class_data: ClassData,
    submissions: SubmissionSet,
    target: FileTarget,
    student: Student | None,
    *,
    is_withdrawn: bool = False,
) -> tuple[Choice, ...]:
    """Return the choices that end if a file, a row or a page is assigned to a student, or set aside without a student.

    These are an earlier choice on the same target, and the choice of another file that counts for the student now. With
    `is_withdrawn`, the result is the choice that is withdrawn.
    """
    label = student.label if student else ""
    replaced = [own for own in choices_on(class_data, submissions, target)[-1:] if is_withdrawn or own.student != label]
    if student is None or target.page is not None:
        return tuple(replaced)
    index, own = read_index(class_data.folder), _assignments_of(class_data, target)
    names = {entry.digest: entry.name for entry in index.files}
    for choice in file_choices(class_data.folder):
        if choice.file == index.picked.get(student.id) and choice.file not in own:
            other = FileTarget((choice.file.name or names[choice.file.digest],), "", int(choice.file.row or 0))
            replaced.append(Choice(other.label, label, choice.author, choice.at))
    return tuple(replaced)


def refuse_choices_of_others(choices: Iterable[Choice], author: str) -> None:
    """Raise CorrigeError if one of the choices that a command would replace was made by another person."""
    remedy = Message(
        "ask the person who assigned the file or set it aside; to replace this choice: corrige class "
        "assign, with the option --yes"
    )
    cause = Message("this command would replace the choice of another person, so nothing was done")
    if others := [choice for choice in choices if choice.author not in ("", author)]:
        raise CorrigeError([Problem(cause, choice.text_with_author, remedy) for choice in others])


def _placements(class_data: ClassData, target: FileTarget) -> list[Placement]:
    """Return all decisions on the page of a target, the latest last; none for a file or a row."""
    number = target.page.page if target.page else None
    return [place for place in read_placements(class_data.folder) if place.page_key == (target.digest, number)]


def _uploads(class_data: ClassData, target: FileTarget) -> set[tuple[str, str]]:
    """Return the identities of the collected files with the content and a name of the target."""
    files = read_index(class_data.folder).files
    return {entry.upload for entry in files if entry.digest == target.digest and entry.name in target.names}


def _assignments_of(class_data: ClassData, target: FileTarget) -> set[Pick]:
    """Return the assignments of a file, or of a row or page of the file, that hold."""
    return {
        chosen
        for chosen in read_index(class_data.folder).assigned
        if chosen.digest == target.digest
        and (not chosen.name or chosen.name in target.names)
        and (not target.number or chosen.row == str(target.number))
    }


def _unassigned(submissions: SubmissionSet, target: FileTarget) -> list[DecisionTarget]:
    """Return the decision targets of the papers without a student, or of the unreadable file, in the target."""
    papers = [
        version.target
        for version in submissions.unassigned
        if version.upload.name in target.names and (not target.number or version.row == str(target.number))
    ]
    return papers or [unread_target(unread) for unread in submissions.unread if unread.upload.name in target.names]
