from collections.abc import Callable
from typing import Any

import pytest

from answers.errors import CorrigeError, Problem


def problems_of(call: Callable[..., object], *arguments: Any, **options: Any) -> tuple[Problem, ...]:
    """Return the problems for which a call is refused."""
    with pytest.raises(CorrigeError) as caught:
        call(*arguments, **options)
    return caught.value.problems
