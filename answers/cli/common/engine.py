"""Who does the work of a command, as its options say."""

import os
from dataclasses import dataclass
from typing import Annotated

import typer

from answers.errors import CorrigeError
from answers.executors.workers import Engine


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """The options that say who works."""

    jobs: Annotated[
        int | None,
        typer.Option("--jobs", metavar="N", min=1, max=64, help="Processes; as many as processors by default."),
    ] = None
    dask: Annotated[
        str | None,
        typer.Option(
            "--dask", metavar="ADDRESS", help="The Dask cluster to work on: its scheduler, as tcp://HOST:8786."
        ),
    ] = None

    @property
    def chosen(self) -> Engine:
        """By default as many processes as this program has processors."""
        if self.dask is None:
            return Engine(self.jobs or _processors())
        if self.jobs is not None:
            raise CorrigeError.one("--jobs and --dask are both given", remedy="give one of them")
        return Engine(dask=self.dask)


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
