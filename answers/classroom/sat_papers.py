"""Make papers of an exam taken in a browser, from the events in the store of the class."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from answers.classroom.attribution import Attribution
from answers.classroom.db import FILE, reading
from answers.classroom.folder import ClassData
from answers.classroom.sitting import (
    LAST_EVENT,
    EventKind,
    ExamSession,
    lost_since,
    part_texts,
    read_events,
    receipt,
)
from answers.classroom.upload_index import SAT, Upload, digest_of
from answers.errors import CorrigeError, Problem
from answers.flags import FIELDS_UNKNOWN, Place
from answers.messages import Message
from answers.sheets.identity import Identity, Signature, Student
from answers.sheets.issued import SAT_SHEET
from answers.submissions.raw.submission import Submission


def read_session(class_data: ClassData) -> ExamSession:
    """Return the state of the class's sitting in a browser."""
    with reading(class_data.folder) as connection:
        return ExamSession(read_events(connection))


def lost_events(folder: Path) -> tuple[Problem, ...]:
    """Return a problem if the store lacks events of the sitting, since another `class.db` was put back; else ()."""
    with reading(folder) as connection:
        stored = int(connection.execute("SELECT count(*) FROM event").fetchone()[0])
        saves = set(map(tuple, connection.execute("SELECT student, device, sequence FROM event WHERE kind = 'save'")))
    count, missing = lost_since(folder, stored, saves)
    if not count and not missing:
        return ()
    cause = Message("another copy of class.db was put back")
    if count:
        cause = Message(
            "an earlier copy of class.db was put back: it lacks {count} later event of the exam taken in a "
            "browser, perhaps an answer of a student",
            plural="an earlier copy of class.db was put back: it lacks {count} later events of the exam taken in a "
            "browser, perhaps answers of students",
            count=count,
        )
    if missing:
        names = ", ".join(sorted({student for student, _, _ in missing}))
        cause = Message(
            "{cause}; the last answers of these students are not in this class.db: {names}", cause=cause, names=names
        )
    remedy = Message(
        "look for the latest class.db in your backups and, if the folder is on a synchronised drive, in the trash of"
        " this drive; keep a copy of the present one, and put the latest back; if students are named after that, their"
        " last answers are in the copy; at the end, or to accept the loss, delete {file}, in which corrige only notes"
        " how far class.db had come",
        file=LAST_EVENT,
    )
    return (Problem(cause, str(folder / FILE), remedy),)


def sat_papers(class_data: ClassData, session: ExamSession) -> Iterator[tuple[Upload, Submission, Attribution]]:
    """Yield the paper of each student who signed in, with the current texts and the seed of the sheet shown.

    A student with answers who is no longer in the class list has an unassigned paper. A paper with answers in boxes
    that the exam no longer has is flagged "fields-unknown".
    """
    enrollments = class_data.by_id
    exam, path = class_data.exam, class_data.folder / FILE
    items = {item for part in exam.parts for item in part.item_names}
    for student, seat in session.seats.items():
        enrollment = enrollments.get(student)
        u0 = seat.u0 if seat.u0 is not None or enrollment is None else enrollment.u0
        if not seat.first or (enrollment is None and not seat.texts) or u0 is None:
            continue
        stem = (enrollment.student if enrollment else Student(student)).stem
        answers = {part.id: texts for part in exam.parts if (texts := part_texts(part.item_names, seat.texts))}
        has_others = any(text.strip() and item not in items for item, text in seat.texts.items())
        date = datetime.fromtimestamp(max(seat.first, *(save.at for save in seat.boxes.values()), 0.0))
        name, content = f"{SAT}{stem}.json", json.dumps([student, u0, sorted(seat.texts.items())]).encode()
        signature = Signature(Identity(exam.name, u0, stem, SAT_SHEET), valid=True)
        seed = None if enrollment is None or u0 == enrollment.u0 else u0
        flags = (FIELDS_UNKNOWN,) if has_others else ()
        yield (
            Upload(path, name, date, digest_of(content), is_collected=True),
            Submission(Place(name), student, str(u0), exam.name, answers, signature, flags=flags),
            Attribution(enrollment, u0=f"u₀ = {u0}", seed=seed, sheet=enrollment),
        )


@dataclass(frozen=True, slots=True)
class ReceiptInfo:
    """The student of a receipt, the time of handing in, the filled boxes, and whether these answers are the last."""

    student: str
    at: datetime
    filled: int
    is_last: bool


def receipt_info(class_data: ClassData, receipt_text: str) -> ReceiptInfo:
    """Return what a receipt such as "K7QM-2XDP-R4TZ" proves; CorrigeError if the class has no such receipt.

    The receipt is checked against the student's seed and texts at the time of handing in.
    """
    seeds = {enrollment.student.id: enrollment.u0 for enrollment in class_data.enrollments}
    with reading(class_data.folder) as connection:
        events = read_events(connection)
    session, last, match = ExamSession(), ExamSession(events), None
    for event in events:
        session.take(event)
        if event.kind is EventKind.HAND_IN and event.text == receipt_text and event.student in seeds:
            texts = session.seats[event.student].texts
            # Sittings of version 1.0 have the seeds of the sheets at their end only.
            u0s = session.seats[event.student].u0, last.seats[event.student].u0, seeds[event.student]
            if any(u0 is not None and receipt(event.student, u0, event.at, texts) == receipt_text for u0 in u0s):
                match = event, texts
    if match is None:
        cause = Message("no student of the class has the receipt {receipt}", receipt=receipt_text)
        remedy = "check the letters and digits of the receipt, in which 0, 1, 8 and 9 never occur"
        raise CorrigeError.single(cause, place=str(class_data.folder), remedy=remedy)
    event, texts = match
    is_last = last.seats[event.student].texts == texts
    return ReceiptInfo(event.student, datetime.fromtimestamp(event.at), len(texts), is_last)
