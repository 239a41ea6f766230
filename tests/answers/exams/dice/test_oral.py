"""What the proofs of `dice` end in, beside an oracle that computes without them."""

import numpy as np
import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import Key, make_key
from answers.exams.dice.draws import Parameters
from tests.oracles import dice_exam as oracle


@pytest.fixture(scope="module", params=(17, 4242, 50001))
def key(request: pytest.FixtureRequest) -> Key:
    return make_key(load_exam("dice"), request.param)


def test_scores_without_a_one_add_up_to_the_chance_of_none(key: Key, drawn: Parameters) -> None:
    dice = drawn.throw.dice
    (answer,) = key.oral["score-recursion"]
    assert answer == pytest.approx(oracle.throw(dice)[2 * dice :].sum(), abs=1e-11)


def test_the_mean_is_greatest_at_as_many_dice_as_faces(key: Key, drawn: Parameters) -> None:
    faces = drawn.means.faces
    means = [oracle.mean_points(dice, faces) for dice in range(1, 2 * faces)]
    assert key.oral["greatest-mean"] == (1 + int(np.argmax(means)),)


def test_a_pass_shrinks_errors_by_the_chance_of_a_one_twice(key: Key) -> None:
    """Two starts of the iteration of question 6 come nearer by the factor told at least, near the end of the game."""
    (factor,) = key.oral["variant-converges"]
    assert factor == pytest.approx(float(oracle.throw(10)[1]) ** 2, abs=1e-11)
    chances = oracle.throws(10, 6, 0)
    silent, scored = chances[:, 0], chances[:, 1:].sum(axis=1)

    def one_pass(own: float) -> float:
        """At (99, 99) all scores win: the other player's gain, then the own one."""
        other = (scored - silent * own).max()
        return float((scored - silent * other).max())

    starts = np.array([-1.0, 0.3, 1.0])
    ends = np.array([one_pass(start) for start in starts])
    assert (np.abs(np.subtract.outer(ends, ends)) <= float(factor) * np.abs(np.subtract.outer(starts, starts))).all()


def test_values_change_sign_with_the_players(key: Key) -> None:
    gain = oracle.simultaneous(10, 92)[0]
    even, exchanged = key.oral["players-exchanged"]
    assert np.allclose(np.diag(gain)[92:100], float(even), atol=1e-6)
    assert np.allclose(gain[92:100, 92:100], -gain[92:100, 92:100].T, atol=1e-6)
    assert exchanged == -key.answers["18a"][0]
