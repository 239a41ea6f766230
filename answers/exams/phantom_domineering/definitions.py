"""Figures and computed examples of the definitions of phantom Domineering, shared by `nash`, `phantom` and `domino`.

Their texts are in `templates/exams/phantom_domineering/`.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from types import MappingProxyType

import numpy as np

from answers.exam.words import Words
from solvers.domineering.board import Board
from solvers.domineering.board_svg import dominoes_svg, numbering_svg
from solvers.domineering.phantom import turns
from solvers.domineering.phantom_game import limited_game
from solvers.matrix_games.exp3 import default_steps, exp3
from solvers.matrix_games.zero_sum import zero_sum
from solvers.sequence import lcg
from solvers.sequence.all_drawn import mean_draws_until_all
from solvers.sequence.permutations import permutation

SEED = 17
"""Seed of the examples: that of model sheets, which no student gets."""
BOARD = Board(4, 3)
INDICES = (2013, 54321)
"""Indices of the strategies played in the example on `BOARD`."""
MATRIX = ((1, 0, 1), (0, 1, 1), (1, 1, 0))
"""Matrix of the example of a value: each row wins twice, and no row wins everywhere."""
WATCHED = (Board(4, 6), Board(6, 4), Board(2, 6))
"""Boards of the table of precision; the last one has value 1."""
PLANS = 100

DEFINITIONS: Mapping[int, tuple[int, ...]] = MappingProxyType(
    {1: (), 2: (), 3: (), 4: (3,), 5: (4,), 6: (1, 2, 5), 7: (), 8: (7,), 9: (7, 8)}
)
"""The definitions, each with the definitions that it builds on."""


def example_lists() -> tuple[tuple[int, ...], ...]:
    """Return the list of moves of player 1 and the list of moves of player 2 in the example game."""
    return tuple(permutation(n, BOARD.count(player)) for player, n in enumerate(INDICES, 1))


FIGURES: Mapping[str, Callable[[Words], str]] = MappingProxyType(
    {
        "numbering_1": lambda _: numbering_svg(BOARD, 1),
        "numbering_2": lambda _: numbering_svg(BOARD, 2),
        "game": lambda _: dominoes_svg(BOARD, [turn.cells for turn in turns(BOARD, *example_lists()) if turn.cells]),
    }
)
"""Drawings by name."""


@cache
def examples() -> Mapping[str, object]:
    """Return the data of the worked examples by name. Numbers of rows and columns are called N and P, as in 2013."""
    remaining, steps, m = list(range(5)), [], 2013
    while remaining:  # the construction of the permutation P(2013, 5)
        before, (m, i) = m, divmod(m, len(remaining))
        element = remaining[i]
        remaining[i] = remaining[-1]
        remaining.pop()
        steps.append((before, i, element, tuple(remaining)))
    u = lcg.sequence(SEED, 20)
    wins, value = _value(Board(4, 4), 20)
    played = Board(4, 6)  # with the lists of indices u(1) and u(2)
    lists = (permutation(lcg.term(SEED, player), played.count(player)) for player in (1, 2))
    return {
        "seed": SEED,
        "sides": ("N", "P"),
        "terms": tuple((n, lcg.term(SEED, n)) for n in (10, 1000, 64_005)),
        "permutation": {"n": 2013, "b": 5, "steps": tuple(steps), "result": permutation(2013, 5)},
        "indices": INDICES,
        "lists": example_lists(),
        "turns": turns(BOARD, *example_lists()),
        "matrix": MATRIX,
        "matrix_value": zero_sum(MATRIX).value,
        "precision": tuple(map(_precision, WATCHED)),
        "checks": {
            "mean": Fraction(int((u**3).sum()), int(u.sum())),
            "all_drawn": mean_draws_until_all(u.tolist()),
            "wins": wins,
            "value": value,
            "winner": turns(played, *lists)[-2].player,
        },
    }


def _precision(board: Board) -> Mapping[str, object]:
    """Return the size of a board, its value over 100 plans, and four estimates by the stochastic algorithm."""
    game = limited_game(SEED, board, PLANS)
    steps = default_steps(PLANS, PLANS)
    runs = tuple(exp3(game, seed=SEED, steps=steps // share, marks=(steps // 2,)) for share in (100, 10, 1))
    ((_, first_half),) = runs[-1].means
    means = (*(run.value for run in runs), 2 * runs[-1].value - first_half)
    return {"size": (board.rows, board.cols), "value": _value(board, PLANS)[1], "means": means, "steps": steps}


def _value(board: Board, count: int) -> tuple[int, Fraction | None]:
    """Return the number of games that player 1 wins over the first `count` plans of each player, and the value."""
    plans = np.arange(count)
    matrix = limited_game(SEED, board, count).outcomes(plans, plans)
    return int(matrix.sum(dtype=np.int64)), zero_sum(matrix).value
