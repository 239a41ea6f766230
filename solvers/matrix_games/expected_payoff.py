"""What given mixed strategies of a matrix game earn, exactly."""

from collections.abc import Sequence
from fractions import Fraction

from solvers.refusal import Phrase, Refusal


def expected_payoff(
    matrix: Sequence[Sequence[Fraction]], row: Sequence[Fraction], column: Sequence[Fraction]
) -> Fraction:
    """Return Σᵢ Σⱼ pᵢ p′ⱼ rᵢⱼ, in O(A B).

    Parameters
    ----------
    matrix : rows of fractions, shape (A, B)
        Payoffs r of the row player, rows of equal length.
    row, column : sequences of fractions, lengths A and B
        The probabilities p and p′: at least 0, of sum 1.

    Raises
    ------
    Refusal
        If a mix has another length, a negative part, or another sum than 1.

    Source: ENS 2013 practical exam, "Équilibres de Nash", section 4, the chance to win of two mixed strategies.
    """
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
