"""The rows of a matrix written in one text."""

import re
from typing import Final

BETWEEN: Final = tuple(map(re.compile, (r"[\])}] ?[,;]? ?[\[({]", r"\\\\", r"[;|\n]")))
"""What stands between two rows, what is surest first: brackets, the double stroke of LaTeX, another mark."""
AROUND: Final = "[](){}|; \n"


def rows(text: str, count: int) -> tuple[str, ...]:
    """Return the `count` rows of a matrix, each a text of its own; none if its rows are not told apart so."""
    bare = re.sub(r"[ \t]+", " ", text).strip(AROUND)
    for between in BETWEEN:
        found = between.split(bare)
        if len(found) == count:
            return tuple(found)
    return ()
