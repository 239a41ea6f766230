"""Seeds of a test: some in the quick set, the others in the slow one."""

from collections.abc import Iterable
from typing import Any

import pytest


def seeds(every: Iterable[int], quick: int) -> list[Any]:
    """Return parameters for all seeds, of which the first so many are tried in the quick set."""
    return [u0 if place < quick else pytest.param(u0, marks=pytest.mark.slow) for place, u0 in enumerate(every)]
