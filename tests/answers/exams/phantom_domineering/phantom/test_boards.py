"""The tables that phantom draws from: values lie strictly between 0 and 1, and no formula in the draws gives them."""

import random
from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exams.phantom_domineering.phantom.boards import PAIRS, REMAINDERS
from answers.exams.phantom_domineering.phantom.draws import HiddenCell, Parameters
from answers.exams.phantom_domineering.rules import Dimensions
from solvers.domineering.board import Board
from solvers.domineering.phantom_game import limited_game
from solvers.matrix_games.zero_sum import zero_sum
from tests.oracles.phantom_exam import remainder_wins

EXAM = load_exam("phantom")
SEEDS = random.Random(6).sample(range(1, 64007), 100)
AT_MOST = 0.15
"""Of the seeds, for the best of 40,000 formulas on each board; two constants give a part on one seed of twenty."""


def weights(game: HiddenCell) -> Iterator[float]:
    """Chances of what a formula may name: cells in order, or by chance, rows, columns, corners, the middle."""
    chances = dict(zip(game.cells, (percent / 100 for percent in game.percents), strict=True))
    rows, columns = game.size
    for named in (list(chances.values()), sorted(chances.values())):
        filled = [*named, 0.0][:4]
        for count in (1, 2):
            yield from (sum(some) for some in combinations(filled, count))
    lines = [
        [sum(chance for cell, chance in chances.items() if cell[axis] == line) for line in range(game.size[axis])]
        for axis in (0, 1)
    ]
    for sums in lines:
        yield from ([*sums, 0.0, 0.0][:4])
        yield from (max(sums), min(sums), sums[len(sums) // 2], min(filter(None, sums)))
    yield sum(chance for (i, j), chance in chances.items() if i in (0, rows - 1) and j in (0, columns - 1))
    yield sum(chance for (i, j), chance in chances.items() if 0 < i < rows - 1 and 0 < j < columns - 1)


def formulas(game: HiddenCell) -> np.ndarray:
    """Constants; minima, maxima, means, quotients and products of two chances; 1 - those, and halves of them."""
    array = np.array(list(weights(game)))
    a, b = array[:, None], array[None, :]
    total = np.where(a + b > 0, a + b, 1)
    pairs = (np.minimum(a, b), np.maximum(a, b), (a + b) / 2, a / total, a * b / total, a * b, a + b - a * b)
    several = np.concatenate([pair.ravel() for pair in pairs])
    constants = np.linspace(0, 1, 101)
    return np.concatenate([constants, several, 1 - several, several / 2, 1 - several / 2])


@pytest.mark.slow
@pytest.mark.parametrize("part_id", ["6a", "6b", "6c"])
def test_no_two_formulas_give_a_part_of_question_6(part_id: str) -> None:
    part, first = EXAM.part(part_id), 2 * "abc".index(part_id[1])
    near = [[], []]
    for u0 in SEEDS:
        key = make_key(EXAM, u0, parts=[part_id])
        assert isinstance(key.params, Parameters)
        for place, value in enumerate(key.answers[part_id]):
            array = formulas(key.params.hidden[first + place])
            near[place].append(abs(array - float(value)) <= float(part.tolerance.absolute))
    array, other = (np.array(hits, dtype=np.float32) for hits in near)
    array, other = (hits[:, hits.sum(axis=0) > AT_MOST * len(SEEDS)] for hits in (array, other))
    assert (array.T @ other).max(initial=0) <= AT_MOST * len(SEEDS)


@pytest.mark.parametrize("size", PAIRS)
def test_values_of_limited_games_lie_between_0_and_1(size: Dimensions) -> None:
    rng, exact = random.Random(str(size)), 0
    for pair in (pair.split(",") for pair in PAIRS[size].split()):
        forbidden = frozenset(divmod(int(number), size.columns) for number in pair)
        game = limited_game(rng.randrange(1, 64007), Board(*size, forbidden), rng.randint(250, 400))
        exact += any(game.first_unbeaten(player) is not None for player in (1, 2))
    assert exact <= 2


@pytest.mark.slow
@pytest.mark.parametrize(("games", "below"), [*zip(REMAINDERS, (True, False), strict=True)])
def test_games_of_remainders_are_not_worth_the_share_of_wins(games: str, below: bool) -> None:
    for modulus, bound, thousandths in (map(int, text.split("/")) for text in games.split()):
        wins = remainder_wins(modulus, bound, below=below)
        played_board_of = np.array([[wins(i, j) for j in range(100)] for i in range(100)], dtype=np.int8)
        value = zero_sum(played_board_of).value
        assert value is not None
        assert round(1000 * value) == thousandths
        assert 0 < value < 1
        assert abs(played_board_of.mean() - value) > 0.03


@pytest.mark.slow
def test_no_mean_and_no_other_value_gives_those_of_questions_7_and_8() -> None:
    """A board in four has a value near the mean of its matrix, or that of the other question: never three at once."""
    near = {"7b": 0, "8b": 0}
    for u0 in SEEDS[:12]:
        key = make_key(EXAM, u0, parts=["7a", "7b", "8a", "8b"])
        assert isinstance(key.params, Parameters)
        few, many = (np.array(key.answers[part], dtype=float) for part in ("7b", "8b"))
        fewer = np.array(key.answers["7a"]) / key.params.few**2
        more = np.array(key.answers["8a"]) / key.params.many**2
        for part, value, guesses in (("7b", few, [fewer, more]), ("8b", many, [fewer, more, few, (few + more) / 2])):
            assert EXAM.part(part).all_or_nothing
            allowed = float(EXAM.part(part).tolerance.absolute)
            near[part] += sum(bool((np.abs(guess - value) <= allowed).all()) for guess in guesses)
    assert near == {"7b": 0, "8b": 0}
