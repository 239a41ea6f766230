"""Functions of the exam `verger` that need compiled solvers; imported when a question is solved."""

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from solvers.verger.exact_chance import exact_chance, exact_chances, positions_short
from solvers.verger.heat_maps import fair_ravens, ravens_of_most_gain
from solvers.verger.markov_chain import MarkovChain, absorbing_chances, absorbing_times, after_throws, markov_chain
from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, OrchardStrategy
from solvers.verger.positions import positions
from solvers.verger.printed_recursion import printed_chances
from solvers.verger.win_chance import expected_length

__all__ = [
    "absorbing_chances", "absorbing_times", "after_throws", "chain", "exact_chance", "exact_chances", "expected_length",
    "fair_ravens", "positions", "positions_short", "printed_chances", "ravens_of_most_gain", "waits",
    "with_rerolls",
]  # fmt: skip

PRINTED = Orchard((2, 2), 2)
"""The game whose matrix, with states A … L, is printed in the document."""


@lru_cache(maxsize=4)
def chain(orchard: Orchard, die: Die = DEFAULT_DIE, strategy: OrchardStrategy = "max") -> MarkovChain:
    """Return the Markov chain of `orchard`; the last four chains are cached."""
    return markov_chain(orchard, strategy, die)


def waits(walked: MarkovChain, die: Die) -> list[Fraction]:
    """Return the mean number of throws in each state until a throw does not show an empty tree."""
    faces = [die.faces(len(state.trees)) for state in walked.states]
    return [Fraction(faces[0], shown) for shown in faces]


def with_rerolls(walked: MarkovChain, die: Die) -> MarkovChain:
    """Return the chain in which a throw that shows an empty tree counts, and stays in the same state."""
    counted = [*(1 / wait for wait in waits(walked, die)), Fraction(1), Fraction(1)]
    matrix = (
        tuple(share * chance + (1 - share if i == j else 0) for j, chance in enumerate(row))
        for i, (share, row) in enumerate(zip(counted, walked.matrix, strict=True))
    )
    return replace(walked, matrix=tuple(matrix))
