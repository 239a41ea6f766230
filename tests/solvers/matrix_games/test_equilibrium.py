from fractions import Fraction

from solvers.matrix_games.equilibrium import Equilibrium, MixedStrategy

HALF = MixedStrategy(4, (1, 3), (Fraction(1, 2), Fraction(1, 2)))


def test_proportional_sorts_and_drops_zeros():
    strategy = MixedStrategy.proportional(5, [4, 2, 0], [3, 0, 6])
    assert strategy == MixedStrategy(5, (0, 4), (Fraction(2, 3), Fraction(1, 3)))


def test_probabilities_are_the_whole_distribution():
    assert HALF.probabilities.tolist() == [0, 0.5, 0, 0.5]


def test_value_is_exact_or_none():
    exact = Equilibrium(HALF, HALF, Fraction(1, 3), Fraction(1, 3))
    assert (exact.value, exact.regret, exact.note) == (Fraction(1, 3), 0, "")
    interval = Equilibrium(HALF, HALF, Fraction(1, 4), Fraction(1, 2), "why")
    assert (interval.value, interval.regret, interval.approximate_value) == (None, Fraction(1, 4), 0.375)
