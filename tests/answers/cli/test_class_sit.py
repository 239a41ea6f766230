"""`corrige class sit`: what it refuses, and a room from its start to the papers of the class."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import sleep, time
from typing import cast
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

import pytest

from answers.assets import asset
from answers.classroom.db import insert, transaction
from answers.classroom.folder import open_class
from answers.classroom.issued import read_issued, record_issue
from answers.classroom.listed_names import record_names
from answers.classroom.sitting import Event, EventKind, insert_events
from answers.exam.trust import CONVERSATION
from answers.web.sitting.codes import code_hash, code_key
from answers.web.sitting.plan import Plan
from tests.answers.classroom.handing_in import paper_of
from tests.answers.cli.running import Corrige, run
from tests.answers.web.sitting.rooms import came, typed, write_events

PROGRAM = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); from answers.cli.app import main; main()"
"""The command as a shell starts it in the background: with interruptions ignored."""


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (("--host", "0.0.0.0"), "without a certificate, codes and answers cross the network"),
        (("--tls-cert", "c.pem"), "--tls-cert and --tls-key are of use only together"),
        (("--tls-cert", "c.pem", "--tls-key", "k.pem"), "c.pem: the file does not exist"),
    ],
)
def test_what_is_not_served(algo: Path, corrige: Corrige, options: tuple[str, ...], text: str) -> None:
    outcome = corrige("class", "sit", algo, *options)
    assert (outcome.code, text in outcome.err) == (2, True)
    assert not (algo / ".corrige-sit.lock").exists()


def test_events_that_an_earlier_store_lacks_need_a_person(
    algo: Path, corrige: Corrige, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exam goes on without them only if the teacher agrees: what is typed then is lost with the latest class.db."""
    served: list[object] = []
    monkeypatch.setattr("answers.cli.classes.sit.serve_session", lambda *_: served.append(True))
    (algo / "last-event.txt").write_text("7 0\n")
    outcome = corrige("class", "sit", algo)
    assert (outcome.code, "--resume" in outcome.err, served) == (2, True, [])
    assert (corrige("class", "sit", algo, "--resume").code, served) == (1, [True])
    lost = f"{algo / 'class.db'}: an earlier copy of class.db was put back: it lacks 7 later events"
    commands = ("sit", algo, "--collect"), ("grade", algo)
    for words in commands:
        outcome = corrige("class", *words)
        assert (outcome.code, lost in outcome.err) == (1, True)
    (algo / "last-event.txt").unlink()
    assert [lost in corrige("class", *words).err for words in commands] == [False, False]


def _draw_code(folder: Path, student: str, code: str) -> None:
    key = code_key(open_class(folder).settings.secret)
    with transaction(folder) as connection:
        insert(connection, "code", [{"student": student, "hash": code_hash(key, student, code)}])


def _asks(browser: OpenerDirector, address: str, path: str, body: object) -> dict[str, object]:
    headers = {"Origin": address.rstrip("/"), "Accept": "application/json"}
    with browser.open(Request(f"{address}{path}", json.dumps(body).encode(), headers)) as answer:
        results: dict[str, object] = json.load(answer)
    return results


def _tried(browser: OpenerDirector, address: str, body: object) -> dict[str, object]:
    """A sign-in, which is refused until the process has read the plan again."""
    try:
        return _asks(browser, address, "sign-in", body)
    except HTTPError:
        return {"refused": True}


def sender(student: str, u0: int, version: str = "") -> dict[str, object]:
    return {"device": student, "page": student, "student": student, "u0": u0, "version": version, "since": 0}


@contextmanager
def _served(*options: str) -> Iterator["subprocess.Popen[str]"]:
    """A room in a process of its own, which does not outlive a test that fails."""
    command = [sys.executable, "-c", PROGRAM, "class", "sit", *options, "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as run:
        try:
            yield run
        except BaseException:
            run.kill()
            raise


def begun_exam(begun: float) -> list[Event]:
    """An exam in which s01 has typed an answer after a minute."""
    saved = replace(typed("s01", "1a.1", "10", 1), seq=3, at=begun + 60)
    return [Event(EventKind.OPEN, 1, begun, minutes=60), Event(EventKind.SIGN_IN, 2, begun, "s01"), saved]


@pytest.mark.parametrize(
    ("begun", "cause"),
    [(time() - 7200, "this exam began on"), (time() + 7200, "but the clock of this machine shows")],
    ids=["yesterday's rehearsal", "a clock that was set back"],
)
def test_a_sitting_that_is_over_or_of_the_future_is_not_gone_on_with_unasked(
    algo: Path, corrige: Corrige, monkeypatch: pytest.MonkeyPatch, begun: float, cause: str
) -> None:
    with transaction(algo) as connection:
        insert_events(connection, begun_exam(begun))
    outcome = corrige("class", "sit", algo)
    assert (outcome.code, cause in outcome.err, "--anew" in outcome.err) == (2, True, True)
    refused = corrige("class", "seeds", algo, "--redraw", "--yes")
    assert (refused.code, "s01" in refused.err) == (2, True)
    with monkeypatch.context() as patched:
        patched.setattr("answers.cli.classes.sit.serve_session", lambda *_: None)
        assert "keeps its duration of 60 minutes" in corrige("class", "sit", algo, "--resume", "--minutes", "90").err
    assert corrige("class", "sit", algo, "--collect").err.startswith("1 paper ")
    assert corrige("class", "sit", algo, "--collect", "--anew", "--yes").code == (0 if begun < time() else 2)
    monkeypatch.setattr("answers.cli.app.converse", lambda: None)
    monkeypatch.setattr(CONVERSATION, "ask", lambda _question: True)
    assert corrige("class", "sit", algo, "--collect", "--anew").err.startswith("0 papers ")
    actions = json.loads(corrige("class", "history", algo, "--json").out)["actions"]
    own = {(action["student"], action["target"], action["text"]) for action in actions if action["kind"] == "sitting"}
    assert own == {("", "open", ""), ("s01", "sign-in", "1"), ("s01", "save", "1"), ("", "anew", "")}


def test_answers_of_an_exam_are_not_set_aside_by_the_command_of_its_rehearsal(
    algo: Path, corrige: Corrige, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a crash in the room, a teacher repeats the last command of the shell, which has --anew."""
    events = begun_exam(time() - 600)
    assert corrige("class", "sit", algo, "--collect", "--anew").code == 0  # nothing is lost, and nothing asked
    with transaction(algo) as connection:
        insert_events(connection, [replace(event, seq=event.seq + 1) for event in events])
    for options in ((), ("--yes",), ("--host", "0.0.0.0")):
        outcome = corrige("class", "sit", algo, "--anew", *options)
        assert (outcome.code, "typed answers" in outcome.err) == (2, "--host" not in options)
    assert corrige("class", "sit", algo, "--collect").err.startswith("1 paper ")
    asked: list[str] = []
    monkeypatch.setattr("answers.cli.app.converse", lambda: None)
    monkeypatch.setattr(CONVERSATION, "ask", lambda question: not asked.append(str(question)))
    assert corrige("class", "sit", algo, "--collect", "--anew").err.startswith("0 papers ")
    assert ["1 student has typed answers" in question for question in asked] == [True]


def test_what_is_odd_in_the_list_is_told_before_anybody_signs_in(
    algo: Path, corrige: Corrige, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names sorted by themselves, extra time, and a column that gives none."""
    monkeypatch.setattr("answers.cli.classes.sit.serve_session", lambda *_: None)
    roster = "student,name,first_name,u0,1/3 temps,Temps à part\ns01,{},10,oui,oui\ns02,{},11,,\n"
    (algo / "students.csv").write_text(roster.format("Alpha,Ann", "Beta,Bob"))
    record_names(algo, open_class(algo).enrollments)
    (algo / "students.csv").write_text(roster.format("Beta,Bob", "Alpha,Ann"))
    told = corrige("class", "sit", algo).err
    assert "2 students have in students.csv the names" in told
    assert "1 student has extra time in the class list" in told
    assert "the column 'Temps à part' of the class list gives no extra time" in told


def test_an_error_while_the_list_is_followed_is_told_once_and_tried_again(
    algo: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The code of the exam fails for the seed of a new student; later it does not."""

    def served(_folder: Path, plan: Plan, *_: object) -> None:
        (algo / "students.csv").write_text("student,u0\ns01,10\ns02,11\ns03,12\n")
        new_plan = cast(Callable[[], Plan | None], _[-1])
        with monkeypatch.context() as patched:
            patched.setattr("answers.web.sitting.prepare.sheet_questions", lambda *_: 1 / 0)
            assert [new_plan() for _ in range(3)] == [None] * 3
        new = new_plan()
        assert new is not None
        assert [len(plan.candidates), len(new.candidates)] == [2, 3]

    monkeypatch.setattr("answers.cli.classes.sit.serve_session", served)
    outcome = run(capsys, "class", "sit", algo)
    assert (outcome.code, outcome.err.count("ZeroDivisionError")) == (0, 1)


@pytest.fixture
def heaps(here: Path, corrige: Corrige, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An exam in one file, of the class in the folder "heap"."""
    exam = here / "heaps.py"
    exam.write_text(asset("templates", "start", "exam.py").read_text("utf-8"), "utf-8")
    (here / "list.csv").write_text("student,name,u0\ns01,Aa,10\ns02,Bb,11\n")
    corrige("class", "init", "heap", "--exam", exam, "--students", "list.csv")
    monkeypatch.chdir(here)
    return exam


def test_the_list_is_not_followed_while_the_exam_draws_other_data(
    heaps: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Open pages keep the sheets of the exam as it was, so that their records must stay."""
    exam, text = heaps, heaps.read_text("utf-8")

    def served(folder: Path, plan: Plan, *passed: object) -> None:
        new_plan, issued = cast(Callable[[], Plan | None], passed[-1]), read_issued(folder)
        exam.write_text(text.replace("draws.integer(2, 5)", "draws.integer(6, 8)"), "utf-8")
        (folder / "students.csv").write_text("student,name,u0\ns01,Aaa,10\ns02,Bb,11\ns03,Cc,12\n")
        assert [new_plan() for _ in range(2)] == [None] * 2
        assert read_issued(folder) == issued
        exam.write_text(text, "utf-8")
        new = new_plan()
        assert new is not None
        assert [len(plan.candidates), len(new.candidates)] == [2, 3]

    monkeypatch.setattr("answers.cli.classes.sit.serve_session", served)
    outcome = run(capsys, "class", "sit", "heap")
    assert (outcome.code, outcome.err.count("restore the earlier exam")) == (0, 1)


def test_sheets_printed_with_an_edited_exam_are_not_those_of_the_exam_in_the_browser(
    heaps: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = heaps.read_text("utf-8")
    monkeypatch.setattr("answers.cli.classes.sit.serve_session", lambda *_: None)
    run(capsys, "class", "sit", "heap", "--resume")
    write_events(open_class(Path("heap")), came("s01"), typed("s01", "1.1", "10", 1))
    heaps.write_text(text.replace("draws.integer(2, 5)", "draws.integer(6, 8)"), "utf-8")
    printed = open_class(Path("heap"))
    record_issue(printed, printed.enrollments, {"s01": "aaaaaaaa"}, renew=True)  # as `class sheets --force`
    assert "these students saw while answering: s01" in run(capsys, "class", "sit", "heap", "--resume").err
    assert [str(flag).partition(":")[0] for flag in paper_of(open_class(Path("heap"))).open_flags] == ["exam-changed"]
    heaps.write_text(text, "utf-8")
    assert run(capsys, "class", "sit", "heap", "--resume").code == 0
    assert paper_of(open_class(Path("heap"))).open_flags == ()


def test_answers_of_a_student_who_left_the_list_are_told(algo: Path, corrige: Corrige) -> None:
    write_events(open_class(algo), came("s01"), typed("s01", "1a.1", "10", 1), typed("s01", "1a.2", "20", 2))
    (algo / "students.csv").write_text("student,u0\ns02,11\n")
    outcome = corrige("class", "sit", algo, "--collect")
    assert (outcome.code, "s01 typed in 2 boxes but is not in the class list" in outcome.err) == (1, True)


@pytest.mark.parametrize(("after", "code"), [("Beta,Bob", 1), ("ALPHA,Ann", 0)], ids=["exchanged", "capitals"])
def test_another_name_of_a_student_who_has_signed_in_is_told(
    algo: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], after: str, code: int
) -> None:
    """Two rows of the list exchanged during the exam would give each student the answers of the other."""
    (algo / "students.csv").write_text("student,name,first_name,u0\ns01,Alpha,Ann,10\ns02,Beta,Bob,11\n")
    write_events(open_class(algo), came("s01"))

    def served(*passed: object) -> None:
        (algo / "students.csv").write_text(f"student,name,first_name,u0\ns01,{after},10\ns02,Alpha,Ann,11\n")
        assert cast(Callable[[], Plan | None], passed[-1])() is not None

    monkeypatch.setattr("answers.cli.classes.sit.serve_session", served)
    outcome = run(capsys, "class", "sit", algo, "--resume")
    told = [f"{student} signed in under" in outcome.err for student in ("s01", "s02")]
    assert (outcome.code, told) == (code, [bool(code), False])


@pytest.mark.slow
def test_a_room_from_its_start_to_the_papers(algo: Path, corrige: Corrige) -> None:
    _draw_code(algo, "s01", "AAAA-AAAA")
    with _served(str(algo), "--at-once", "--minutes", "60") as run:
        assert run.stderr is not None
        texts = [run.stderr.readline() for _ in range(4)]
        assert texts[0].startswith("1 student has no code and cannot sign in: s02")
        address = re.sub(r"address for the students: ", "", texts[1]).strip()
        browser = build_opener(HTTPCookieProcessor())
        _asks(browser, address, "sign-in", {"student": "s01", "code": "AAAA-AAAA"})
        save = {"item": "1a.1", "text": "10", "sequence": 1, "base": 0}
        version = str(_asks(browser, address, "state", sender("s01", 10))["version"])
        saved = _asks(browser, address, "save", {**sender("s01", 10, version), "saves": [save]})
        assert saved["saves"][0]["fate"] == "kept"  # type: ignore[index]
        (algo / "students.csv").write_text("student,u0,tiers-temps\ns01,10,\ns02,11,\ns03,,oui\n")
        assert "these students have no seed u₀ yet: s03" in run.stderr.readline()
        assert "class seeds" in run.stderr.readline()
        (algo / "students.csv").write_text("student,u0,tiers-temps\ns01,10,\ns02,11,\ns03,12,oui\n")
        _draw_code(algo, "s03", "CCCC-CCCC")
        assert run.stderr.readline().endswith("now uses the new list: s01, s02, s03\n")
        late = build_opener(HTTPCookieProcessor())
        while "refused" in _tried(late, address, {"student": "s03", "code": "CCCC-CCCC"}):
            sleep(0.1)
        state = _asks(late, address, "state", sender("s03", 12))
        assert 79 * 60 < cast(float, state["left"]) < 80 * 60
        run.send_signal(signal.SIGINT)
        rest = run.stderr.read()
    assert (run.returncode, "2 papers from the exam in the browser are in the class" in rest) == (0, True)
    row = json.loads(corrige("class", "grade", algo, "--json").out)["papers"][0]
    assert (row["student"], row["score"], row["flags"]) == ("s01", 0.5, [])


@pytest.mark.slow
def test_a_class_practises_with_seeds_of_nobody_and_leaves_nothing(algo: Path, corrige: Corrige) -> None:
    before = sorted(path.name for path in algo.iterdir())
    with _served(str(algo), "--practice") as run:
        assert run.stderr is not None
        address = re.sub(r"address for the students who practise: ", "", run.stderr.readline()).strip()
        browser = build_opener()
        with browser.open(address) as page:
            u0 = int(page.url.rpartition("=")[2])
        document = {"u0": u0, "question": 2, "texts": {"2.1": "x"}}
        while "wait" in (checked := _asks(browser, address, "check", document)):
            sleep(0.1)
        assert checked["items"]["2.1"]["verdict"] == "unreadable"  # type: ignore[index]
        assert "another command is using this class" in corrige("class", "sit", algo, "--port", "0").err
        run.send_signal(signal.SIGINT)
    assert u0 >= 60_000
    assert sorted({path.name for path in algo.iterdir()} - {".corrige-sit.lock", ".corrige.lock"}) == before
