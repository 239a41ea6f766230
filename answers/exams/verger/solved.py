"""Chains that several questions of the exam `verger` ask for."""

from functools import lru_cache

from solvers.verger.markov_chain import MarkovChain, markov_chain
from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, Strategy

PRINTED = Orchard((2, 2), 2)
"""The game whose matrix the document prints, its states A … L."""


@lru_cache(maxsize=4)
def chain(orchard: Orchard, die: Die = DEFAULT_DIE, strategy: Strategy = "max") -> MarkovChain:
    """Return the chain of `orchard`; the printed one and a student's own are kept."""
    return markov_chain(orchard, strategy, die)
