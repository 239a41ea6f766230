"""corrige class sit: hold an exam in a browser."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from answers.classroom.folder import ROSTER, SITTING, ClassData, last_seed, locked, open_class
from answers.classroom.issued import record_issue
from answers.cli.common.options import Folder
from answers.cli.common.output import needs_person, print_message, print_next_command, print_problems, working
from answers.errors import CorrigeError
from answers.files import make_folder
from answers.messages import Message
from answers.web.common.guard import AccessPolicy, Sessions
from answers.web.common.serve import hosts_of, listen
from answers.web.practice.app import PATHS, serve_practice
from answers.web.practice.checking import Practice, seeds_in_turn
from answers.web.sitting.codes import read_codes
from answers.web.sitting.collecting import collect_session, session_of
from answers.web.sitting.plan import Plan, read_plan, write_plan
from answers.web.sitting.prepare import build_plan, minutes_of, with_changes, with_earlier_sheets
from answers.web.sitting.serving import ServerConfig, serve_session

PATIENCE = 5.0
"""Seconds that the server waits for another command in the class, to record the data of new students."""
HERE = ("127.0.0.1", "localhost", "::1")


def sit(
    folder: Folder,
    *,
    minutes: Annotated[
        int | None,
        typer.Option("--minutes", metavar="N", min=1, max=1440, help="Duration; by default as in the subject."),
    ] = None,
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="The address to listen at.")] = HERE[0],
    port: Annotated[int, typer.Option("--port", metavar="N", min=0, max=65535, help="Port; 0 for a free port.")] = 8000,
    names: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="NAME", help="Another host name of this address; may be repeated."),
    ] = None,
    certificate: Annotated[
        Path | None, typer.Option("--tls-cert", metavar="FILE", help="Certificate for https.")
    ] = None,
    key: Annotated[Path | None, typer.Option("--tls-key", metavar="FILE", help="Private key.")] = None,
    plain_http: Annotated[bool, typer.Option("--plain-http", help="Serve on a network without a certificate.")] = False,
    at_once: Annotated[
        bool, typer.Option("--at-once", help="Begin now; by default, the monitor begins the exam from the dashboard.")
    ] = False,
    practice: Annotated[
        bool, typer.Option("--practice", help="Practise the questions of the exam; nothing is saved.")
    ] = False,
    collect: Annotated[
        bool, typer.Option("--collect", help="Start no server; add the answers typed so far to the class.")
    ] = False,
) -> None:
    """Let the class sit the exam in a browser: a student enters with identifier and code (`class sheets --slips`).

    An answer is saved before it is acknowledged. Run the command again after an interruption: it continues. At the end
    the answers become papers of the class. With --practice, anybody who opens the address practises the exam, with
    seeds that no class uses.
    """
    if (certificate is None) != (key is None):
        raise CorrigeError.single("a certificate requires its key", remedy="give --tls-cert and --tls-key")
    for path in (certificate, key):
        if path is not None and not path.is_file():
            raise CorrigeError.single("the file does not exist", place=str(path), remedy="check the name")
    if practice:
        _practise(folder, ServerConfig(host, port, tuple(names or ()), certificate, key))
        return
    if not collect:
        _check_network(host, certificate, plain=plain_http)
        config = ServerConfig(host, port, tuple(names or ()), certificate, key, at_once)
        with locked(folder):
            class_data = open_class(folder)
            place = make_folder(folder / SITTING)
        with locked(place):  # record nothing while another command serves the class
            with locked(folder):
                other_data = _record(class_data)
            with working("preparing the sheets"):
                begun = session_of(class_data).minutes  # after a restart, the duration stays the same
                plan = build_plan(class_data, begun or minutes or minutes_of(class_data.exam))
                before = None
                with suppress(CorrigeError):  # the earlier plan is damaged or of another version
                    before = read_plan(place)
                if before is None and other_data:
                    raise _cannot_keep(class_data, other_data)
                plan = plan if before is None else with_earlier_sheets(plan, before, _typed(class_data))
                write_plan(place, plan)
            _print_other_data(other_data)
            _print_without_code(class_data)
            serve_session(place, config, _print_addresses, _print_restart, _ListChanges(folder, plan).apply)
    with locked(folder):
        class_data = open_class(folder)
        collect_result = collect_session(class_data, session_of(class_data), datetime.now())
    print_message(
        "{count} paper is in the class, {new} new or changed",
        plural="{count} papers are in the class, {new} new or changed",
        count=collect_result.papers,
        new=len(collect_result.new),
    )
    if collect_result.late:
        print_message(
            "{count} student typed after the end: the answers are kept, and count if you give time in the monitor",
            plural="{count} students typed after the end: the answers are kept, and count if you give time in "
            "the monitor",
            count=collect_result.late,
        )
    print_next_command("class", "grade", folder)
    needs_person(bool(collect_result.late))


class _ListChanges:
    """Changes of the class list during an exam session."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self._folder, self._plan = folder, plan
        self._lists = self._read_lists()

    def _read_lists(self) -> list[bytes | int]:
        """Return the contents of the lists: two changes within a tick of the clock have the same time."""
        lists = (self._folder / ROSTER, self._folder.absolute().parent / ROSTER)
        return [*(path.read_bytes() if path.is_file() else b"" for path in lists), last_seed(self._folder)]

    def apply(self) -> bool:
        """Update the plan if the class list has changed, and return whether it did."""
        lists = self._read_lists()
        if lists == self._lists:
            return False
        self._lists = lists
        try:
            with locked(self._folder, patience=PATIENCE):
                class_data = open_class(self._folder)
                _record(class_data)
            plan = with_changes(self._plan, class_data, _typed(class_data))
        except CorrigeError as error:  # for instance while a student has no seed
            print_problems(error.problems)
            return False
        changed = [sitting_student.id for sitting_student in set(plan.candidates).difference(self._plan.candidates)]
        if changed:
            write_plan(self._folder / SITTING, plan)
            self._plan = plan
            print_message("the seating plan follows the list: {names}", names=", ".join(sorted(changed)))
            _print_without_code(class_data)
        return bool(changed)


def _record(class_data: ClassData) -> tuple[str, ...]:
    """Record the data that students see now; return the students who have typed answers to other data and keep it."""
    typed = _typed(class_data)
    other = record_issue(
        class_data,
        [enrollment for enrollment in class_data.enrollments if enrollment.student.id in typed],
        {},
        renew=False,
    )
    record_issue(
        class_data,
        [enrollment for enrollment in class_data.enrollments if enrollment.student.id not in typed],
        {},
        renew=True,
    )
    return other


def _cannot_keep(class_data: ClassData, students: Sequence[str]) -> CorrigeError:
    cause = Message(
        "the exam draws other data today than those that {names} saw while answering, and their sheets are lost",
        names=", ".join(students[:5]) + (", …" if len(students) > 5 else ""),
    )
    remedy = "restore the exam, then begin again"
    return CorrigeError.single(cause, place=str(class_data.folder / SITTING), remedy=remedy)


def _print_other_data(students: Sequence[str]) -> None:
    """Print the students who continue with data that the exam no longer draws: their papers will not be marked."""
    if students:
        print_message(
            "the exam draws other data today; {count} student continues with the earlier data: {names}. "
            "`class grade` will not mark papers with other data: restore the exam",
            plural="the exam draws other data today; {count} students continue with the earlier data: "
            "{names}. `class grade` will not mark papers with other data: restore the exam",
            count=len(students),
            names=", ".join(students[:5]) + (", …" if len(students) > 5 else ""),
        )


def _typed(class_data: ClassData) -> set[str]:
    return {student for student, seat in session_of(class_data).seats.items() if seat.saves}


def _practise(folder: Path, config: ServerConfig) -> None:
    """Serve practice; refused during an exam session, since it shows solutions."""
    class_data = open_class(folder)
    with locked(make_folder(folder / SITTING)), listen(config.host, config.port) as listening:
        seeds = seeds_in_turn(enrollment.u0 for enrollment in class_data.enrollments if enrollment.u0 is not None)
        hosts = hosts_of(listening, *config.names)
        policy = AccessPolicy(
            hosts, Sessions[bool]("corrige-practice"), class_data.settings.lang, config.scheme, public=PATHS
        )
        practice = Practice(class_data.exam, class_data.settings.lang, seeds)
        print_message("to practise: {address}", address=replace(config, port=listening.getsockname()[1]).address())
        print_message("Ctrl+C stops the command")
        serve_practice(practice, class_data.load, 0, policy, listening, certificate=config.certificate, key=config.key)


def _check_network(host: str, certificate: Path | None, *, plain: bool) -> None:
    if host in HERE or certificate:
        return
    warning = Message(
        "without a certificate, codes and answers cross the network unencrypted: anybody who listens can read "
        "them, and write in the place of a student"
    )
    if not plain:
        remedy = Message("give --tls-cert and --tls-key; on a private network: --plain-http")
        raise CorrigeError.single(warning, place=host, remedy=remedy)
    print_message("{place}: {cause}", place=host, cause=warning)


def _print_without_code(class_data: ClassData) -> None:
    codes = read_codes(class_data.folder / SITTING)
    without = [enrollment.student.id for enrollment in class_data.enrollments if enrollment.student.id not in codes]
    if without:
        print_message(
            "{count} student has no code and cannot sign in: {names}; corrige class sheets DIR --slips",
            plural="{count} students have no code and cannot sign in: {names}; corrige class sheets DIR --slips",
            count=len(without),
            names=", ".join(without[:5]) + (", …" if len(without) > 5 else ""),
        )


def _print_addresses(config: ServerConfig, monitor: str) -> None:
    print_message("students: {address}", address=config.address())
    print_message("teacher, in a single browser: {address}", address=monitor)
    print_message("Ctrl+C stops the command; run it again to continue")


def _print_restart(code: int) -> None:
    print_message("the server stopped ({code}) and is started again; no acknowledged answer is lost", code=code)
