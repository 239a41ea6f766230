from collections.abc import Sequence

import pytest

from answers.atlas.workers import workers
from answers.errors import CorrigeError, Problem

PROBLEMS = (Problem("first", "here", "mend it"), Problem("second"))


def doubled(seeds: Sequence[int]) -> list[int]:
    return [2 * u0 for u0 in seeds]


def refused(_: Sequence[int]) -> list[int]:
    raise CorrigeError(PROBLEMS)


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order(jobs: int) -> None:
    with workers(jobs) as spread:
        assert list(spread(doubled, range(11))) == list(range(0, 22, 2))
        assert list(spread(doubled, ())) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_problems_travel_whole(jobs: int) -> None:
    with workers(jobs) as spread, pytest.raises(CorrigeError) as refusal:
        list(spread(refused, (1,)))
    assert refusal.value.problems == PROBLEMS
