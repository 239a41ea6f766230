"""Seeds of a test: some in the quick set, the others in the slow one."""

from collections.abc import Iterable
from typing import Any

import pytest


def seeds(every: Iterable[Any], quick: int) -> list[Any]:
    """Return parameters for all seeds, of which the first so many are tried in the quick set."""
    return [
        pytest.param(*(u0 if isinstance(u0, tuple) else (u0,)), marks=[pytest.mark.slow] * (place >= quick))
        for place, u0 in enumerate(every)
    ]
