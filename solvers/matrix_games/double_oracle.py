"""The double oracle algorithm: equilibria of games too large for a matrix, played on demand.

A plan is a pure strategy, a row or column of the matrix.

A restricted game is solved by the simplex method, from the basis of the round before. The best replies to its
equilibrium join it, at most eight per player and round. When no better reply is left, the equilibrium is computed
exactly and checked in integers against every plan; a better reply hidden by rounding joins too, and the search goes on.
Each row and column of a plan in play is played once: A k + k B playouts, and bytes, for k plans in play. k is near the
size of the support if the game has a small one, but no bound below max(A, B) holds.

Not guaranteed: that the value is exact; see `exact_equilibrium`, whose `note` and interval hold for the whole game.

Source: McMahan, Gordon and Blum, "Planning in the presence of cost functions controlled by an adversary" (ICML
2003), double oracle algorithm; for questions 7, 8 and the oral question of section 6 of the ENS 2013 practical exam.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Protocol, Self

import numpy as np

from solvers.compiled.arrays import Bytes, Floats, Indices, Integers
from solvers.compiled.jit import jit
from solvers.invalid_input import InvalidInput
from solvers.matrix_games.equilibrium import Equilibrium, MixedStrategy
from solvers.matrix_games.exact_equilibrium import exact_equilibrium, exact_product
from solvers.matrix_games.simplex import simplex
from solvers.matrix_games.win_matrix import OnDemandGame

BREADTH: Final = 8
POOL: Final = 4 * BREADTH
TOLERANCE: Final = 1e-9
TIE: Final = 1e-6


class SearchableGame(OnDemandGame, Protocol):
    """A game on demand with a search for unbeaten plans, those that win against every plan of the opponent."""

    def first_unbeaten(self, player: int) -> int | None:
        """Return the first plan of `player`, 1 for rows or 2 for columns, that wins against every plan, or None."""


def double_oracle(game: SearchableGame) -> Equilibrium:
    """Return an equilibrium of `game`, proved against all A + B plans; of several, the same one at each call.

    ValueError if the game returns a plan as unbeaten that is beaten.
    """
    if min(game.shape) < 1:
        raise InvalidInput(
            "each player of a matrix game needs at least 1 strategy, got {rows} rows and {columns} columns",
            rows=game.shape[0],
            columns=game.shape[1],
        )
    everyone = [np.arange(size) for size in game.shape]
    for axis in (0, 1):  # a plan that wins against every plan, of the row player or of the column player
        plan, won = game.first_unbeaten(1 + axis), 1 - axis
        if plan is not None:
            row, column = (0, plan) if axis else (plan, 0)
            block = game.outcomes(everyone[0] if axis else np.array([plan]), np.array([plan]) if axis else everyone[1])
            if (block != won).any():
                raise ValueError(f"a plan said to be unbeaten is beaten: {'column' if axis else 'row'} {plan}")
            return Equilibrium.pure(game.shape, row, column, won)
    rows, columns = (
        _Side(game, axis, np.empty(0, np.intp), np.empty((0, count), np.uint8), np.zeros(count, np.int64)).joined_by(
            np.zeros(1, np.intp)
        )
        for axis, count in ((0, game.shape[1]), (1, game.shape[0]))
    )
    vertex = None
    while True:
        restricted = columns.outcomes[:, rows.plans].T.astype(np.float64)
        vertex = simplex(restricted + 1, *((vertex.rows, vertex.columns) if vertex else ()))
        value = float((restricted * vertex.column_strategy).sum(axis=1).max())
        new_rows = _best(_payoffs(vertex.column_strategy, columns.outcomes), value, columns)
        new_columns = _best(-_payoffs(vertex.row_strategy, rows.outcomes), -value, rows)
        if not len(new_rows) and not len(new_columns):
            # The equilibrium of the plans in play, with what it guarantees in the whole game, and better replies.
            inner = exact_equilibrium(restricted.astype(np.int64), vertex)
            row_weights, row_total = inner.row.integer_weights
            column_weights, column_total = inner.column.integer_weights
            against_columns = exact_product(rows.outcomes[list(inner.row.support)].T, row_weights)
            against_rows = exact_product(columns.outcomes[list(inner.column.support)].T, column_weights)
            lower, upper = Fraction(min(against_columns), row_total), Fraction(max(against_rows), column_total)
            if inner.regret or lower == upper:
                row_mix, column_mix = (
                    MixedStrategy.proportional(size, side.plans[list(mix.support)].tolist(), mix.integer_weights[0])
                    for size, side, mix in zip(game.shape, (rows, columns), (inner.row, inner.column), strict=True)
                )
                return Equilibrium(row_mix, column_mix, lower, upper, inner.note)
            new_rows = np.array([np.argmax(against_rows)] if upper > inner.upper else [], dtype=np.intp)
            new_columns = np.array([np.argmin(against_columns)] if lower < inner.lower else [], dtype=np.intp)
        rows, columns = rows.joined_by(new_rows), columns.joined_by(new_columns)


@dataclass(frozen=True, slots=True)
class _Side:
    """The plans in play of one player."""

    game: SearchableGame
    axis: int
    plans: Indices
    outcomes: Bytes
    wins: Integers

    def joined_by(self, plans: Indices) -> Self:
        """Return the side with more plans in play, whose outcomes are played against all plans of the opponent."""
        if not len(plans):
            return self
        everyone = np.arange(self.outcomes.shape[1])
        block = self.game.outcomes(everyone, plans).T if self.axis else self.game.outcomes(plans, everyone)
        return type(self)(
            self.game,
            self.axis,
            np.concatenate([self.plans, plans]),
            np.concatenate([self.outcomes, block]),
            self.wins + block.sum(axis=0, dtype=np.int64),
        )


@jit
def _payoffs(strategy: Floats, outcomes: Bytes) -> Floats:
    """Return the row player's payoff when a side plays `strategy`, for each plan of the opponent."""
    # Sums are in the order of plans: the rounding of BLAS depends on the processor.
    payoffs = np.zeros(outcomes.shape[1])
    for plan in np.flatnonzero(strategy):
        for reply in range(len(payoffs)):
            payoffs[reply] += strategy[plan] * outcomes[plan, reply]
    return payoffs


def _best(payoffs: Floats, value: float, opponents: _Side) -> Indices:
    """Return up to BREADTH plans that gain more than `value`, no two with equal outcomes against the plans in play."""
    # Among equal gains, plans that win most often against the plans in play come first, which needs fewer rounds.
    sign = 1 if opponents.axis else -1
    scores = payoffs + sign * TIE * opponents.wins
    better = np.flatnonzero(payoffs > value + TOLERANCE)
    if len(better) > POOL:  # by value: which of equals argpartition takes depends on the processor
        better = better[scores[better] >= -np.partition(-scores[better], POOL - 1)[POOL - 1]]
    better = better[np.argsort(-scores[better], kind="stable")][:POOL]
    first: dict[bytes, int] = {}
    for index, outcomes in enumerate(np.ascontiguousarray(opponents.outcomes[:, better].T)):
        first.setdefault(outcomes.tobytes(), index)
    return better[list(first.values())[:BREADTH]]
