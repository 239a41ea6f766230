"""A game of phantom Domineering told turn by turn: what each player passes over, and what they lay.

Source: ENS 2013 practical exam, "Équilibres de Nash", section 3, question 3.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from solvers.domineering.board import Board, Cell


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a player, 1 or 2."""

    player: int
    skipped: tuple[int, ...]
    """Placements of the list that are illegal, up to the one laid; they stay so and are not looked at again."""
    placement: int | None
    """The placement laid; None when the list is exhausted, and the player has lost."""
    cells: tuple[Cell, ...]
    """The two cells covered, none when nothing is laid."""


def turns(board: Board, first_plan: Sequence[int], second_plan: Sequence[int]) -> tuple[Turn, ...]:
    """Play two priority lists to the end and return every turn, the last one that of the player who cannot move.

    On each turn the first legal placement of the player's list is laid; a player whose list has none left loses, even
    if the board has room. Only a placement that is come to is refused when it is off the board.
    """
    lists = {1: iter(first_plan), 2: iter(second_plan)}
    occupied = board.closed
    played: list[Turn] = []
    while not played or played[-1].placement is not None:
        player = 1 + len(played) % 2
        turn = _turn(board, player, lists[player], occupied)
        if turn.placement is not None:
            occupied |= board.mask(player, turn.placement)
        played.append(turn)
    return tuple(played)


def _turn(board: Board, player: int, pending: Iterator[int], occupied: int) -> Turn:
    skipped: list[int] = []
    for placement in pending:
        if not board.mask(player, placement) & occupied:
            return Turn(player, tuple(skipped), placement, board.cells(player, placement))
        skipped.append(placement)
    return Turn(player, tuple(skipped), None, ())
