"""List the strategies by name: those of the report, as printed and as fitted to its numbers, and the optimum."""

from collections.abc import Callable
from typing import Final

from solvers.invalid_input import InvalidInput
from solvers.yahtzee.rules.rules import YahtzeeRules
from solvers.yahtzee.strategies import expectations
from solvers.yahtzee.strategies.decision_une import decision_une
from solvers.yahtzee.strategies.human_reading import AS_MEASURED
from solvers.yahtzee.strategies.optimal import optimal
from solvers.yahtzee.strategies.optimal_policy import optimal_policy
from solvers.yahtzee.strategies.perturbation import FITTED, perturbation
from solvers.yahtzee.strategies.strategy import YahtzeeStrategy
from solvers.yahtzee.strategies.toutes_les_esperances import toutes_les_esperances

STRATEGIES: Final[dict[str, Callable[[YahtzeeRules], YahtzeeStrategy]]] = {
    "decision_une": decision_une,
    "toutes_les_esperances": lambda rules: toutes_les_esperances(rules).policy,
    "measured_decision_une": lambda rules: decision_une(rules, AS_MEASURED),
    "measured_esperances": lambda rules: toutes_les_esperances(rules, expectations.AS_MEASURED).policy,
    "perturbation": perturbation,
    "measured_perturbation": lambda rules: perturbation(rules, FITTED, expectations.AS_MEASURED),
    "optimal": lambda rules: optimal_policy(optimal(rules)),
}


def strategy(name: str, rules: YahtzeeRules) -> YahtzeeStrategy:
    """Return the strategy called `name`, a key of `STRATEGIES`, computed anew: in seconds for the optimum."""
    if name not in STRATEGIES:
        raise InvalidInput(
            "unknown strategy {name!r}: the strategies are {strategies}", strategies=", ".join(STRATEGIES), name=name
        )
    return STRATEGIES[name](rules)
