"""Games of phantom Domineering between two lists of moves, under any rules, right or misread.

Numba is not imported: many papers are marked without a game to solve.

Source: ENS 2013 practical exam, "Équilibres de Nash", sections 3 and 5.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import TYPE_CHECKING

import numpy as np

from answers.exams.phantom_domineering.lists import strategies, terms
from answers.exams.phantom_domineering.matches import Pairing
from answers.exams.phantom_domineering.rules import PhantomRules
from solvers.domineering.board import Board
from solvers.domineering.phantom import PhantomPlay, PlacedDomino, play

if TYPE_CHECKING:
    from solvers.compiled.arrays import Bytes

NOWHERE = -1
"""Placement of a number whose domino would leave the board."""


@dataclass(frozen=True, slots=True)
class PlayedBoard:
    """A board as it is played, turned so that the player who begins places horizontal dominoes.

    `places` has, for player 1 and for player 2, the placement on `board` of each number of the player's list, or
    `NOWHERE`.
    """

    rules: PhantomRules
    board: Board
    places: tuple[tuple[int, ...], tuple[int, ...]]

    def in_order(self, first: "Bytes", second: "Bytes") -> "tuple[Bytes, Bytes]":
        """Return lists of placements, first those of the player who begins, then those of the other player.

        `first` and `second` are the lists of players 1 and 2 as numbers of placements, a row for each list.
        """
        lists: list[Bytes] = []
        for places, array in zip(self.places, (first, second), strict=True):
            if places == tuple(range(len(places))):
                lists.append(array)
            elif NOWHERE not in places:
                lists.append(np.array(places, dtype=np.uint8).take(array))
            else:  # numbers without a placement go to the end, as the first placement of the list
                placed = np.array(places, dtype=np.int64)[array]
                order = np.argsort(placed == NOWHERE, axis=1, kind="stable")
                placed = np.take_along_axis(placed, order, axis=1)
                lists.append(np.where(placed == NOWHERE, placed[:, :1], placed).astype(np.uint8))
        return (lists[1], lists[0]) if self.rules.second_begins else (lists[0], lists[1])


def played_board_of(rules: PhantomRules, board: Board) -> PlayedBoard:
    """Return the board as it is played under some rules, with the placement for each number in a player's list."""
    if rules.exchanged_sizes:
        board = turned(board)
    if rules.opened:
        board = Board(board.rows, board.cols)
    is_turned = rules.vertical_first != rules.second_begins
    oriented = turned(board) if is_turned else board
    places: list[tuple[int, ...]] = []
    for down in (rules.vertical_first, not rules.vertical_first):
        # the first cell of each domino of the player, by number, then its placement on the turned board
        rows, columns = (board.rows - 1, board.cols) if down else (board.rows, board.cols - 1)
        starts = [(i, j) for i in range(rows) for j in range(columns)]
        if rules.shared_numbers:
            starts = [divmod(number, board.cols) for number in range(len(starts))]
        elif rules.columns_first or (rules.vertical_by_columns and down):
            starts.sort(key=lambda cell: cell[::-1])
        if is_turned:
            starts, rows, columns = [(j, i) for i, j in starts], columns, rows
        places.append(tuple(i * columns + j if i < rows and j < columns else NOWHERE for i, j in starts))
    if rules.legal_alone:
        places = [board.legal(player) for player in (1, 2)]
    return PlayedBoard(rules, oriented, (places[0], places[1]))


def turned(board: Board) -> Board:
    """Return a board whose rows are the columns of the given board."""
    return Board(board.cols, board.rows, frozenset((j, i) for i, j in board.forbidden))


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game, its winner, and for each domino in turn its number in the player's list."""

    game: PhantomPlay
    winner: int
    numbers: tuple[int, ...]


def played_games(rules: PhantomRules, u0: int, board: Board, ranks: Sequence[int], match: Pairing) -> list[PlayedGame]:
    """Play game n for each n of `ranks`, on one board under some rules. `match` chooses the strategies of game n."""
    played_board, u = played_board_of(rules, board), terms(rules, u0, 2 * max(ranks) + 1).tolist()
    players = (2, 1) if rules.second_begins else (1, 2)  # of the exam; player 1 of a `PhantomPlay` is the beginner
    places, indices = played_board.places, np.array([match.indices(u, n) for n in ranks])
    lists = [strategies(rules, u0, indices[:, side], len(numbers)) for side, numbers in enumerate(places)]
    games = []
    for first, second in zip(*(array.tolist() for array in played_board.in_order(*lists)), strict=True):
        if match.strict or rules.illegal_passes:
            game = _play_next(played_board.board, first, second, passes=rules.illegal_passes)
        else:
            game = play(played_board.board, first, second)
        numbers = tuple(places[players[move.player - 1] - 1].index(move.placement) for move in game.moves)
        winner = 3 - game.winner if rules.mover_wins else game.winner
        games.append(PlayedGame(game, players[winner - 1], numbers))
    return games


def _play_next(board: Board, first: Sequence[int], second: Sequence[int], *, passes: bool) -> PhantomPlay:
    """Play a game in which a player whose next choice is illegal loses at once, or if `passes`, lays no domino."""
    occupied, moves, player = board.closed, list[PlacedDomino](), 1
    for placement in chain.from_iterable(zip_longest(first, second)):
        is_illegal = placement is not None and board.mask(player, placement) & occupied
        if placement is None or (is_illegal and not passes):
            break
        if not is_illegal:
            occupied |= board.mask(player, placement)
            moves.append(PlacedDomino(player, placement, board.cells(player, placement)))
        player = 3 - player
    return PhantomPlay(board, 3 - player, tuple(moves))
