import pytest

from solvers.yahtzee.matches.matches import destinies
from solvers.yahtzee.matches.play import play
from solvers.yahtzee.rules.rules import YahtzeeRules
from solvers.yahtzee.strategies.perturbation import FOUND, perturbation
from solvers.yahtzee.strategies.strategies import STRATEGIES, strategy
from tests.solvers.yahtzee.zoo import SMALL


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize(
    "rules", [SMALL[0], SMALL[7], SMALL[14], YahtzeeRules(6, 3, boxes=("ones", "full_house", "yahtzee"))]
)
def test_every_strategy_plays_every_game(name, rules):
    assert play([strategy(name, rules)], [destinies(rules, 20, seed=1)]).shape == (1, 20)


def test_perturbation_has_the_weights_found():
    assert tuple(strategy("perturbation", SMALL[7]).weights) == FOUND == tuple(perturbation(SMALL[7]).weights)
