import errno
import os
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path

import pytest

from answers.cli import exams
from answers.errors import CorrigeError
from answers.messages import Message
from tests.answers.cli.running import Corrige


@pytest.mark.parametrize(("error", "code"), [(ZeroDivisionError("boom"), 70), (KeyboardInterrupt(), 130)])
def test_a_bug_is_ours_and_its_traceback_is_kept_in_a_file_but_not_that_of_an_interruption(
    corrige: Corrige, monkeypatch: pytest.MonkeyPatch, here: Path, error: BaseException, code: int
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(exams, "exam_here", fail)
    monkeypatch.setenv("TMPDIR", str(here))
    monkeypatch.setattr("tempfile.tempdir", None)
    outcome = corrige("show", "nash")
    assert (outcome.code, "bug in corrige" in outcome.err) == (code, code == 70)
    assert ["boom" in log.read_text() for log in here.glob("corrige-*.log")] == [True] * (code == 70)


@pytest.mark.slow
def test_control_c_while_sheets_are_printed_leaves_whole_files_and_goes_on(tmp_path: Path) -> None:
    roster = tmp_path / "list.csv"
    roster.write_text("student\n" + "".join(f"s{n:03}\n" for n in range(120)))
    folder = tmp_path / "class"
    listening = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"  # tests in the background do not
    )
    corrige = [sys.executable, "-c", f"{listening}; from answers.cli.app import main; main()"]
    (temporary := tmp_path / "temporary").mkdir()
    environment = {**os.environ, "CORRIGE_CACHE": str(tmp_path / "keys"), "TMPDIR": str(temporary)}

    def start(*arguments: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [*corrige, "class", *arguments], text=True, stderr=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        )

    for arguments in (
        ["init", str(folder), "--exam", "nash", "--students", str(roster)],
        ["seeds", str(folder), "--candidates", "0"],
    ):
        started = start(*arguments)
        started.communicate(timeout=120)
        assert started.returncode == 0
    printing = start("sheets", str(folder))
    deadline = time.monotonic() + 60
    while len(list((folder / "sheets").glob("*.pdf"))) < 3 and time.monotonic() < deadline:
        time.sleep(0.02)
    printing.send_signal(signal.SIGINT)
    _, err = printing.communicate(timeout=60)
    assert printing.returncode == 130
    assert "Traceback" not in err
    written = list((folder / "sheets").iterdir())
    assert 3 <= len(written) < 120
    assert all(path.suffix == ".pdf" and path.read_bytes().rstrip().endswith(b"%%EOF") for path in written)
    assert list(temporary.iterdir()) == []


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_no_room_for_the_result_is_no_bug() -> None:
    program = "from answers.cli.app import main; main(['list'])"
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([sys.executable, "-c", program], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert b"standard output" in done.stderr.splitlines()[0]


@pytest.mark.parametrize("code", [errno.EACCES, errno.EDQUOT])
def test_what_the_system_refuses_is_no_bug(corrige: Corrige, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    def refuse(_: Path) -> None:
        raise OSError(code, os.strerror(code), "algo/corrige.toml")

    monkeypatch.setattr("answers.cli.classes.review.marked_class", refuse)
    outcome = corrige("class", "review", "algo")
    assert outcome.code == 2
    assert outcome.err.startswith(
        f"algo/corrige.toml: this file or folder cannot be used: {os.strerror(code).lower()}\n"
    )


def test_what_only_takes_longer_is_said_once(corrige: Corrige, monkeypatch: pytest.MonkeyPatch) -> None:
    def warn_twice(_: Path) -> None:
        for _ in range(2):
            warnings.warn(Message("another program holds {file}: keys are made anew", file="keys"), stacklevel=1)
        raise CorrigeError.single("enough")

    monkeypatch.setattr("answers.cli.classes.review.marked_class", warn_twice)
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        outcome = corrige("class", "review", "algo")
    assert outcome.err == "another program holds keys: keys are made anew\nenough\n"


def test_the_version_has_a_short_option(corrige: Corrige) -> None:
    assert corrige("-V").out == corrige("--version").out != ""
