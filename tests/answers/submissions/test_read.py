import contextlib
import io
import os
import time
from pathlib import Path

import openpyxl
import pikepdf
import pypdfium2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from answers.errors import CorrigeError, Problem
from answers.flags import FLATTENED, INVALID_SIGNATURE, NO_TEXT, NOT_COMPARED, PAGE_CHANGED, SCANNED
from answers.messages import Message
from answers.sandbox.worker import Supply
from answers.submissions import read as module
from answers.submissions.raw.submission import UNREAD, ExpectedExam, Submission, WantedSheet
from answers.submissions.read import ReadRequest, read_submissions, worker
from answers.submissions.serve import read_file
from tests.answers.submissions.exams import SMALL
from tests.answers.submissions.hostile import HARMS
from tests.answers.submissions.sheets import ANSWERS, SECRET, again, filled, flattened_by_pdfium, saved
from tests.answers.submissions.text.test_office_file import WORD, packed, run
from tests.problems import problems_of
from tests.programs import has_fence

TEXT = "student: é\n1a: ≃ 5\n"
JSON = '{"student": "é", "answers": {"1a": "≃ 5"}}'
CSV = "student;1a;1b;2\né;≃ 5;;\n"


@pytest.mark.parametrize(
    ("name", "text"), [("f.txt", TEXT), ("f.TXT", JSON), ("f.txt", f"\n [{JSON}]"), ("f.json", JSON), ("f.csv", CSV)]
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_formats_and_encodings(tmp_path: Path, name: str, text: str, encoding: str) -> None:
    path = tmp_path / name
    path.write_bytes(text.encode(encoding))
    (read,) = read_submissions(path, exam=SMALL)
    assert read.student == "é"
    assert read.answers["1a"] == ("≃ 5",)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("f.csv", "student;1a;1b;2\né;10⁻⁴;⅓;1 2 3\n"),
        ("f.txt", "student: é\n1a: 10⁻⁴\n1b: ⅓\n2: 1 2 3\n"),
        ("f.json", '{"student": "é", "answers": {"1a": "10⁻⁴", "1b": "⅓", "2": "1 2 3"}}'),
        ("f.html", "<p>student: é<p>1a: 10⁻⁴<p>1b: ⅓<p>2: 1 2 3"),
    ],
)
def test_a_question_mark_in_windows_latin_1_may_be_a_character_that_it_lacks(
    tmp_path: Path, name: str, text: str
) -> None:
    path = tmp_path / name
    path.write_bytes(text.encode("cp1252", "replace"))
    (read,) = read_submissions(path, exam=SMALL)
    assert (read.student, read.answers) == ("é", {"1a": (f"10??{UNREAD}",), "1b": (f"?{UNREAD}",), "2": ("1 2 3",)})
    for unicode in "utf-8", "utf-8-sig", "utf-16":  # where a question mark is one
        path.write_bytes(text.replace("⁻⁴", " ?").replace("⅓", "?").encode(unicode))
        (read,) = read_submissions(path, exam=SMALL)
        assert (read.answers["1a"], read.answers["1b"]) == (("10 ?",), ("?",))


def test_a_document_of_word_is_a_text_and_a_workbook_a_table(tmp_path: Path) -> None:
    text, table, book = tmp_path / "f.docx", tmp_path / "f.xlsx", openpyxl.Workbook()
    body = f"<w:p>{run('student: é')}</w:p><w:p>{run('1a: ≃ 5')}</w:p>"
    text.write_bytes(packed("word/document.xml", WORD.format(body)))
    book.active.append(["student", "1a", "1b", "2"])
    book.active.append(["é", 0.1 + 0.2, "1/3", 4])
    book.save(table)
    for path, answers in ((text, {"1a": ("≃ 5",)}), (table, {"1a": ("0.3",), "1b": ("1/3",), "2": ("4",)})):
        (read,) = read_submissions(path, exam=SMALL)
        assert (read.student, read.answers) == ("é", answers)


@pytest.mark.parametrize("suffix", ["pdf", "png"])
def test_the_code_of_a_scan_names_its_student_and_exam(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"f.{suffix}"
    with pypdfium2.PdfDocument(filled()) as document:
        document[0].render(scale=2).to_pil().save(path)
    (read,) = read_submissions(path, secret=SECRET, with_codes=True)
    assert (read.student, read.exam, read.signature.valid, read.flags) == ("s03", "small", True, (SCANNED,))
    (unnamed,) = read_submissions(path, secret=SECRET)
    assert (unnamed.student, unnamed.exam, unnamed.flags) == ("", None, (SCANNED,))


AGAIN = "ask the student for the file again"


@pytest.mark.parametrize(
    ("name", "content", "cause"),
    [
        ("f.png", b"GIF89a", "not a picture of the kind"),
        ("f.ods", b"PK\x03\x04", "'.ods' are not read"),
        ("f.xlsx", b"PK\x03\x04", "not an Excel workbook, or is damaged"),
        ("f", b"1a: 5", "has no suffix"),
        *((f"f.{suffix}", b"%PDF-1.7 ...", "the file is a PDF") for suffix in ("csv", "tsv", "json")),
        ("f.csv", b"PK\x03\x04....", "an archive or an office document"),
        ("f.pdf", b"PK\x03\x04....", "the file is not a PDF"),
        ("f.txt", b"", "the file is empty"),
        ("f.txt", b"\x00\x01\x02", "the file is not text"),
        ("f.txt", b"1a: 5" * 200_001, "larger than 1 MB"),
        *((f"f.{suffix}", b" " * 5_000_001, "larger than 5 MB") for suffix in ("json", "csv", "pdf")),
    ],
)
def test_refusals(tmp_path: Path, name: str, content: bytes, cause: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    (problem,) = problems_of(read_submissions, path, exam=SMALL)
    assert problem.place == str(path)
    assert cause in problem.cause


def test_the_header_of_a_pdf_is_looked_for_in_its_first_kilobyte(tmp_path: Path) -> None:
    path = tmp_path / "f.txt"
    path.write_bytes(b"1a:" + b" " * (1024 - 3 - 5) + b"%PDF-1")
    with pytest.raises(CorrigeError, match="the file is a PDF"):
        read_submissions(path)
    path.write_bytes(b"1a:" + b" " * (1024 - 3 - 4) + b"%PDF-1")
    assert read_submissions(path)[0].answers == {"1a": ("%PDF-1",)}


@pytest.mark.parametrize(
    ("name", "content"),
    [("f.txt", b"2:"), ("f.json", b'{"answers": {}}'), ("f.csv", b"student,1a,1b,2\nA,1,2,3"), ("f.pdf", None)],
)
def test_a_place_may_be_told_otherwise(tmp_path: Path, name: str, content: bytes | None) -> None:
    path = tmp_path / name
    path.write_bytes(content or filled())
    (submission,) = read_submissions(path, name="paper of s03", exam=SMALL)
    assert submission.place.file == "paper of s03"
    path.write_bytes(b"")
    assert problems_of(read_submissions, path, name="paper of s03") == (
        Problem("the file is empty", "paper of s03", AGAIN),
    )


@pytest.mark.parametrize(
    ("name", "text"), [("f.txt", "9z: 1"), ("f.txt", '{"answers": {"9z": 1}}'), ("f.json", '{"answers": {"9z": 1}}')]
)
def test_parts_are_checked_only_against_a_known_exam(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    assert read_submissions(path)[0].answers == {"9z": ("1",)}
    with pytest.raises(CorrigeError, match="the exam small has no part '9z'"):
        read_submissions(path, exam=SMALL)


def test_the_parts_of_a_text_are_checked_for_the_exam_that_it_names(tmp_path: Path) -> None:
    path, exams = tmp_path / "f.txt", {"small": ExpectedExam("small", {"1a": 2})}
    path.write_text("exam: dice\n9z: 5\n")
    assert read_submissions(path, exam_named=exams.get)[0].answers == {"9z": ("5",)}
    path.write_text("exam: small\n9z: 5\n")
    with pytest.raises(CorrigeError, match="the exam small has no part '9z'"):
        read_submissions(path, exam_named=exams.get)


def test_the_exam_the_secret_and_the_sheet_reach_the_reader_of_sheets(tmp_path: Path) -> None:
    path = tmp_path / "f.pdf"
    path.write_bytes(flattened_by_pdfium(filled()))
    (submission,) = read_submissions(path, exam=SMALL, secret=SECRET, sheet=again)
    assert (submission.answers, submission.flags) == (ANSWERS, (FLATTENED,))
    (submission,) = read_submissions(path)
    assert (submission.answers, submission.flags) == ({}, (FLATTENED, NO_TEXT, INVALID_SIGNATURE))


def test_missing_files_and_folders(tmp_path: Path) -> None:
    for path, cause in ((tmp_path / "f.csv", "does not exist"), (tmp_path, "this is a folder")):
        with pytest.raises(CorrigeError, match=cause):
            read_submissions(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
@pytest.mark.parametrize("name", ["f.txt", "f.pdf", "f.png"])
def test_a_named_pipe_is_refused_without_waiting_for_a_writer(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    started = time.monotonic()
    with pytest.raises(CorrigeError):
        read_submissions(tmp_path / name)
    assert time.monotonic() - started < 30  # waiting ends after 40 seconds


@pytest.mark.parametrize("suffix", [".pdf", ".json", ".csv", ".txt", ".tsv"])
@given(
    content=st.binary(max_size=200)
    | st.text(max_size=200).map(str.encode)
    | st.binary(max_size=99).map(b"%PDF-1.7\n".__add__)
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_random_content_is_refused_or_read(tmp_path: Path, suffix: str, content: bytes) -> None:
    path = tmp_path / f"f{suffix}"
    path.write_bytes(content)
    with contextlib.suppress(CorrigeError):
        assert all(isinstance(submission, Submission) for submission in read_submissions(path, exam=SMALL))


def test_a_sheet_that_was_drawn_on_is_compared_with_the_same_printed_again(tmp_path: Path) -> None:
    path = tmp_path / "f.pdf"
    with pikepdf.open(io.BytesIO(filled())) as pdf:
        pdf.pages[0].contents_add(b"20 400 m 20 500 l S")
        path.write_bytes(saved(pdf))
    (submission,) = read_submissions(path, exam=SMALL, secret=SECRET, sheet=again)
    assert (submission.answers, [flag.slug for flag in submission.flags]) == (ANSWERS, ["drawn-on:"])

    def unknown(*_: object) -> bytes:
        raise CorrigeError.single("the exam is not installed")

    (submission,) = read_submissions(path, exam=SMALL, secret=SECRET, sheet=unknown)
    assert (submission.answers, submission.flags) == (ANSWERS, (PAGE_CHANGED(1), NOT_COMPARED))


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


def test_a_place_in_a_file_is_told_in_french_on_the_other_side(tmp_path: Path) -> None:
    path = tmp_path / "f.csv"
    path.write_text("student,u0,1a\ns1,17,10 20\n")
    (submission,) = read_submissions(path, name="f.csv")
    place = str(submission.place)
    assert isinstance(place, Message)
    assert (place, place.render("fr")) == ("f.csv, line 2", "f.csv, ligne 2")


def test_submissions_are_the_same_on_the_other_side(tmp_path: Path) -> None:
    path = tmp_path / "f.pdf"
    path.write_bytes(filled())
    submissions = read_submissions(path, name="f.pdf", secret="a secret")
    assert submissions == read_file(ReadRequest(path, "f.pdf", "a secret"))
    assert all(
        isinstance(submission, Submission) and submission.signature and submission.signature.valid
        for submission in submissions
    )
