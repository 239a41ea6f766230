"""What the solvers of Dice Battle refuse, and the words they refuse it with."""

from collections.abc import Callable
from operator import index
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from solvers.compiled.arrays import Floats
from solvers.refusal import Phrase, Refusal

MEMORY_LIMIT: Final = 2**30
"""Bytes that the tables of one call may take: 1 GiB."""
Game = Literal["sequential", "simultaneous", "scoreless"]
"""The two games of the report, and the sequential one of question 6, in which a throw with a 1 scores nothing."""
MIX_TOLERANCE: Final = 1e-9
"""How far from 1 the sum of a mix may be: rounded probabilities, not wrong ones."""


def check_throw(dice: int, faces: int) -> None:
    """Refuse a throw of fewer than 1 die, dice with fewer than 2 faces, or tables above `MEMORY_LIMIT`.

    Raises
    ------
    Refusal
        With the admissible range.

    Source: ours; a check of arguments.
    """
    if index(dice) < 1:
        raise Refusal("the number of dice must be at least 1, got {dice}", dice=dice)
    if index(faces) < 2:
        raise Refusal("a die must have at least 2 faces, got {faces}", faces=faces)
    _check_memory("dice", dice, lambda d: throw_bytes(d, faces), Phrase("with {faces} faces", faces=faces))


def check_board(dice: int, target: int, faces: int, needed: Callable[[int], int]) -> None:
    """Refuse a board (D, N) that does not exist or whose tables would take more than `MEMORY_LIMIT`.

    Parameters
    ----------
    dice, target, faces : int
        D ≥ 1, N ≥ 1, F ≥ 2.
    needed : callable
        The bytes that the caller's tables take for a given N; it must not decrease.

    Raises
    ------
    Refusal
        With the admissible range.

    Source: ours; a check of arguments.
    """
    check_throw(dice, faces)
    if index(target) < 1:
        raise Refusal("the target must be at least 1 point, got {target}", target=target)
    _check_memory("target", target, needed, Phrase("with dice = {dice} of {faces} faces", dice=dice, faces=faces))


def check_state(own: int, other: int, target: int) -> None:
    """Refuse points outside 0 … N - 1, where a player still has a choice.

    Raises
    ------
    Refusal
        With the admissible range.

    Source: ours; a check of arguments.
    """
    if not (0 <= index(own) < target and 0 <= index(other) < target):
        raise Refusal(
            "points must be between 0 and {target} in both places, got ({own}, {other})",
            target=target - 1,
            own=own,
            other=other,
        )


def check_game(game: Game) -> None:
    """Refuse a game that is none of `Game`.

    Raises
    ------
    Refusal
        With the names of the games.

    Source: Dice Battle report, the sequential and the simultaneous game; a check of arguments.
    """
    if game not in get_args(Game):
        raise Refusal("the game must be one of {choices}, got {game!r}", choices=", ".join(get_args(Game)), game=game)


def checked_mixes(mixes: ArrayLike) -> Floats:
    """Return mixes of dice as floats, shape (…, D), each along the last axis summing to 1 exactly as given.

    Raises
    ------
    Refusal
        If there is no probability at all, one is negative, NaN or infinite, or a sum differs from 1 by more
        than 1e-9; the first mix at fault is named.

    Source: Dice Battle report, questions 13 and 14, the vectors p; a check of arguments.
    """
    values = np.array(mixes, dtype=np.float64)
    if values.ndim < 1 or not values.size:
        raise Refusal("a mix needs one probability for each number of dice, got shape {shape}", shape=values.shape)
    _refuse(
        values, ~(np.isfinite(values) & (values >= 0)).all(axis=-1), Phrase("must be probabilities between 0 and 1")
    )
    _refuse(
        values,
        np.abs(values.sum(axis=-1) - 1) > MIX_TOLERANCE,
        Phrase("must sum to 1 within {tolerance:g}", tolerance=MIX_TOLERANCE),
    )
    return values


def throw_bytes(dice: int, faces: int) -> int:
    """Return the bytes of the table P(d, k), of shape (D, F D + 1).

    Source: ours; an estimate of memory.
    """
    return 8 * dice * (faces * dice + 1)


def _refuse(values: Floats, bad: ArrayLike, rule: Phrase) -> None:
    if np.any(bad):
        place = tuple(int(axis[0]) for axis in np.nonzero(np.atleast_1d(bad)))[: values.ndim - 1]
        mix = values[place]
        where = Phrase(" in state {place}", place=place) if place else ""
        raise Refusal(
            "the entries of a mix {rule}, got {tolist} with sum {sum}{where}",
            rule=rule,
            tolist=mix.tolist(),
            sum=mix.sum(),
            where=where,
        )


def _check_memory(name: str, size: int, needed: Callable[[int], int], circumstances: Phrase) -> None:
    if needed(size) <= MEMORY_LIMIT:
        return
    allowed = _largest(size, needed)
    remedy = (
        Phrase("{name} must be at most {allowed}", name=name, allowed=allowed)
        if allowed
        else Phrase("no board is small enough")
    )
    wanted = needed(size) / 2**30
    gibibytes = Phrase("{wanted:,.0f} GiB" if wanted >= 100 else "{wanted:.3g} GiB", wanted=wanted)
    raise Refusal(
        "{name} = {size} needs {gibibytes}, the limit is 1 GiB: {circumstances}, {remedy}",
        name=name,
        size=size,
        gibibytes=gibibytes,
        circumstances=circumstances,
        remedy=remedy,
    )


def _largest(too_large: int, needed: Callable[[int], int]) -> int:
    """Return the largest size within the limit (0 if there is none), by bisection."""
    low, high = 0, too_large
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if needed(middle) <= MEMORY_LIMIT else (low, middle)
    return low
