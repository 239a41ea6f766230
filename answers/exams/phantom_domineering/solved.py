"""The values of games of phantom Domineering under any rules, right or misread.

Source: ENS 2013 practical exam, "Équilibres de Nash", sections 3, 5 and 6.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import starmap
from typing import TYPE_CHECKING, Final

import numpy as np

from answers.exam.question import Solution
from answers.exams.phantom_domineering.evidence import strategies as certificate
from answers.exams.phantom_domineering.lists import strategies, terms
from answers.exams.phantom_domineering.played import played_board_of, turned
from answers.exams.phantom_domineering.rules import RULES, Dimensions, PhantomRules
from answers.kinds.parsing import Value
from solvers.domineering.board import Board, Cell
from solvers.domineering.hidden_cell import hidden_cell
from solvers.domineering.phantom_game import PhantomGame, all_plans_game, unbeaten
from solvers.matrix_games.double_oracle import double_oracle
from solvers.matrix_games.equilibrium import Equilibrium
from solvers.matrix_games.zero_sum import zero_sum

if TYPE_CHECKING:
    from solvers.compiled.arrays import Bytes, Indices

LISTS = 16
"""Number of cached lists of strategies: those of a seed."""
SOLVED = 768
"""Number of cached games: those of a seed in all scenarios, and the games over all plans."""
BOARDS: Final = (
    *("columns_first", "vertical_by_columns", "shared_numbers", "vertical_first", "second_begins", "mover_wins"),
    *("exchanged_sizes", "opened", "legal_alone", "illegal_passes"),
)
"""Rules of boards, which do not change lists of numbers."""


@dataclass(frozen=True, slots=True)
class MatrixGame:
    """The matrix game of player 1 against player 2, with 1 where player 1 wins and 0 elsewhere.

    `game` is the same game between the player who begins and the other player. The other fields are rules that change
    who begins and who wins.
    """

    game: PhantomGame
    second_begins: bool
    mover_wins: bool
    illegal_passes: bool = False

    @property
    def shape(self) -> tuple[int, int]:
        """The number of plans of player 1 and the number of plans of player 2."""
        return self.game.shape[::-1] if self.second_begins else self.game.shape

    def outcomes(self, rows: "Indices", columns: "Indices") -> "Bytes":
        """Return the matrix for some plans of players 1 and 2, shape (len(rows), len(columns)), 1 if player 1 wins."""
        if self.illegal_passes:  # the player with fewer moves is the first without one
            first, second = (lists.shape[1] for lists in (self.game.lists.first, self.game.lists.second))
            return np.full((len(rows), len(columns)), first > second, dtype=np.uint8)
        if self.second_begins:
            won = self.game.outcomes(columns, rows).T
            return np.ascontiguousarray(won if self.mover_wins else 1 - won)
        won = self.game.outcomes(rows, columns)
        return 1 - won if self.mover_wins else won

    def first_unbeaten(self, player: int) -> int | None:
        """Return the first plan of `player`, 1 or 2, that wins against all plans of the other player, or None."""
        if self.illegal_passes:  # the same player wins whatever the plans
            start = np.zeros(1, dtype=np.intp)
            return 0 if self.outcomes(start, start)[0, 0] == 2 - player else None
        side = 3 - player if self.second_begins else player
        return unbeaten(self.game, side, mover_wins=self.mover_wins).index


def limited_game(rules: PhantomRules, u0: int, board: Board, count: int) -> MatrixGame:
    """Return the game in which each player has `count` plans drawn from `u0` (lPD in the document)."""
    played_board = played_board_of(rules, board)
    on_any_board = replace(play_rules(rules), **{name: getattr(RULES, name) for name in BOARDS})
    first, second = (_lists(on_any_board, u0, count, len(places)) for places in played_board.places)
    game = PhantomGame(played_board.board, *played_board.in_order(first, second))
    return MatrixGame(game, rules.second_begins, rules.mover_wins, rules.illegal_passes)


@lru_cache(maxsize=LISTS)
def _lists(rules: PhantomRules, u0: int, count: int, b: int) -> "Bytes":
    """Return the strategies of a player with b moves limited to `count` plans, the same on all boards with b moves."""
    first, last = rules.first_plan, rules.first_plan + count + rules.more_plans
    indices = terms(rules, u0, last)[first:] if rules.drawn_plans else np.arange(first, last)
    lists = strategies(rules, u0, indices, b)
    lists.setflags(write=False)  # the array is cached
    return lists


def limited_matrix(rules: PhantomRules, u0: int, board: Board, count: int) -> "Bytes":
    """Return the matrix of wins of player 1 in the game in which each player is limited to `count` plans (lPD).

    The plans have the numbers u(0), …, u(count - 1) of the sequence of `u0`.
    """
    game = limited_game(rules, u0, board, count)
    return game.outcomes(*map(np.arange, game.shape))


@lru_cache(maxsize=SOLVED)
def _solved(
    rules: PhantomRules, board: Board, u0: int = 0, count: int = 0, *, whole: bool = False
) -> tuple[Equilibrium, Dimensions]:
    """Return the equilibrium of a game limited to `count` plans (lPD), or over all plans, and the numbers of plans."""
    if whole:
        outcomes = limited_matrix(rules, u0, board, count)
        return zero_sum(outcomes), Dimensions(*outcomes.shape)
    game = limited_game(rules, u0, board, count) if count else all_plans(rules, board)
    return double_oracle(game), Dimensions(*game.shape)


def game_values(
    rules: PhantomRules, boards: Iterable[Board], u0: int = 0, count: int = 0, *, whole: bool = False
) -> Solution:
    """Return the value of the game on each board, with the optimal mixed strategies as evidence.

    Each player is limited to the `count` plans of seed `u0` (lPD), or has all plans if `count` is 0. A limited game is
    solved from the `whole` matrix, or from a part of it that grows. The optimal strategies in the evidence may depend
    on `whole`, but the values do not.
    """
    if count:
        as_played = replace(play_rules(rules), exchanged_sizes=False)
        boards = [turned(board) if rules.exchanged_sizes else board for board in boards]
    else:
        as_played = replace(RULES, **{name: getattr(rules, name) for name in BOARDS})
    return values(rules, [_solved(as_played, board, u0, count, whole=whole) for board in boards])


def limited_means(rules: PhantomRules, u0: int, boards: Iterable[Board], count: int) -> Solution:
    """Return the chance of player 1 to win on each board when each player draws uniformly one of `count` own plans.

    The plans are those of `limited_matrix`, drawn from `u0`.
    """
    return Solution(tuple(mean(rules, limited_matrix(play_rules(rules), u0, board, count)) for board in boards))


def all_plans(rules: PhantomRules, board: Board) -> MatrixGame:
    """Return the game with all plans on a board: PD in the document, iPD if the board has forbidden cells."""
    game = all_plans_game(played_board_of(rules, board).board)
    return MatrixGame(game, rules.second_begins, rules.mover_wins, rules.illegal_passes)


def hidden_value(rules: PhantomRules, board: Board, chances: Mapping[Cell, int]) -> tuple[Equilibrium, Value]:
    """Return the equilibrium and the value of a game in which one more cell will be forbidden.

    `chances` has the weight of each cell that may be forbidden. The equilibrium is of the player who begins against the
    other player. The value is what a student under these rules reports: the chance of player 1 or of player 2 to win,
    on the scale from 0 to 1 or from -1 to 1.
    """
    if rules.vertical_first != rules.second_begins:
        board, chances = turned(board), {(j, i): chance for (i, j), chance in chances.items()}

    def game(with_cell: Board, first: "Bytes", second: "Bytes") -> MatrixGame:
        phantom = PhantomGame(with_cell, first, second)
        return MatrixGame(
            phantom, second_begins=False, mover_wins=rules.mover_wins, illegal_passes=rules.illegal_passes
        )

    solved = hidden_cell(board, chances, game)
    return solved, as_reported(replace(rules, of_player_2=rules.of_player_2 != rules.second_begins), solved)


@cache
def parity_solved(count: int, *, wins_if_odd: bool) -> Equilibrium:
    """Return the equilibrium of the game of `count` plans in which player 1 wins odd or even sums of both indices."""
    plans = np.arange(count)
    return zero_sum(((plans[:, None] + plans) % 2 == wins_if_odd).astype(np.uint8))


def values(rules: PhantomRules, games: Sequence[tuple[Equilibrium, Dimensions]]) -> Solution:
    """Return the value of each solved game, with strategies and both numbers of plans as evidence."""
    return Solution(tuple(as_reported(rules, solved) for solved, _ in games), tuple(starmap(certificate, games)))


def as_reported(rules: PhantomRules, chance: Equilibrium | Fraction) -> Value:
    """Return what a student reports of a game: the chance of player 1 or 2 to win, from 0 or from -1 to 1.

    `chance` is that of player 1, or the solved game.
    """
    value: Fraction | float
    if isinstance(chance, Fraction):
        value = chance
    else:
        value = chance.approximate_value if chance.value is None else chance.value
    value = 1 - value if rules.of_player_2 else value
    return 2 * value - 1 if rules.as_scores else value


def play_rules(rules: PhantomRules) -> PhantomRules:
    """Return the rules without the misreadings that change only how an answer is written.

    These are values from −1 to 1, values of player 2, and numbers from 1. Scenarios that differ only in them then share
    the solved games in the cache.
    """
    return replace(rules, as_scores=False, of_player_2=False, first_number=0)


def mean(rules: PhantomRules, outcomes: "Bytes") -> Value:
    """Return the mean of a matrix of wins, as a student who plays by the given rules reports it."""
    share = Fraction(int(outcomes.sum(dtype=np.int64)), outcomes.size)
    return as_reported(rules, share)
