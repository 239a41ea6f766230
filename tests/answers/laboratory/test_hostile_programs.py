"""Hostile programs of students: each harmful action is tried, and does not succeed.

Each is tried behind bubblewrap alone, behind Landlock and seccomp alone, and behind all that this system has.
"""

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic, sleep

import pytest

from answers.laboratory.yahtzee import match as contest
from answers.laboratory.yahtzee import program
from answers.laboratory.yahtzee.program import ForfeitError, PlayerProgram
from answers.sandbox import process
from answers.sandbox.program import bubblewrap
from solvers.yahtzee.matches.referee import RefereeQuestion
from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.rules.rules import OFFICIAL
from tests.programs import has_fence

QUESTION = RefereeQuestion((1, 2, 2, 3, 6), 2, {}, {}, Position.start(OFFICIAL), 0)
BOX = RefereeQuestion((1, 2, 2, 3, 6), 0, {}, {}, Position.start(OFFICIAL), 0)
SECRET = "what no student may see"
UNFENCED = "import sys; sys.modules |= dict.fromkeys(('landlock', 'pyseccomp')); "
"""Start of a process as on a system without Landlock and seccomp."""


@pytest.fixture(scope="module")
def offered() -> dict[str, bool]:
    has = {"bubblewrap": bool(bubblewrap()), "inner": has_fence()}
    return has | {"all": any(has.values())}


@pytest.fixture(params=["bubblewrap", "inner", "all"])
def behind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, offered: dict[str, bool]) -> str:
    only: str = request.param
    if not offered[only]:
        pytest.skip(f"{only} is not allowed on this system")
    if only == "bubblewrap":
        monkeypatch.setattr(process, "PROGRAM", UNFENCED + process.PROGRAM)
    if only == "inner":
        monkeypatch.setattr("answers.sandbox.program.bubblewrap", tuple)
    return only


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    path = tmp_path / "marks.json"
    path.write_text(SECRET, "utf-8")
    return path


@pytest.fixture
def answered(tmp_path: Path) -> Callable[[str], object]:
    """Return the answer of a program with this body of `decide` to one question, or the reason for its forfeit."""

    def run(body: str) -> object:
        path = tmp_path / "decision.py"
        lines = "\n    ".join(body.splitlines())
        path.write_text(f"import os, sys\ndef decide(dice, rerolls, mine, theirs):\n    {lines}\n", "utf-8")
        with closing(PlayerProgram(path, say=[].append)) as running:
            try:
                return running.decide([QUESTION])[0]
            except ForfeitError as error:
                return str(error)

    return run


Answered = Callable[[str], object]


@pytest.mark.usefixtures("behind")
@pytest.mark.parametrize(
    "attack",
    [
        "open({path!r}, 'w').write('20')",
        "os.unlink({path!r})",
        "os.chmod({path!r}, 0)",
        "import mmap; f = open({path!r}, 'r+b'); m = mmap.mmap(f.fileno(), 0); m[:2] = b'20'; m.flush()",
        "os.mkdir({path!r} + 'new'); os.symlink({path!r}, {folder!r} + '/link')",
    ],
)
def test_it_changes_no_file(answered: Answered, victim: Path, attack: str) -> None:
    answer = answered(attack.format(path=str(victim), folder=str(victim.parent)) + "\nreturn 'harm'")
    assert victim.read_text("utf-8") == SECRET
    assert sorted(path.name for path in victim.parent.iterdir()) == ["decision.py", "marks.json"]
    assert oct(victim.stat().st_mode)[-3:] != "000"
    assert answer != SECRET


@pytest.mark.usefixtures("behind")
@pytest.mark.parametrize(
    "attack",
    [
        "return open({path!r}).read()",
        "return open(f'/proc/{parent}/environ').read()",
        "return open(f'/proc/{parent}/mem', 'rb').read(1)",
        "return dict(os.environ).get('CORRIGE_TEST_SECRET', 1 / 0)",
    ],
)
def test_it_reads_no_file_and_nothing_of_the_referee(
    answered: Answered, victim: Path, attack: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CORRIGE_TEST_SECRET", SECRET)
    parent = os.getpid()
    answer = answered(attack.format(path=str(victim), folder=str(victim.parent), parent=parent))
    assert isinstance(answer, dict)
    assert set(answer) == {"error"}


@pytest.mark.usefixtures("behind")
@pytest.mark.parametrize(
    "attack",
    [
        "os.kill({pid}, 9)",
        "import resource as r; r.prlimit({pid}, r.RLIMIT_CPU, (0, 0))",
    ],
)
def test_it_ends_no_other_program(answered: Answered, attack: str) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, start_new_session=True) as other:
        answer = answered(attack.format(pid=other.pid) + "\nreturn 'harm'")
        assert other.poll() is None
        other.communicate(b"\n")
        assert other.returncode == 0
    assert isinstance(answer, dict)


@pytest.fixture
def server() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(0.05)
        yield listening


@pytest.mark.usefixtures("behind")
def test_it_connects_to_nothing(answered: Answered, server: socket.socket) -> None:
    port = server.getsockname()[1]
    answer = answered(f"import socket\nsocket.create_connection(('127.0.0.1', {port}), 1).send(b'x')\nreturn 'harm'")
    with pytest.raises(TimeoutError):
        server.accept()
    assert isinstance(answer, dict)


def test_it_starts_nothing_that_outlives_it(answered: Answered, behind: str) -> None:
    """Bubblewrap alone ends started processes; seccomp prevents starting them."""
    start = "import subprocess; subprocess.Popen(['sleep', '98765.4321'], start_new_session=True)"
    answer = answered(f"{start}\nif not os.fork(): os.setsid(); [0 for _ in iter(int, 1)]\nreturn 'ones'")
    assert behind == "bubblewrap" or isinstance(answer, dict)
    end = monotonic() + 5
    while _is_running(b"98765.4321"):
        assert monotonic() < end
        sleep(0.01)


def _is_running(word: bytes) -> bool:
    return any(word in _bytes(path) for path in Path("/proc").glob("[0-9]*/cmdline"))


def _bytes(path: Path) -> bytes:
    with suppress(OSError):
        return path.read_bytes()
    return b""


@pytest.mark.parametrize("answer", ["[" * 3000 + "]" * 3000, '"\\ud800"', "1" * 5000, "{}"])
def test_no_answer_brings_the_referee_down(answered: Answered, answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program writes a line to the stream of answers."""
    monkeypatch.setattr(program, "MOST_BYTES", 100_000)
    body = (
        f"for way in range(3, 9):\n    try: os.write(way, b'[' + {answer.encode()!r} + b']\\n')\n    except OSError: 0"
    )
    repr(answered(body))


def test_each_has_what_it_needs(answered: Answered) -> None:
    """NumPy, SciPy, the time, random numbers, and more memory are allowed."""
    uses = "import numpy as np, scipy.linalg, random, time, fractions\nx = bytearray(10 ** 8)"
    assert answered(f"{uses}\nreturn [int(np.linalg.inv(np.eye(3)).sum()), random.randint(1, 1)]") == [3, 1]


def test_what_is_not_held_is_said_once_before_anything_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "PROGRAM", UNFENCED + process.PROGRAM)
    monkeypatch.setattr("answers.sandbox.program.bubblewrap", tuple)
    trace = tmp_path / "trace"
    path = tmp_path / "decision.py"
    path.write_text(f"import os\nos.makedirs({str(trace)!r}, exist_ok=True)\ndef decide(*_): return 'ones'\n", "utf-8")
    messages: list[tuple[str, bool]] = []
    with contest.entrants(
        [str(path), str(path)[:-3] + ".py"], OFFICIAL, say=lambda m: messages.append((m, trace.exists()))
    ):
        pass
    ((sentence, was_running),) = messages
    assert not was_running
    for harm in ("read your files", "change and delete your files", "stop your other programs", "use the network"):
        assert harm in sentence
    assert "bubblewrap" in sentence


def test_nothing_is_said_where_all_is_held(tmp_path: Path, offered: dict[str, bool]) -> None:
    if not offered["inner"]:
        pytest.skip("this system has neither Landlock nor seccomp")
    path = tmp_path / "decision.py"
    path.write_text("def decide(*_): return 'ones'\n", "utf-8")
    messages: list[str] = []
    with closing(PlayerProgram(path, say=messages.append)) as running:
        assert running.decide([BOX]) == ["ones"]
    assert messages == []
