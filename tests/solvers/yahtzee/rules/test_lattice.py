import numpy as np
import pytest

from solvers.yahtzee.rules.lattice import average_down, best_up, lattice, mean_throw
from solvers.yahtzee.rules.rolls import outcomes, subsets


def test_published_numbers_of_the_official_game():
    # 252: the report, section 4.1; 462 keeps and 4 368 pairs: the literature on solitaire Yahtzee.
    dice = lattice(5, 6)
    assert (len(dice.rolls), len(dice.keeps)) == (252, 462)
    assert sum(len(subsets(roll)) for roll in dice.rolls) == 4368


@pytest.mark.parametrize(("dice", "faces"), [(4, 3), (3, 4)])
def test_passes_over_the_lattice_average_and_maximise(dice, faces):
    tables = lattice(dice, faces)
    rows = np.zeros((len(tables.keeps), 2))
    rows[tables.first_roll :] = np.random.default_rng(1).random((len(tables.rolls), 2))
    before = rows.copy()
    average_down(tables.add, rows)
    for keep in tables.keeps:
        mean = sum(float(p) * before[tables.number[roll]] for roll, p in outcomes(keep, dice, faces))
        np.testing.assert_allclose(rows[tables.number[keep]], mean, rtol=1e-14)
    averaged, mean = rows.copy(), np.empty(2)
    mean_throw(tables.ways, before[tables.first_roll :], mean)
    np.testing.assert_allclose(mean, averaged[0], rtol=1e-14)
    best_up(tables.add, rows)
    for keep in tables.keeps:
        best = np.max([averaged[tables.number[subset]] for subset in subsets(keep)], axis=0)
        np.testing.assert_array_equal(rows[tables.number[keep]], best)
