"""corrige class sit: hold an exam in a browser."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from time import time
from typing import Annotated

import typer

from answers.classroom.db import reading, transaction
from answers.classroom.folder import ROSTER, ClassData, last_seed, locked, open_class
from answers.classroom.issued import record_issue
from answers.classroom.listed_names import list_problems
from answers.classroom.roster import Enrollment
from answers.classroom.sat_papers import lost_events, read_session, sat_papers
from answers.classroom.sitting import GRACE, MINUTE, REVOKED, Event, EventKind, ExamSession, insert_events, read_codes
from answers.cli.common.options import Folder
from answers.cli.common.output import needs_person, print_message, print_next_command, print_problems, working
from answers.errors import CorrigeError, bug
from answers.exam.trust import CONVERSATION
from answers.messages import Message, moment_text, shortened
from answers.people.names import name_key
from answers.sheets.issued import SAT_SHEET
from answers.web.common.guard import AccessPolicy, Sessions
from answers.web.common.serve import hosts_of, listen
from answers.web.practice.app import PATHS, serve_practice
from answers.web.practice.checking import Practice, seeds_in_turn
from answers.web.sitting.codes import code_key
from answers.web.sitting.plan import Plan
from answers.web.sitting.prepare import build_plan, is_extra_time, is_like_extra_time, minutes_of
from answers.web.sitting.serving import ServerConfig, serve_session

PATIENCE = 5.0
"""Seconds that this command waits for another command in the class, to record the data of new students."""
LOCK = ".corrige-sit.lock"
HERE = ("127.0.0.1", "localhost", "::1")


def sit(
    folder: Folder,
    *,
    minutes: Annotated[
        int | None,
        typer.Option(
            "--minutes",
            metavar="N",
            min=1,
            max=1440,
            help="Duration of the exam in minutes; by default that of the subject.",
        ),
    ] = None,
    host: Annotated[
        str,
        typer.Option(
            "--host", metavar="ADDRESS", help="Network address of this machine at which students reach the exam."
        ),
    ] = HERE[0],
    port: Annotated[int, typer.Option("--port", metavar="N", min=0, max=65535, help="Port; 0 for a free port.")] = 8000,
    names: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="NAME", help="Another host name of this address; may be repeated."),
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(
            "--tls-cert", metavar="FILE", help="File of the certificate with which the exam is served over https."
        ),
    ] = None,
    key: Annotated[
        Path | None, typer.Option("--tls-key", metavar="FILE", help="File of the private key of the certificate.")
    ] = None,
    plain_http: Annotated[
        bool, typer.Option("--plain-http", help="Serve the exam on a network without a certificate, hence unencrypted.")
    ] = False,
    at_once: Annotated[
        bool,
        typer.Option("--at-once", help="Begin the exam now; by default, the teacher begins the exam in the monitor."),
    ] = False,
    practice: Annotated[
        bool, typer.Option("--practice", help="Practise the questions of the exam; nothing is saved.")
    ] = False,
    collect: Annotated[bool, typer.Option("--collect", help="Start no server; show the answers typed so far.")] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with an exam that is over, so that students can answer again.")
    ] = False,
    anew: Annotated[
        bool, typer.Option("--anew", help="Begin the exam anew: earlier answers stay in the history and do not count.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="With --anew, do not ask about an exam that is over.")] = False,
) -> None:
    """Let the class sit the exam in a browser: a student enters with identifier and code (`class sheets --slips`).

    An answer is saved before it is acknowledged. Run the command again after an interruption: it continues. At the end
    the answers become papers of the class. With --practice, anybody who opens the address practises the exam, with
    seeds that no class uses.
    """
    if (certificate is None) != (key is None):
        raise CorrigeError.single(
            "--tls-cert and --tls-key are of use only together: a certificate requires its private key",
            remedy="give --tls-cert and --tls-key",
        )
    for path in (certificate, key):
        if path is not None and not path.is_file():
            raise CorrigeError.single(
                "the file does not exist", place=str(path), remedy="check the name of the file or folder"
            )
    config = ServerConfig(host, port, tuple(names or ()), certificate, key, at_once)
    if practice:
        _practise(folder, config)
        return
    if not collect and host not in HERE and not certificate:
        warning = Message(
            "without a certificate, codes and answers cross the network unencrypted: anybody who listens can "
            "read them, and answer in the place of a student"
        )
        if not plain_http:
            remedy = Message("give --tls-cert and --tls-key; on a private network: --plain-http")
            raise CorrigeError.single(warning, place=host, remedy=remedy)
        print_message("{place}: {cause}", place=host, cause=warning)
    if anew:
        _begin_anew(folder, yes=yes)
    _report(folder, [] if collect else _serve(folder, config, minutes, resume=resume))


def _begin_anew(folder: Path, *, yes: bool) -> None:
    """Record that the earlier events of the exam session of a class do not count.

    If students have typed answers, ask the teacher first, who may repeat the command of a rehearsal after a crash. With
    `yes`, do not ask about an exam that is over. CorrigeError if the answer is no.
    """
    with locked(folder, name=LOCK), locked(folder):
        session = read_session(open_class(folder))
        is_over = time() > session.last_end + GRACE
        last = max((seat.last for seat in session.seats.values()), default=0)
        cause = Message(
            "{count} student has typed answers, the last at {time}, which would no longer count",
            plural="{count} students have typed answers, the last at {time}, which would no longer count",
            count=len(session.typed),
            time=moment_text(datetime.fromtimestamp(last)),
        )
        is_agreed = not session.typed or (yes and is_over)
        if not is_agreed and not CONVERSATION.ask(Message("{cause}; begin the exam anew?", cause=cause)):
            remedy = Message(
                "to go on with this exam: --resume in place of --anew; to begin anew, answer yes in a terminal, "
                "or add --yes"
                if is_over
                else "to go on with this exam, leave out --anew; to begin anew, answer yes in a terminal"
            )
            raise CorrigeError.single(cause, place=str(folder), remedy=remedy)
        with transaction(folder) as connection:  # the events before this one do not count
            insert_events(connection, [Event(EventKind.ANEW, session.seq + 1, max(round(time(), 3), session.at))])


def _serve(folder: Path, config: ServerConfig, minutes: int | None, *, resume: bool) -> list[Message]:
    """Serve the exam session until the teacher ends it."""
    with locked(folder, name=LOCK):  # one command serves a class at a time
        with locked(folder):
            class_data = open_class(folder)
            print_problems((*lost_events(folder), *list_problems(class_data)))
            session = _session_to_hold(class_data, resume=resume)
            other_data = _record(class_data, session)
        if other_data:
            cause = Message(
                "the exam has changed: it draws other data than those that these students saw while answering: {names}",
                names=shortened(other_data),
            )
            raise CorrigeError.single(
                cause, place=str(folder), remedy="restore the earlier exam, then run the command again"
            )
        if session.minutes and minutes not in (None, session.minutes):
            print_message(
                "the exam that has begun keeps its duration of {count} minute; to give more time, use the monitor",
                plural="the exam that has begun keeps its duration of {count} minutes; to give more time, use "
                "the monitor",
                count=session.minutes,
            )
        with working("preparing the sheets"):
            # After a restart, the duration stays the same.
            plan = build_plan(
                class_data, session.minutes or minutes or minutes_of(class_data.exam), _seeds_shown(session)
            )
        _print_without_code(class_data)
        columns = dict.fromkeys(header for enrollment in class_data.enrollments for header, _ in enrollment.extra)
        if any(map(is_extra_time, columns)):
            print_message(
                "{count} student has extra time in the class list",
                plural="{count} students have extra time in the class list",
                count=sum(candidate.own > 0 for candidate in plan.candidates),
            )
        for header in filter(is_like_extra_time, columns):
            print_message(
                "the column {name!r} of the class list gives no extra time; if it should, call it: extra time",
                name=header,
            )
        config = replace(config, code_key=code_key(class_data.settings.secret))
        changes = _ListChanges(folder, plan)

        def print_addresses(config: ServerConfig, monitor: str) -> None:
            print_message("address for the students: {address}", address=config.address())
            print_message(
                "address of the monitor for you, the teacher, which works in a single browser: {address}",
                address=monitor,
            )
            print_message("Ctrl+C stops the server; run the command again to continue the exam")

        def print_restart(reason: str) -> None:
            with suppress(OSError):  # the terminal may be closed
                print_message(
                    "the server stopped ({code}) and is started again from the answers in class.db", code=reason
                )

        serve_session(folder, plan, config, print_addresses, print_restart, changes.new_plan)
        return changes.renamed


def _report(folder: Path, renamed: Sequence[Message]) -> None:
    """Print the number of papers, and what needs a person: late answers, unlisted students, new names."""
    class_data = open_class(folder)
    session = read_session(class_data)
    papers = [submission for _, submission, _ in sat_papers(class_data, session)]
    listed = {enrollment.student.id for enrollment in class_data.enrollments}
    print_message(
        "{count} paper from the exam in the browser is in the class",
        plural="{count} papers from the exam in the browser are in the class",
        count=len(papers),
    )
    late = sum(bool(seat.late) for student, seat in session.seats.items() if student in listed)
    if late:
        print_message(
            "{count} student typed after the end of the exam: these answers are stored but do not count, unless "
            "you give more time in the monitor",
            plural="{count} students typed after the end of the exam: these answers are stored but do not count, "
            "unless you give more time in the monitor",
            count=late,
        )
    strangers = [student for student, seat in session.typed.items() if student not in listed]
    for student in strangers:
        print_message(
            "{student} typed in {count} box but is not in the class list, so the paper counts for no student: "
            "write this identifier again on the line of the student",
            plural="{student} typed in {count} boxes but is not in the class list, so the paper counts for no "
            "student: write this identifier again on the line of the student",
            student=student,
            count=len(session.seats[student].texts),
        )
    for sentence in renamed:
        print_message("{sentence}", sentence=sentence)
    print_problems(lost := lost_events(folder))
    print_next_command("class", "grade", folder)
    needs_person(bool(late or strangers or renamed or lost))


def _session_to_hold(class_data: ClassData, *, resume: bool) -> ExamSession:
    """Return the exam session of a class, to be held or continued.

    Unless `resume`, ask the teacher first if the session is over, if its last event is in the future, or if the store
    lacks events.
    """
    session, now = read_session(class_data), time()
    if not resume and (lost := lost_events(class_data.folder)):
        cause = Message(
            "{cause}; answers typed from now on are lost if you put the latest class.db back later", cause=lost[0].cause
        )
        remedy = Message(
            "put the latest class.db back first, if you find it in a backup; to go on without it: --resume"
        )
        _ask_to_go_on(cause, remedy, class_data.folder)
    if session.begun is None or resume:
        return session
    begun, last, end = (moment_text(datetime.fromtimestamp(at)) for at in (session.begun, session.at, session.last_end))
    present = moment_text(datetime.fromtimestamp(now))
    if session.at > now + MINUTE:
        cause = Message(
            "something was recorded in this exam at {last}, but the clock of this machine shows "
            "{time}, which is earlier",
            last=last,
            time=present,
        )
    elif now > session.last_end + GRACE:
        cause = Message("this exam began on {begun} and ended on {end}", begun=begun, end=end)
    else:
        return session
    remedy = Message(
        "check the clock of this machine; to go on with the exam: --resume; to begin it anew (earlier answers "
        "stay in the history, but do not count): --anew"
    )
    _ask_to_go_on(cause, remedy, class_data.folder)
    return session


def _ask_to_go_on(cause: Message, remedy: Message, folder: Path) -> None:
    """Raise CorrigeError unless the teacher agrees to go on with the exam."""
    if not CONVERSATION.ask(Message("{cause}; go on with this exam?", cause=cause)):
        raise CorrigeError.single(cause, place=str(folder), remedy=remedy)


def _seeds_shown(session: ExamSession) -> dict[str, int]:
    return {student: seat.u0 for student, seat in session.typed.items() if seat.u0 is not None}


class _ListChanges:
    """The class list, watched for changes during an exam session.

    `renamed` has a sentence for each student who had signed in and whose name was then changed: two rows of the list
    may have been exchanged, so that each student would get the answers of the other.
    """

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.renamed: list[Message] = []
        self._folder, self._plan = folder, plan
        self._lists = self._read_lists()
        self._printed = ""

    def _read_lists(self) -> list[bytes | int]:
        """Return the contents of the class lists and the last seed; two changes may have the same modification time."""
        lists = (self._folder / ROSTER, self._folder.absolute().parent / ROSTER)
        return [*(path.read_bytes() if path.is_file() else b"" for path in lists), last_seed(self._folder)]

    def new_plan(self) -> Plan | None:
        """Return a new plan if the class list has changed, else None; a problem is printed once, and tried again."""
        try:
            return self._changed_plan()
        except Exception as error:  # noqa: BLE001 - an error in the exam's code must not end the session
            reason = repr(error) if not isinstance(error, CorrigeError) else str(error)
            if reason != self._printed:
                self._printed = reason
                with suppress(OSError):  # the disk may be full, the terminal closed
                    print_problems(error.problems if isinstance(error, CorrigeError) else [bug(error)])
            return None

    def _changed_plan(self) -> Plan | None:
        """Return a new plan if the class list has changed, and print the changes; None if no student has changed.

        CorrigeError if the exam has changed too, since a plan has the sheets of a single exam.
        """
        lists = self._read_lists()
        if lists == self._lists:
            return None
        with locked(self._folder, patience=PATIENCE):
            class_data = open_class(self._folder)
            session = read_session(class_data)
            other_data = _record(class_data, session, self._plan)
        if other_data:
            cause = Message(
                "the exam has changed: it draws other data than those on the sheets of these students: {names}",
                names=shortened(other_data),
            )
            remedy = Message("restore the earlier exam; until then, the change of the class list is not used")
            raise CorrigeError.single(cause, place=str(self._folder), remedy=remedy)
        plan = build_plan(class_data, self._plan.minutes, _seeds_shown(session), self._plan)
        changed = [student.id for student in set(plan.candidates).difference(self._plan.candidates)]
        self._lists, self._printed = lists, ""
        if not changed:
            return None
        before = {student.id: student.display_name for student in (*plan.candidates, *self._plan.candidates)}
        renamed = [
            Message(
                "{student} signed in under the name {before}, but the list now has {after} for this identifier: "
                "check which of the two answered",
                student=student.id,
                before=before[student.id],
                after=student.display_name,
            )
            for student in plan.candidates
            if student.id in session.seats
            and session.seats[student.id].first
            and student.id not in (student.display_name, before[student.id])  # lists without names
            and name_key(student.display_name) != name_key(before[student.id])
        ]
        self._plan = plan
        self.renamed += renamed
        with suppress(OSError):
            for sentence in renamed:
                print_message("{sentence}", sentence=sentence)
            print_message(
                "the class list has changed, and the exam in the browser now uses the new list: {names}",
                names=", ".join(sorted(changed)),
            )
            _print_without_code(class_data)
        return plan


def _record(class_data: ClassData, session: ExamSession, plan: Plan | None = None) -> tuple[str, ...]:
    """Record the data of new sheets; return the students for whose sheet the exam now draws other data, if any."""
    # The sheets of students who have typed stay, and those of the plan with the same seed, which open pages show.
    seeds, kept, new = _seeds_shown(session), list[Enrollment](), list[Enrollment]()
    shown = {(candidate.id, candidate.u0) for candidate in plan.candidates} if plan else set()
    for listed in class_data.enrollments:
        student = listed.student.id
        enrollment = replace(listed, u0=seeds.get(student, listed.u0))
        (kept if student in session.typed or (student, enrollment.u0) in shown else new).append(enrollment)
    changed = record_issue(class_data, kept, {}, renew=False, compared=SAT_SHEET)
    if not changed:
        record_issue(class_data, new, dict.fromkeys(class_data.by_id, SAT_SHEET), renew=True)
    return changed


def _practise(folder: Path, config: ServerConfig) -> None:
    """Serve the exam of a class for practice; CorrigeError during an exam session, since practice shows solutions."""
    class_data = open_class(folder)
    with locked(folder, name=LOCK), listen(config.host, config.port) as listening:
        seeds = seeds_in_turn(class_data.seeds)
        hosts = hosts_of(listening, *config.names)
        policy = AccessPolicy(
            hosts, Sessions[bool]("corrige-practice"), class_data.settings.lang, config.scheme, public=PATHS
        )
        practice = Practice(class_data.exam, class_data.settings.lang, seeds)
        print_message(
            "address for the students who practise: {address}",
            address=replace(config, port=listening.getsockname()[1]).address(),
        )
        print_message("Ctrl+C stops the command")
        serve_practice(practice, class_data.load, 0, policy, listening, (config.certificate, config.key))


def _print_without_code(class_data: ClassData) -> None:
    """Print the students who cannot sign in, since they have no valid code."""
    with reading(class_data.folder) as connection:
        codes = read_codes(connection, class_data.folder)
    students = [enrollment.student.id for enrollment in class_data.enrollments]
    without = [student for student in students if student not in codes]
    revoked = [student for student in students if codes.get(student) == REVOKED]
    if revoked:
        print_message(
            "an earlier class.db was put back: the code of {count} student in it has been replaced since and is "
            "no longer valid: {names}; corrige class sheets DIR --slips prints a new code",
            plural="an earlier class.db was put back: the codes of {count} students in it have been replaced "
            "since and are no longer valid: {names}; corrige class sheets DIR --slips prints new codes",
            count=len(revoked),
            names=shortened(revoked),
        )
    if without:
        print_message(
            "{count} student has no code and cannot sign in: {names}; corrige class sheets DIR --slips prints a code",
            plural="{count} students have no code and cannot sign in: {names}; corrige class sheets DIR "
            "--slips prints codes",
            count=len(without),
            names=shortened(without),
        )
