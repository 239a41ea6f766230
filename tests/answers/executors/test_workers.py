import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from answers.errors import CorrigeError, Problem
from answers.executors.workers import Engine, workers

PROBLEMS = (Problem("first", "here", "correct it"), Problem("second"))


def doubled(seeds: Sequence[int]) -> list[int]:
    return [2 * u0 for u0 in seeds]


def refused(_: Sequence[int]) -> list[int]:
    raise CorrigeError(PROBLEMS)


def results_and_problems(engine: Engine) -> None:
    """Results come in order, and problems travel whole."""
    with workers(engine) as parallel_map:
        assert list(parallel_map(doubled, range(11))) == list(range(0, 22, 2))
        assert list(parallel_map(doubled, ())) == []
        with pytest.raises(CorrigeError) as refusal:
            list(parallel_map(refused, (1,)))
    assert refusal.value.problems == PROBLEMS


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order_and_problems_travel_whole(jobs: int) -> None:
    results_and_problems(Engine(jobs))


def waiting(seeds: Sequence[int]) -> list[int]:
    """Write the number of the process, then work for a minute."""
    os.write(1, f"{os.getpid()}\n".encode())  # at once, for two do it at the same time
    time.sleep(60)
    return list(seeds)


def is_running(process: int) -> bool:
    state = Path(f"/proc/{process}/stat")
    try:
        return state.read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")
def test_workers_end_when_the_program_is_killed() -> None:
    script = (
        "from answers.executors.workers import Engine, workers\n"
        "from tests.answers.executors.test_workers import waiting\n"
        "if __name__ == '__main__':\n"
        "    with workers(Engine(2)) as spread: list(spread(waiting, range(8)))"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        working = [int(running.stdout.readline()), int(running.stdout.readline())]
        assert all(map(is_running, working))
        running.send_signal(signal.SIGKILL)
        until = time.monotonic() + 20
        while any(map(is_running, working)) and time.monotonic() < until:
            time.sleep(0.1)
    assert not any(map(is_running, working))


def killed(numbers: Sequence[int]) -> list[int]:
    """Kill the process at item 3, as a system without free memory does."""
    if 3 in numbers:
        os.kill(os.getpid(), signal.SIGKILL)
    return list(numbers)


@pytest.mark.slow
def test_a_killed_process_ends_the_work_with_an_error() -> None:
    with pytest.raises(CorrigeError, match="was killed"), workers(Engine(2)) as parallel_map:
        list(parallel_map(killed, range(100), 1))


@pytest.mark.slow
def test_items_are_taken_only_a_little_ahead() -> None:
    taken: list[int] = []
    items = (taken.append(u0) or u0 for u0 in range(1000))
    with workers(Engine(2)) as parallel_map:
        result = parallel_map(doubled, items, 1)
        assert [next(result) for _ in range(3)] == [0, 2, 4]
        assert len(taken) < 10
