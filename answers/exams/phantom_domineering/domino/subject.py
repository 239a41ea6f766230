"""The subject of the exam `domino`: that of `phantom`, with sums to check programs by."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import numpy as np

from answers.exams.phantom_domineering.definitions import SEED
from answers.exams.phantom_domineering.phantom import subject as first_edition
from solvers.sequence import lcg
from solvers.sequence.permutation_array import permutation_array

TERMS, PERMUTATIONS, SIZE = 1000, 20, 8
"""Numbers of terms and of permutations that the examples add up, and the size of the permutations."""


@cache
def _examples() -> Mapping[str, object]:
    """Return the data of the worked examples of `phantom`, with sums of terms and of elements of permutations."""
    u = lcg.sequence(SEED, TERMS)
    elements = permutation_array(u[:PERMUTATIONS], SIZE).astype(np.int64).sum(axis=0).tolist()
    sums = {"terms": TERMS, "sum": int(u.sum()), "permutations": PERMUTATIONS, "size": SIZE, "elements": elements}
    return {**first_edition.SUBJECT.examples(), "sums": sums}


SUBJECT = replace(first_edition.SUBJECT, examples=_examples)
