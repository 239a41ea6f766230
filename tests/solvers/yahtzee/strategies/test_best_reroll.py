import numpy as np
import pytest

from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.rules.rolls import subsets
from solvers.yahtzee.rules.rules import REPORT
from solvers.yahtzee.strategies.best_reroll import best_reroll
from solvers.yahtzee.strategies.perturbation import perturbation
from solvers.yahtzee.strategies.strategy import keep
from solvers.yahtzee.strategies.weights import Weights
from tests.oracles import yahtzee_recursion, yahtzee_strategies
from tests.solvers.yahtzee.zoo import SMALL

RULES = SMALL[14]


@pytest.mark.parametrize("lead", [-50, 0, 50])
@pytest.mark.parametrize("rerolls", [1, 2])
def test_value_and_keeps_are_the_maximum_over_boxes_and_keeps(rerolls, lead):
    weights = np.linspace(-3, 3, 12)
    strategy = perturbation(RULES, weights)
    keeps, _ = yahtzee_strategies.box_expectations(RULES)
    group, _ = yahtzee_strategies.group_expectation(RULES)
    for left, upper, scored in [sheet for sheet in yahtzee_recursion.sheets(RULES) if sheet[0]][::4]:
        for hand in [(1, 1, 3, 4), (2, 2, 2, 2), (4, 3, 4, 1)]:
            worth = {}
            for kept in subsets(hand):
                for name in left:
                    found, rest = keeps(name, kept, rerolls, scored), left - {name}
                    share = found / 50 if name == "yahtzee" else float(scored)
                    rest = (
                        share * group(rest, True) + (1 - share) * group(rest, False)
                        if 0 < share < 1
                        else (group(rest, bool(share)))
                    )
                    f = yahtzee_strategies.keep_corrections(RULES, left, upper, lead, tuple(sorted(hand)), kept, name)
                    worth[kept] = max(worth.get(kept, -np.inf), found + rest + np.dot(weights, f))
            position = Position(RULES, tuple(left), upper, scored)
            best = best_reroll(strategy, position, hand, rerolls, lead)
            assert best.value == pytest.approx(max(worth.values()), abs=1e-8)
            assert set(best.keeps) == {kept for kept, value in worth.items() if value > max(worth.values()) - 1e-8}
            assert keep(strategy, position, hand, rerolls, lead) in best.keeps


def test_equal_dice_are_equally_good():
    # A Yahtzee alone, two pairs: either is kept, for 50 / 216 (equation 6).
    best = best_reroll(perturbation(REPORT, Weights()), Position(REPORT, ("yahtzee",)), (5, 6, 5, 6, 1), 1)
    assert (best.value, best.keeps) == (pytest.approx(50 / 216), ((5, 5), (6, 6)))


def test_bad_requests_are_refused():
    strategy = perturbation(RULES)
    with pytest.raises(ValueError, match="between 1 and 2, got 0"):
        best_reroll(strategy, Position.start(RULES), (1, 1, 1, 1), 0)
    with pytest.raises(ValueError, match="two games"):
        best_reroll(strategy, Position.start(REPORT), (1, 1, 1, 1, 1), 1)
    with pytest.raises(ValueError, match="at least one box"):
        best_reroll(strategy, Position(RULES, ()), (1, 1, 1, 1), 1)
