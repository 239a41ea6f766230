"""A Dask cluster that does work: its scheduler and its workers were started by hand, on any machines."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias

from answers.errors import CorrigeError, Problem
from answers.executors.executor import Executor, Pending, S, T, Work
from answers.executors.house import house
from answers.messages import Message

Client: TypeAlias = Any  # distributed is typed in part only
TIMEOUT = 15
"""Seconds to wait for a scheduler, for its first worker, and between two looks at whether they are still there."""
SHOWN = 5


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """Give what does work on the cluster whose scheduler is at `address`, such as "tcp://192.168.1.10:8786".

    Its machines need this version of corrige and of its libraries, and no folder of the one who asks: results travel
    back. What a lost worker did is done again by others; workers that come later help.

    Raises
    ------
    CorrigeError
        If `distributed` is not installed, no scheduler answers, there is no worker, or one is not fit.
    """
    client = _connected(address)
    try:
        _check(client, address)
        yield _Cluster(client, address)
    finally:
        client.close(timeout=TIMEOUT)


def _connected(address: str) -> Client:
    try:
        import distributed
    except ImportError:
        remedy = Message("install corrige with its extra: corrige[dask]")
        raise CorrigeError.one("--dask needs the library distributed", remedy=remedy) from None
    for name in ("distributed", "distributed.client"):  # what matters comes back as an error
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        return distributed.Client(address, timeout=TIMEOUT, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TypeError) as error:
        remedy = Message("start one with `dask scheduler`, and give the address that it prints")
        raise CorrigeError.one(
            "no Dask scheduler answers", place=Message("--dask {address}", address=address), remedy=remedy
        ) from error


def _check(client: Client, address: str) -> None:
    """Check that there is a worker, and that all are fit: one thing at a time, the same versions, the same code."""
    place = Message("--dask {address}", address=address)
    try:
        client.wait_for_workers(1, timeout=TIMEOUT)
    except TimeoutError:
        remedy = Message("start one with `dask worker {address} --nthreads 1`", address=address)
        raise CorrigeError.one("the scheduler has no worker", place=place, remedy=remedy) from None
    remedy = Message("see docs/large-work.md: the same corrige everywhere, workers with --nthreads 1")
    told = {"scheduler": _scheduler_house(client), **client.run(house, on_error="return")}
    problems = [
        Problem(cause, Message("{place}, {who}", place=place, who=who), remedy)
        for who, found in told.items()
        for cause in _unlike(found)
    ]
    problems += [
        Problem(
            Message("has {count} thread", plural="has {count} threads", count=one["nthreads"]),
            Message("{place}, {who}", place=place, who=who),
            remedy,
        )
        for who, one in _known_workers(client).items()
        if one["nthreads"] != 1
    ]
    if problems:
        raise CorrigeError(problems[:SHOWN])


def _scheduler_house(client: Client) -> object:
    try:
        return client.run_on_scheduler(house)
    except Exception as error:  # noqa: BLE001 - whatever an unfit program answers
        return error


def _unlike(found: object) -> list[str]:
    """How a machine differs from this one."""
    if not isinstance(found, Mapping):
        return [f"cannot run corrige: {found}"]
    return [f"has {name} {found.get(name)}, not {here}" for name, here in house().items() if found.get(name) != here]


def _known_workers(client: Client) -> Mapping[str, Mapping[str, object]]:
    found: Mapping[str, Mapping[str, object]] = client.scheduler_info(n_workers=-1)["workers"]
    return found


@dataclass(frozen=True, slots=True)
class _Cluster:
    client: Client
    address: str

    @property
    def width(self) -> int:
        """As many as there are workers by now."""
        return max(1, len(_known_workers(self.client)))

    def submit(self, work: Work[S, T], items: Sequence[S]) -> Pending[list[T]]:
        return _Submitted(self, self.client.submit(work, items, pure=False))

    def check(self) -> None:
        """Raise when nobody is there any more."""
        if self.client.status != "running" or not _known_workers(self.client):
            raise self.lost()

    def lost(self) -> CorrigeError:
        remedy = Message("start it and begin again: what was kept is not done again")
        return CorrigeError.one(
            "the cluster is gone", place=Message("--dask {address}", address=self.address), remedy=remedy
        )


@dataclass(frozen=True, slots=True)
class _Submitted(Generic[T]):
    cluster: _Cluster
    future: Client  # of distributed too

    def result(self) -> list[T]:
        from distributed.scheduler import KilledWorker

        while True:
            try:
                found: list[T] = self.future.result(timeout=TIMEOUT)
            except KilledWorker as error:
                cause = Message("workers were killed one after the other by the same work")
                remedy = Message("have they memory enough? start them again with fewer a machine")
                raise CorrigeError.one(
                    cause, place=Message("--dask {address}", address=self.cluster.address), remedy=remedy
                ) from error
            except CancelledError as error:
                raise self.cluster.lost() from error
            except TimeoutError:
                self.cluster.check()
            else:
                return found
