"""Check the arguments of the Dice Battle solvers; each check raises `InvalidInput` with the admissible range.

The game is that of the Dice Battle report: at most D dice per throw, N points to reach. The memory limit is ours.
"""

from collections.abc import Callable
from operator import index
from typing import Final, Literal, get_args

from solvers.invalid_input import InvalidInput, Translatable

FACES: Final = 6
"""Number of faces of a die; only single throws and single rounds are solved for other numbers."""
MEMORY_LIMIT: Final = 2**30
"""Largest size in bytes of the tables of one call: 1 GiB."""
DiceVariant = Literal["sequential", "simultaneous", "scoreless"]
"""A variant of the game: the two of the report, and that of question 6, with no points for a throw with a 1."""


def check_throw(dice: int, faces: int = FACES) -> None:
    """Raise `InvalidInput` if there is no die, if a die has fewer than 2 faces, or if tables exceed `MEMORY_LIMIT`."""
    if index(dice) < 1:
        raise InvalidInput("the number of dice must be at least 1, got {dice}", dice=dice)
    if index(faces) < 2:
        raise InvalidInput("a die must have at least 2 faces, got {faces}", faces=faces)
    _check_memory(
        "dice", dice, lambda d: throw_bytes(d, faces), Translatable("the dice have {faces} faces", faces=faces)
    )


def check_board(dice: int, target: int, needed: Callable[[int], int]) -> None:
    """Raise InvalidInput if `dice` or `target` is below 1, or `needed(target)` bytes exceed the limit."""
    check_throw(dice)
    if index(target) < 1:
        raise InvalidInput("the target must be at least 1 point, got {target}", target=target)
    _check_memory(
        "target",
        target,
        needed,
        Translatable("throws have up to {dice} dice with {faces} faces", dice=dice, faces=FACES),
    )


def check_state(own: int, other: int, target: int) -> None:
    """Raise `InvalidInput` if the points of a player are not in 0 … N - 1, that is, if the game is over."""
    if not (0 <= index(own) < target and 0 <= index(other) < target):
        raise InvalidInput(
            "the points of both players must be between 0 and {target}, got {own} and {other}",
            target=target - 1,
            own=own,
            other=other,
        )


def check_game(game: DiceVariant) -> None:
    """Raise `InvalidInput` if `game` is not a `DiceVariant`."""
    if game not in get_args(DiceVariant):
        raise InvalidInput(
            "unknown game {game!r}: the games are {choices}", choices=", ".join(get_args(DiceVariant)), game=game
        )


def throw_bytes(dice: int, faces: int = FACES) -> int:
    """Return the size in bytes of the table of P(d, k), the chances of k points with d dice: shape (D, F D + 1)."""
    return 8 * dice * (faces * dice + 1)


def _check_memory(name: str, size: int, needed: Callable[[int], int], circumstances: Translatable) -> None:
    """Raise InvalidInput if `needed(size)` exceeds the memory limit, with the largest size that does not."""
    if needed(size) <= MEMORY_LIMIT:
        return
    allowed, too_large = 0, size  # the largest size within the limit, by bisection
    while too_large - allowed > 1:
        middle = (allowed + too_large) // 2
        allowed, too_large = (middle, too_large) if needed(middle) <= MEMORY_LIMIT else (allowed, middle)
    remedy = (
        Translatable("{name} must be at most {allowed}", name=name, allowed=allowed)
        if allowed
        else Translatable("no value of {name} is small enough", name=name)
    )
    size_in_gib = needed(size) / 2**30
    gibibytes = Translatable("{wanted:,.0f} GiB" if size_in_gib >= 100 else "{wanted:.3g} GiB", wanted=size_in_gib)
    raise InvalidInput(
        "the tables for {name} = {size} need {gibibytes} of memory, the limit is 1 GiB; as {circumstances}, {remedy}",
        name=name,
        size=size,
        gibibytes=gibibytes,
        circumstances=circumstances,
        remedy=remedy,
    )
