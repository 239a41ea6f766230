"""The games of phantom Domineering, as matrix games whose entries are played on demand.

Source: ENS 2013 practical exam, "Équilibres de Nash", sections 3 and 5, questions 6 to 8.
"""

from solvers.domineering.board import Board
from solvers.domineering.phantom import all_plans, limited_plans
from solvers.domineering.playouts import PhantomGame


def all_plans_game(board: Board) -> PhantomGame:
    """Return PD or iPD on `board`: both players have all their plans."""
    return PhantomGame(board, *(all_plans(board, player) for player in (1, 2)))


def limited_game(u0: int, board: Board, count: int) -> PhantomGame:
    """Return lPD on `board`: both players limited to their `count` plans of index u(0) … u(count - 1)."""
    return PhantomGame(board, *(limited_plans(u0, count, board.count(player)) for player in (1, 2)))
