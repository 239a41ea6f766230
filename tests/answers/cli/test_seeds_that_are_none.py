from pathlib import Path

import pytest

from tests.answers.cli.running import run
from tests.answers.tiny import EXAMS


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_sheet_for_0_is_printed_only_when_insisted_upon(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    asked = ("sheet", "tiny", "--exams", EXAMS, "--u0", "0", "-o", "zero.pdf")
    refused = run(capsys, *asked)
    assert (refused.code, refused.out) == (2, "")
    told = ["u₀ = 0 gives a sequence of zeros, which is no exam", "    → give another number, or pass --force"]
    assert refused.err.splitlines() == told
    assert not (here / "zero.pdf").exists()
    assert run(capsys, *asked, "--force").code == 0
    assert (here / "zero.pdf").read_bytes().startswith(b"%PDF-")


def test_a_paper_without_a_seed_is_told_in_one_line(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    (here / "a.txt").write_text("student: s01\nu0: 70000\n1a: 1 2\n1b: 3 4\n2: 5\n")
    (here / "b.txt").write_text("student: s02\n1a: 1 2\n1b: 3 4\n2: 5\n")
    outcome = run(capsys, "grade", "a.txt", "b.txt", "--exam", "tiny", "--exams", EXAMS)
    told = outcome.out.partition("For the teacher:\n")[2]
    assert (outcome.code, told.splitlines()) == (
        1,
        [
            "  s01: u₀ is not from 0 to 64006 [u0-out-of-range]",
            "  s01: u₀ is missing [no-seed]",
            "  s02: u₀ is missing [no-seed]",
        ],
    )
