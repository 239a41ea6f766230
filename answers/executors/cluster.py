"""A Dask cluster that does work: its scheduler and its workers were started by hand, on any machines."""

import logging
import platform
from collections.abc import Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from types import MappingProxyType
from typing import Any, TypeAlias

from answers.assets import asset, contents
from answers.errors import CorrigeError, Problem
from answers.executors.crew import Crew
from answers.messages import Message

Client: TypeAlias = Any  # distributed is typed in part only
TIMEOUT = 15
"""Seconds to wait for a scheduler, and for its first worker."""
SHOWN = 5
LIBRARIES = ("numpy", "scipy", "numba", "weasyprint", "pydyf", "tinycss2", "jinja2", "dask", "distributed")
"""Libraries that decide what comes out, or how it travels."""


@contextmanager
def cluster(address: str) -> Iterator[Crew]:
    """Give those who do work on the cluster whose scheduler is at `address`, such as "tcp://192.168.1.10:8786".

    Its machines need this version of corrige and of its libraries, and no folder of the one who asks: results travel
    back. What a lost worker did is done again by others; workers that come later help. Where
    nobody answers, no worker is there or fit, or all are lost, that is a CorrigeError.
    """
    place = Message("--dask {address}", address=address)
    client = _connected(address, place)
    from distributed.scheduler import KilledWorker

    gone = CorrigeError.one(
        "the cluster is gone", place=place, remedy=Message("start it and begin again: what was kept is not done again")
    )

    def check() -> None:
        if client.status != "running" or not _known_workers(client):
            raise gone

    try:
        _check(client, address, place)
        yield Crew(lambda: client.get_executor(pure=False), lambda: max(1, len(_known_workers(client))), check)
    except KilledWorker as error:
        cause = Message("workers were killed one after the other by the same work")
        remedy = Message("have they memory enough? start them again with fewer a machine")
        raise CorrigeError.one(cause, place=place, remedy=remedy) from error
    except CancelledError as error:
        raise gone from error
    finally:
        client.close(timeout=TIMEOUT)


def house() -> Mapping[str, str]:
    """Return what must be the same everywhere, for the results to be: versions, a digest of corrige's own files."""
    return dict(_house())


@cache
def _house() -> Mapping[str, str]:
    versions = {library: _version(library) for library in LIBRARIES}
    digest = sha256()
    for folder in (files("answers"), files("solvers"), asset("templates")):
        for content in contents(folder):
            digest.update(content)
    return MappingProxyType({"Python": platform.python_version(), **versions, "corrige": digest.hexdigest()[:16]})


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "none"


def _connected(address: str, place: Message) -> Client:
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
        raise CorrigeError.one("no Dask scheduler answers", place=place, remedy=remedy) from error


def _check(client: Client, address: str, place: Message) -> None:
    """Check that there is a worker, and that all are fit: one thing at a time, the same versions, the same code."""
    try:
        client.wait_for_workers(1, timeout=TIMEOUT)
    except TimeoutError:
        remedy = Message("start one with `dask worker {address} --nthreads 1`", address=address)
        raise CorrigeError.one("the scheduler has no worker", place=place, remedy=remedy) from None
    houses = {"scheduler": _scheduler_house(client), **client.run(house, on_error="return")}
    causes = [(who, cause) for who, there in houses.items() for cause in _unlike(there)]
    causes += [
        (who, Message("has {count} thread", plural="has {count} threads", count=one["nthreads"]))
        for who, one in _known_workers(client).items()
        if one["nthreads"] != 1
    ]
    if causes:
        remedy = Message("see docs/large-work.md: the same corrige everywhere, workers with --nthreads 1")
        raise CorrigeError(
            Problem(cause, Message("{place}, {who}", place=place, who=who), remedy) for who, cause in causes[:SHOWN]
        )


def _scheduler_house(client: Client) -> object:
    try:
        return client.run_on_scheduler(house)
    except Exception as error:  # noqa: BLE001 - whatever an unfit program answers
        return error


def _unlike(there: object) -> list[str]:
    """How a machine differs from this one."""
    if not isinstance(there, Mapping):
        return [Message("cannot run corrige: {reason}", reason=there)]
    return [
        Message("has {name} {theirs}, not {ours}", name=name, theirs=str(there.get(name)), ours=here)
        for name, here in house().items()
        if there.get(name) != here
    ]


def _known_workers(client: Client) -> Mapping[str, Mapping[str, Any]]:
    known: Mapping[str, Mapping[str, Any]] = client.scheduler_info(n_workers=-1)["workers"]
    return known
