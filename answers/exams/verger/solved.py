"""What takes compiled solvers, together: questions import it when they are solved, not when a sheet is printed."""

from functools import lru_cache

from solvers.verger.absorbing import absorbing_chances, absorbing_times, after_throws
from solvers.verger.exact_chance import exact_chance, exact_chances, positions_short_of_best
from solvers.verger.heat_maps import fair_ravens, ravens_of_most_gain
from solvers.verger.markov_chain import MarkovChain, markov_chain
from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, Strategy
from solvers.verger.positions import positions
from solvers.verger.win_chance import expected_length

__all__ = [
    "absorbing_chances", "absorbing_times", "after_throws", "chain", "exact_chance", "exact_chances", "expected_length",
    "fair_ravens", "positions", "positions_short_of_best", "ravens_of_most_gain",
]  # fmt: skip

PRINTED = Orchard((2, 2), 2)
"""The game whose matrix the document prints, its states A … L."""


@lru_cache(maxsize=4)
def chain(orchard: Orchard, die: Die = DEFAULT_DIE, strategy: Strategy = "max") -> MarkovChain:
    """Return the chain of `orchard`; the printed one and a student's own are kept."""
    return markov_chain(orchard, strategy, die)
