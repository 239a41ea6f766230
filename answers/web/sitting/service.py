"""The room while it is served: what browsers send is on the disk before it is acknowledged, together with others'."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any

from answers.errors import CorrigeError
from answers.files import unusable
from answers.web.common.pages import nonsense
from answers.web.sitting.log import Entry, Event, Log
from answers.web.sitting.plan import Plan, SittingStudent, Told
from answers.web.sitting.session import LISTED, ExamSession, SaveStatus, Seat, receipt

MOST_TEXT = 500
"""Letters of a box, as many as are ever read."""
MOST_SAVES = 50_000
"""Of a student: four a second for more than three hours."""
LARGE = 2**53
"""From here on the numbers of a script are not exact."""
HERE_FOR = 15.0
"""Seconds after which a page that says nothing is gone."""


@dataclass(slots=True)
class _Batch:
    """Lines that are written together; `error` if they could not be."""

    entries: list[Entry] = field(default_factory=list)
    is_over: bool = False
    error: OSError | None = None


class Service:
    """The log, the room made of it, and who is there.

    Whoever wants to write puts lines into the batch that is open, then waits for the disk; the first who has it writes
    all that has come meanwhile. What could not be written did not happen: the room is made of the log again.
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
        self.room = ExamSession(self.candidates, self.log.entries)

    def close(self) -> None:
        """Let go of the log."""
        self.log.close()

    def write(self, make: Callable[[ExamSession], Sequence[Entry]]) -> list[tuple[Entry, SaveStatus]]:
        """Write what the state of the room asks for, and return each line with what became of it.

        A save that is known, or of who has handed in, is not written. CorrigeError if the disk takes nothing.
        """
        with self._lock:
            batch = self._batch
            done: list[tuple[Entry, SaveStatus]] = []
            for entry in make(self.room):
                status = (
                    self.room.save_status(replace(entry, at=self.log.now))
                    if entry.what is Event.SAVE
                    else SaveStatus.KEPT
                )
                if status in (SaveStatus.KNOWN, SaveStatus.REFUSED):
                    done.append((entry, status))
                    continue
                stamped = self.log.stamped(entry)
                done.append((stamped, self.room.take(stamped)))
                batch.entries.append(stamped)
        with self._disk:
            if not batch.is_over:  # nobody has written it meanwhile
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

    def append_event(self, event: Event, **told: Any) -> Entry:
        """Write one line."""
        return self.write(lambda _: [Entry(event, **told)])[0][0]

    def open(self) -> None:
        """Begin, or go on after closing; who has longer by the list of the class is given that first."""
        opened = Entry(Event.OPEN, minutes=self.plan.minutes)
        self.write(lambda session: [*(_listed(self.plan.candidates, session) if session.begun is None else ()), opened])

    def renew(self, plan: Plan) -> None:
        """Serve a plan that follows the list, which nobody leaves; times that the list changed change at once."""
        with self._lock:
            self.plan = plan
            self.candidates = {candidate.id: candidate for candidate in plan.candidates}
            self.room.seats |= {student: Seat() for student in self.candidates if student not in self.room.seats}
        self.write(lambda session: [] if session.begun is None else _listed(plan.candidates, session))

    def save(self, student: str, device: str, saves: Iterable[Told]) -> list[dict[str, object]]:
        """Save what a page of a student sends, in its order, and return what became of each."""
        entries = []
        for one in saves:
            match one:
                case {"item": str(item), "text": str(text), "sequence": int(sequence), "base": int(base)} if (
                    0 < sequence < LARGE and 0 <= base < LARGE and len(text) <= MOST_TEXT
                ):
                    text = text.encode("utf-8", "replace").decode()
                    entries.append(Entry(Event.SAVE, 0, 0.0, student, item, text, device, sequence, base))
                case _:
                    raise nonsense()
        if not all(entry.item in self.plan.items for entry in entries):
            raise CorrigeError.one("there is no such box", remedy="load the page again")
        if self.room.seats[student].saves > MOST_SAVES:
            raise CorrigeError.one("the stored answers are too large", remedy="tell the teacher")
        results = self.write(lambda _: entries)
        with self._lock:
            boxes, answers = self.room.seats[student].boxes, []
            for save, status in results:
                there = boxes.get(save.item)
                answers.append(
                    {
                        "sequence": save.sequence,
                        "item": save.item,
                        "fate": status.value,
                        "at": save.at or (there.at if there else 0),
                        "text": there.text if there else "",
                        "number": there.number if there else 0,
                    }
                )
            return answers

    def hand_in(self, student: str) -> Entry:
        """Hand a student's answers in, once; return the line with the receipt."""
        u0 = self.candidates[student].u0

        def made(session: ExamSession) -> list[Entry]:
            seat = session.seats[student]
            if seat.handed_in:
                return []
            at = round(self.log.now, 3)
            return [Entry(Event.HAND_IN, student=student, at=at, word=receipt(student, u0, at, seat.texts))]

        self.write(made)
        handed_in = self.room.seats[student].handed_in
        assert handed_in is not None
        return handed_in

    def seen(self, student: str, page: str, address: str) -> int:
        """Remember that a page of a student is open, and return how many others are."""
        with self._lock:
            pages = self._pages.setdefault(student, {})
            pages[page] = (monotonic(), address)
            for name in [name for name, (at, _) in pages.items() if monotonic() - at > HERE_FOR]:
                del pages[name]
            return len(pages) - 1

    def state(self, student: str, device: str, since: int) -> dict[str, object]:
        """Return what a page of a student shows: time, words to all, and the boxes that others wrote since a line."""
        with self._lock:
            seat, session, now = self.room.seats[student], self.room, self.log.now
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
        """Return how some items of a student, or all, are read, with those beside them."""
        known = self.plan.items
        readers = self.plan.readers if items is None else dict.fromkeys(known[item] for item in items if item in known)
        with self._lock:
            texts = self.room.seats[student].texts
        return {item: told for reader in readers for item, told in reader.parsed_texts(texts, self.plan.lang).items()}

    def overview(self) -> dict[str, object]:
        """Return what the teacher sees: who is there, what is saved, and nothing about right or wrong."""
        with self._lock:
            session, now = self.room, self.log.now
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
            "extra": seat.given + candidate.own - seat.listed,
            "u0": candidate.u0,
            "listed": candidate.listed,
            "end": None if self.room.begun is None else self.room.end(candidate.id),
            "handed_in": seat.handed_in and seat.handed_in.at,
            "receipt": seat.handed_in and seat.handed_in.word,
        }


def _listed(candidates: Iterable[SittingStudent], session: ExamSession) -> list[Entry]:
    """What gives each student the time that the list of the class says, and takes again what it says no more."""
    more = ((candidate.id, candidate.own - session.seats[candidate.id].listed) for candidate in candidates)
    return [Entry(Event.TIME, student=student, minutes=minutes, word=LISTED) for student, minutes in more if minutes]
