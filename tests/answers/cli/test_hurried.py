"""What is typed in a hurry: the name of a class, a date, an option, a size; what is said is what to do."""

from pathlib import Path

import pytest

from tests.answers.cli.running import run
from tests.answers.tiny import EXAMS


@pytest.fixture
def classroom(here: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    (here / "list.csv").write_text("student,u0\ns01,10\ns02,11\n")
    run(capsys, "class", "init", "algo", "--exam", "tiny", "--exams", EXAMS, "--students", "list.csv")
    return here / "algo"


@pytest.mark.parametrize(
    ("typed", "remedy"), [("alog", "did you mean algo?"), ("june", "start one with `corrige class init`")]
)
def test_the_class_beside_is_named(
    classroom: Path, capsys: pytest.CaptureFixture[str], typed: str, remedy: str
) -> None:
    for command in ("grade", "collect", "seeds", "report"):
        outcome = run(capsys, "class", command, typed)
        assert (outcome.code, outcome.err) == (2, f"{typed}: there is no class here\n    → {remedy}\n")


def test_a_file_that_is_not_there_is_all_that_is_told(classroom: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (classroom / "submissions/s01.txt").write_text("1a: 10 20\n")
    outcome = run(capsys, "class", "collect", "algo", "missing-folder", "none.zip")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == "".join(
        f"{name}: the file does not exist\n    → check the name\n" for name in ("missing-folder", "none.zip")
    )


@pytest.mark.parametrize(
    ("typed", "moment"),
    [
        ("20/11/2026", "2026-11-20 00:00"),
        ("20/11/2026 18:30", "2026-11-20 18:30"),
        ("05/06/2026", "2026-06-05 00:00"),
        ("2026-11-20T18:30", "2026-11-20 18:30"),
    ],
)
def test_a_deadline_as_it_is_written_in_france(
    classroom: Path, capsys: pytest.CaptureFixture[str], typed: str, moment: str
) -> None:
    outcome = run(capsys, "class", "collect", "algo", "--deadline", typed)
    assert outcome.err == f"the deadline is {moment}\n"
    assert f'"deadline": "{moment.replace(" ", "T")}:00"' in (classroom / "collected/index.json").read_text()


def test_another_date_is_answered_with_what_is_wanted(classroom: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run(capsys, "class", "collect", "algo", "--deadline", "11/20/2026")
    assert outcome.code == 2
    assert "give a date such as 2026-05-30 or 30/05/2026, or with a time: 2026-05-30T18:00" in outcome.err


@pytest.mark.parametrize(
    ("typed", "told"),
    [("--raison", "--reason"), ("--wrnog", "--wrong"), ("--rihgt", "--right")],
)
def test_only_options_that_are_near_are_named(
    classroom: Path, capsys: pytest.CaptureFixture[str], typed: str, told: str
) -> None:
    outcome = run(capsys, "class", "decide", "algo", "s01", "1a", typed)
    assert f"    → did you mean {told}? – see " in outcome.err


@pytest.mark.parametrize("content", [b"%PDF-1.7\n%\xe2\xe3\n", b"\xd0\xcf\x11\xe0\0\0", b"%PDF-1.4 student,name\n"])
def test_a_list_is_csv_or_xlsx(classroom: Path, here: Path, capsys: pytest.CaptureFixture[str], content: bytes) -> None:
    (here / "x.pdf").write_bytes(content)
    outcome = run(capsys, "class", "add", "algo", "x.pdf")
    assert outcome.code == 2
    assert "list\n    → give it as CSV or XLSX" in outcome.err


@pytest.mark.parametrize("name", ["domineering", "cram", "chomp"])
def test_a_size_with_spaces(capsys: pytest.CaptureFixture[str], name: str) -> None:
    within = run(capsys, "solve", name, "--board", "2 x 3")
    assert within == run(capsys, "solve", name, "--board", "2x3")
    outcome = run(capsys, "solve", name, "--board", "2", "x", "3")
    assert "write a size without spaces, such as 3x4" in outcome.err


def test_help_says_the_limit_and_sends_to_no_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert "at most 64 cells" in " ".join(run(capsys, "solve", "domineering", "--help").out.split())
    for name in ("grade", "collect", "decide", "export"):
        assert "docs/" not in run(capsys, "class", name, "--help").out
