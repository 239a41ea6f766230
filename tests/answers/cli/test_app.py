import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.main import get_command

from answers.cli import exams
from answers.cli.app import app
from tests.answers.cli.running import run

TYPES = re.compile(r"<(?:str|int|float|bool|path|list)[^|>]*>")
HEAVY = ("scipy", "numba", "matplotlib", "weasyprint")


def test_help_imports_no_heavy_library() -> None:
    code = (
        "import sys; sys.argv = ['corrige', '--help']\n"
        "from answers.cli.app import main\n"
        "try: main()\n"
        f"finally: sys.exit(', '.join(name for name in {HEAVY} if name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == "\n"
    assert done.returncode == 1  # sys.exit of a text, here of no name at all


def test_help_shows_the_commands_in_the_order_of_the_work(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "--help").out
    commands = [
        "list",
        "show",
        "check",
        "atlas",
        "key",
        "sheet",
        "grade",
        "class",
        "compose",
        "explain",
        "verify",
        "figures",
        "solve",
        "match",
        "play",
        "demo",
    ]
    assert [line.split()[0] for line in out.split("Commands:")[1].splitlines() if line.strip()] == commands


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["key", "nash", "--u0", "abc"], "abc' is not a whole number"),
        (["key", "nash", "--u0", "-1"], "0 to 64006"),
        (["key", "nash", "--u0", "64007"], "0 to 64006"),
        (["key", "nash", "--u0", "9" * 40], "0 to 64006"),
        (["sheet", "nash", "--u0", "64007"], "0 to 64006"),
        (["key", "nach", "--u0", "1"], "did you mean nash?"),
        (["key", "../../etc", "--u0", "1"], "there is no exam"),
        (["key", "nash", "--u0", "1", "--question", "7z"], "did you mean"),
        (["show", "nahs"], "did you mean nash?"),
        (["verify", "nothing"], "there is no exam"),
        (["sheet", "nash", "--u0", "1", "--face", "feedback"], "feedback"),
        (["gade", "x"], "grade"),
        (["grade", "missing.pdf"], "missing.pdf: the file does not exist"),
        (["grade", "."], "."),
        (["class", "grade", "nowhere"], "corrige class init"),
        (["solve", "phantom", "--board", "9x9"], "64 cells"),
        (["solve", "phantom", "--board", "3by3"], "write it like 3x4"),
        (["solve", "phantom", "--board", "3x3", "--illegal", "5,5"], "(5, 5)"),
        (["solve", "nash", "--matrix", "none.csv"], "does not exist"),
    ],
)
def test_asked_wrongly_is_one_message_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], here: Path, arguments: list[str], told: str
) -> None:
    outcome = run(capsys, *arguments)
    assert outcome.code == 2
    assert outcome.out == ""
    assert told in outcome.err
    assert "Traceback" not in outcome.err
    assert list(here.iterdir()) == []


def test_a_bug_is_ours_and_its_traceback_is_kept_in_a_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, here: Path
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("boom")

    monkeypatch.setattr(exams, "exam_here", fail)
    monkeypatch.setenv("TMPDIR", str(here))
    monkeypatch.setattr("tempfile.tempdir", None)
    outcome = run(capsys, "show", "nash")
    assert outcome.code == 70
    assert "bug of corrige" in outcome.err
    (log,) = here.glob("corrige-*.log")
    assert "boom" in log.read_text()


def test_an_interruption_exits_with_130(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(exams, "exam_here", interrupt)
    assert run(capsys, "show", "nash").code == 130


def test_control_c_while_sheets_are_printed_leaves_whole_files_and_goes_on(tmp_path: Path) -> None:
    roster = tmp_path / "list.csv"
    roster.write_text("student\n" + "".join(f"s{n:03}\n" for n in range(400)))
    folder = tmp_path / "class"
    listening = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"  # tests in the background do not
    )
    corrige = [sys.executable, "-c", f"{listening}; from answers.cli.app import main; main()"]
    environment = {**os.environ, "CORRIGE_CACHE": str(tmp_path / "keys")}

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
    assert 3 <= len(written) < 400
    assert all(path.suffix == ".pdf" and path.read_bytes().rstrip().endswith(b"%%EOF") for path in written)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_no_room_for_the_result_is_no_bug() -> None:
    program = "from answers.cli.app import main; main(['list'])"
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([sys.executable, "-c", program], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(b"standard output: there is no room for the result\n")


def test_no_help_speaks_of_types(capsys: pytest.CaptureFixture[str]) -> None:
    found = {" ".join(names): TYPES.findall(run(capsys, *names, "--help").out) for names in commands(get_command(app))}
    assert len(found) > 30
    assert {name: types for name, types in found.items() if types} == {}


def test_the_version_has_a_short_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "-V").out == run(capsys, "--version").out != ""


def commands(group: object) -> Iterator[tuple[str, ...]]:
    """The words after `corrige` of each command."""
    for name, command in getattr(group, "commands", {}).items():
        yield from [(name, *inner) for inner in commands(command)] or [(name,)]
