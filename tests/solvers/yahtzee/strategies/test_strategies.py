import pytest

from solvers.yahtzee.matches.matches import destinies
from solvers.yahtzee.matches.play import play
from solvers.yahtzee.rules.rules import Rules
from solvers.yahtzee.strategies.perturbation import FOUND, perturbation
from solvers.yahtzee.strategies.strategies import STRATEGIES, strategy
from solvers.yahtzee.strategies.strategy import blank_decisions
from tests.solvers.yahtzee.zoo import SMALL


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("rules", [SMALL[0], SMALL[7], SMALL[14], Rules(6, 3, boxes=("ones", "full_house", "yahtzee"))])
def test_every_strategy_plays_every_game(name, rules):
    assert play([strategy(name, rules)], [destinies(rules, 20, seed=1)]).shape == (1, 20)


def test_unknown_strategies_are_refused():
    with pytest.raises(ValueError, match=r"the strategies are decision_une, .*optimal; got 'greedy'"):
        strategy("greedy", SMALL[0])


def test_games_too_large_to_write_out_are_refused():
    with pytest.raises(ValueError, match=r"take 1\.17 GiB, the limit is 1 GiB"):
        blank_decisions(2**20, 400)
    with pytest.raises(ValueError, match="the limit is 1 GiB"):
        strategy("decision_une", Rules(7, 8))


def test_perturbation_has_the_weights_found():
    assert tuple(strategy("perturbation", SMALL[7]).weights) == FOUND == tuple(perturbation(SMALL[7]).weights)
