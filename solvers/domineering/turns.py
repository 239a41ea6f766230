"""A game of phantom Domineering told turn by turn: what each player passes over, and what they lay."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from solvers.domineering.board import Board, Cell


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a player.

    Attributes
    ----------
    player : int
        1 or 2.
    skipped : tuple of int
        Placements of the list that are illegal, up to the one laid; they stay so and are not looked at again.
    placement : int or None
        The placement laid; None when the list is exhausted, and the player has lost.
    cells : tuple of two cells
        The cells covered, empty when nothing is laid.

    Source: ENS 2013 practical exam, "Équilibres de Nash", section 3.
    """

    player: int
    skipped: tuple[int, ...]
    placement: int | None
    cells: tuple[Cell, ...]


def turns(board: Board, first_plan: Sequence[int], second_plan: Sequence[int]) -> tuple[Turn, ...]:
    """Play two priority lists to the end and return every turn, the last one that of the player who cannot move.

    Parameters are those of `solvers.domineering.phantom.play`, whose moves these are.

    Raises
    ------
    Refusal
        If a placement that is come to is outside the board's numbering.

    Source: ENS 2013 practical exam, "Équilibres de Nash", section 3, question 3.
    """
    lists = {1: iter(first_plan), 2: iter(second_plan)}
    occupied = board.closed
    told: list[Turn] = []
    while not told or told[-1].placement is not None:
        player = 1 + len(told) % 2
        turn = _turn(board, player, lists[player], occupied)
        if turn.placement is not None:
            occupied |= board.mask(player, turn.placement)
        told.append(turn)
    return tuple(told)


def _turn(board: Board, player: int, pending: Iterator[int], occupied: int) -> Turn:
    skipped: list[int] = []
    for placement in pending:
        if not board.mask(player, placement) & occupied:
            return Turn(player, tuple(skipped), placement, board.cells(player, placement))
        skipped.append(placement)
    return Turn(player, tuple(skipped), None, ())
