"""Undo without limit in files that only grow: what was done is told from its lines, and undone by further lines."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import groupby
from typing import TypeAlias, TypeVar

T = TypeVar("T")
W = TypeVar("W", bound=Hashable)
By: TypeAlias = tuple[str, str]
"""Who did something, and when: the lines of one action have the same."""


def to_give_back(
    lines: Iterable[T], who: str, where: Callable[[T], W], by: Callable[[T], By], says: Callable[[T | None], object]
) -> dict[W, T | None]:
    """Return what stood before the last thing that somebody did and has not undone, by place; None where nothing did.

    An action that gave back just that undid the one before it. Places where others did something since are left out.
    `says` returns what a line comes to, whoever wrote it and when; of None what nothing comes to.
    """
    state: dict[W, T] = {}
    last: dict[W, By] = {}
    actions: list[dict[W, T | None]] = []
    for (author, when), group in groupby(lines, by):
        action = {where(one): one for one in group}
        if author == who and actions and _undoes(action, _own(actions[-1], last, who), says):
            actions.pop()
        elif author == who:
            actions.append({place: state.get(place) for place in action})
        state.update(action)
        last.update(dict.fromkeys(action, (author, when)))
    for before in reversed(actions):
        if own := _own(before, last, who):
            return own
    return {}


def _own(before: Mapping[W, T | None], last: Mapping[W, By], who: str) -> dict[W, T | None]:
    """The part of what stood before an action that nobody else has changed since."""
    return {place: one for place, one in before.items() if last[place][0] == who}


def _undoes(action: Mapping[W, T], before: Mapping[W, T | None], says: Callable[[T | None], object]) -> bool:
    return action.keys() == before.keys() and all(says(action[place]) == says(before[place]) for place in action)
