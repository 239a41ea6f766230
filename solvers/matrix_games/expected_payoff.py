"""What given mixed strategies of a matrix game earn, exactly.

Source: ENS 2013 practical exam, "Équilibres de Nash", section 4, the chance to win of two mixed strategies.
"""

from collections.abc import Sequence
from fractions import Fraction

from solvers.refusal import Phrase, Refusal


def expected_payoff(
    matrix: Sequence[Sequence[Fraction]], row: Sequence[Fraction], column: Sequence[Fraction]
) -> Fraction:
    """Return Σᵢ Σⱼ pᵢ p′ⱼ rᵢⱼ for a matrix r of A rows of B payoffs; no mix of A or B probabilities is refused."""
    _check(Phrase("row"), row, len(matrix))
    _check(Phrase("column"), column, len(matrix[0]))
    against = (sum((q * payoff for q, payoff in zip(column, payoffs, strict=True)), Fraction(0)) for payoffs in matrix)
    return sum((p * payoff for p, payoff in zip(row, against, strict=True)), Fraction(0))


def _check(name: str, mix: Sequence[Fraction], count: int) -> None:
    if len(mix) != count:
        raise Refusal("the {name} mix needs {count} probabilities, got {given}", name=name, count=count, given=len(mix))
    if min(mix) < 0:
        raise Refusal("a probability is at least 0, the {name} mix has {mix}", name=name, mix=min(mix))
    if sum(mix) != 1:
        raise Refusal(
            "the {name} mix must be of sum 1, got {mix}: write fractions such as 1/3", name=name, mix=sum(mix)
        )
