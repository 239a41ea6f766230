from fractions import Fraction

import numpy as np

from solvers.domineering.board import Board
from solvers.domineering.phantom_game import limited_game
from solvers.matrix_games.empirical_equilibrium import empirical_equilibrium
from solvers.matrix_games.zero_sum import zero_sum
from tests.oracles.matrix_games import guarantees


def test_the_certificate_is_the_definition_of_the_security_levels():
    for seed in range(20):
        generator = np.random.default_rng([1, seed])
        a, b = generator.integers(1, 30, size=2)
        matrix = generator.random((a, b)) < generator.random()
        rows, columns = generator.integers(0, 5, size=a), generator.integers(0, 10**12, size=b)
        rows[0] += 1
        columns[-1] += 1
        equilibrium = empirical_equilibrium(matrix, rows, columns)
        assert (equilibrium.lower, equilibrium.upper) == guarantees(matrix.tolist(), equilibrium)
        assert equilibrium.lower <= zero_sum(matrix).value <= equilibrium.upper
        for strategy, counts in ((equilibrium.row, rows), (equilibrium.column, columns)):
            assert strategy.support == tuple(np.flatnonzero(counts))
            assert strategy.weights == tuple(Fraction(int(n), int(counts.sum())) for n in counts if n)


def test_more_strategies_than_a_block_and_a_game_played_on_demand():
    game = limited_game(17, Board(4, 4), 700)
    everyone = np.arange(700)
    counts = np.random.default_rng(3).integers(0, 4, size=(2, 700))
    equilibrium = empirical_equilibrium(game, *counts)
    matrix = game.outcomes(everyone, everyone).astype(int)
    assert equilibrium.lower == Fraction(int((counts[0] @ matrix).min()), int(counts[0].sum()))
    assert equilibrium.upper == Fraction(int((matrix @ counts[1]).max()), int(counts[1].sum()))
    assert equilibrium == empirical_equilibrium(matrix, *counts)


def test_the_largest_sum_is_still_exact():
    half = 2**52
    equilibrium = empirical_equilibrium([[1, 0], [0, 1]], [half, half - 1], [1, 0])
    assert (equilibrium.lower, equilibrium.upper) == (Fraction(half - 1, 2 * half - 1), 1)
