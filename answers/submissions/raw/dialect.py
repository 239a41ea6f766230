"""Which character separates the cells of a table, for all that reads CSV."""

from collections.abc import Callable


def separator(text: str, marks: str, worth: Callable[[list[str]], int] = len) -> str:
    """Return the one of `marks` that cuts a header or a table into cells worth most, by default into most cells.

    Of two that are as good it is the one that stands first. Separators in quoted cells count as others do.
    """
    return max(marks, key=lambda mark: worth(text.split(mark)))
