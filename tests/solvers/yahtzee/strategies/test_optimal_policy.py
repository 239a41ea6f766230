import pytest

from solvers.yahtzee.matches.score_distribution import score_distribution
from solvers.yahtzee.strategies.optimal import optimal
from solvers.yahtzee.strategies.optimal_policy import optimal_policy
from tests.solvers.yahtzee.zoo import NAMES, SMALL


@pytest.mark.parametrize("rules", SMALL, ids=NAMES)
def test_the_decisions_reach_the_best_expected_score(rules):
    # The mean of the exact law proves the decisions: no policy can have more.
    optimum = optimal(rules)
    law = score_distribution(optimal_policy(optimum))
    assert law.mean == pytest.approx(optimum.expected_score, abs=1e-9)
    assert law.chances.sum() == pytest.approx(1, abs=1e-12)
