"""Compute permutations from their numbers; a negative number or size raises `InvalidInput`.

The element of index n mod len(e) leaves the list e, the last element takes its place, and n is divided by len(e). The
digits of n in this mixed radix determine the permutation, so n ↦ P(n, b) has period b!.

Source: ENS 2013 practical exam, "Équilibres de Nash", section 1, question 2 and oral question.
"""

from solvers.invalid_input import InvalidInput


def permutation(n: int, b: int) -> tuple[int, ...]:
    """Return P(n, b), the permutation of 0 … b - 1 with the number n, for any n, b ≥ 0, in O(b); P(n, 0) is empty."""
    if n < 0 or b < 0:
        raise InvalidInput("P(n, b) needs n ≥ 0 and b ≥ 0, got n = {n}, b = {b}", n=n, b=b)
    numbers = list(range(b))
    result = []
    while numbers:
        n, i = divmod(n, len(numbers))
        result.append(numbers[i])
        numbers[i] = numbers[-1]
        numbers.pop()
    return tuple(result)
