"""A Dask cluster started by hand, as the documentation shows: a scheduler and workers without a nanny."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from answers.assets import asset

PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Dask:
    """A scheduler and its workers; nobody starts a worker again that is killed."""

    address: str
    workers: tuple[subprocess.Popen[bytes], ...]


@contextmanager
def dask_programs(folder: Path, count: int, *, threads: int = 1) -> Iterator[Dask]:
    """Start a scheduler and `count` workers that have a cache of their own; all end with the block."""
    begun: list[subprocess.Popen[bytes]] = []
    try:
        begun.append(_begun(folder, "scheduler", "--port", "0", "--scheduler-file", str(folder / "scheduler.json")))
        address = _told(folder / "scheduler.json")
        options = ("--no-nanny", "--nthreads", str(threads), "--local-directory", str(folder))
        begun += (_begun(folder, "worker", address, *options) for _ in range(count))
        yield Dask(address, tuple(begun[1:]))
    finally:
        for program in begun:
            program.kill()
            program.wait()


def _begun(folder: Path, kind: str, *options: str) -> "subprocess.Popen[bytes]":
    host = ("--host", "127.0.0.1", "--no-dashboard")
    environment = os.environ | {
        "PYTHONPATH": str(asset("pyproject.toml").parent),  # type: ignore[attr-defined]
        "CORRIGE_CACHE": str(folder / "their-keys"),
        "OPENBLAS_NUM_THREADS": "1",
    }
    command = [sys.executable, "-m", "dask", kind, *options, *host]
    with (folder / f"{kind}.log").open("ab") as log:
        return subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=folder)


def _told(file: Path) -> str:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            return str(json.loads(file.read_text())["address"])
        except (OSError, ValueError):
            time.sleep(0.1)
    raise TimeoutError("the scheduler does not start")
