from collections import Counter
from itertools import product
from math import comb

import numpy as np
import pytest

from solvers.yahtzee.rules.lattice import average_down, best_up, lattice
from solvers.yahtzee.rules.rolls import outcomes, subsets

SIZES = [(1, 1), (1, 6), (3, 2), (2, 5), (4, 3)]


def test_published_numbers_of_the_official_game():
    # 252: the report, section 4.1; 462 keeps and 4 368 pairs: the literature on solitaire Yahtzee.
    dice = lattice(5, 6)
    assert (len(dice.rolls), len(dice.keeps)) == (252, 462)
    assert sum(len(subsets(roll)) for roll in dice.rolls) == 4368


@pytest.mark.parametrize(("dice", "faces"), SIZES)
def test_rolls_fall_as_often_as_in_all_throws(dice, faces):
    tables = lattice(dice, faces)
    seen = Counter(tuple(sorted(throw)) for throw in product(range(1, faces + 1), repeat=dice))
    assert dict(zip(tables.rolls, tables.ways.tolist(), strict=True)) == seen
    assert len(tables.keeps) == comb(dice + faces, faces)


@pytest.mark.parametrize(("dice", "faces"), SIZES)
def test_neighbours_differ_by_one_die(dice, faces):
    tables = lattice(dice, faces)
    for keep in tables.keeps[: tables.first_roll]:
        for face in range(1, faces + 1):
            more = tables.keeps[tables.add[tables.number[keep], face - 1]]
            assert more == tuple(sorted((*keep, face)))


def test_passes_over_the_lattice_average_and_maximise():
    tables = lattice(4, 3)
    rows = np.zeros((len(tables.keeps), 2))
    rows[tables.first_roll :] = np.random.default_rng(1).random((len(tables.rolls), 2))
    before = rows.copy()
    average_down(tables.add, rows)
    for keep in tables.keeps:
        mean = sum(float(p) * before[tables.number[roll]] for roll, p in outcomes(keep, 4, 3))
        np.testing.assert_allclose(rows[tables.number[keep]], mean, rtol=1e-14)
    averaged = rows.copy()
    best_up(tables.add, rows)
    for keep in tables.keeps:
        best = np.max([averaged[tables.number[kept]] for kept in subsets(keep)], axis=0)
        np.testing.assert_array_equal(rows[tables.number[keep]], best)
