"""The strategies by name."""

from collections.abc import Callable
from typing import Final

from solvers.refusal import Refusal
from solvers.yahtzee.rules.rules import Rules
from solvers.yahtzee.strategies.decision_une import decision_une
from solvers.yahtzee.strategies.measured_decision_une import measured_decision_une
from solvers.yahtzee.strategies.measured_esperances import measured_policy
from solvers.yahtzee.strategies.optimal import optimal
from solvers.yahtzee.strategies.optimal_policy import optimal_policy
from solvers.yahtzee.strategies.perturbation import perturbation
from solvers.yahtzee.strategies.strategy import Strategy
from solvers.yahtzee.strategies.toutes_les_esperances import esperances_policy, toutes_les_esperances

STRATEGIES: Final[dict[str, Callable[[Rules], Strategy]]] = {
    "decision_une": decision_une,
    "toutes_les_esperances": lambda rules: esperances_policy(toutes_les_esperances(rules)),
    "measured_decision_une": measured_decision_une,
    "measured_esperances": measured_policy,
    "perturbation": perturbation,
    "optimal": lambda rules: optimal_policy(optimal(rules)),
}


def strategy(name: str, rules: Rules) -> Strategy:
    """Return a strategy of the report, or the optimum, for one game.

    Parameters
    ----------
    name : str
        Whose decisions, a key of `STRATEGIES`; the measured ones are the readings that meet the report's figures. Each
        call makes them again: the optimum takes seconds, the others fractions of one.
    rules : Rules
        The game.

    Raises
    ------
    Refusal
        If there is no strategy of that name, or its decisions would take more than 1 GiB.

    Source: Yahtzee report, sections 3, 4 and 6; the optimum is ours.
    """
    if name not in STRATEGIES:
        raise Refusal("the strategies are {strategies}; got {name!r}", strategies=", ".join(STRATEGIES), name=name)
    return STRATEGIES[name](rules)
