"""Plain recursive functions that go as deep as the longest play of a game."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from solvers.refusal import Refusal

MOST_CALLS: Final = 400_000


@contextmanager
def deep_recursion(calls: int = MOST_CALLS) -> Iterator[None]:
    """Let Python functions be nested `calls` deep inside a ``with`` block, and refuse what goes deeper.

    Since Python 3.11 a Python function that calls another takes no room on the machine's stack, so the limit only
    bounds memory, about half a kilobyte a call. That does not hold for calls made by compiled code, such as
    those of `map`, `sorted` or `any`: a recursion must not pass through them.

    The limit belongs to the whole interpreter; it is set back at the end, or left as it was if it is larger.

    Raises
    ------
    Refusal
        In place of the `RecursionError` of the block.

    Source: ours; the recursion limit of the Python interpreter (documentation of `sys`).
    """
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, calls))
    try:
        yield
    except RecursionError as error:
        raise Refusal("a play is too long: calls may be nested {before} deep", before=max(before, calls)) from error
    finally:
        sys.setrecursionlimit(before)
