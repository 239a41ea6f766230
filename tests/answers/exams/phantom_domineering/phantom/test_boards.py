"""The tables that phantom draws from: values lie strictly between 0 and 1."""

import random

import pytest

from answers.exams.phantom_domineering.phantom.boards import PAIRS
from answers.exams.phantom_domineering.phantom.draws import Remainders
from answers.exams.phantom_domineering.phantom.solved import remainders_matrix
from answers.exams.phantom_domineering.rules import Size
from solvers.domineering.board import Board
from solvers.domineering.phantom_games import limited_game
from solvers.matrix_games.zero_sum import zero_sum


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
