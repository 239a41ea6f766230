"""What was typed in the room, as papers of the class: one a student, kept in `collected/` as every submission is.

Collected again after more was typed, a paper is a later version of the same; what stood there before stays.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from answers.classroom.collected import Kept, keep, merged, read_index, write_index
from answers.classroom.folder import SITTING, Cohort
from answers.classroom.sources import SourceFile
from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.messages import Message
from answers.submissions.text.json_file import sealed_json
from answers.web.sitting.log import FILE, What, read_log
from answers.web.sitting.plan import Reader
from answers.web.sitting.room import Room, receipt


@dataclass(frozen=True, slots=True)
class Taken:
    """Papers that are new, or other than before; and how many students' answers wait that came after the end."""

    new: tuple[Kept, ...]
    papers: int
    late: int


def room_of(cohort: Cohort) -> Room:
    """Return the room of a class as its log leaves it."""
    return Room([pupil.student.id for pupil in cohort.pupils], read_log(cohort.folder / SITTING / FILE))


def collect_room(cohort: Cohort, room: Room, now: datetime) -> Taken:
    """Make a paper of what each student who came has in the boxes."""
    index = read_index(cohort.folder)
    came = [(pupil, room.seats[pupil.student.id]) for pupil in cohort.pupils if room.seats[pupil.student.id].first]
    kept = []
    for pupil, seat in came:
        assert pupil.u0 is not None  # nobody sits an exam without a seed
        answers = answers_of(cohort.exam, seat.texts)
        content = sealed_json(pupil.student, pupil.u0, cohort.exam.name, answers, cohort.settings.secret)
        written = datetime.fromtimestamp(max(seat.first, *(save.at for save in seat.boxes.values()), 0.0))
        file = SourceFile(f"sat-{pupil.student.stem}.json", content, written.replace(microsecond=0))
        kept.append(keep(cohort.folder, file, now))
    after = merged(index, kept)
    if after != index:
        write_index(cohort.folder, after)
    known = {one.upload for one in index.files}
    new = tuple(one for one in kept if one.upload not in known)
    return Taken(new, len(kept), sum(bool(seat.late) for _, seat in came))


def answers_of(exam: Exam, texts: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Return the texts of boxes by part; parts without any are left out."""
    boxes = {part.id: Reader(part.id, part.count).written(texts) for part in exam.parts}
    return {part_id: written for part_id, written in boxes.items() if written}


@dataclass(frozen=True, slots=True)
class Receipted:
    """What a receipt is of: who handed in, when, with how many filled boxes; whether that is still what counts."""

    student: str
    at: datetime
    filled: int
    is_last: bool


def receipted(cohort: Cohort, word: str) -> Receipted:
    """Return what a receipt is of, by the log; CorrigeError if nobody of the class was given it."""
    path = cohort.folder / SITTING / FILE
    entries = read_log(path)
    given = [one for one in entries if one.what is What.HAND_IN and one.word == word]
    seeds = {pupil.student.id: pupil.u0 for pupil in cohort.pupils}
    for one in given:
        before = Room([one.student], entries[: one.number]).seats[one.student].texts
        u0 = seeds.get(one.student)
        if u0 is not None and receipt(one.student, u0, one.at, before) == word:
            now = Room([one.student], entries).seats[one.student].texts
            return Receipted(one.student, datetime.fromtimestamp(one.at), len(before), before == now)
    cause = Message("no student of the class has the receipt {word}", word=word)
    raise CorrigeError.one(cause, place=str(path), remedy="check its letters; a receipt has no 0, 1, 8 or 9")
