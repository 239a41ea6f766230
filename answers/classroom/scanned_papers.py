"""Scanned papers as papers: what people read in the boxes of a student's pages is what the student wrote.

A box without ink is blank. One with ink that nobody has read waits for a reading, and is never wrong.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from answers.classroom.attribution import Attribution
from answers.classroom.collected import Index, digest_of
from answers.classroom.folder import Cohort
from answers.classroom.readings import CROSSED, Reading, Where, load_readings, readings_in_force
from answers.classroom.scans import ScannedBox, scanned_boxes
from answers.exam.exam import Exam
from answers.flags import SCAN_INCOMPLETE, Flag, Place
from answers.messages import Message
from answers.submissions.raw.submission import Submission


@dataclass(frozen=True, slots=True)
class ScannedPaper:
    """The paper of a student made of scanned pages: who, the files it is in, when the last came, what is written."""

    submission: Submission
    whose: Attribution
    digest: str
    date: datetime


def scanned_papers(cohort: Cohort, index: Index) -> tuple[ScannedPaper, ...]:
    """Return the scanned paper of each student of a class who has one, as it was read so far."""
    boxes = scanned_boxes(cohort.folder)
    if not boxes:
        return ()
    return made_papers(cohort, index, boxes, readings_in_force(load_readings(cohort.folder)))


def made_papers(
    cohort: Cohort, index: Index, boxes: Iterable[ScannedBox], held: Mapping[Where, Reading]
) -> tuple[ScannedPaper, ...]:
    """Return the scanned papers of a class that some boxes and readings make."""
    own = _by_student(boxes, {one.digest for one in index.aside} - {one.digest for one in index.counting})
    dates = {one.digest: one.date for one in index.files}
    return tuple(
        ScannedPaper(
            scanned_submission(cohort.exam, mine, held),
            Attribution(pupil),
            digest_of("".join(sorted({f"{box.page.digest} {box.page.page}" for box in mine})).encode()),
            max((dates[box.page.digest] for box in mine if box.page.digest in dates), default=datetime.min),
        )
        for pupil in cohort.pupils
        if (mine := own.get(pupil.student.id))
    )


def _by_student(boxes: Iterable[ScannedBox], aside: Collection[str]) -> Mapping[str, list[ScannedBox]]:
    """The boxes of each student, but for those of files that are set aside."""
    own: defaultdict[str, list[ScannedBox]] = defaultdict(list)
    for box in boxes:
        if box.page.digest not in aside:
            own[box.student].append(box)
    return own


def scanned_submission(exam: Exam, boxes: Sequence[ScannedBox], held: Mapping[Where, Reading]) -> Submission:
    """Return what a student wrote, by the boxes of their pages and what was read there."""
    items = {part.id: [f"{part.id}.{place}" for place in range(1, part.count + 1)] for part in exam.parts}
    known = set(chain.from_iterable(items.values()))
    texts = {box.item: text_of(box, held) for box in boxes if box.item in known}  # names stand in boxes too
    answers = {part: tuple(texts.get(item) or "" for item in inside) for part, inside in items.items()}
    waiting = tuple(item for item, text in texts.items() if text is None)
    flags = tuple(_incomplete(exam, texts, items))
    return Submission(place_of(boxes), boxes[0].student, None, exam.name, answers, flags=flags, waiting=waiting)


def place_of(boxes: Iterable[ScannedBox]) -> Place:
    """Return where the paper that some boxes make is: its first page."""
    first = min((box.page for box in boxes), key=lambda page: (page.sheet_page or 0, page.file, page.page))
    return Place(first.file, Message("page {number}", number=first.page))


def text_of(box: ScannedBox, held: Mapping[Where, Reading]) -> str | None:
    """Return what is written in a box, "" if nothing is, None if it waits for a reading."""
    word = word_on(box, held)
    if word is not None:
        return None if word.is_cross else word.text
    return None if box.ink else ""


def word_on(box: ScannedBox, held: Mapping[Where, Reading]) -> Reading | None:
    """Return the word in force on a box as it was scanned last, None if there is none."""
    word = held.get((box.student, box.item))
    return word if word and word.crop.removeprefix(CROSSED) in (box.source, box.digest) else None


def _incomplete(exam: Exam, found: Collection[str], items: Mapping[str, Sequence[str]]) -> Iterator[Flag]:
    """The flag that no page has the boxes of some questions, named with them."""
    lacking = {
        question.number
        for question in exam.questions
        for part in question.parts
        if any(item not in found for item in items[part.id])
    }
    if lacking:
        yield SCAN_INCOMPLETE(", ".join(map(str, sorted(lacking))))
