import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from answers.classroom.folder import LOCK, locked
from answers.errors import CorrigeError

HOLD = """
import sys
from pathlib import Path
from answers.classroom.folder import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_class_is_held_by_one_program(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(CorrigeError) as caught, locked(tmp_path):
            pass
        other.kill()
    (problem,) = caught.value.problems
    assert (problem.place, "another command" in problem.cause) == (str(tmp_path), True)
    with pytest.raises(ZeroDivisionError), locked(tmp_path):  # a program that was killed holds nothing
        raise ZeroDivisionError
    with locked(tmp_path), locked(tmp_path / "none"):  # free again after a fault; another tells that it is not there
        assert ((tmp_path / LOCK).exists(), (tmp_path / "none").exists()) == (True, False)


def test_a_folder_that_may_not_be_written_is_named_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lock in it, of which the teacher knows nothing, is what cannot be written."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr("filelock.FileLock.acquire", refuse)
    with pytest.raises(CorrigeError) as caught, locked(tmp_path):
        pass
    (problem,) = caught.value.problems
    assert (problem.place, "the owner of this file or folder" in problem.remedy) == (str(tmp_path), True)


def test_what_a_killed_command_was_writing_is_removed(tmp_path: Path) -> None:
    """It may have marks or codes; what a running server writes stays."""
    old, new, kept = (tmp_path / name for name in (".slips.pdf.x1.part", ".last-event.txt.x2.part", "slips.pdf"))
    for path in (old, new, kept):
        path.write_bytes(b"AAAA-AAAA")
    for path in (old, kept):
        os.utime(path, (0, 0))
    with locked(tmp_path, name=".another.lock"):
        assert old.exists()
    with locked(tmp_path):
        assert [path.exists() for path in (old, new, kept)] == [False, True, True]
