import pytest

from solvers.yahtzee.matches.score_distribution import score_distribution
from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.strategies.optimal import best_fills, best_keeps, optimal
from solvers.yahtzee.strategies.optimal_policy import optimal_policy
from solvers.yahtzee.strategies.strategy import box, keep
from tests.oracles import yahtzee_recursion
from tests.solvers.yahtzee.zoo import NAMES, SMALL


@pytest.mark.parametrize("rules", SMALL, ids=NAMES)
def test_the_decisions_reach_the_best_expected_score(rules):
    # The mean of the exact law proves the decisions: no policy can have more.
    optimum = optimal(rules)
    law = score_distribution(optimal_policy(optimum))
    assert law.mean == pytest.approx(optimum.expected_score, abs=1e-9)
    assert law.chances.sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("rules", [SMALL[3], SMALL[8], SMALL[14]])
def test_decisions_are_the_first_of_the_advice(rules):
    optimum = optimal(rules)
    policy = optimal_policy(optimum)
    for left, upper, scored in [*yahtzee_recursion.sheets(rules)][::4]:
        if not left:
            continue
        position = Position(rules, tuple(left), upper, scored)
        for hand in lattice(rules.dice, rules.faces).rolls:
            fills = {fill.box: fill.expectation for fill in best_fills(optimum, position, hand)}
            assert fills[box(policy, position, hand)] == pytest.approx(max(fills.values()), abs=1e-8)
            for rerolls in (1, 2):
                keeps = {advised.dice: advised.expectation for advised in best_keeps(optimum, position, hand, rerolls)}
                assert keeps[keep(policy, position, hand, rerolls)] == pytest.approx(max(keeps.values()), abs=1e-8)
