import contextlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from answers.errors import CorrigeError
from answers.flags import Place
from answers.submissions.raw.submission import Submission
from answers.submissions.read import read_submissions
from tests.answers.submissions.exams import SMALL
from tests.answers.submissions.sheets import ANSWERS, SECRET, filled

TEXT = "student: é\n1a: ≃ 5\n"
JSON = '{"student": "é", "answers": {"1a": "≃ 5"}}'
CSV = "student;1a;1b;2\né;≃ 5;;\n"


@pytest.mark.parametrize(("name", "text"), [("f.txt", TEXT), ("f.TXT", JSON), ("f.json", JSON), ("f.csv", CSV)])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_formats_and_encodings(tmp_path: Path, name: str, text: str, encoding: str) -> None:
    path = tmp_path / name
    path.write_bytes(text.encode(encoding))
    (read,) = read_submissions(path, exam=SMALL)
    assert read.student == "é"
    assert read.answers["1a"] == ("≃ 5",)


@pytest.mark.parametrize("name", ["f.txt", "f.csv"])
def test_latin_1(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes((TEXT if name == "f.txt" else CSV).replace("≃", "½ €").encode("cp1252"))
    (read,) = read_submissions(path, exam=SMALL)
    assert (read.student, read.answers["1a"]) == ("é", ("½ € 5",))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("f.xlsx", b"PK\x03\x04", "files named '.xlsx' are not read"),
        ("f", b"1a: 5", "no suffix"),
        ("f.csv", b"%PDF-1.7 ...", "is a PDF, though its name says CSV"),
        ("f.csv", b"PK\x03\x04....", "is an archive"),
        ("f.pdf", b"1a: 5", "is not a PDF"),
        ("f.txt", b"", "empty"),
        ("f.json", b" \n", "empty"),
        ("f.txt", b"\x00\x01\x02", "not text"),
        ("f.csv", b"\xff\xfe1", "not text"),
        ("f.txt", b"1a: 5" * 300, "larger than"),
    ],
)
def test_refusals(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(CorrigeError, match=message) as caught:
        read_submissions(path, exam=SMALL, max_bytes=1000)
    assert all(problem.place.startswith(str(path)) and problem.remedy for problem in caught.value.problems)


def test_a_filled_sheet(tmp_path: Path) -> None:
    path = tmp_path / "f.PDF"
    path.write_bytes(filled())
    (found,) = read_submissions(path, exam=SMALL, secret=SECRET)
    assert (found.answers, found.flags, found.place) == (ANSWERS, (), Place(str(path)))


def test_missing_files_and_folders(tmp_path: Path) -> None:
    with pytest.raises(CorrigeError, match="does not exist"):
        read_submissions(tmp_path / "f.csv")
    with pytest.raises(CorrigeError, match="folder"):
        read_submissions(tmp_path)


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
        assert all(isinstance(one, Submission) for one in read_submissions(path, exam=SMALL))
