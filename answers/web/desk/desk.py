"""The state of a class on the desk: scans, transcriptions and marks, cached in memory until their files change."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, cached_property
from pathlib import Path
from secrets import token_hex
from threading import RLock
from time import monotonic
from typing import Any, TypeAlias, TypeVar

from answers.classroom.db import FILE as STORE
from answers.classroom.db import change_count, table_state
from answers.classroom.decisions import active_class_decisions
from answers.classroom.folder import ROSTER, SUBMISSIONS, ClassData, last_seed, locked, open_class
from answers.classroom.ingest import scan_pages
from answers.classroom.marks import MarkedClass, mark_submissions
from answers.classroom.roster import Enrollment
from answers.classroom.scans import ScannedBox, Scans, read_scans, scanned_submission, text_of, transcription_of
from answers.classroom.submission_set import SubmissionSet, load_submissions
from answers.classroom.transcriptions import (
    PATIENCE,
    BoxKey,
    Transcription,
    active_readings,
    load_readings,
    times_read,
)
from answers.classroom.upload_index import FOLDER as COLLECTED
from answers.exam.question import Part
from answers.exam.scenario import Scenario
from answers.exam.settings import FILE_NAME
from answers.executors.workers import Engine
from answers.flags import WAITS
from answers.grading.candidates import plain_writing
from answers.grading.grade import Assignment, grade
from answers.grading.mark import mark, parse_responses, with_waiting_items
from answers.grading.scenario_keys import KeyOf, ScenarioKeyOf, ScenarioKeys
from answers.kinds.parsing import Values
from answers.paper import PartMarks

T = TypeVar("T")
SEEDS = "seeds"
"""Stands for the seeds of a sitting, which are in its store."""
CLASS = (FILE_NAME, ROSTER, SEEDS, f"../{ROSTER}")
MARKED = (*CLASS, STORE, SUBMISSIONS)
HANDED_IN = ("upload", "assignment", "placement", "scan_page", "transcription", "event", "removal", "seed")
"""Tables of the store that say what was handed in."""
Crop: TypeAlias = tuple[str, str, str]
"""Student, item, and digest of the picture."""
ENOUGH = 10
"""Least number of boxes or cases for an estimate of the time left."""
LONG = 120.0
"""Longer intervals between two actions, in seconds, are not counted as work."""


@dataclass(frozen=True)
class ClassSnapshot:
    """A class at one moment: its scans, their transcriptions, and its keys."""

    class_data: ClassData
    scans: Scans
    readings: tuple[Transcription, ...]
    key_of: KeyOf
    scenario_key: ScenarioKeyOf

    @cached_property
    def active_transcriptions(self) -> Mapping[BoxKey, Transcription]:
        """The current transcription of each box."""
        return active_readings(self.readings)

    @cached_property
    def times(self) -> Mapping[BoxKey, int]:
        """The number of transcriptions of each box."""
        return times_read(self.readings)

    @cached_property
    def boxes(self) -> Mapping[BoxKey, ScannedBox]:
        """The boxes of all students of the class, in the order of the exam, then of the class list."""
        parts = {part.id: at for at, part in enumerate(self.class_data.exam.parts)}
        enrollments = {enrollment.student.id: at for at, enrollment in enumerate(self.class_data.enrollments)}

        def rank(box: ScannedBox) -> tuple[int, int, int]:
            part, _, position = box.item.partition(".")
            return parts[part], int(position), enrollments[box.student]

        known = (box for box in self.scans.boxes if box.student in enrollments and box.item.partition(".")[0] in parts)
        return {(box.student, box.item): box for box in sorted(known, key=rank)}

    @cached_property
    def boxes_by_student(self) -> Mapping[str, tuple[ScannedBox, ...]]:
        """The boxes of each student with scanned boxes, in the order of the exam."""
        boxes: dict[str, list[ScannedBox]] = {}
        for box in self.boxes.values():
            boxes.setdefault(box.student, []).append(box)
        return {student: tuple(student_boxes) for student, student_boxes in boxes.items()}

    @cached_property
    def enrollments(self) -> Mapping[str, Enrollment]:
        """The enrollments by identifier of the student."""
        return {enrollment.student.id: enrollment for enrollment in self.class_data.enrollments}

    @cached_property
    def waiting(self) -> tuple[ScannedBox, ...]:
        """The boxes with ink but no transcription, and the crossed boxes; without those with a decision."""
        decided = active_class_decisions(self.class_data)
        return tuple(
            box
            for where, box in self.boxes.items()
            if where not in decided
            and not self.part(box.item)[0].lines
            and text_of(box, self.active_transcriptions) is None
        )

    def is_crossed(self, box: ScannedBox) -> bool:
        """Return whether a box was crossed on the contact sheet and not transcribed since."""
        transcription = transcription_of(box, self.active_transcriptions)
        return transcription is not None and transcription.is_cross

    def right(self, box: ScannedBox) -> str:
        """Return the right value of a box for its student, as printed in the key; "" without a u₀."""
        part, position = self.part(box.item)
        values = self._expected(box.student, part)
        return part.kind.format(values[position], self.class_data.settings.lang) if values else ""

    def right_as_written(self, box: ScannedBox) -> str:
        """Return the right value of a box for its student, as students write it; "" without a u₀."""
        part, position = self.part(box.item)
        values = self._expected(box.student, part)
        return plain_writing(part, values, position, self.class_data.settings.lang) if values else ""

    def _expected(self, student: str, part: Part) -> Values:
        u0 = self.enrollments[student].u0
        return () if u0 is None else self.key_of(Scenario(u0)).answers[part.id]

    def part(self, item: str) -> tuple[Part, int]:
        """Return the part and the position, from 0, of an item."""
        part_id, _, position = item.partition(".")
        return self.class_data.exam.part(part_id), int(position) - 1

    def trial_marks(
        self, student: str, trial: Iterable[Transcription], *, is_quick: bool = False
    ) -> Mapping[str, PartMarks]:
        """Return the marks of a student's scanned paper with additional transcriptions, not compared with other papers.

        With `is_quick`, known mistakes and follow-through are not searched: they need keys of other scenarios.
        """
        transcriptions = {
            **self.active_transcriptions,
            **{transcription.box_key: transcription for transcription in trial},
        }
        own = self.boxes_by_student.get(student, ())
        exam = self.class_data.exam
        submission, u0 = scanned_submission(exam, own, transcriptions), self.enrollments[student].u0
        if is_quick and u0 is not None:
            marks = mark(exam, self.key_of(Scenario(u0)), parse_responses(exam, submission.answers, u0=u0))
            return with_waiting_items(exam, marks, dict.fromkeys(submission.waiting, WAITS))
        return grade(exam, submission, self.key_of, Assignment(student, u0), self.scenario_key).parts


def crop_of(box: ScannedBox) -> Crop:
    """Return the key of a box with its present crop."""
    return box.student, box.item, box.digest


@dataclass(slots=True)
class ReviewSession:
    """The session of one person who works on a class; changes by others appear at the next request.

    Attributes
    ----------
    author
        Author of the transcriptions and decisions.
    later
        Boxes left for later, until the desk is closed.
    to_review
        Number of open cases and flags when last counted, None before.
    engine
        The processes that print feedback sheets.
    written
        Number of feedback sheets written in this session, None before.
    marker
        A name for the claims of this session on written answers.
    later_groups
        Written answers left for later, until the desk is closed.
    """

    folder: Path
    author: str
    lang: str
    later: set[Crop] = field(default_factory=set)
    to_review: int | None = None
    engine: Engine = field(default_factory=Engine)
    written: int | None = None
    marker: str = field(default_factory=lambda: token_hex(8))
    later_groups: set[str] = field(default_factory=set)
    _kept: dict[str, tuple[object, Any]] = field(default_factory=dict)
    _lock: RLock = field(default_factory=RLock)
    _marking: RLock = field(default_factory=RLock)
    _last: float = 0.0
    _paces: dict[str, tuple[float, int]] = field(default_factory=dict)

    def snapshot(self) -> ClassSnapshot:
        """Return the present state of the class."""
        with self._lock:
            class_data = self._remembered("class", CLASS, lambda: open_class(self.folder))
            keys = self._remembered("keys", CLASS, lambda: (cache(class_data.key), ScenarioKeys(class_data.exam)))
            scans = self._remembered("scans", (STORE,), lambda: read_scans(self.folder))
            transcriptions = self._remembered("readings", (STORE,), lambda: load_readings(self.folder))
            state = id(class_data), id(scans), _stamp(self.folder / STORE)
            return self._known("look", state, lambda: ClassSnapshot(class_data, scans, transcriptions, *keys))

    def marked(self) -> MarkedClass:
        """Return the class with its present marks and decisions; other requests are served while it is marked."""

        def mark() -> MarkedClass:
            class_data = open_class(self.folder)
            with locked(self.folder, PATIENCE):
                scan_pages(class_data)  # those collected since
            return mark_submissions(class_data, load_submissions(class_data))

        with self._marking:
            return self._remembered("marked", MARKED, mark)

    def submissions(self) -> SubmissionSet:
        """Return what was handed in, which decisions do not change."""

        def load() -> SubmissionSet:
            class_data = open_class(self.folder)
            with locked(self.folder, PATIENCE):
                scan_pages(class_data)  # those collected since
            return load_submissions(class_data)

        files = (*CLASS, SUBMISSIONS, COLLECTED)
        with self._marking:
            state = (*(_stamp(self.folder / file) for file in files), table_state(self.folder, HANDED_IN))
            return self._known("submissions", state, load)

    def now(self) -> str:
        """Return the time with microseconds, so that two actions of a person have different times."""
        return datetime.now().isoformat(timespec="microseconds")

    def record_work(self, tab: str, count: int) -> None:
        """Record the time since the last action as work on `count` boxes or cases of a tab."""
        now = monotonic()
        if self._last and now - self._last < LONG:
            spent, done = self._paces.get(tab, (0.0, 0))
            self._paces[tab] = spent + now - self._last, done + count
        self._last = now

    def seconds_left(self, tab: str, count: int) -> float | None:
        """Return the estimated seconds for `count` boxes or cases of a tab, None if 0 or too few were done."""
        spent, done = self._paces.get(tab, (0.0, 0))
        return count * spent / done if count and done >= ENOUGH else None

    def _remembered(self, name: str, files: Iterable[str], make: Callable[[], T]) -> T:
        return self._known(name, tuple(_stamp(self.folder / file) for file in files), make)

    def _known(self, name: str, state: Hashable, make: Callable[[], T]) -> T:
        known = self._kept.get(name)
        if known is None or known[0] != state:
            known = self._kept[name] = (state, make())
        result: T = known[1]
        return result


def _stamp(path: Path) -> tuple[int, int] | None:
    if path.name == STORE:
        return change_count(path.parent), 0
    if path.name == SEEDS:
        return last_seed(path.parent), 0
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
