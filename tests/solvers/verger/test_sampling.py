"""Games of the orchard played, against the exact chances; each interval fails once in 1.7 million."""

import pytest

from solvers.verger.exact_chance import exact_chance
from solvers.verger.orchard import Die, Orchard
from solvers.verger.sampling import sample
from solvers.verger.win_chance import expected_length


@pytest.mark.parametrize("strategy", ["max", "min", "random", "random-fruit"])
@pytest.mark.parametrize("die", [Die(), Die(2, 1, 3, 3), Die(1, 0, 1)])
def test_chance_and_length(strategy: str, die: Die) -> None:
    orchard = Orchard((4, 3, 1), 3)
    games = 20_000
    orchard_sample = sample(orchard, strategy, games, 11, die)  # type: ignore[arg-type]
    exact = float(exact_chance(orchard, strategy, die))  # type: ignore[arg-type]
    assert abs(orchard_sample.wins / games - exact) < 5 * (exact * (1 - exact) / games) ** 0.5
    mean = float(expected_length(orchard, strategy, die))  # type: ignore[arg-type]
    assert abs(orchard_sample.throws.mean() - mean) < 5 * orchard_sample.length.error


def test_games_that_are_over() -> None:
    assert sample(Orchard((), 3), "max", 5, 1).wins == 5
    lost = sample(Orchard((2,), 0), "max", 5, 1)
    assert (lost.wins, lost.throws.tolist()) == (0, [0] * 5)
