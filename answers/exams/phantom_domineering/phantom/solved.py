"""Values of the games of the exam `phantom`; this module needs compiled solvers."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

import numpy as np

from answers.exam.question import Solution
from answers.exams.phantom_domineering.evidence import strategies
from answers.exams.phantom_domineering.phantom.draws import REMAINDER, HiddenCell, Remainder, Remainders
from answers.exams.phantom_domineering.rules import Dimensions, PhantomRules
from answers.exams.phantom_domineering.solved import (
    all_plans,
    as_reported,
    hidden_value,
    limited_matrix,
    play_rules,
)
from answers.kinds.parsing import Value
from solvers.compiled.arrays import Bytes
from solvers.domineering.board import Board
from solvers.matrix_games.double_oracle import double_oracle


def remainders_matrix(game: Remainders, plans: int, computed: Remainder = REMAINDER, *, below: bool) -> Bytes:
    """Return a matrix with 1 where player 1, who chooses the row i, wins against the column j, else 0.

    Its shape is (plans, plans). Player 1 wins if (i² + i j + 2 j²) mod m is below the bound or, with `below` False, if
    it is not. `computed` has the mistakes of the scenario.
    """
    i = np.arange(plans)
    remainder = (i[:, None] ** 2 + i[:, None] * i + 2 * i**2) % game.modulus
    remainder = remainder.T if computed.exchanged else remainder
    return np.asarray((remainder < game.bound + computed.more) == below, dtype=np.uint8)


def hidden_values(rules: PhantomRules, games: Sequence[HiddenCell]) -> Solution:
    """Return the values of games on boards on which one more cell will be forbidden."""
    solved = [hidden_value(rules, game.opened, dict(zip(game.cells, game.percents, strict=True))) for game in games]
    evidence = (
        strategies(equilibrium, Dimensions(equilibrium.row.size, equilibrium.column.size)) for equilibrium, _ in solved
    )
    return Solution(tuple(value for _, value in solved), tuple(evidence))


def known_values(rules: PhantomRules, games: Sequence[HiddenCell]) -> Solution:
    """Return for each game the mean of its values when both players know which cell is forbidden."""
    means: list[Value] = []
    for game in games:
        boards = (Board(*game.size, frozenset({*game.forbidden, cell})) for cell in game.cells)
        known = [double_oracle(all_plans(rules, board)).lower for board in boards]
        total = sum((percent * value for percent, value in zip(game.percents, known, strict=True)), Fraction(0))
        means.append(as_reported(rules, total / sum(game.percents)))
    return Solution(tuple(means))


def wins(rules: PhantomRules, u0: int, boards: Iterable[Board], count: int) -> Solution:
    """Return for each board how many games player 1 wins, of all pairs of the plans u(0), …, u(count - 1)."""
    outcomes = (limited_matrix(play_rules(rules), u0, board, count) for board in boards)
    won = [(int(array.sum(dtype=np.int64)), array.size) for array in outcomes]
    return Solution(tuple(games - first if rules.of_player_2 else first for first, games in won))
