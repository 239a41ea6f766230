"""No file costs the class: four seconds of the processor and 500 MB at most, and the next file is read."""

import contextlib
import os
import resource
from pathlib import Path

import pytest

from answers.errors import CorrigeError
from answers.submissions.read import read_submissions, worker
from tests.attack.bombs import BOMBS


def peak() -> int:
    """The most memory that the reading process took, in kilobytes."""
    child = worker(os.getpid())._child
    if child is None:
        return 0
    status = Path(f"/proc/{child.pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")))


def spent() -> float:
    """Seconds of the processor of all reading processes, those that were ended included."""
    child, ended = worker(os.getpid())._child, resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime + (child.spent() if child else 0)


def cost(name: str, folder: Path) -> tuple[float, int]:
    """Return the seconds of the processor and the most memory, in MB, that reading a bomb takes."""
    innocent, bomb = folder / "f.txt", folder / name
    innocent.write_text("1a: 5")
    read_submissions(innocent)  # the process is there
    bomb.write_bytes(BOMBS[name]())
    start = spent()
    with contextlib.suppress(CorrigeError):
        read_submissions(bomb)
    result = spent() - start, peak() // 1000
    assert read_submissions(innocent)[0].answers == {"1a": ("5",)}
    return result


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the memory of a process is told by Linux only")
@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_costs_little(tmp_path: Path, name: str) -> None:
    seconds, memory = cost(name, tmp_path)
    assert seconds < 5
    assert memory < 500
