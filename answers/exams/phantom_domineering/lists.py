"""The sequence, the permutations and the strategies of phantom Domineering under any rules, right or misread.

Source: ENS 2013 practical exam, "Équilibres de Nash", sections 1 and 5.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from answers.exams.phantom_domineering.rules import PhantomRules
from solvers.sequence import lcg
from solvers.sequence.permutation_array import permutation_array

if TYPE_CHECKING:
    from solvers.compiled.arrays import Bytes, Integers

MOST_SLIPS = 2
"""Largest number of wrong terms taken for slips; with more, the student's terms are of another, unknown sequence."""
WIDE = 63
"""Bits of a product without overflow."""


def terms(rules: PhantomRules, u0: int, length: int) -> "Integers":
    """Return u(0), …, u(length - 1) under the rules of a scenario, shape (length,).

    `u0` may be a mistyped number, larger than all seeds: u(0) is this number, and the terms after it follow.
    If the student has written more than `MOST_SLIPS` wrong terms, the sequence is unknown; then a `LookupError` is
    raised for terms that the student has not written.
    """
    count = length + rules.first_term
    if rules.bits or (rules.multiplier, rules.modulus) != (lcg.MULTIPLIER, lcg.MODULUS):
        u = np.array(_terms(u0, count, rules.multiplier, rules.modulus, 1 << (rules.bits or WIDE)), dtype=np.int64)
    else:
        u = lcg.sequence(u0 % lcg.MODULUS, count)
        u[:1] = u0
    if len(rules.slips) > MOST_SLIPS and not set(range(1, length)) <= dict(rules.slips).keys():
        raise LookupError("the terms of another sequence are known only where the student wrote them")
    for n, term in rules.slips:
        u[n : n + 1] = term
    return np.concatenate((u[:1], u[:-1])) if rules.seed_twice else u[rules.first_term :]


@lru_cache(maxsize=4)
def _terms(u0: int, length: int, multiplier: int, modulus: int, word: int) -> tuple[int, ...]:
    """Return the terms when each product is computed modulo `word`."""
    u = [u0]
    while len(u) < length:
        u.append(multiplier * u[-1] % word % modulus)
    return tuple(u)


def permutations(rules: PhantomRules, ns: "Integers", b: int) -> "Bytes":
    """Return P(n, b) of 0, …, b - 1 for every n of `ns` under the rules of a scenario, shape (len(ns), b)."""
    if rules.moves_last and rules.divides and not rules.divides_after:
        permuted = permutation_array(ns, b)
    else:
        rows, n = np.arange(len(ns)), ns.copy()
        remaining = np.tile(np.arange(b, dtype=np.uint8), (len(ns), 1))
        permuted = np.empty_like(remaining)
        for length in range(b, 0, -1):
            i = n % length
            permuted[:, b - length] = remaining[rows, i]
            if rules.moves_last:
                remaining[rows, i] = remaining[:, length - 1]
            else:
                remaining = np.where(np.arange(b) >= i[:, None], np.roll(remaining, -1, axis=1), remaining)
            if rules.divides:
                n //= max(length - rules.divides_after, 1)
    return permuted[:, ::-1] if rules.backwards else permuted


def strategies(rules: PhantomRules, u0: int, indices: "Integers", b: int) -> "Bytes":
    """Return the list of moves, numbered 0, …, b - 1, of each strategy under the rules of a scenario, a row each."""
    if rules.twice:
        indices = terms(rules, u0, int(indices.max()) + 1)[indices]
    lists = permutations(rules, indices, b)
    return np.argsort(lists, axis=1).astype(np.uint8) if rules.ranks else lists
