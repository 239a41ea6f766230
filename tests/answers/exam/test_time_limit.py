"""Calls of an exam's code that take too long are stopped, at once if they were stopped before."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import process_time

import pytest

from answers.errors import TimeLimitError
from answers.exam.location import NOWHERE
from answers.exam.time_limit import TimeLimit

CODE = """
def loop():
    while True:
        pass


def short():
    return sum(range(1000))
"""


@pytest.fixture
def limit(tmp_path: Path) -> TimeLimit:
    return TimeLimit(replace(NOWHERE, code=tmp_path, templates=tmp_path), 0.3)


@pytest.fixture
def functions(tmp_path: Path) -> dict[str, Callable[[], object]]:
    namespace: dict[str, Callable[[], object]] = {}
    exec(compile(CODE, str(tmp_path / "exam.py"), "exec"), namespace)
    return namespace


def stopped(limit: TimeLimit, call: Callable[[], object], most: float = 9) -> tuple[TimeLimitError, float]:
    """Return the error of a step that is stopped, and the processor time that it took."""
    start = process_time()
    with pytest.raises(TimeLimitError) as caught, limit.step(most):
        call()
    return caught.value, process_time() - start


def test_a_call_is_stopped_at_its_limit_and_the_same_function_at_once_later(
    limit: TimeLimit, functions: dict[str, Callable[[], object]], tmp_path: Path
) -> None:
    first, seconds = stopped(limit, functions["loop"], most=0.3)  # a step is not stopped within a call
    assert first.is_call
    assert 0.3 <= seconds < 1
    assert first.place in [f"{tmp_path}/exam.py, line {line}" for line in (3, 4)]
    again, seconds = stopped(limit, functions["loop"])
    assert (again.place, seconds < 0.3) == (first.place, True)


def test_short_calls_end_a_step_that_takes_too_long_and_nothing_is_left_behind(
    limit: TimeLimit, functions: dict[str, Callable[[], object]]
) -> None:
    def calls() -> None:
        while True:
            functions["short"]()

    error, seconds = stopped(limit, calls, most=0.5)
    assert not error.is_call
    assert 0.5 <= seconds < 2
    start = process_time()
    while process_time() - start < 0.6:
        functions["short"]()  # outside of a step, nothing is stopped
