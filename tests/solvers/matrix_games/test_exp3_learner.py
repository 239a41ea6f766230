import numpy as np
import pytest

from solvers.matrix_games.exp3_learner import FLOOR, choose, new_learner, rescale


@pytest.mark.parametrize("steps", [1, 50, 1_059_664])
def test_uniform_numbers_at_the_edges_give_the_first_and_the_last_strategy(steps):
    for arms in range(2, 400):
        learner = new_learner(arms, steps)
        rescale(learner)
        floor = learner.numbers[FLOOR]
        just_below_one = np.nextafter(1, 0)
        assert choose(learner, 0.0) == 0
        assert choose(learner, np.nextafter(floor, 0)) == arms - 1
        if floor < just_below_one:
            assert choose(learner, floor) == 0
            assert choose(learner, just_below_one) == arms - 1
