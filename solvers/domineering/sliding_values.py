"""The values of the limited games of seeds that follow each other in the sequence: what one proved is proved again.

The plans of the seed u(s) are those of index u(s) … u(s + count - 1) of one sequence: the next seed loses the first
plan of both players and gains one. An equilibrium of value v stays one as long as its plans stay in play, the row
strategy gains at least v against the new column, and the new row gains at most v against the column strategy. For
then the row strategy gains at least v against every column, since it did against those that were there; likewise no
row gains more than v against the column strategy; and v is the value of the new game, by the minimax theorem. Both
comparisons are made in integers. When one fails, the game is solved again by the double oracle, from the plans that
are still in play. A value of 1 needs the row strategy alone, and 0 the column strategy: no payoff is outside 0 … 1.

Source: ENS 2013 practical exam, "Équilibres de Nash", sections 1, 5 and 6, questions 7 and 8; the reuse is ours.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

import numpy as np

from solvers.compiled.arrays import Bytes, Indices
from solvers.domineering.board import Board
from solvers.domineering.phantom import limited_plans
from solvers.domineering.playouts import PhantomGame
from solvers.matrix_games.double_oracle import double_oracle
from solvers.matrix_games.equilibrium import MixedStrategy


def sliding_values(u0: int, board: Board, count: int, seeds: int) -> Iterator[Fraction | float]:
    """Yield the value of lPD on `board`, both players limited to `count` ≥ 1 plans, for u(0), …, u(`seeds` - 1).

    The seed is not 0. The value is exactly what `double_oracle` finds without any reuse; a float, the middle of the
    interval, where that has only an interval. Memory is that of `count` + `seeds` plans.
    """
    plans = [limited_plans(u0, count + max(seeds, 1) - 1, board.count(player)) for player in (1, 2)]
    game = PhantomGame(board, *plans)
    proof = None
    for first in range(seeds):
        window = slice(first, first + count)
        if proof is None or not proof.holds(game, first, first + count - 1):
            proof = _proof(PhantomGame(board, plans[0][window], plans[1][window]), proof, first)
        yield proof.value


@dataclass(frozen=True, slots=True)
class _Side:
    """A strategy by places in the whole sequence: what it plays, its weights and their sum."""

    plans: Indices
    weights: list[int]
    total: int

    @classmethod
    def of(cls, strategy: MixedStrategy, first: int) -> Self:
        return cls(np.array(strategy.support, dtype=np.intp) + first, *strategy.integer_weights)

    def gain(self, outcomes: Bytes) -> Fraction:
        """What the row player gains, from the outcomes of the plans that are played."""
        won = sum(weight for weight, one in zip(self.weights, outcomes.ravel().tolist(), strict=True) if one)
        return Fraction(won, self.total)


@dataclass(frozen=True, slots=True)
class _Proof:
    """A value, and the strategies that prove it: none where the bounds of a payoff do, or nothing is proved."""

    value: Fraction | float
    rows: _Side | None
    columns: _Side | None

    def holds(self, game: PhantomGame, first: int, last: int) -> bool:
        """Whether it proves the value of the plans `first` … `last`, knowing that it did for those before `last`."""
        if any(side is not None and side.plans[0] < first for side in (self.rows, self.columns)):
            return False
        new = np.array([last], dtype=np.intp)
        if self.rows is not None and self.rows.gain(game.outcomes(self.rows.plans, new)) < self.value:
            return False
        if self.columns is not None and self.columns.gain(game.outcomes(new, self.columns.plans)) > self.value:
            return False
        return isinstance(self.value, Fraction)


def _proof(game: PhantomGame, before: _Proof | None, first: int) -> _Proof:
    """The value of a game, from the plans that proved the one before."""
    found = double_oracle(game, _start(before, first, game.shape[0] - 1))
    if found.value is None:
        found = double_oracle(game)
    if found.value is None:
        return _Proof(found.approximate_value, None, None)
    rows = None if found.value == 0 else _Side.of(found.row, first)
    columns = None if found.value == 1 else _Side.of(found.column, first)
    return _Proof(found.value, rows, columns)


def _start(before: _Proof | None, first: int, last: int) -> tuple[Indices, Indices] | None:
    """The plans that are still in play and the new one, by places in the game."""
    if before is None or before.rows is None or before.columns is None:
        return None
    rows, columns = (side.plans[side.plans >= first] - first for side in (before.rows, before.columns))
    return np.union1d(rows, last), np.union1d(columns, last)
