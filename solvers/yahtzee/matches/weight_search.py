"""What every search for the weights α needs: whom the candidates play, on which dice, and what it found."""

from dataclasses import dataclass

from solvers.compiled.arrays import Floats
from solvers.monte_carlo import Estimate, mean
from solvers.refusal import Refusal
from solvers.yahtzee.matches.win_rate import win_rates
from solvers.yahtzee.strategies.perturbation import Perturbation
from solvers.yahtzee.strategies.strategy import Strategy
from solvers.yahtzee.strategies.weights import Weights


@dataclass(frozen=True, slots=True)
class Contest:
    """How candidates are judged: by antithetic sets against an opponent.

    Attributes
    ----------
    opponent : Strategy
        Against whom the win rate is measured.
    sets : int
        Antithetic sets for each comparison, at least 2.
    seed : int
        Seed of the first dice, at least 0; round r has those of seed + r.

    Raises
    ------
    Refusal
        If a number is outside its range.

    Source: Yahtzee report, sections 5.3.1 (sets) and 6.2 (the win rate that is maximised).
    """

    opponent: Strategy
    sets: int
    seed: int

    def __post_init__(self) -> None:
        if self.sets < 2 or self.seed < 0:
            raise Refusal("needs sets ≥ 2 and seed ≥ 0, got {sets} and {seed}", sets=self.sets, seed=self.seed)

    def rates(self, candidate: Perturbation, dice: int = 0) -> Floats:
        """Return the share of games won in each set on the dice of a round, shape (sets,).

        Source: Yahtzee report, section 6.2, `tauxdevictoire`.
        """
        return win_rates(candidate, self.opponent, self.sets, self.seed + dice)

    def finished(self, best: Perturbation, dice: int, matches: int) -> "Search":
        """Return the result of a search, measured on dice of its own.

        Source: ours; a candidate chosen on some dice is measured on others, against selection bias.
        """
        return Search(best.weights, mean(self.rates(best, dice)), matches)


@dataclass(frozen=True, slots=True)
class Search:
    """Weights found, and what they are worth.

    Attributes
    ----------
    weights : Weights
        The α.
    rate : Estimate
        The win rate, draws counting one half, on dice that the search has not seen.
    matches : int
        How many matches the search played.

    Source: Yahtzee report, section 6.2; the estimate on fresh dice is ours.
    """

    weights: Weights
    rate: Estimate
    matches: int
