"""Whatever a file does to the process that reads it is a problem of that file, and the next one is read."""

import os
import sys
from pathlib import Path

import pytest

from answers.errors import CorrigeError, Problem
from answers.messages import Message as Sentence
from answers.submissions.child import reader as module
from answers.submissions.child.messages import Found, Message, Question, Refused, packed, unpacked
from answers.submissions.child.reader import Reader, reader
from answers.submissions.raw.submission import Submission
from tests.answers.submissions.sheets import filled, flattened_by_pdfium, layout

HOSTILE = """
import sys; sys.path[:] = {path!r}
import time
from answers.submissions.child import serve
def read_file(path, **rest):
    match path.name:
        case "slow":
            while True: pass
        case "asleep": time.sleep(60)
        case "large": return bytearray(10**9)
        case "dead": sys.exit(3)
        case "odd": raise RuntimeError("odd")
        case "rubbish": import os; os.write(3, b"x" * 50); os.write(4, b"x" * 50)
        case "printing": print("hello")
        case "growing": serve.kept = bytearray(200_000_000)
    return ()
serve.read_file = read_file
serve.serve()
"""


def asked(name: str) -> Question:
    return Question(Path(name), name, "", None, has_layouts=False)


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is limited under Linux only")
def test_one_file_never_costs_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PROGRAM", HOSTILE)
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
            made.read(asked(name), None)
        assert caught.value.problems == (Problem(cause, name, "no answer sheet does: ask for the file again"),)
        assert made.read(asked("printing"), None) == ()
    with pytest.raises(CorrigeError, match=r"odd: the file could not be read \(RuntimeError\)"):
        made.read(asked("odd"), None)
    assert made._process is not None
    assert made.read(asked("growing"), None) == ()
    assert made._process is None
    made.close()


def test_the_process_is_kept_for_the_next_file(tmp_path: Path) -> None:
    path = tmp_path / "f.txt"
    path.write_text("1a: 5")
    made = Reader()
    made.read(asked(str(path)), None)
    process = made._process
    made.read(asked(str(path)), None)
    assert process is not None
    assert made._process is process
    made.close()
    made.close()
    assert made._process is None


def test_there_is_one_reader_a_process() -> None:
    assert reader(os.getpid()) is reader(os.getpid())


def test_a_layout_that_cannot_be_made_is_told_to_the_process(tmp_path: Path) -> None:
    def none(exam: str, lang: str) -> object:
        raise CorrigeError.one("no such exam")

    path = tmp_path / "f.pdf"
    path.write_bytes(flattened_by_pdfium(filled()))
    made = Reader()
    question = Question(path, "f.pdf", "", None, has_layouts=True)
    (found,) = made.read(question, none)  # type: ignore[arg-type]
    assert "no-text" in map(str, found.flags)
    (found,) = made.read(question, layout)
    assert "no-text" not in map(str, found.flags)
    made.close()


def test_a_process_that_does_not_start_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PROGRAM", "0 # {path}")
    with pytest.raises(RuntimeError, match="cannot be started"):
        Reader().read(asked("f.txt"), None)


@pytest.mark.parametrize("answer", [Found(()), Refused((Problem("é\ud800"),))])
def test_messages_are_read_back(answer: Found | Refused) -> None:
    assert unpacked(packed(Message(answer, tired=True))) == Message(answer, tired=True)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b'["Other", {}, false]',
        b'["Found", {"submissions": 3}, false]',
        b'["Found", {}, false]',
        b'["Found", {"submissions": [{"place": ["f"]}]}, false]',
        b'["Found", {"submissions": [{"place": ["f", {"x": 1}]}]}, false]',
    ],
)
def test_messages_of_another_shape_are_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        unpacked(content)


def test_a_place_in_a_file_is_told_in_french_on_the_other_side(tmp_path: Path) -> None:
    path = tmp_path / "f.csv"
    path.write_text("student,u0,1a\ns1,17,10 20\n")
    made = Reader()
    (found,) = made.read(Question(path, "f.csv", "", None, has_layouts=False), None)
    made.close()
    place = str(found.place)
    assert isinstance(place, Sentence)
    assert (place, place.told("fr")) == ("f.csv, line 2", "f.csv, ligne 2")


def test_submissions_are_the_same_on_the_other_side(tmp_path: Path) -> None:
    from answers.submissions.files.read_file import read_file

    path = tmp_path / "f.pdf"
    path.write_bytes(filled())
    made = Reader()
    found = made.read(Question(path, "f.pdf", "a secret", None, has_layouts=False), None)
    made.close()
    assert found == read_file(path, name="f.pdf", secret="a secret")
    assert all(isinstance(one, Submission) and one.seal and one.seal.genuine for one in found)
