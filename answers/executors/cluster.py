"""Execute work on a Dask cluster that the user has started, after a check that its machines run the same code."""

import logging
import platform
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from typing import Any, TypeAlias

from answers.assets import asset, contents
from answers.errors import CorrigeError, Problem
from answers.messages import Message

Client: TypeAlias = Any  # distributed is typed in part only
TIMEOUT = 15
"""Seconds to wait for a scheduler, and for its first worker."""
SHOWN = 5
"""Greatest number of problems that are reported."""
LIBRARIES = ("numpy", "scipy", "numba", "weasyprint", "pydyf", "tinycss2", "jinja2", "dask", "distributed")
"""Libraries whose versions may change results, or the protocol of the cluster."""


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, Callable[[], int], Callable[[], None]]]:
    """Connect to the Dask cluster whose scheduler is at `address`, such as "tcp://192.168.1.10:8786", during a block.

    Yield the executor of the cluster, a function that returns the present number of workers (at least 1), and a
    function that raises CorrigeError if there are none. The machines need the same versions of corrige and its
    libraries, but no shared folder. Dask repeats the work of a lost worker on other workers.

    CorrigeError if the library distributed is missing, no scheduler answers, there is no worker, a machine has other
    versions or workers with several threads, or all workers are lost.
    """
    place = Message("--dask {address}", address=address)
    try:
        import distributed
        from distributed.scheduler import KilledWorker
    except ImportError:
        remedy = Message("install corrige with the library distributed: pip install 'corrige[dask]'")
        raise CorrigeError.single(
            "--dask requires the Python library distributed, which is not installed", remedy=remedy
        ) from None
    for name in ("distributed", "distributed.client"):  # errors are raised here and need not be logged
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client: Client = distributed.Client(address, timeout=TIMEOUT, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TypeError) as error:
        remedy = Message("start a scheduler with `dask scheduler`, and give the address that it prints")
        raise CorrigeError.single(
            "no Dask scheduler answers at this address, so no computation has begun", place=place, remedy=remedy
        ) from error

    lost = CorrigeError.single(
        "the Dask cluster no longer answers, so the command has stopped",
        place=place,
        remedy=Message("start the cluster again, then repeat the command: finished work is not repeated"),
    )

    def width() -> int:
        return max(1, len(_known_workers(client)))

    def check() -> None:
        """Raise the error of a lost cluster if no worker is left."""
        if client.status != "running" or not _known_workers(client):
            raise lost

    try:
        _check_fitness(client, address, place)
        yield client.get_executor(pure=False), width, check
    except KilledWorker as error:
        cause = Message(
            "several worker processes of the cluster ended during the same task, and the command has stopped"
        )
        remedy = Message("the workers probably lack memory: start fewer workers on each machine")
        raise CorrigeError.single(cause, place=place, remedy=remedy) from error
    except CancelledError as error:
        raise lost from error
    finally:
        client.close(timeout=TIMEOUT)


@cache
def versions() -> tuple[tuple[str, str], ...]:
    """Return the versions on which results depend, as pairs of a name and a version or "none".

    They are those of Python and `LIBRARIES`, and for corrige a digest of its files. If they are equal on all machines,
    results are equal.
    """

    def version_of(library: str) -> str:
        try:
            return version(library)
        except PackageNotFoundError:
            return "none"

    digest = sha256()
    for folder in (files("answers"), files("solvers"), asset("templates")):
        for content in contents(folder):
            digest.update(content)
    libraries = ((library, version_of(library)) for library in LIBRARIES)
    return ("Python", platform.python_version()), *libraries, ("corrige", digest.hexdigest()[:16])


def _check_fitness(client: Client, address: str, place: Message) -> None:
    """Raise CorrigeError unless there is a worker, all machines have equal versions, and workers have one thread."""
    try:
        client.wait_for_workers(1, timeout=TIMEOUT)
    except TimeoutError:
        remedy = Message("start a worker with `dask worker {address} --nthreads 1`", address=address)
        raise CorrigeError.single(
            "the Dask scheduler has no worker that could compute", place=place, remedy=remedy
        ) from None
    replies: dict[str, object] = {}
    try:
        replies["scheduler"] = client.run_on_scheduler(versions)
    except Exception as error:  # noqa: BLE001 - without corrige, a machine may raise any exception
        replies["scheduler"] = error
    replies |= client.run(versions, on_error="return")
    causes: list[tuple[str, Message]] = []
    for machine, reply in replies.items():
        if not isinstance(reply, tuple):
            causes.append((machine, Message("this machine of the cluster cannot run corrige: {reason}", reason=reply)))
            continue
        theirs = dict(reply)
        causes += [
            (
                machine,
                Message(
                    "this machine of the cluster has {name} {version}, expected {expected}",
                    name=name,
                    version=str(theirs.get(name)),
                    expected=ours,
                ),
            )
            for name, ours in versions()
            if theirs.get(name) != ours
        ]
    causes += [
        (
            machine,
            Message(
                "this worker of the cluster has {count} thread",
                plural="this worker of the cluster has {count} threads, but needs one",
                count=worker["nthreads"],
            ),
        )
        for machine, worker in _known_workers(client).items()
        if worker["nthreads"] != 1
    ]
    if causes:
        remedy = Message(
            "install the same versions on every machine, and start workers with --nthreads 1: see docs/large-work.md"
        )
        raise CorrigeError(
            Problem(cause, Message("{place}, {machine}", place=place, machine=machine), remedy)
            for machine, cause in causes[:SHOWN]
        )


def _known_workers(client: Client) -> Mapping[str, Mapping[str, Any]]:
    known: Mapping[str, Mapping[str, Any]] = client.scheduler_info(n_workers=-1)["workers"]
    return known
