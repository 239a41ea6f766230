"""The state of a class for the desk: scans, transcriptions and marks, cached in memory until the files change."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from threading import RLock
from time import monotonic
from typing import Any, TypeAlias, TypeVar

from answers.classroom.db import FILE as STORE
from answers.classroom.db import OwnActions, change_count, table_state
from answers.classroom.decisions import SEED, active_class_decisions
from answers.classroom.folder import PATIENCE, ROSTER, SUBMISSIONS, ClassData, last_seed, locked, open_class
from answers.classroom.ingest import scan_pages
from answers.classroom.marks import MarkedClass, mark_submissions
from answers.classroom.roster import Enrollment
from answers.classroom.scans import (
    BoxKey,
    ScannedBox,
    Scans,
    Transcription,
    active_readings,
    load_readings,
    read_scans,
    scanned_submission,
    text_of,
    times_read,
    transcription_of,
)
from answers.classroom.submission_set import SubmissionSet, load_submissions
from answers.classroom.upload_index import FOLDER as COLLECTED
from answers.exam.question import Part
from answers.exam.scenario import Scenario
from answers.exam.settings import FILE_NAME
from answers.executors.workers import Engine
from answers.files import file_stamp
from answers.flags import WAITS
from answers.grading.candidates import plain_writing
from answers.grading.grade import Assignment, grade
from answers.grading.mark import mark, parse_responses, with_waiting_items
from answers.grading.scenario_keys import KeyOf, ScenarioKeyOf, ScenarioKeys
from answers.kinds.parsing import Values
from answers.kinds.written import Criterion
from answers.paper import PartMarks
from answers.web.common.pages import outdated

T = TypeVar("T")
SEEDS = "seeds"
"""Stands, in place of a file name, for the seeds of a further sitting, which are in the store of the class."""
CLASS = (FILE_NAME, ROSTER, SEEDS, f"../{ROSTER}")
MARKED = (*CLASS, STORE, SUBMISSIONS)
"""Files of the class on which the marks depend."""
HANDED_IN = ("upload", "assignment", "placement", "scan_page", "transcription", "event", "removal", "seed")
"""Tables of the store that determine the submissions of the class."""
ADJUSTING = ("class_mistake", "criterion")
"""Tables of the store that change the exam for the class."""
Crop: TypeAlias = tuple[str, str, str]
"""Identifies the picture of a scanned box: student, item, and digest of the picture."""
ENOUGH = 10
"""Least number of boxes or cases for an estimate of the time left."""
LONG = 120.0
"""Longer intervals between two actions, in seconds, are not counted as work."""


@dataclass(frozen=True)
class ClassSnapshot:
    """A class at one moment: its scanned pages, their transcriptions, and the keys of its seeds."""

    class_data: ClassData
    scans: Scans
    readings: tuple[Transcription, ...]
    key_of: KeyOf
    scenario_key: ScenarioKeyOf

    @cached_property
    def active_transcriptions(self) -> Mapping[BoxKey, Transcription]:
        """The transcription of each box that is in force; boxes without one are missing."""
        return active_readings(self.readings)

    @cached_property
    def times(self) -> Mapping[BoxKey, int]:
        """The number of transcriptions that each box has had."""
        return times_read(self.readings)

    @cached_property
    def boxes(self) -> Mapping[BoxKey, ScannedBox]:
        """The boxes of all students of the class, in the order of the exam, then of the class list."""
        items = {item: at for at, item in enumerate(self._parts)}
        enrollments = {enrollment.student.id: at for at, enrollment in enumerate(self.class_data.enrollments)}
        known = (box for box in self.scans.boxes if box.student in enrollments and box.item in items)
        in_order = sorted(known, key=lambda box: (items[box.item], enrollments[box.student]))
        return {(box.student, box.item): box for box in in_order}

    @cached_property
    def enrollments(self) -> Mapping[str, Enrollment]:
        """The enrollments of the class by identifier of the student."""
        return self.class_data.by_id

    @cached_property
    def waiting(self) -> tuple[ScannedBox, ...]:
        """The boxes to read: with ink and no transcription, or crossed; not decided ones, nor written answers."""
        decided = active_class_decisions(self.class_data)
        return tuple(
            box
            for where, box in self.boxes.items()
            if where not in decided
            and not self.part(box.item)[0].lines
            and text_of(box, self.active_transcriptions) is None
        )

    @cached_property
    def students(self) -> str:
        """A digest of the identifiers, names and u₀ of all students; a page with another digest is out of date."""
        decided = active_class_decisions(self.class_data)
        rows = []
        for enrollment in self.class_data.enrollments:
            granted = decided.get((enrollment.student.id, SEED))
            rows.append((enrollment.student.id, enrollment.student.both_names, enrollment.u0, granted))
        return sha256(repr(rows).encode("utf-8", "backslashreplace")).hexdigest()[:16]

    def is_crossed(self, box: ScannedBox) -> bool:
        """Return whether a box was crossed on the contact sheet as wrongly read, and not transcribed since."""
        transcription = transcription_of(box, self.active_transcriptions)
        return transcription is not None and transcription.is_cross

    def right(self, box: ScannedBox) -> str:
        """Return the right value of a box as printed in the key, "" if the student has no u₀."""
        part, position = self.part(box.item)
        values = self._expected(box.student, part)
        return part.kind.format(values[position], self.class_data.settings.lang) if values else ""

    def right_as_written(self, box: ScannedBox) -> str:
        """Return the right value of a box as students write it, "" if the student has no u₀."""
        part, position = self.part(box.item)
        values = self._expected(box.student, part)
        return plain_writing(part, values, position, self.class_data.settings.lang) if values else ""

    def _expected(self, student: str, part: Part) -> Values:
        u0 = self.enrollments[student].u0
        return () if u0 is None else self.key_of(Scenario(u0)).answers[part.id]

    def part(self, item: str) -> tuple[Part, int]:
        """Return the part of an item such as "7a.2", and the position of the item in the part, from 0."""
        if item not in self._parts:
            raise outdated("the answer sheet has no such box")
        return self._parts[item]

    @cached_property
    def _parts(self) -> Mapping[str, tuple[Part, int]]:
        parts = self.class_data.exam.parts
        return {item: (part, position) for part in parts for position, item in enumerate(part.item_names)}

    def trial_marks(
        self, student: str, trial: Iterable[Transcription], *, is_quick: bool = False
    ) -> Mapping[str, PartMarks]:
        """Return the marks, by part, that a student's scanned paper would have with the transcriptions `trial` added.

        The paper is not compared with other papers. With `is_quick`, known mistakes and errors that follow from earlier
        answers are not searched, since these need keys of other scenarios.
        """
        transcriptions = {
            **self.active_transcriptions,
            **{transcription.box_key: transcription for transcription in trial},
        }
        own = [box for box in self.boxes.values() if box.student == student]
        exam = self.class_data.exam
        submission, u0 = scanned_submission(exam, own, transcriptions), self.enrollments[student].u0
        if is_quick and u0 is not None:
            marks = mark(exam, self.key_of(Scenario(u0)), parse_responses(exam, submission.answers, u0=u0))
            return with_waiting_items(exam, marks, dict.fromkeys(submission.waiting, WAITS))
        return grade(exam, submission, self.key_of, Assignment(student, u0), self.scenario_key).parts


def crop_of(box: ScannedBox) -> Crop:
    """Return the student, the item, and the digest of the present picture of a box."""
    return box.student, box.item, box.digest


@dataclass(slots=True)
class ReviewSession:
    """The work of one person on a class at the desk; changes made by others appear at the next request.

    `author` is the author of transcriptions and decisions; under the random name `marker` the session claims written
    answers, so that two markers get different ones. `later` and `later_groups` are boxes and groups of answers that
    were put off. `to_review` is the last number of cases to examine, `written` the number of feedback sheets
    written by the last marking, None before. `proposed` has, by part, a digest of the criteria in force and changed
    criteria whose effect was shown. `actions` are what the person can undo here, not those of another desk that is
    open.
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
    proposed: dict[str, tuple[str, tuple[Criterion, ...]]] = field(default_factory=dict)
    actions: OwnActions = field(init=False)
    _kept: dict[str, tuple[object, Any]] = field(default_factory=dict)
    _lock: RLock = field(default_factory=RLock)
    _marking: RLock = field(default_factory=RLock)
    _last: float = 0.0
    _paces: dict[str, tuple[float, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.actions = OwnActions.since_now(self.folder)

    def snapshot(self) -> ClassSnapshot:
        """Return the present state of the class, read again if its files have changed."""
        with self._lock:
            state = *self._stamps(*CLASS), table_state(self.folder, ADJUSTING)
            class_data = self._known("class", state, lambda: open_class(self.folder))
            keys = self._known("keys", state, lambda: (cache(class_data.key), ScenarioKeys(class_data.exam)))
            store = self._stamps(STORE)
            scans = self._known("scans", store, lambda: read_scans(self.folder))
            transcriptions = self._known("readings", store, lambda: load_readings(self.folder))
            look = id(class_data), id(scans), *self._stamps(STORE)
            return self._known("look", look, lambda: ClassSnapshot(class_data, scans, transcriptions, *keys))

    def marked(self) -> MarkedClass:
        """Return the class with its present marks and decisions; other requests are served while it is marked again."""
        with self._marking:
            return self._known("marked", self._stamps(*MARKED), lambda: mark_submissions(*self._load()))

    def submissions(self) -> SubmissionSet:
        """Return the submissions of the class, loaded again if they have changed; decisions do not change them."""
        with self._marking:
            return self._known("submissions", self._submissions_state(), lambda: self._load()[1])

    def _submissions_state(self) -> tuple[object, ...]:
        """Return a value that changes if a file, or a table of the store, from which submissions are read changes."""
        files = (*CLASS, SUBMISSIONS, COLLECTED)
        return *self._stamps(*files), table_state(self.folder, HANDED_IN)

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """Lock the class while a block records marks; CorrigeError if the submissions have changed since."""
        with locked(self.folder, PATIENCE):
            if self._kept["submissions"][0] != self._submissions_state():
                raise outdated("the answers have changed since they were shown to you, so nothing was saved")
            yield

    def _load(self) -> tuple[ClassData, SubmissionSet]:
        """Read the class and its submissions again, with the scanned pages that arrived meanwhile."""
        class_data = open_class(self.folder)
        with locked(self.folder, PATIENCE):
            scan_pages(class_data)  # pages that were collected since the last call
        return class_data, load_submissions(class_data)

    def record_work(self, tab: str, count: int) -> None:
        """Record the time since the last action of the session as work on `count` boxes or cases of a tab."""
        now = monotonic()
        if self._last and now - self._last < LONG:
            spent, done = self._paces.get(tab, (0.0, 0))
            self._paces[tab] = spent + now - self._last, done + count
        self._last = now

    def seconds_left(self, tab: str, count: int) -> float | None:
        """Return the estimated seconds of work for `count` boxes or cases of a tab.

        None if `count` is 0, or if fewer than `ENOUGH` were done in this session.
        """
        spent, done = self._paces.get(tab, (0.0, 0))
        return count * spent / done if count and done >= ENOUGH else None

    def _stamps(self, *files: str) -> tuple[object, ...]:
        """Return a value for each file of the class that changes when the file does; None if it does not exist."""
        special = {STORE: change_count, SEEDS: last_seed}
        return tuple(
            special[file](self.folder) if file in special else file_stamp(self.folder / file) for file in files
        )

    def _known(self, name: str, state: Hashable, make: Callable[[], T]) -> T:
        """Return the value stored under `name`, computed again by `make` if `state` is not that of the stored value."""
        known = self._kept.get(name)
        if known is None or known[0] != state:
            known = self._kept[name] = (state, make())
        result: T = known[1]
        return result
