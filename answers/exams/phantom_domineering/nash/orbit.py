"""The right answers of seeds that follow each other in the sequence, with what they share found once."""

from collections.abc import Iterator
from functools import cache
from typing import Final

import numpy as np

from answers.exam.draw import Draw
from answers.exam.key import make_key
from answers.exams.phantom_domineering.matches import ROUNDS
from answers.exams.phantom_domineering.nash.draws import ONE_ILLEGAL, draw
from answers.exams.phantom_domineering.nash.exam import EXAM
from answers.exams.phantom_domineering.nash.games import BOARD, FEW, LIMITED, MANY, PARITY_PLANS
from answers.exams.phantom_domineering.nash.solved import parity_value
from answers.exams.phantom_domineering.rules import RULES, Cell, Size
from answers.exams.phantom_domineering.solved import all_plans_values
from answers.kinds.reading import Value, Values
from solvers.domineering.board import Board
from solvers.domineering.phantom import limited_plans
from solvers.domineering.playouts import PhantomGame
from solvers.domineering.sliding_values import sliding_values
from solvers.sequence import lcg

EACH = tuple(part.id for question in EXAM.questions if question.number in (1, 2, 4) for part in question.parts)
"""Parts whose solution is quick, and is asked for seed by seed."""
LIMITS = {7: FEW, 8: MANY}


def orbit_answers(u0: int, seeds: int) -> Iterator[dict[str, Values]]:
    """Yield the right answers for u(0), …, u(`seeds` - 1), by part: those of the key of each.

    Question 3 plays its games without their boards; question 5 does not depend on the seed; question 6 depends on its
    forbidden cells only, and each board is solved once; for questions 7 and 8 see `sliding_values`, which proves that
    what it reuses is the value of the next game.
    """
    limited = {
        f"{number}{letter}": [sliding_values(u0, Board(*size), count, seeds) for size in sizes]
        for number, count in LIMITS.items()
        for letter, sizes in LIMITED.items()
    }
    winners = _winners(u0, seeds)
    for seed in lcg.sequence(u0, seeds).tolist():
        found = dict(make_key(EXAM, seed, parts=EACH).answers)
        found |= {f"3{letter}": values for letter, values in zip(ROUNDS, next(winners), strict=True)}
        found |= _parity() | _one_illegal_cell(seed)
        found |= {part_id: tuple(map(next, values)) for part_id, values in limited.items()}
        yield {part.id: found[part.id] for part in EXAM.parts}


def _winners(u0: int, seeds: int) -> Iterator[list[Values]]:
    """The winners of question 3: in game n the strategy of index u(n) meets that of index u(2n)."""
    board, most = BOARD, max(max(ranks) for ranks in ROUNDS.values())
    game = PhantomGame(board, *(limited_plans(u0, seeds + 2 * most, board.count(player)) for player in (1, 2)))
    for start in range(seeds):
        yield [tuple(_winner(game, start + n, start + 2 * n) for n in ranks) for ranks in ROUNDS.values()]


def _winner(game: PhantomGame, row: int, column: int) -> int:
    return 2 - int(game.outcomes(np.array([row]), np.array([column]))[0, 0])


ORBIT: Final = orbit_answers
"""What finds the answers of many seeds together."""


@cache
def _parity() -> dict[str, Values]:
    return {
        "5a": parity_value(RULES, PARITY_PLANS, odd=True).values,
        "5b": parity_value(RULES, PARITY_PLANS, odd=False).values,
    }


def _one_illegal_cell(u0: int) -> dict[str, Values]:
    illegal = draw(Draw(u0)).illegal
    return {
        f"6{letter}": tuple(_all_plans_value(size, illegal[str(size)]) for size in sizes)
        for letter, sizes in ONE_ILLEGAL.items()
    }


@cache
def _all_plans_value(size: Size, cell: Cell) -> Value:
    """One of the 44 boards of question 6."""
    (value,) = all_plans_values(RULES, [Board(*size, frozenset({cell}))]).values
    return value
