import gc
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from answers.errors import CorrigeError
from answers.executors import cluster as module
from answers.executors.cluster import versions
from answers.executors.workers import Engine, workers
from tests.answers.executors.test_workers import results_and_problems
from tests.dask_programs import Dask, dask_programs


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    with dask_programs(tmp_path_factory.mktemp("dask"), 1) as result:
        yield result


@pytest.fixture(autouse=True)
def _collected() -> Iterator[None]:
    """Collect clients that did not connect, since one that closes itself while another one starts makes it hang."""
    yield
    versions.cache_clear()
    gc.collect()


def test_results_come_in_order_and_problems_travel_whole(dask: Dask) -> None:
    results_and_problems(Engine(dask=dask.address))


def test_other_versions_are_named(dask: Dask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LIBRARIES", ("numpy",))
    monkeypatch.setattr(module, "version", lambda _: "1.0")
    monkeypatch.setattr(module, "contents", lambda _: ())
    versions.cache_clear()
    with pytest.raises(CorrigeError) as refusal, workers(Engine(dask=dask.address)):
        pass
    named = [problem.cause.split()[6] for problem in refusal.value.problems]
    assert named == ["numpy", "corrige"] * 2  # of the scheduler and of the worker


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense", "other://127.0.0.1:8786"])
def test_no_scheduler(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TIMEOUT", 1)
    with pytest.raises(CorrigeError, match="no Dask scheduler answers") as refusal, workers(Engine(dask=address)):
        pass
    assert refusal.value.problems[0].place == f"--dask {address}"


@pytest.mark.slow
def test_no_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TIMEOUT", 2)
    error = pytest.raises(CorrigeError, match="the Dask scheduler has no worker that could compute")
    with dask_programs(tmp_path, 0) as nobody, error, workers(Engine(dask=nobody.address)):
        pass


@pytest.mark.slow
def test_workers_with_several_threads_are_refused(tmp_path: Path) -> None:
    error = pytest.raises(CorrigeError, match="has 2 threads")
    with dask_programs(tmp_path, 1, threads=2) as two, error, workers(Engine(dask=two.address)):
        pass


def slow(seeds: Sequence[int]) -> list[tuple[int, int]]:
    time.sleep(0.2)
    return [(os.getpid(), u0) for u0 in seeds]


@pytest.mark.slow
def test_a_killed_worker_loses_nothing_and_doubles_nothing_and_a_dead_cluster_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("answers.executors.workers.CHECKED_EVERY", 1.0)
    gone = pytest.raises(CorrigeError, match="the Dask cluster no longer answers, so the command has stopped")
    with dask_programs(tmp_path, 2) as dask, gone, workers(Engine(dask=dask.address)) as parallel_map:
        first, second = dask.workers
        result = parallel_map(slow, range(20), 1)
        done = [next(result) for _ in range(3)]
        first.kill()
        done += result
        assert [u0 for _, u0 in done] == list(range(20))
        assert {worker for worker, _ in done[-8:]} == {second.pid}
        result = parallel_map(slow, range(20), 1)
        next(result)
        second.kill()
        list(result)
