"""The running exam session: saves are written in batches and are on the disk before they are acknowledged."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any

from answers.errors import CorrigeError
from answers.files import unusable
from answers.web.common.pages import invalid_request
from answers.web.sitting.log import Entry, Event, Log
from answers.web.sitting.plan import JsonObject, Plan, SittingStudent
from answers.web.sitting.session import LISTED, ExamSession, SaveStatus, Seat, receipt

MOST_TEXT = 500
"""Maximum number of characters of a box."""
MOST_SAVES = 50_000
"""Maximum number of saves of a student: four a second for more than three hours."""
LARGE = 2**53
"""Bound of the integers that JavaScript represents exactly."""
HERE_FOR = 15.0
"""Seconds without a request after which a page counts as closed."""


@dataclass(slots=True)
class _Batch:
    """Log lines that are written together; `error` if writing failed."""

    entries: list[Entry] = field(default_factory=list)
    is_over: bool = False
    error: OSError | None = None


class Service:
    """The log of an exam session, its state computed from the log, and the open pages of students.

    Each writing thread adds its lines to the open batch, then waits for the disk; the first thread to get the disk
    writes the whole batch. If writing fails, the state is computed from the log again, without the lost lines.
    """

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.plan = plan
        self.candidates: Mapping[str, SittingStudent] = {candidate.id: candidate for candidate in plan.candidates}
        self._folder = folder
        self._lock, self._disk = Lock(), Lock()
        self._batch = _Batch()
        self._pages: dict[str, dict[str, tuple[float, str]]] = {}
        self._begin()

    def _begin(self) -> None:
        self.log = Log(self._folder)
        self.session = ExamSession(self.candidates, self.log.entries)

    def close(self) -> None:
        """Close the log."""
        self.log.close()

    def write(self, make: Callable[[ExamSession], Sequence[Entry]]) -> list[tuple[Entry, SaveStatus]]:
        """Write the lines that `make` returns for the present state, and return each with its status.

        Repeated saves, and saves after handing in, are not written. CorrigeError if the log cannot be written.
        """
        with self._lock:
            batch = self._batch
            done: list[tuple[Entry, SaveStatus]] = []
            for entry in make(self.session):
                status = (
                    self.session.save_status(replace(entry, at=self.log.now))
                    if entry.what is Event.SAVE
                    else SaveStatus.KEPT
                )
                if status in (SaveStatus.KNOWN, SaveStatus.REFUSED):
                    done.append((entry, status))
                    continue
                stamped = self.log.stamped(entry)
                done.append((stamped, self.session.take(stamped)))
                batch.entries.append(stamped)
        with self._disk:
            if not batch.is_over:  # no other thread has written it
                with self._lock:
                    self._batch = _Batch()
                try:
                    if batch.entries:
                        self.log.add(batch.entries)
                except OSError as error:
                    with self._lock:
                        for lost in (batch, self._batch):
                            lost.error, lost.is_over = error, True
                        self._batch = _Batch()
                        self.log.close()
                        self._begin()
                batch.is_over = True
        if batch.error is not None:
            raise unusable(self.log.path, batch.error) from batch.error
        return done

    def append_event(self, event: Event, **values: Any) -> Entry:
        """Write one line with an event and its values, and return it."""
        return self.write(lambda _: [Entry(event, **values)])[0][0]

    def open(self) -> None:
        """Begin the exam, or reopen it after closing; extra times of the class list are written first."""
        opened = Entry(Event.OPEN, minutes=self.plan.minutes)
        self.write(lambda session: [*(_listed(self.plan.candidates, session) if session.begun is None else ()), opened])

    def renew(self, plan: Plan) -> None:
        """Use a new plan; changed extra times apply at once. Students are never removed."""
        with self._lock:
            self.plan = plan
            self.candidates = {candidate.id: candidate for candidate in plan.candidates}
            self.session.seats |= {student: Seat() for student in self.candidates if student not in self.session.seats}
        self.write(lambda session: [] if session.begun is None else _listed(plan.candidates, session))

    def save(self, student: str, device: str, saves: Iterable[JsonObject]) -> list[dict[str, object]]:
        """Write the saves that a student's page sends, in order, and return the status of each."""
        entries = []
        for save in saves:
            match save:
                case {"item": str(item), "text": str(text), "sequence": int(sequence), "base": int(base)} if (
                    0 < sequence < LARGE and 0 <= base < LARGE and len(text) <= MOST_TEXT
                ):
                    text = text.encode("utf-8", "replace").decode()
                    entries.append(Entry(Event.SAVE, 0, 0.0, student, item, text, device, sequence, base))
                case _:
                    raise invalid_request()
        if not all(entry.item in self.plan.items for entry in entries):
            raise CorrigeError.single("there is no such box", remedy="load the page again")
        if self.session.seats[student].saves > MOST_SAVES:
            raise CorrigeError.single("the stored answers are too large", remedy="tell the teacher")
        results = self.write(lambda _: entries)
        with self._lock:
            boxes, answers = self.session.seats[student].boxes, []
            for entry, status in results:
                stored = boxes.get(entry.item)
                answers.append(
                    {
                        "sequence": entry.sequence,
                        "item": entry.item,
                        "fate": status.value,
                        "at": entry.at or (stored.at if stored else 0),
                        "text": stored.text if stored else "",
                        "number": stored.number if stored else 0,
                    }
                )
            return answers

    def hand_in(self, student: str) -> Entry:
        """Hand in a student's answers, unless already done, and return the line with the receipt."""
        u0 = self.candidates[student].u0

        def made(session: ExamSession) -> list[Entry]:
            seat = session.seats[student]
            if seat.handed_in:
                return []
            at = round(self.log.now, 3)
            return [Entry(Event.HAND_IN, student=student, at=at, word=receipt(student, u0, at, seat.texts))]

        self.write(made)
        handed_in = self.session.seats[student].handed_in
        assert handed_in is not None
        return handed_in

    def seen(self, student: str, page: str, address: str) -> int:
        """Record that a student's page is open, and return the number of the student's other open pages."""
        with self._lock:
            pages = self._pages.setdefault(student, {})
            pages[page] = (monotonic(), address)
            for name in [name for name, (at, _) in pages.items() if monotonic() - at > HERE_FOR]:
                del pages[name]
            return len(pages) - 1

    def state(self, student: str, device: str, since: int) -> dict[str, object]:
        """Return the state that a student's page shows, with the boxes that other pages wrote since line `since`."""
        with self._lock:
            seat, session, now = self.session.seats[student], self.session, self.log.now
            changed = {
                item: [entry.text, entry.number]
                for item, entry in seat.boxes.items()
                if entry.number > since and (entry.device != device or not since)
            }
            return {
                "begun": session.begun is not None,
                "u0": self.candidates[student].u0,
                "closed": session.closed is not None,
                "left": None if session.begun is None else round(session.end(student) - now, 1),
                "line": self.log.number,
                "changed": changed,
                "late": len(seat.late),
                "saved": seat.last or None,
                "handed_in": seat.handed_in and {"receipt": seat.handed_in.word, "at": seat.handed_in.at},
                "said": [
                    {"at": entry.at, "text": entry.word} for entry in session.said if entry.student in ("", student)
                ],
            }

    def readings(self, student: str, items: Iterable[str] | None = None) -> dict[str, str]:
        """Return how items of a student are read, with all items of the same parts; `items` None means all."""
        known = self.plan.items
        readers = self.plan.readers if items is None else dict.fromkeys(known[item] for item in items if item in known)
        with self._lock:
            texts = self.session.seats[student].texts
        return {item: text for reader in readers for item, text in reader.parsed_texts(texts, self.plan.lang).items()}

    def overview(self) -> dict[str, object]:
        """Return the data of the teacher's dashboard: presence, saves and times, but no verdicts."""
        with self._lock:
            session, now = self.session, self.log.now
            return {
                "now": now,
                "begun": session.begun,
                "closed": session.closed,
                "minutes": session.minutes or self.plan.minutes,
                "boxes": len(self.plan.items),
                "said": [{"at": entry.at, "text": entry.word} for entry in session.said],
                "students": [self._row(candidate, session.seats[candidate.id]) for candidate in self.plan.candidates],
            }

    def _row(self, candidate: SittingStudent, seat: Seat) -> dict[str, object]:
        pages = [page for page in self._pages.get(candidate.id, {}).values() if monotonic() - page[0] <= HERE_FOR]
        return {
            "student": candidate.id,
            "called": candidate.display_name,
            "came": seat.first or None,
            "pages": len(pages),
            "machines": len({address for _, address in pages}),
            "saved": seat.last or None,
            "filled": len(seat.texts),
            "late": len(seat.late),
            "extra": seat.extra + candidate.own - seat.listed,
            "u0": candidate.u0,
            "listed": candidate.listed,
            "end": None if self.session.begun is None else self.session.end(candidate.id),
            "handed_in": seat.handed_in and seat.handed_in.at,
            "receipt": seat.handed_in and seat.handed_in.word,
        }


def _listed(candidates: Iterable[SittingStudent], session: ExamSession) -> list[Entry]:
    """Return log lines that adjust each student's extra time to the class list."""
    more = ((candidate.id, candidate.own - session.seats[candidate.id].listed) for candidate in candidates)
    return [Entry(Event.TIME, student=student, minutes=minutes, word=LISTED) for student, minutes in more if minutes]
