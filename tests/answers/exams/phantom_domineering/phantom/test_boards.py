"""The tables that phantom draws from: values lie strictly between 0 and 1."""

import random

import numpy as np
import pytest

from answers.exams.phantom_domineering.domino import boards as second_edition
from answers.exams.phantom_domineering.phantom.boards import PAIRS, REMAINDERS
from answers.exams.phantom_domineering.rules import Dimensions
from solvers.domineering.board import Board
from solvers.domineering.phantom_game import limited_game
from solvers.matrix_games.zero_sum import zero_sum
from tests.oracles.phantom_exam import remainder_wins


@pytest.mark.parametrize("size", PAIRS)
def test_values_of_limited_games_lie_between_0_and_1(size: Dimensions) -> None:
    rng, exact = random.Random(str(size)), 0
    for pair in (pair.split(",") for pair in PAIRS[size].split()):
        forbidden = frozenset(divmod(int(number), size.columns) for number in pair)
        game = limited_game(rng.randrange(1, 64007), Board(*size, forbidden), rng.randint(250, 400))
        exact += any(game.first_unbeaten(player) is not None for player in (1, 2))
    assert exact <= 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("games", "below"),
    [*zip(REMAINDERS, (True, False), strict=True), *zip(second_edition.REMAINDERS, (True, False), strict=True)],
)
def test_games_of_remainders_are_not_worth_the_share_of_wins(games: str, below: bool) -> None:
    for modulus, bound, thousandths in (map(int, text.split("/")) for text in games.split()):
        wins = remainder_wins(modulus, bound, below=below)
        played_board_of = np.array([[wins(i, j) for j in range(100)] for i in range(100)], dtype=np.int8)
        value = zero_sum(played_board_of).value
        assert value is not None
        assert round(1000 * value) == thousandths
        assert 0 < value < 1
        assert abs(played_board_of.mean() - value) > 0.03
