"""Chains and chances that several questions of the exam `verger` ask for, or that are the same for every u₀."""

from fractions import Fraction
from functools import cache, lru_cache

from answers.exams.verger.draws import ASKED
from solvers.verger.exact_chance import exact_chance
from solvers.verger.markov_chain import MarkovChain, markov_chain
from solvers.verger.orchard import DEFAULT_GAME, Orchard

PRINTED = Orchard((2, 2), 2)
"""The game whose matrix the document prints, its states A … L."""


@lru_cache(maxsize=2)
def chain(orchard: Orchard) -> MarkovChain:
    """Return the chain of `orchard` under max; the printed one and a student's own are kept."""
    return markov_chain(orchard)


def three_chances(orchard: Orchard) -> tuple[Fraction, ...]:
    """Return the chances to win of the strategies max, min and random."""
    return tuple(exact_chance(orchard, strategy) for strategy in ASKED)


@cache
def original_chances() -> tuple[Fraction, ...]:
    """Return those of the original game: they take half of the time of a key, and are the same for every u₀."""
    return three_chances(DEFAULT_GAME)
