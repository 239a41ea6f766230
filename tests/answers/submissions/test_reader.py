"""Files are read in another process, which asks for the sheets that it needs."""

import os
from pathlib import Path

import pytest

from answers.errors import CorrigeError, Problem
from answers.messages import Message
from answers.sandbox.worker import Supply
from answers.submissions import read as module
from answers.submissions.raw.submission import ExpectedExam, Submission, WantedSheet
from answers.submissions.read import ReadRequest, read_submissions, worker
from tests.answers.submissions.hostile import HARMS
from tests.answers.submissions.sheets import again, filled, flattened_by_pdfium
from tests.problems import problems_of
from tests.programs import has_fence


@pytest.mark.skipif(not has_fence(), reason="this system has neither Landlock nor seccomp")
def test_what_reads_a_file_writes_starts_and_reaches_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ENTRY", "tests.answers.submissions.hostile:serve")
    worker(0).close()
    for harm in HARMS:
        with pytest.raises(CorrigeError, match=r"could not be read \(PermissionError\)"):
            worker(0).ask(ReadRequest(tmp_path / harm, harm), 40, 4)
    worker(0).close()
    worker.cache_clear()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("name", "seconds"), [("clock", 7), ("processor", 1)])
def test_a_file_that_takes_too_long_is_told(name: str, seconds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow:
        def ask(self, request: ReadRequest, clock: float, processor: float, supply: Supply) -> tuple[Submission, ...]:
            raise module.LostError(name)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "worker", lambda _: Slow())
    monkeypatch.setattr(module, "MAX_SECONDS", 1.0)
    monkeypatch.setattr(module, "MAX_WAIT", 7.0)
    cause = f"reading this file takes more than {seconds} seconds"
    assert problems_of(read_submissions, Path("f.pdf")) == (
        Problem(cause, "f.pdf", "an answer sheet is never that slow or large: ask the student for the file again"),
    )


def test_a_process_that_asks_for_sheets_for_ever_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Greedy:
        def ask(self, request: ReadRequest, clock: float, processor: float, supply: Supply) -> tuple[Submission, ...]:
            seconds.append(processor)
            while True:
                sheet, more = supply(WantedSheet("small", "fr", len(seconds)))
                assert sheet == b"pdf"
                seconds.append(more)

    seconds: list[float] = []
    monkeypatch.setattr(module, "worker", lambda _: Greedy())
    with pytest.raises(CorrigeError, match="crashes corrige's reader"):
        read_submissions(Path("f.pdf"), sheet=lambda _: b"pdf")
    assert seconds[:4] == [4, 0, 1, 1]  # more for the papers of several
    assert (sum(seconds), len(seconds)) == (44, 82)


@pytest.mark.parametrize(("exam", "is_checked"), [("small", True), ("dice", False)])
def test_the_parts_of_a_text_are_checked_for_the_exam_that_it_names(
    tmp_path: Path, exam: str, *, is_checked: bool
) -> None:
    path = tmp_path / "f.txt"
    path.write_text(f"exam: {exam}\n9z: 5\n")
    exams = {"small": ExpectedExam("small", {"1a": 2})}
    if is_checked:
        with pytest.raises(CorrigeError, match="the exam small has no part '9z'"):
            read_submissions(path, exam_named=exams.get)
    else:
        (submission,) = read_submissions(path, exam_named=exams.get)
        assert submission.answers == {"9z": ("5",)}


def test_there_is_one_worker_a_process() -> None:
    assert worker(os.getpid()) is worker(os.getpid())


def test_a_sheet_that_cannot_be_made_is_told_to_the_process(tmp_path: Path) -> None:
    def none(wanted: WantedSheet) -> bytes:
        raise CorrigeError.single("no such exam")

    path = tmp_path / "f.pdf"
    path.write_bytes(flattened_by_pdfium(filled()))
    (submission,) = read_submissions(path, sheet=none)
    assert "no-text" in map(str, submission.flags)
    (submission,) = read_submissions(path, sheet=again)
    assert "no-text" not in map(str, submission.flags)


def test_a_place_in_a_file_is_told_in_french_on_the_other_side(tmp_path: Path) -> None:
    path = tmp_path / "f.csv"
    path.write_text("student,u0,1a\ns1,17,10 20\n")
    (submission,) = read_submissions(path, name="f.csv")
    place = str(submission.place)
    assert isinstance(place, Message)
    assert (place, place.render("fr")) == ("f.csv, line 2", "f.csv, ligne 2")


def test_submissions_are_the_same_on_the_other_side(tmp_path: Path) -> None:
    from answers.submissions.serve import read_file

    path = tmp_path / "f.pdf"
    path.write_bytes(filled())
    submissions = read_submissions(path, name="f.pdf", secret="a secret")
    assert submissions == read_file(ReadRequest(path, "f.pdf", "a secret"))
    assert all(
        isinstance(submission, Submission) and submission.signature and submission.signature.valid
        for submission in submissions
    )
