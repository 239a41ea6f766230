"""Whatever a file does to the process that reads it is a problem of that file, and the next one is read."""

import os
import sys
from pathlib import Path

import pytest

from answers.errors import CorrigeError, Problem
from answers.exam.identity import Student
from answers.messages import Message
from answers.submissions import read as module
from answers.submissions.raw.submission import Submission, WantedSheet
from answers.submissions.read import Answer, Question, Reader, packed, reader, unpacked
from tests.answers.submissions.hostile import HARMS
from tests.answers.submissions.sheets import again, filled, flattened_by_pdfium
from tests.programs import has_fence

HOSTILE = "tests.answers.submissions.hostile:"


def asked(name: str) -> Question:
    return Question(Path(name), name)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is limited under Linux only")
def test_one_file_never_costs_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ENTRY", f"{HOSTILE}serve")
    monkeypatch.setattr(module, "MAX_SECONDS", 1.0)
    monkeypatch.setattr(module, "MAX_WAIT", 7.0)
    made = Reader()
    causes = {
        "slow": "reading the file takes more than 1 seconds",
        "asleep": "reading the file takes more than 7 seconds",
        "large": "reading the file takes too much memory, or breaks the reader",
        "dead": "reading the file takes too much memory, or breaks the reader",
    }
    for name, cause in causes.items():
        with pytest.raises(CorrigeError) as caught:
            made.read(asked(name))
        assert caught.value.problems == (Problem(cause, name, "no answer sheet does: ask for the file again"),)
        assert made.read(asked("printing")) == ()
    with pytest.raises(CorrigeError, match=r"odd: the file could not be read \(RuntimeError\)"):
        made.read(asked("odd"))
    assert made._child is not None
    assert made.read(asked("growing")) == ()
    assert made._child is None
    made.close()


@pytest.mark.skipif(not has_fence(), reason="this system has neither Landlock nor seccomp")
def test_what_reads_a_file_writes_starts_and_reaches_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ENTRY", f"{HOSTILE}serve")
    made = Reader()
    for harm in HARMS:
        with pytest.raises(CorrigeError, match=r"could not be read \(PermissionError\)"):
            made.read(asked(str(tmp_path / harm)))
    made.close()
    assert list(tmp_path.iterdir()) == []


def test_the_process_is_kept_for_the_next_file(tmp_path: Path) -> None:
    path = tmp_path / "f.txt"
    path.write_text("1a: 5")
    made = Reader()
    made.read(asked(str(path)))
    child = made._child
    made.read(asked(str(path)))
    assert child is not None
    assert made._child is child
    made.close()
    made.close()
    assert made._child is None


def test_there_is_one_reader_a_process() -> None:
    assert reader(os.getpid()) is reader(os.getpid())


def test_a_sheet_that_cannot_be_made_is_told_to_the_process(tmp_path: Path) -> None:
    def none(wanted: WantedSheet) -> bytes:
        raise CorrigeError.one("no such exam")

    path = tmp_path / "f.pdf"
    path.write_bytes(flattened_by_pdfium(filled()))
    made = Reader()
    question = Question(path, "f.pdf", has_sheets=True)
    (found,) = made.read(question, none)
    assert "no-text" in map(str, found.flags)
    (found,) = made.read(question, again)
    assert "no-text" not in map(str, found.flags)
    made.close()


def test_a_process_that_does_not_start_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ENTRY", f"{HOSTILE}nothing")
    with pytest.raises(RuntimeError, match="cannot be started"):
        Reader().read(asked("f.txt"))


def test_a_process_that_says_something_else_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ENTRY", f"{HOSTILE}rubbish")
    made = Reader()
    with pytest.raises(CorrigeError, match="breaks the reader"):
        made.read(asked("f.txt"))
    assert made._child is None


@pytest.mark.parametrize(
    "answer",
    [
        Answer(),
        Answer(problems=(Problem("é\ud800"),), is_tired=True),
        Answer(wanted=WantedSheet("small", "fr", 17, Student("s03"))),
    ],
)
def test_answers_are_read_back(answer: Answer) -> None:
    assert unpacked(packed(answer)) == answer


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{}",
        b"[" * 100_000,
        b"[3, [], null, false]",
        b"[[3], [], null, false]",
        b'[[{"place": ["f"]}], [], null, false]',
        b'[[{"place": ["f", {"x": 1}]}], [], null, false]',
        b'[[{"place": ["f", ""]}], [], null, false]',
        b'[[], [["cause", "place"]], null, false]',
        b'[[], [], {"exam": "small"}, false]',
    ],
)
def test_answers_of_another_shape_are_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        unpacked(content)


def test_a_place_in_a_file_is_told_in_french_on_the_other_side(tmp_path: Path) -> None:
    path = tmp_path / "f.csv"
    path.write_text("student,u0,1a\ns1,17,10 20\n")
    made = Reader()
    (found,) = made.read(Question(path, "f.csv"))
    made.close()
    place = str(found.place)
    assert isinstance(place, Message)
    assert (place, place.told("fr")) == ("f.csv, line 2", "f.csv, ligne 2")


def test_submissions_are_the_same_on_the_other_side(tmp_path: Path) -> None:
    from answers.submissions.serve import read_file

    path = tmp_path / "f.pdf"
    path.write_bytes(filled())
    made = Reader()
    found = made.read(Question(path, "f.pdf", "a secret"))
    made.close()
    assert found == read_file(Question(path, "f.pdf", "a secret"))
    assert all(isinstance(one, Submission) and one.seal and one.seal.genuine for one in found)
