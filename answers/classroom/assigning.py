"""Assign a file, a row of a table or a scanned page to a student, or set it aside; and undo this.

Functions raise CorrigeError, with the nearest names, if a text names no file of the class, or something in it that
cannot be assigned. The caller holds the lock of the class folder, and its scans are processed.
"""

import shlex
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from answers.classroom.collect import LEAST_DIGITS, check_picks, pick, set_uploads_aside
from answers.classroom.decision_targets import unassigned_target, unread_target
from answers.classroom.decisions import (
    DecisionKind,
    DecisionTarget,
    Override,
    active_class_decisions,
    decisions_about_targets,
    record_decisions,
)
from answers.classroom.folder import ClassData
from answers.classroom.marks import now_text
from answers.classroom.placements import Placement, active_placements, read_placements
from answers.classroom.scanning import place_page
from answers.classroom.scans import ScannedPage, Scans, read_scans
from answers.classroom.submission_set import SubmissionSet, load_submissions, picked_parts
from answers.classroom.upload_index import is_file_named, read_index, restored_on_error, write_index
from answers.errors import CorrigeError, did_you_mean
from answers.messages import Message, joined
from answers.sheets.identity import Student


@dataclass(frozen=True, slots=True)
class FileTarget:
    """A file that was handed in, and a row of it or a scanned page; `digest` is "" for a file in `submissions/`.

    `names` are the names with which the file was handed in, `number` is the row, 0 for the whole file.
    """

    names: tuple[str, ...]
    digest: str
    number: int = 0
    page: ScannedPage | None = None

    @property
    def name(self) -> str:
        """The first name of the file."""
        return self.names[0]

    @property
    def label(self) -> Message:
        """The target in words."""
        if self.page is not None:
            return Message("{file}, page {page}", file=self.name, page=self.number)
        if self.number:
            return Message("{file}, row {row}", file=self.name, row=self.number)
        return Message("{file}", file=self.name)


def find_target(class_data: ClassData, submissions: SubmissionSet, text: str) -> FileTarget:
    """Return the file that a text names, FILE, or a page or row of it, FILE:3.

    FILE is the name of the file, with or without its folder and suffix, or the first digits of its digest.
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
        cause = Message("has no page {number}", number=number)
        raise CorrigeError.single(cause, place=name, remedy=Message("its pages are 1 to {last}", last=len(pages)))
    rows = [version for version in versions if version.upload.name in names and version.is_row]
    if not pages and number not in {version.row for version in rows}:
        cause = Message("has no row {number} with a paper", number=number)
        found = sorted({version.row for version in rows}, key=int)
        raise CorrigeError.single(cause, place=name, remedy=did_you_mean(number, found))
    return FileTarget(names, digest, int(number), page)


def _matching(files: Iterable[tuple[str, str]], text: str) -> list[tuple[str, str]]:
    by_digest = [file for file in files if len(text) >= LEAST_DIGITS and file[0].startswith(text)]
    return by_digest or [file for file in files if is_file_named(file[1], text)]


def _only(files: Iterable[tuple[str, str]], text: str) -> tuple[tuple[str, ...], str]:
    """Return the names and the digest of the only file that a text names."""
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
    raise CorrigeError.single(cause, remedy=Message("give more of the path, or the digits: {files}", files=shown))


def assign_to_student(
    class_data: ClassData,
    target: FileTarget,
    student: Student,
    author: str,
    *,
    sheet_page: int | None = None,
    turned: int = 0,
) -> int | None:
    """Assign a file, a row or a scanned page to a student, and return the page of the sheet of a scanned page.

    It is no longer that of another student to whom it was assigned before. Without `sheet_page` it is the page that was
    recognised, else the only page that the student lacks.
    """
    if target.page is not None:
        sheet_page = sheet_page or _sheet_page(read_scans(class_data.folder), target.page, student)
        placement = Placement(target.digest, target.page.page, student.id, sheet_page, turned, author, now_text())
        place_page(class_data.folder, placement)
        return sheet_page
    if not target.digest:
        command = shlex.join(("corrige", "class", "collect", str(class_data.folder), target.name))
        raise CorrigeError.single(
            "the file is in submissions/, and was not collected",
            place=target.name,
            remedy=Message("collect it first: {command}", command=command),
        )
    with restored_on_error(class_data.folder):
        picks = read_index(class_data.folder).picked
        before = {owner: "" for owner, text in picks.items() if _is_pick(text, target)}
        row = f":{target.number}" if target.number else ""
        picked = pick(class_data, {**before, student.id: target.digest + row}, author)
        check_picks(class_data, load_submissions(class_data), picked)
    return None


def _sheet_page(scans: Scans, page: ScannedPage, student: Student) -> int:
    missing = [number for owner, number in scans.missing if owner == student.id]
    known = [page.sheet_page] if page.sheet_page else missing
    if len(known) != 1 or known[0] is None:
        cause = Message("which page of the answer sheet of {student} is it?", student=student.label)
        lacking = ", ".join(map(str, missing))
        remedy = Message("add --sheet-page N; the student lacks the pages {pages}", pages=lacking)
        raise CorrigeError.single(cause, remedy=remedy if missing else "add --sheet-page N")
    return known[0]


def assign_to_nobody(class_data: ClassData, submissions: SubmissionSet, target: FileTarget, author: str) -> None:
    """Set a file, a row or a scanned page aside: it counts for no student until it is assigned."""
    if target.page is not None:
        place_page(class_data.folder, Placement(target.digest, target.page.page, author=author, time=now_text()))
    elif target.digest and not target.number:
        set_uploads_aside(class_data, _uploads(class_data, target), author)
    else:
        with restored_on_error(class_data.folder):
            index = read_index(class_data.folder)
            if picked := {student: "" for student, text in index.picked.items() if _is_pick(text, target)}:
                pick(class_data, picked, author)
                submissions = load_submissions(class_data)
            papers = _unassigned(submissions, target)
            if not papers:
                remedy = Message("assign another file to this student; or set the whole file aside: FILE --none")
                cause = Message("it counts for the student who is named in it")
                raise CorrigeError.single(cause, place=str(target.label), remedy=remedy)
        override = Override(DecisionKind.ACKNOWLEDGED, "", "", author, now_text())
        record_decisions(class_data, decisions_about_targets(papers, override))


def withdraw_assignment(class_data: ClassData, submissions: SubmissionSet, target: FileTarget, author: str) -> None:
    """Undo what a person decided about the student of a file, a row or a scanned page."""
    index = read_index(class_data.folder)
    is_placed = is_aside = False
    picked = {student: text for student, text in index.picked.items() if _is_pick(text, target)}
    papers = [paper for paper in _unassigned(submissions, target) if paper.key in active_class_decisions(class_data)]
    if target.page is not None:
        page_key = (target.digest, target.page.page)
        if is_placed := page_key in active_placements(read_placements(class_data.folder)):
            place_page(class_data.folder, Placement(*page_key, "", 0, 0, author, now_text()))
    elif papers:
        override = Override(DecisionKind.WITHDRAWN, "", "", author, now_text())
        record_decisions(class_data, decisions_about_targets(papers, override))
    else:
        uploads = _uploads(class_data, target) if not target.number else set()
        is_aside = any(entry.is_aside and entry.upload in uploads for entry in index.files)
        files = (replace(entry, is_aside=entry.is_aside and entry.upload not in uploads) for entry in index.files)
        left = {student: text for student, text in index.picked.items() if student not in picked}
        write_index(class_data.folder, replace(index, files=tuple(files), picked=left), author)
    if not (papers or picked or is_aside or is_placed):
        raise CorrigeError.single(
            "nobody assigned it or set it aside, so there is nothing to undo",
            place=str(target.label),
            remedy="`corrige class history DIR` lists what was done",
        )


def _uploads(class_data: ClassData, target: FileTarget) -> set[tuple[str, str]]:
    files = read_index(class_data.folder).files
    return {entry.upload for entry in files if entry.digest == target.digest and entry.name in target.names}


def _is_pick(text: str, target: FileTarget) -> bool:
    digest, row = picked_parts(text)
    return digest == target.digest and (not target.number or row == str(target.number))


def _unassigned(submissions: SubmissionSet, target: FileTarget) -> list[DecisionTarget]:
    """Return the targets of the papers without a student, and of the unreadable file, that a target stands for."""
    papers = [
        unassigned_target(version)
        for version in submissions.unassigned
        if version.upload.name in target.names and (not target.number or version.row == str(target.number))
    ]
    return papers or [unread_target(unread) for unread in submissions.unread if unread.upload.name in target.names]
