import numpy as np
import pytest

from solvers.matrix_games.exp3_learner import FLOOR, choose, chooses, new_learner, rescale, reward


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


@pytest.mark.parametrize("arms", [1, 2, 30, 600])
def test_a_guess_is_kept_exactly_if_it_still_is_the_choice(arms):
    learner, generator = new_learner(arms, 100_000), np.random.default_rng(arms)
    rescale(learner)
    kept = 0
    for u in generator.random(400):
        guess = np.uint64(choose(learner, u))
        for _ in range(8):
            reward(learner, np.uint64(choose(learner, generator.random())))
        kept += chooses(learner, u, guess)
        assert chooses(learner, u, guess) == (choose(learner, u) == guess)
    assert kept == 400 if arms == 1 else 200 < kept < 400
