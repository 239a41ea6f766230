"""The subject of the exam `domino`: that of `phantom`, with sums and a mean to check programs by."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import numpy as np

from answers.exams.phantom_domineering.definitions import SEED
from answers.exams.phantom_domineering.domino.draws import CONSTANT
from answers.exams.phantom_domineering.phantom import subject as first_edition
from solvers.sequence import lcg
from solvers.sequence.all_drawn import mean_draws_until_all
from solvers.sequence.permutation_array import permutation_array

TERMS, PERMUTATIONS, SIZE = 1000, 20, 8
"""Numbers of terms and of permutations that the examples add up, and the size of the permutations."""


@cache
def _examples() -> Mapping[str, object]:
    """Return the data of the worked examples of `phantom`, with sums and with a mean of question 4."""
    u = lcg.sequence(SEED, TERMS)
    elements = permutation_array(u[:PERMUTATIONS], SIZE).astype(np.int64).sum(axis=0).tolist()
    sums = {"terms": TERMS, "sum": int(u.sum()), "permutations": PERMUTATIONS, "size": SIZE, "elements": elements}
    examples = first_edition.SUBJECT.examples()
    checks = examples["checks"]
    assert isinstance(checks, Mapping)
    waited = mean_draws_until_all((u[:20] + CONSTANT).tolist())
    return {**examples, "sums": sums, "checks": {**checks, "all_drawn": waited}}


SUBJECT = replace(first_edition.SUBJECT, examples=_examples)
