"""Functions of the exam `verger` that need compiled solvers; imported when a question is solved."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from answers.exams.verger.draws import outcomes
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
    "with_entries_overwritten", "with_rerolls",
]  # fmt: skip

PRINTED = Orchard((2, 2), 2)
"""The game whose matrix, with states A … L, is printed in the document."""


@lru_cache(maxsize=4)
def chain(orchard: Orchard, die: Die = DEFAULT_DIE, strategy: OrchardStrategy = "max") -> MarkovChain:
    """Return the Markov chain of an orchard under a strategy; the last four chains are cached."""
    return markov_chain(orchard, strategy, die)


def waits(walked: MarkovChain, die: Die) -> list[Fraction]:
    """Return, for each state of a chain, the mean number of throws until a throw does not show an empty tree."""
    faces = [die.faces(len(state.trees)) for state in walked.states]
    return [Fraction(faces[0], shown) for shown in faces]


def with_rerolls(walked: MarkovChain, die: Die) -> MarkovChain:
    """Return the chain in which a throw that shows an empty tree counts as a step that stays in the same state."""
    counted = [*(1 / wait for wait in waits(walked, die)), Fraction(1), Fraction(1)]
    matrix = (
        tuple(share * chance + (1 - share if i == j else 0) for j, chance in enumerate(row))
        for i, (share, row) in enumerate(zip(counted, walked.matrix, strict=True))
    )
    return replace(walked, matrix=tuple(matrix))


def with_entries_overwritten(walked: MarkovChain, die: Die, kinds: Sequence[str]) -> MarkovChain:
    """Return the chain for "max" in which only the last of the faces to a state counts, in the order of `kinds`."""
    columns: dict[Orchard, int] = {state: i for i, state in enumerate(walked.states)}
    lost, matrix = len(columns), [[Fraction(0)] * len(row) for row in walked.matrix]
    matrix[lost][lost] = matrix[lost + 1][lost + 1] = Fraction(1)
    for state, row in zip(walked.states, matrix, strict=False):
        for _, count, end in sorted(outcomes(state, die), key=lambda outcome: kinds.index(outcome[0])):
            row[columns.get(end, lost if end.trees else lost + 1)] = Fraction(count, die.faces(len(state.trees)))
    return replace(walked, matrix=tuple(map(tuple, matrix)))
