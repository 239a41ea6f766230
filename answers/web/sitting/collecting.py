"""Turn the answers typed in an exam session into submissions of the class, in `collected/`.

Collecting again adds a later version of each changed paper and keeps the earlier ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from answers.classroom.folder import SITTING, ClassData
from answers.classroom.incoming_files import IncomingFile
from answers.classroom.upload_index import UploadEntry, merge_uploads, read_index, store_upload, write_index
from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.messages import Message
from answers.submissions.text.json_file import signed_json
from answers.web.sitting.log import FILE, Event, read_log
from answers.web.sitting.plan import Reader
from answers.web.sitting.session import ExamSession, receipt


@dataclass(frozen=True, slots=True)
class CollectResult:
    """New or changed papers, the number of all papers, and the number of students with answers after the end."""

    new: tuple[UploadEntry, ...]
    papers: int
    late: int


def session_of(class_data: ClassData) -> ExamSession:
    """Return the state of the exam session of a class, from its log."""
    return ExamSession(
        [enrollment.student.id for enrollment in class_data.enrollments], read_log(class_data.folder / SITTING / FILE)
    )


def collect_session(class_data: ClassData, session: ExamSession, now: datetime) -> CollectResult:
    """Make a paper from the boxes of each student who signed in."""
    index = read_index(class_data.folder)
    present = [
        (enrollment, session.seats[enrollment.student.id])
        for enrollment in class_data.enrollments
        if session.seats[enrollment.student.id].first
    ]
    entries = []
    for enrollment, seat in present:
        assert enrollment.u0 is not None  # `build_plan` requires a seed for every student
        answers = answers_of(class_data.exam, seat.texts)
        content = signed_json(
            enrollment.student, enrollment.u0, class_data.exam.name, answers, class_data.settings.secret
        )
        written = datetime.fromtimestamp(max(seat.first, *(save.at for save in seat.boxes.values()), 0.0))
        file = IncomingFile(f"sat-{enrollment.student.stem}.json", content, written.replace(microsecond=0))
        entries.append(store_upload(class_data.folder, file, now))
    after = merge_uploads(index, entries)
    if after != index:
        write_index(class_data.folder, after)
    known = {entry.upload for entry in index.files}
    new = tuple(entry for entry in entries if entry.upload not in known)
    return CollectResult(new, len(entries), sum(bool(seat.late) for _, seat in present))


def answers_of(exam: Exam, texts: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Return the texts of the boxes of each part; parts without text are left out."""
    boxes = {part.id: Reader(part.id, part.count).written(texts) for part in exam.parts}
    return {part_id: written for part_id, written in boxes.items() if written}


@dataclass(frozen=True, slots=True)
class ReceiptInfo:
    """What a receipt proves: student, time, number of filled boxes; `is_last` if the answers are still the same."""

    student: str
    at: datetime
    filled: int
    is_last: bool


def receipt_info(class_data: ClassData, word: str) -> ReceiptInfo:
    """Return what a receipt proves, by the log; CorrigeError if no student of the class has this receipt."""
    path = class_data.folder / SITTING / FILE
    entries = read_log(path)
    hand_ins = [entry for entry in entries if entry.what is Event.HAND_IN and entry.word == word]
    seeds = {enrollment.student.id: enrollment.u0 for enrollment in class_data.enrollments}
    for entry in hand_ins:
        before = ExamSession([entry.student], entries[: entry.number]).seats[entry.student].texts
        u0 = seeds.get(entry.student)
        if u0 is not None and receipt(entry.student, u0, entry.at, before) == word:
            now = ExamSession([entry.student], entries).seats[entry.student].texts
            return ReceiptInfo(entry.student, datetime.fromtimestamp(entry.at), len(before), before == now)
    cause = Message("no student of the class has the receipt {word}", word=word)
    raise CorrigeError.single(cause, place=str(path), remedy="check its letters; a receipt has no 0, 1, 8 or 9")
