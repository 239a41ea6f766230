"""Two teachers in one class at once: in `class review`, at the desk, and at the command line."""

import os
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

import pytest

from answers.classroom.decisions import active_class_decisions, load_decisions
from answers.classroom.folder import locked, open_class
from answers.classroom.marks import grade_class
from answers.web.desk.desk import ReviewSession
from tests.answers.classroom.handing_in import submit, tiny_class

PROGRAM = "import sys; from answers.cli.app import main; main(sys.argv[1:])"
PATIENCE = 40.0

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="a terminal is of Unix")]


def environment(name: str) -> dict[str, str]:
    return {**os.environ, "LOGNAME": name, "CORRIGE_MESSAGES": "en", "TERM": "dumb"}


def command(*words: object, name: str = "grace") -> subprocess.Popen[str]:
    arguments = [sys.executable, "-c", PROGRAM, "class", *map(str, words)]
    return subprocess.Popen(
        arguments,
        env=environment(name),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
    )


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out + err


class Reviewer:
    """A person in `class review`, in a terminal of their own."""

    def __init__(self, folder: Path, name: str) -> None:
        import pty

        self._terminal, other = pty.openpty()
        arguments = [sys.executable, "-c", PROGRAM, "class", "review", str(folder)]
        self.process = subprocess.Popen(arguments, env=environment(name), stdin=other, stdout=other, stderr=other)
        os.close(other)
        self.shown = ""

    def sees(self, text: str) -> None:
        """Wait for a text that was not seen yet."""
        until = time.monotonic() + PATIENCE
        while text not in self.shown:
            assert time.monotonic() < until, self.shown
            if select.select([self._terminal], [], [], 1)[0]:
                try:
                    self.shown += os.read(self._terminal, 4096).decode()
                except OSError:
                    assert text in self.shown, self.shown
        self.shown = self.shown.partition(text)[2]

    def presses(self, keys: str) -> None:
        os.write(self._terminal, keys.encode())

    def ends(self) -> int:
        return self.process.wait(PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._terminal)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Each of the three wrote something to 2 that cannot be read."""
    class_data = tiny_class(tmp_path / "class")
    submit(class_data, s01="1a: 10 20\n2: aa?\n", s02="1a: 11 22\n2: bb?\n", s03="1a: 12 24\n2: cc?\n")
    return class_data.folder


def decided(folder: Path) -> dict[tuple[str, str], tuple[str, str]]:
    active = active_class_decisions(open_class(folder))
    return {key: (str(decision.override.kind), decision.override.author) for key, decision in active.items()}


def test_while_a_person_thinks_in_the_review_others_decide_and_mark(folder: Path) -> None:
    with Reviewer(folder, "ada") as ada:
        _while_a_person_thinks(folder, ada)


def _while_a_person_thinks(folder: Path, ada: Reviewer) -> None:
    ada.sees("1 of 3")  # the program waits for a key
    ada.sees("s01, Aa")
    with locked(folder):
        pass  # it holds no lock
    for student in ("s01", "s02"):
        code, told = ended(command("decide", folder, student, "2.1", "--wrong"))
        assert code == 0, told
    code, told = ended(command("grade", folder))
    assert code == 1, told  # an answer still waits for a person
    before = len(load_decisions(open_class(folder)).decisions)
    ada.presses("r\n")
    ada.sees("left unchanged")  # grace was first, and ada is told so
    assert len(load_decisions(open_class(folder)).decisions) == before
    ada.presses("s")
    ada.sees("3 of 3")
    ada.sees("s03, Ee")
    ada.presses("r\n")
    ada.sees("that was the last case")
    ada.presses("q")
    ada.sees("next: corrige class grade")
    assert ada.ends() == 0  # nothing is left
    wrong, right = ("wrong", "grace"), ("right", "ada")
    assert decided(folder) == {("s01", "2.1"): wrong, ("s02", "2.1"): wrong, ("s03", "2.1"): right}


def test_each_undoes_what_is_theirs(folder: Path) -> None:
    with Reviewer(folder, "ada") as ada:
        ada.sees("1 of 3")
        ada.presses("r\n")
        ada.sees("2 of 3")
        assert ended(command("decide", folder, "s03", "2.1", "--right"))[0] == 0
        ada.presses("u")
        ada.sees("undone: 2.1 of s01")
        ada.sees("1 of 2")  # the case that grace decided has gone from the list
        ada.presses("q")
        ada.ends()
    assert decided(folder) == {("s03", "2.1"): ("right", "grace")}


def test_decisions_at_the_same_moment_are_all_kept(folder: Path) -> None:
    targets = [(student, item) for item in ("1a.2", "2.1") for student in ("s01", "s02")]
    for pair in (targets[:2], targets[2:]):
        together = [command("decide", folder, *target, "--right", name=target[0]) for target in pair]
        assert [ended(process)[0] for process in together] == [0, 0]
    assert decided(folder) == {target: ("right", target[0]) for target in targets}


def test_the_desk_sees_what_is_decided_at_the_command_line_and_the_other_way(folder: Path) -> None:
    desk = ReviewSession(folder, "ada", "en")
    before = desk.marked().gradebook.rows[1].paper
    assert before is not None
    assert ended(command("decide", folder, "2", "--everybody", "--right"))[0] == 0
    after = desk.marked().gradebook.rows[1].paper
    assert after is not None
    assert after.score - before.score == 3
    assert float(sum(row.paper.score for row in grade_class(open_class(folder)).rows if row.paper)) == 3 * (1 + 3)
