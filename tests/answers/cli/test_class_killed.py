"""Commands killed at random moments: the class is as before or as after, and running them again ends their work."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from answers.classroom.decisions import load_decisions
from answers.classroom.folder import open_class, removed_students
from answers.classroom.upload_index import read_index
from tests.answers.classroom.handing_in import moodle, tiny_class, zipped

KILLS = 6
PROGRAM = "import sys; from answers.cli.app import main; main(sys.argv[1:])"

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is of Unix")]


def start(*arguments: object) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-c", PROGRAM, "class", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def run_for(seconds: float, *arguments: object) -> None:
    process = start(*arguments)
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    process.wait()


def length_of(*arguments: object) -> float:
    """How long a command takes on this machine now, in a folder where it may."""
    begun = time.monotonic()
    assert start(*arguments).wait() in {0, 1}
    return time.monotonic() - begun


def prepared(folder: Path) -> Path:
    class_data = tiny_class(folder, 10_000)
    zipped(
        folder.parent / "all.zip", {f"{moodle('Éa Aa', 1)}/{i}.txt": (f"1a: 10 {i}\n2: 2,500\n", i) for i in range(24)}
    )
    return class_data.folder


def test_collecting(tmp_path: Path) -> None:
    (tmp_path / "try").mkdir()
    whole = prepared(tmp_path / "try" / "class")
    source = random.Random(11)
    lasts = length_of("collect", whole, tmp_path / "try" / "all.zip")
    after = [entry.upload for entry in read_index(whole).files]
    folder = prepared(tmp_path / "class")
    for _ in range(KILLS):
        run_for(source.uniform(0.2, 1) * lasts, "collect", folder, tmp_path / "all.zip")
        assert [entry.upload for entry in read_index(folder).files] in ([], after)
        assert all(
            (folder / "collected" / entry.file).stat().st_size == entry.size for entry in read_index(folder).files
        )
    length_of("collect", folder, tmp_path / "all.zip")
    assert [entry.upload for entry in read_index(folder).files] == after


def test_deciding(tmp_path: Path) -> None:
    folder = prepared(tmp_path / "class")
    source = random.Random(12)
    (folder / "submissions" / "s01.txt").write_text("1a: 10 20\n2: 2,500\n")
    lasts = length_of("decide", folder, "s01", "2", "--right")
    class_data = open_class(folder)
    for i in range(KILLS):
        before = load_decisions(class_data).decisions
        run_for(source.uniform(0.2, 1) * lasts, "decide", folder, "s01", "2", "--points", str(i % 3))
        after = load_decisions(class_data).decisions
        assert after == before or (after[:-1] == before and after[-1].override.value == str(i % 3))


def test_removing(tmp_path: Path) -> None:
    folder = prepared(tmp_path / "class")
    source = random.Random(13)
    (folder / "feedback").mkdir()
    for i in range(KILLS):
        (folder / "feedback" / "s01.pdf").write_bytes(b"of s01")
        run_for(source.uniform(0.2, 1) * (2 + i % 2), "remove", folder, "s01")
        present = [enrollment.student.id for enrollment in open_class(folder).enrollments]
        assert present in (["s01", "s02", "s03"], ["s02", "s03"])
        assert present[0] == "s01" or [enrollment.student.id for enrollment in removed_students(folder)] == ["s01"]
        paths = [*folder.glob("feedback/s01.pdf"), *folder.glob("set-aside/feedback/s01.pdf")]
        assert b"of s01" in [path.read_bytes() for path in paths]
    assert start("remove", folder, "s01").wait() == 0
    assert not (folder / "feedback" / "s01.pdf").exists()
