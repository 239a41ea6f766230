"""The tables that phantom draws from, found again: they keep values strictly between 0 and 1."""

import random
from itertools import combinations
from math import factorial

import numpy as np
import pytest

from answers.exams.phantom_domineering.cells import Size
from answers.exams.phantom_domineering.phantom.boards import HIDDEN, PAIRS
from answers.exams.phantom_domineering.phantom.draws import Remainders
from answers.exams.phantom_domineering.phantom.solved import remainders_matrix
from solvers.domineering.board import Board
from solvers.domineering.phantom_games import limited_game
from solvers.domineering.playouts import PhantomGame
from solvers.matrix_games.zero_sum import zero_sum
from solvers.sequence.permutation_array import permutation_array


def wins_by_cell(size: Size) -> list[np.ndarray]:
    """Who wins for each pair of lists, when one cell or another is forbidden."""
    lists = [
        permutation_array(np.arange(factorial(Board(*size).count(player))), Board(*size).count(player))
        for player in (1, 2)
    ]
    cells = [(i, j) for i in range(size.rows) for j in range(size.columns)]
    games = [PhantomGame(Board(*size, frozenset({cell})), *lists) for cell in cells]
    return [game.outcomes(*map(np.arange, game.shape)).astype(bool) for game in games]


@pytest.mark.parametrize("size", sorted({size for size, _ in HIDDEN}))
def test_the_sets_of_hidden_cells_are_those_that_no_list_wins_with(size: Size) -> None:
    wins = wins_by_cell(size)
    for listed in (sets.split() for of, sets in HIDDEN if of == size):
        open_sets = [
            "".join(map(str, cells))
            for cells in combinations(range(len(wins)), len(listed[0]))
            if not np.logical_and.reduce([wins[cell] for cell in cells]).all(axis=1).any()
            and np.logical_or.reduce([wins[cell] for cell in cells]).any(axis=0).all()
        ]
        assert listed == open_sets


@pytest.mark.parametrize("size", PAIRS)
def test_values_of_limited_games_lie_between_0_and_1(size: Size) -> None:
    rng, exact = random.Random(str(size)), 0
    for pair in (pair.split(",") for pair in PAIRS[size].split()):
        forbidden = frozenset(divmod(int(number), size.columns) for number in pair)
        game = limited_game(rng.randrange(1, 64007), Board(*size, forbidden), rng.randint(250, 400))
        exact += game.unbeaten_row() is not None or game.unbeaten_column() is not None
    assert exact <= 2


@pytest.mark.slow
@pytest.mark.parametrize("modulus", range(31, 61, 2))
def test_values_of_remainders_lie_between_0_and_1(modulus: int) -> None:
    for bound in range(modulus // 5, 4 * modulus // 5 + 1):
        value = zero_sum(remainders_matrix(Remainders(modulus, bound), 100, below=True)).value
        assert value is not None
        assert 0 < value < 1
