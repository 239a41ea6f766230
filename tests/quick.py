"""The quick set, `python -m pytest -p tests.quick`: tests that cost little, and a guard that they do.

A test that is not marked `slow` or `long` may cost a quarter of a second of processor, its children's included, on a
usual machine: one that adds ten million integers in a Python loop in 0.55 s; a slower machine allows more. Four times
that fails, so that a busy machine accuses nobody, and only when the test is run once more: the first who comes pays for
what is kept. `@pytest.mark.costs(3)` allows three seconds to a test that shows a whole: the main job, the law of the
house; or that starts other processes.
Heavy imports, fixtures, and kernels that are compiled are not counted.
"""

import os
from collections.abc import Iterator
from importlib import import_module
from time import process_time
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

ALLOWED, SLACK = 0.25, 4.0
COMPILER, SLOWNESS, TOO_MUCH = pytest.StashKey[Any](), pytest.StashKey[float](), pytest.StashKey[bool]()
USUAL_LOOP = 0.055
"""Seconds of processor that a million additions cost on a usual machine."""
SHARED = ("numba", "scipy.optimize", "matplotlib.figure", "weasyprint")
"""Imports that cost more than a test may."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is slow."""
    slow = [item for item in items if any(item.iter_markers("slow")) or any(item.iter_markers("long"))]
    config.hook.pytest_deselected(items=slow)
    items[:] = [item for item in items if item not in set(slow)]


def pytest_sessionstart(session: pytest.Session) -> None:
    """Import what tests share, and see how fast the machine is."""
    if hasattr(session.config, "workerinput") or not session.config.getoption("numprocesses", None):
        for name in SHARED:
            import_module(name)
        session.stash[COMPILER], session.stash[SLOWNESS] = _compiler(), max(1.0, _loop() / USUAL_LOOP)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run a test that cost too much once more: the first who comes pays for what is kept."""
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    if item.stash.get(TOO_MUCH, False):
        item._initrequest()  # type: ignore[attr-defined]  # as plugins that run a test again do
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Fail a test that passes, but costs more than it may."""
    compiler, slowness = item.session.stash[COMPILER], item.session.stash[SLOWNESS]
    before, compiling = _spent(), compiler.seconds
    yield
    cost = _spent() - before - (compiler.seconds - compiling)
    mark = item.get_closest_marker("costs")
    allowed = mark.args[0] if mark else ALLOWED
    if cost > allowed * SLACK * slowness:  # a shared machine may be slower by now than it was at the start
        slowness = max(slowness, _loop() / USUAL_LOOP)
    item.stash[TOO_MUCH] = cost > allowed * SLACK * slowness
    if item.stash[TOO_MUCH]:
        pytest.fail(
            f"costs {cost:.2f} s of processor ({cost / slowness:.2f} s on a usual machine), and a test of the quick set"
            f" may cost {allowed} s: make it cheaper, or mark it slow",
            pytrace=False,
        )


def _compiler() -> Any:
    """Return what listens to numba, and sums the `seconds` it compiles, nested compilations counted once."""
    from numba.core import event

    class Compiler(event.Listener):  # type: ignore[misc]
        seconds, depth, start = 0.0, 0, 0.0

        def on_start(self, _: object) -> None:
            self.start = self.start if self.depth else process_time()
            self.depth += 1

        def on_end(self, _: object) -> None:
            self.depth -= 1
            self.seconds += 0.0 if self.depth else process_time() - self.start

    compiler = Compiler()
    event.register("numba:compile", compiler)
    return compiler


def _spent() -> float:
    """Seconds of processor of this process and of its children that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _loop() -> float:
    start, total = process_time(), 0
    for number in range(1_000_000):
        total += number
    return process_time() - start
