"""Each correction of Perturbation alone: for which weights it wins more games than it loses."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solvers.monte_carlo import Estimate, mean
from solvers.yahtzee.matches.weight_search import Contest
from solvers.yahtzee.strategies.perturbation import Perturbation
from solvers.yahtzee.strategies.weights import Weights


@dataclass(frozen=True, slots=True)
class SingleWeight:
    """One correction: its name, and its win rate for each weight tried, draws counting one half.

    Source: Yahtzee report, section 6.2, equation (11).
    """

    name: str
    rates: tuple[tuple[float, Estimate], ...]

    @property
    def better(self) -> tuple[float, ...]:
        """The weights whose whole interval lies above one half."""
        return tuple(weight for weight, rate in self.rates if rate.low > 0.5)


def single_weights(start: Perturbation, contest: Contest, values: Sequence[float]) -> tuple[SingleWeight, ...]:
    """Return the win rates of each correction alone, for each of some weights, all other weights being 0.

    Parameters
    ----------
    start : Perturbation
        Its tables are used, not its weights.
    contest : Contest
        Whom it plays, how often; all rates are measured on the same dice.
    values : sequence of float
        The weights tried.

    Raises
    ------
    Refusal
        If a weight is not finite.

    Notes
    -----
    Of intervals of level 95 % one in forty lies above one half by chance alone, if the correction is worth nothing.

    Source: Yahtzee report, section 6.2, equation (11) and the interval [α_inf, α_sup] looked for.
    """
    names = Weights._fields
    return tuple(
        SingleWeight(
            name,
            tuple((value, mean(contest.rates(start.reweighed(value * np.eye(len(names))[i])))) for value in values),
        )
        for i, name in enumerate(names)
    )
