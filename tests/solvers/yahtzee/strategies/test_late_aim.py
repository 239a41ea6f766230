import pytest

from solvers.yahtzee.matches.score_law import score_law
from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.rules.rolls import subsets
from solvers.yahtzee.rules.rules import Rules
from solvers.yahtzee.strategies.late_aim import late_aim
from solvers.yahtzee.strategies.optimal import optimal
from solvers.yahtzee.strategies.strategy import box, keep
from solvers.yahtzee.strategies.toutes_les_esperances import esperances_policy, toutes_les_esperances
from tests.oracles import yahtzee_recursion, yahtzee_strategies
from tests.solvers.yahtzee.zoo import SMALL


@pytest.mark.parametrize("rules", [SMALL[3], SMALL[6], SMALL[13], SMALL[14]])
def test_decisions_maximise_the_averages(rules):
    averaged, group = yahtzee_strategies.averaged_expectations(rules)
    rolls = lattice(rules.dice, rules.faces).rolls
    policy = late_aim(rules)
    for left, upper, scored in yahtzee_recursion.sheets(rules):
        if left:
            position = Position(rules, tuple(left), upper, scored)
            for hand in rolls:
                kept = keep(policy, position, hand, 2)
                most = max(averaged(left, scored, other) for other in subsets(hand))
                assert averaged(left, scored, kept) == pytest.approx(most, abs=1e-8)
                worths = {}
                for name, earned in yahtzee_recursion.moves(rules, hand, left, scored).items():
                    worths[name] = earned + group(left - {name}, scored or (name == "yahtzee" and earned > 0))
                assert worths[box(policy, position, hand)] == pytest.approx(max(worths.values()), abs=1e-8)


@pytest.mark.slow
def test_it_plays_better_than_as_printed_and_worse_than_the_optimum():
    rules = Rules(joker="report", bonus=0)
    printed = score_law(esperances_policy(toutes_les_esperances(rules))).mean
    assert printed < score_law(late_aim(rules)).mean < optimal(rules).expected_score
