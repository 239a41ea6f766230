"""Which character separates the cells of a table, for all that reads CSV."""

from collections.abc import Callable


def separator(text: str, marks: str, worth: Callable[[list[str]], int] = len) -> str:
    """Return the one of `marks` that cuts `text` into cells best.

    Parameters
    ----------
    text
        A header, or a whole table.
    marks
        The separators to try, at least one: of two that are as good, the one that stands first is taken.
    worth
        What the cells between two separators are worth together; by default, as many as there are.

    Notes
    -----
    Not guaranteed: anything about quoted cells, whose separators count as others do.
    """
    return max(marks, key=lambda mark: worth(text.split(mark)))
