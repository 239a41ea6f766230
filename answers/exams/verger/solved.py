"""Chains and chances that several questions of the exam `verger` ask for."""

from fractions import Fraction
from functools import lru_cache

from answers.exams.verger.draws import ASKED
from solvers.verger.exact_chance import exact_chance
from solvers.verger.markov_chain import MarkovChain, markov_chain
from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, Strategy

PRINTED = Orchard((2, 2), 2)
"""The game whose matrix the document prints, its states A … L."""


@lru_cache(maxsize=4)
def chain(orchard: Orchard, die: Die = DEFAULT_DIE, strategy: Strategy = "max") -> MarkovChain:
    """Return the chain of `orchard`; the printed one and a student's own are kept."""
    return markov_chain(orchard, strategy, die)


def three_chances(orchard: Orchard, die: Die = DEFAULT_DIE) -> tuple[Fraction, ...]:
    """Return the chances to win of the strategies max, min and random."""
    return tuple(exact_chance(orchard, strategy, die) for strategy in ASKED)
