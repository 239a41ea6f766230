"""A player who learns with Exp3, in compiled code: draws strategies, and is rewarded for those that won.

Source: ENS 2013 practical exam, "Équilibres de Nash", section 6: v, p, η₁ and η₂, "mise à jour".
"""

from math import exp, log, sqrt
from typing import NamedTuple

import numpy as np

from solvers.compiled.arrays import Floats, Integers
from solvers.compiled.jit import jit
from solvers.matrix_games.sum_tree import build, empty_tree, find, raise_weight

# Entries of `Learner.numbers`: K, η, Kη, their inverses 1 / η and 1 / (1 - Kη), the sum of the weights, and the
# largest exponent at the last rescaling.
ARMS, ETA, FLOOR, PER_ETA, STRETCH, SUM, SHIFT = range(7)


class Learner(NamedTuple):
    """State of a player with K strategies."""

    numbers: Floats
    """Shape (7,): see ARMS. One array, because each argument of a compiled function costs time in every step."""
    exponents: Floats
    """Shape (K,): η v(i)."""
    weights: Floats
    """Shape (K,): exp(η v(i) - shift). Those that underflow to 0 keep their exponent."""
    counts: Integers
    """Shape (K,): how often i was played."""
    tree: Floats
    """The weights as a sum tree."""
    first_leaf: int


def new_learner(arms: int, steps: int) -> Learner:
    """Return a player with `arms` ≥ 1 strategies who has learned nothing yet, with the η of a game of `steps` steps.

    η is cut at 1 / K, which the printed n_max never reaches.
    """
    eta = min(4 / 5 * sqrt(log(arms) / (steps * arms)), 1 / arms)
    floor = arms * eta
    # An inverse that does not exist belongs to a case that does not occur: u < 0 or u ≥ 1.
    per_eta, stretch = 1 / eta if eta else 0.0, 1 / (1 - floor) if floor < 1 else 0.0
    numbers = np.array([arms, eta, floor, per_eta, stretch, 0.0, 0.0])
    tree, first_leaf = empty_tree(arms)
    return Learner(numbers, np.zeros(arms), np.zeros(arms), np.zeros(arms, dtype=np.int64), tree, first_leaf)


@jit
def choose(learner: Learner, u: float) -> int:
    """Draw a strategy with the uniform number `u`, 0 ≤ u < 1, and count it; compiled.

    u < K η becomes strategy ⌊u / η⌋; any other u is put, as (u - K η) / (1 - K η), through the inverse distribution
    function of the softmax. Products instead of quotients: a division that may raise keeps Numba from pruning the
    reference counts.
    """
    numbers = learner.numbers
    above = u - numbers[FLOOR]
    if above < 0:
        i = int(min(u * numbers[PER_ETA], numbers[ARMS] - 1))
    else:
        i = find(learner.tree, learner.first_leaf, above * numbers[STRETCH] * numbers[SUM])
    learner.counts[i] += 1
    return i


@jit
def reward(learner: Learner, i: int) -> None:
    """v(i) ← v(i) + 1 / p(i) for the winner of a step; the loser's v does not change, for their r is 0; compiled."""
    numbers = learner.numbers
    p = numbers[ETA] + (1 - numbers[FLOOR]) * learner.weights[i] / numbers[SUM]
    learner.exponents[i] += numbers[ETA] / p
    increase = exp(learner.exponents[i] - numbers[SHIFT]) - learner.weights[i]
    learner.weights[i] += increase
    numbers[SUM] += increase
    raise_weight(learner.tree, learner.first_leaf, i, increase)


@jit
def rescale(learner: Learner) -> None:
    """Compute all weights anew, relative to the largest, and the tree: the rounding of its sums starts at 0; compiled.

    A softmax does not change when all exponents are moved by the same amount.
    """
    numbers = learner.numbers
    numbers[SHIFT] = learner.exponents.max()
    learner.weights[:] = np.exp(learner.exponents - numbers[SHIFT])
    numbers[SUM] = build(learner.tree, learner.first_leaf, learner.weights)
