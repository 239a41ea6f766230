"""The state of a running exam session, and its events in the store of the class.

Each saved answer is committed to the store before the browser is told that it is saved.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from time import monotonic, time
from typing import Any

from answers.classroom.db import FILE, atomic, connected, insert, understood_errors
from answers.classroom.sitting import (
    LISTED,
    REVOKED,
    Event,
    EventKind,
    ExamSession,
    SaveId,
    SaveStatus,
    Seat,
    insert_events,
    read_codes,
    read_events,
    receipt,
    record_last_event,
    revoked_codes,
)
from answers.errors import CorrigeError
from answers.messages import Message
from answers.web.common.guard import digest
from answers.web.common.pages import invalid_request, outdated
from answers.web.sitting.plan import JsonObject, Plan, SittingStudent

MOST_SAVES = 50_000
"""Maximum number of saves of a student: four a second for more than three hours."""
MOST_CHARACTERS = 25_000_000
"""Maximum number of characters in all saves of a student: enough for an answer of 5000, typed for six hours."""
LARGE = 2**53
"""Bound of the integers that JavaScript represents exactly."""
HERE_FOR = 15.0
"""Seconds without a request after which a page counts as closed."""


@dataclass(slots=True, eq=False)
class _Request:
    """A waiting request to append the events that `make` returns for a state of the session to the store.

    The transaction sets `events`, then `written` with their statuses, or `error`. `student` is that on whose state
    alone `make` depends, "" for all.
    """

    make: Callable[[ExamSession], Sequence[Event]]
    student: str
    events: list[Event] = field(default_factory=list)
    written: list[tuple[Event, SaveStatus]] = field(default_factory=list)
    error: Exception | None = None
    is_done: bool = False


class Service:
    """A running exam session: its events, the state computed from them, and the open pages of students.

    An event is applied to the state after its transaction has ended, so a failed one changes nothing and the next
    request tries again. Waiting requests share the next transaction, since a class may type faster than a disk writes.
    If another copy of the store is put back, the events that it lacks and the hashes of codes are written again. Events
    that an earlier process acknowledged and that the store lacks at the start are lost: their number, `missing`, is
    recorded beside the store before the first event is written, since the new events soon reach their ranks. The last
    save of each student is recorded too, so that the students with answers in another copy of the store are named.

    `plan` and `candidates` are the present plan and its students by identifier, `codes` the hash of each student's
    code. `failing` is the error of the last transaction, if it failed; `restored` the time at which an earlier store
    was last completed. `_writing` guards the connection and the record beside the store, `_lock` the state, so that the
    state can be read while a transaction waits for the disk.
    """

    def __init__(
        self, folder: Path, plan: Plan, wall: Callable[[], float] = time, steady: Callable[[], float] = monotonic
    ) -> None:
        self.session, self.codes = ExamSession(), dict[str, str]()
        self.failing: CorrigeError | None = None
        self.restored: float | None = None
        self._folder, self._steady = folder, steady
        self._lock, self._writing = Lock(), Lock()
        self._requests: deque[_Request] = deque()
        self._events: list[Event] = []
        self._saves, self._last = set[SaveId](), dict[str, SaveId]()
        self._lacks = False
        self._pages: dict[str, dict[str, tuple[float, str]]] = {}
        self.candidates: Mapping[str, SittingStudent] = {}
        with understood_errors(folder):
            self._connect()
            self._catch_up()
        self.missing = record_last_event(folder, len(self._events), self._saves, self._last.values())
        self._begun, self._zero = max(wall(), self.session.at), steady()
        self.renew(plan)

    def _connect(self) -> None:
        connection = connected(self._folder)
        try:
            # Creating and deleting the journal would take half the time of each commit.
            connection.execute("PRAGMA journal_mode = PERSIST")
        except BaseException:
            connection.close()
            raise
        self._connection, self._version, self._file = connection, -1, self._identity()

    def _connect_again(self) -> None:
        """Replace the connection to the store; CorrigeError, with the connection unchanged, if the store is away."""
        before = self._connection
        self._connect()
        before.close()

    def _identity(self) -> tuple[int, int] | None:
        """Return device and inode of the store's file, None without one; opening it would end locks of this process."""
        try:
            status = (self._folder / FILE).stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino

    def close(self) -> None:
        """Record the number of events beside the store, and close the store."""
        with self._writing, understood_errors(self._folder):
            self._record_last_event()
            self._connection.execute("PRAGMA journal_mode = DELETE")
            self._connection.close()

    @property
    def now(self) -> float:
        """The time in seconds since 1970, not before the last event; changes of the computer's clock have no effect."""
        return max(self._begun + self._steady() - self._zero, self.session.at)

    def _catch_up(self) -> None:
        """Apply the events and codes that other programs have written.

        `_stored` is then the rank of the store's last event, `_lacks` whether events in memory are not in the store.
        """
        version = self._connection.execute("PRAGMA data_version").fetchone()[0]
        if version != self._version:
            query = "SELECT count(*), coalesce(max(seq), 0) FROM event"
            count, self._stored = self._connection.execute(query).fetchone()
            common = min(self._stored, self.session.seq)
            events = read_events(self._connection, max(0, common - 1))
            if common and self._events[common - 1 : common] != events[:1]:  # another copy was put there
                self._merge(read_events(self._connection))
                events = []
            with self._lock:
                for event in events[1 if common else 0 :]:
                    self._take(event)
            codes, self._lacks = read_codes(self._connection, self._folder), count < len(self._events)
            if self._lacks:  # an earlier state was put back: its codes may have been revoked
                revoked = revoked_codes(self._folder)
                codes |= {student: text for student, text in self.codes.items() if text not in revoked}
            self.codes, self._version = codes, version

    def _merge(self, stored: list[Event]) -> None:
        """Take the events of another copy of the store, then those that it lacks, with new ranks, to be written."""
        known, ranks, own = {replace(event, seq=0) for event in stored}, dict[int, int](), list[Event]()
        for event in self._events:
            if replace(event, seq=0) not in known:
                ranks[event.seq] = self._stored + len(ranks) + 1
                own.append(replace(event, seq=ranks[event.seq], base=ranks.get(event.base, event.base)))
        with self._lock:
            self._events, self.session = [], ExamSession()
            for event in (*stored, *own):
                self._take(event)

    def _take(self, event: Event) -> SaveStatus:
        self._events.append(event)
        if event.kind is EventKind.SAVE:
            self._last[event.student] = event.student, event.device, event.sequence
            self._saves.add(self._last[event.student])
        return self.session.take(event)

    def follow(self) -> None:
        """Apply the events and codes of other programs; if an earlier copy was put back, write again what it lacks.

        No error is raised: if the store cannot be used, the state of this object stays.
        """
        with suppress(Exception):  # the next call tries again
            with self._writing, understood_errors(self._folder):
                if self._identity() not in (None, self._file):
                    self._connect_again()
                self._catch_up()
                try:
                    self._check_events()
                except Exception as error:
                    self.failing = self.failing or CorrigeError.single(repr(error))  # the next write connects again
                    raise
                lacks = self._lacks
            if lacks:
                self.write(lambda _: [])
            with self._writing:
                self._record_last_event()

    def _check_events(self) -> None:
        """Count the events that another connection finds in the store; if some are away, connect again.

        A copy written over the store while a transaction ends (`cp`) gets the transaction's last page and its counter:
        the connection then goes on with the pages that it has in memory, and what it writes cannot be found.
        """
        if not self._lacks and self._identity() == self._file:  # a missing file would be created
            with closing(connected(self._folder)) as other:
                count = other.execute("SELECT count(*) FROM event").fetchone()[0]
            if count < len(self._events):
                self._connect_again()
                self._catch_up()

    def _record_last_event(self) -> None:
        """Record the number of events beside the store; after an error, the next event or second tries again."""
        with suppress(CorrigeError):
            self.missing = record_last_event(self._folder, len(self._events), self._saves, self._last.values())

    def write(
        self, make: Callable[[ExamSession], Sequence[Event]], student: str = ""
    ) -> list[tuple[Event, SaveStatus]]:
        """Append the events that `make` returns for the present state, and return each event with its status.

        The returned events have rank and time. `make` must depend on the state of `student` only, or of all for "".
        CorrigeError if the events could not be written.
        """
        request = _Request(make, student)
        self._requests.append(request)
        with self._writing:
            while not request.is_done:  # the first transaction may have an earlier request of the student
                self._commit()
        if request.error is not None:
            raise request.error
        return request.written

    def _commit(self) -> None:
        """Write the first waiting requests in one transaction: one of each student, or one that depends on all."""
        requests: dict[str, _Request] = {}
        for request in tuple(self._requests):
            if "" in requests or (requests and not request.student):
                break
            if request.student not in requests:
                requests[request.student] = request
                self._requests.remove(request)
        try:
            with understood_errors(self._folder):
                if self.failing or self._identity() != self._file:  # a synchronised drive may put another file there
                    self._connect_again()
                with atomic(self._connection):
                    self._catch_up()
                    if is_earlier := self._lacks:
                        present = {seq for (seq,) in self._connection.execute("SELECT seq FROM event")}
                        lost = [event for event in self._events if event.seq not in present]
                        insert_events(self._connection, lost)
                        self._connection.execute("DELETE FROM code")
                        hashes = ({"student": name, "hash": text} for name, text in self.codes.items())
                        insert(self._connection, "code", hashes)
                    seq, at = self.session.seq, round(self.now, 3)
                    for request in requests.values():
                        request.events = [
                            replace(event, seq=rank, at=round(event.at, 3) or at)  # as it is stored
                            for rank, event in enumerate(request.make(self.session), seq + 1)
                        ]
                        seq += len(request.events)
                        insert_events(self._connection, request.events)
        except Exception as error:  # noqa: BLE001 - raised again by each request
            self.failing = error if isinstance(error, CorrigeError) else CorrigeError.single(repr(error))
            for request in requests.values():
                request.error, request.is_done = error, True
            return
        self.failing, self._lacks = None, False
        self.restored = at if is_earlier else self.restored
        with self._lock:
            for request in requests.values():
                request.written = [(event, self._take(event)) for event in request.events]
                request.is_done = True
        self._record_last_event()

    def append_event(self, kind: EventKind, **values: Any) -> Event:
        """Append an event, and return it with its rank and its time; CorrigeError if it cannot be written."""
        return self.write(lambda _: [Event(kind, **values)], values.get("student", ""))[0][0]

    def open(self) -> None:
        """Begin the exam, or open it again after it was closed; at the beginning, record the extra times first."""
        opened = Event(EventKind.OPEN, minutes=self.plan.minutes)
        self.write(lambda session: [*(_listed(self.plan, session) if session.begun is None else ()), opened])

    def renew(self, plan: Plan) -> None:
        """Replace the plan, and record the seeds of changed sheets and changed extra times as events.

        A student who has typed meanwhile keeps the sheet. After a CorrigeError, the present plan stays.
        """
        shown = plan

        def changes(session: ExamSession) -> list[Event]:
            nonlocal shown
            typed, candidates = session.typed, {candidate.id: candidate for candidate in plan.candidates}
            for student, before in self.candidates.items():
                after = candidates.get(student)
                if after and student in typed and after.u0 != before.u0:
                    candidates[student] = replace(before, own=after.own, listed=after.u0)
            shown = replace(plan, candidates=tuple(candidates.values()))
            sheets = [
                Event(EventKind.SHEET, student=candidate.id, text=str(candidate.u0))
                for candidate in shown.candidates
                if session.seats[candidate.id].u0 != candidate.u0
            ]
            return [*sheets, *(_listed(shown, session) if session.begun is not None else ())]

        self.write(changes)
        with self._lock:  # a plan whose events are not on the disk is not shown
            self.plan, self.candidates = shown, {candidate.id: candidate for candidate in shown.candidates}

    def save(self, student: str, device: str, saves: Iterable[JsonObject], u0: int) -> list[dict[str, object]]:
        """Write the saves that a student's page sends, in order, and return the status of each as a JSON object.

        Repeated saves, and saves after handing in, are not written. CorrigeError if a save is malformed or too large,
        if the student has stored too much, or if `u0`, the seed that the page shows, is no longer that of the student.
        """
        events = []
        for save in saves:
            match save:
                case {"item": str(item), "text": str(text), "sequence": int(sequence), "base": int(base)} if (
                    0 < sequence < LARGE and 0 <= base < LARGE
                ):
                    text = text.encode("utf-8", "replace").decode()
                    events.append(Event(EventKind.SAVE, 0, 0.0, student, item, text, device, base, sequence))
                case _:
                    raise invalid_request()
        items = self.plan.items
        if not all(event.item in items and len(event.text) <= items[event.item].most for event in events):
            raise outdated("the answer sheet has no such box")
        seat = self.session.seats[student]
        if seat.saves > MOST_SAVES or seat.characters > MOST_CHARACTERS:
            raise CorrigeError.single(
                "the answers stored for this student are too large, so the last answer was not saved",
                remedy="tell the teacher about this problem",
            )

        def new(session: ExamSession) -> list[Event]:
            seat, written = session.seats[student], list[Event]()
            last = seat.devices.get(device, 0)
            for event in events:
                if event.sequence > last and seat.handed_in is None and seat.u0 == u0:
                    written.append(event)
                    last = event.sequence
            return written

        written = {event.sequence: (event, status) for event, status in self.write(new, student)}
        self._check_sheet(student, u0)
        with self._lock:
            seat, answers = self.session.seats[student], []
            for event in events:
                is_known = event.sequence <= seat.devices.get(device, 0)
                other = event, SaveStatus.KNOWN if is_known else SaveStatus.REFUSED
                aside = seat.aside.get(event.item)
                if aside and (aside.device, aside.sequence) == (device, event.sequence):
                    other = aside, SaveStatus.ASIDE  # sent again, since the first response was lost
                saved, status = written.get(event.sequence, other)
                stored = seat.boxes.get(event.item)
                answers.append(
                    {
                        "sequence": event.sequence,
                        "item": event.item,
                        "fate": status.value,
                        "at": saved.at or (stored.at if stored else 0),
                        "text": stored.text if stored else "",
                        "number": stored.seq if stored else 0,
                    }
                )
            return answers

    def hand_in(self, student: str, u0: int) -> None:
        """Hand in a student's answers once, with a receipt; CorrigeError if `u0` is no longer the student's seed."""

        def made(session: ExamSession) -> list[Event]:
            seat = session.seats[student]
            if seat.handed_in or seat.u0 != u0:
                return []
            at = round(self.now, 3)
            return [Event(EventKind.HAND_IN, 0, at, student, text=receipt(student, u0, at, seat.texts))]

        self.write(made, student)
        self._check_sheet(student, u0)

    def version(self, student: str) -> str:
        """Return a digest of the student's data and the time at which the exam began; "" before it begins."""
        begun = self.session.begun
        return "" if begun is None else digest(f"{begun} {self.candidates[student].data}")[:16]

    def _check_sheet(self, student: str, u0: int) -> None:
        """Refuse a request from a page that still shows the student's earlier sheet."""
        if self.session.seats[student].u0 != u0:
            raise outdated("the sheet has changed since the page was loaded, so these answers were not saved")

    def seen(self, student: str, page: str, address: str) -> int:
        """Record that a page of a student is open, and return the number of the student's other open pages."""
        with self._lock:
            pages = self._pages.setdefault(student, {})
            pages[page] = (monotonic(), address)
            for name in [name for name, (at, _) in pages.items() if monotonic() - at > HERE_FOR]:
                del pages[name]
            return len(pages) - 1

    def state(self, student: str, device: str, since: int) -> dict[str, object]:
        """Return the state that a student's page shows, as a JSON object.

        `changed` has the boxes that got the text of another device than `device` after the event of rank `since`, also
        from a save after the end that counts now, or all boxes if `since` is 0. `left` is the number of seconds left,
        None before the exam begins; until then the seed is 0, and version and wording of the sheet are empty, since a
        student who knew the seed could prepare with this program.
        """
        with self._lock:
            seat, session = self.session.seats[student], self.session
            changed = {
                item: [event.text, event.seq]
                for item, event in seat.boxes.items()
                if seat.placed[item] > since and (event.device != device or not since)
            }
            return {
                "begun": session.begun is not None,
                "u0": 0 if session.begun is None else self.candidates[student].u0,
                "version": self.version(student),
                "wording": self.candidates[student].wording if session.begun is not None else "",
                "closed": session.closed is not None and session.end(student) <= self.now,
                "left": None if session.begun is None else round(session.end(student) - self.now, 1),
                "line": session.seq,
                "changed": changed,
                "late": len(seat.late),
                "saved": seat.last or None,
                "handed_in": seat.handed_in and {"receipt": seat.handed_in.text, "at": seat.handed_in.at},
                "said": [
                    {"at": event.at, "text": event.text} for event in session.messages if event.student in ("", student)
                ],
            }

    def readings(self, student: str, items: Iterable[str] | None = None) -> dict[str, str]:
        """Return, by item, how the answers of the parts with `items`, by default all, are read, where this is shown.

        Before the exam begins, the result is empty, since the texts would reveal what is asked.
        """
        if self.session.begun is None:
            return {}
        known = self.plan.items
        readers = self.plan.readers if items is None else dict.fromkeys(known[item] for item in items if item in known)
        with self._lock:
            texts = self.session.seats[student].texts
        return {item: text for reader in readers for item, text in reader.parsed_texts(texts, self.plan.lang).items()}

    def overview(self) -> dict[str, object]:
        """Return the data of the teacher's monitor as a JSON object: presence, saves and times, but no verdicts.

        `failing` says why nothing can be saved, `restored` when an earlier store was completed, `missing` the number of
        lost events, `revoked` the students whose code is no longer valid.
        """
        with self._lock:
            session = self.session
            causes = [Message.of(problem.cause) for problem in self.failing.problems] if self.failing else []
            return {
                "now": self.now,
                "begun": session.begun,
                "closed": session.closed,
                "minutes": session.minutes or self.plan.minutes,
                "boxes": len(self.plan.items),
                "failing": " ".join(cause.render(self.plan.lang) for cause in causes),
                "restored": self.restored,
                "missing": self.missing,
                "revoked": sorted(student for student, text in self.codes.items() if text == REVOKED),
                "said": [{"at": event.at, "text": event.text} for event in session.messages],
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
            "receipt": seat.handed_in and seat.handed_in.text,
        }


def _listed(plan: Plan, session: ExamSession) -> list[Event]:
    """Return the events that change each student's extra time to that of the class list."""
    more = {one.id: one.own - session.seats[one.id].listed for one in plan.candidates}
    changed = ((student, minutes) for student, minutes in more.items() if minutes)
    return [Event(EventKind.TIME, student=student, minutes=minutes, text=LISTED) for student, minutes in changed]
