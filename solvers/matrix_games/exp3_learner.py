"""A player who learns with Exp3, in compiled code: draws strategies, and is rewarded for those that won.

Source: ENS 2013 practical exam, "Équilibres de Nash", section 6: v, p, η₁ and η₂, "mise à jour".
"""

from math import exp, log, sqrt
from typing import Final, NamedTuple

import numpy as np

from solvers.compiled.arrays import Floats, Integers, Words
from solvers.compiled.jit import jit
from solvers.matrix_games.sum_tree import build, empty_tree, find, raise_weight, sum_before

BATCH: Final = 32
"""Steps whose choices are first guessed together: the processor overlaps them, and the games they lead to."""

# Entries of `Learner.numbers`: K, η, Kη, their inverses 1 / η and 1 / (1 - Kη), and the sum of the weights.
ARMS, ETA, FLOOR, PER_ETA, STRETCH, SUM = range(6)


class Learner(NamedTuple):
    """State of a player with K strategies."""

    numbers: Floats
    """Shape (6,): see ARMS. One array, because each argument of a compiled function costs time in every step."""
    exponents: Floats
    """Shape (K,): η v(i)."""
    weights: Floats
    """Shape (K,): exp(η v(i)) over the largest at the last rescaling. Those that underflow to 0 keep their exponent."""
    counts: Integers
    """Shape (K,): how often i was played."""
    tree: Floats
    """The weights as a sum tree."""
    first_leaf: np.uint64


def new_learner(arms: int, steps: int) -> Learner:
    """Return a player with `arms` ≥ 1 strategies who has learned nothing yet, with the η of a game of `steps` steps.

    η is cut at 1 / K, which the printed n_max never reaches.
    """
    eta = min(4 / 5 * sqrt(log(arms) / (steps * arms)), 1 / arms)
    floor = arms * eta
    # An inverse that does not exist belongs to a case that does not occur: u < 0 or u ≥ 1.
    per_eta, stretch = 1 / eta if eta else 0.0, 1 / (1 - floor) if floor < 1 else 0.0
    numbers = np.array([arms, eta, floor, per_eta, stretch, 0.0])
    return Learner(numbers, np.zeros(arms), np.zeros(arms), np.zeros(arms, dtype=np.int64), *empty_tree(arms))


@jit
def choose(learner: Learner, u: float) -> np.uint64:
    """Draw a strategy with the uniform number `u`, 0 ≤ u < 1; compiled.

    u < K η becomes strategy ⌊u / η⌋; any other u is put, as (u - K η) / (1 - K η), through the inverse distribution
    function of the softmax.
    """
    numbers = learner.numbers
    if u < numbers[FLOOR]:
        return np.uint64(min(u * numbers[PER_ETA], numbers[ARMS] - 1))
    return find(learner.tree, learner.first_leaf, (u - numbers[FLOOR]) * numbers[STRETCH] * numbers[SUM])


@jit
def chooses(learner: Learner, u: float, i: np.uint64) -> bool:
    """Tell whether i, which `choose` gave for `u` some steps ago, still is what it gives; compiled."""
    numbers = learner.numbers
    point = (u - numbers[FLOOR]) * numbers[STRETCH] * numbers[SUM]
    beyond = point - sum_before(learner.tree, learner.first_leaf, i)
    kept: bool = (u < numbers[FLOOR]) | ((beyond >= 0) & (beyond < learner.weights[i]))
    return kept


@jit
def reward(learner: Learner, i: np.uint64) -> None:
    """v(i) ← v(i) + 1 / p(i) for the winner of a step; the loser's v does not change, for their r is 0; compiled."""
    numbers = learner.numbers
    weight, floor = learner.weights[i], numbers[ETA] * numbers[SUM]
    raised = floor / (floor + (1 - numbers[FLOOR]) * weight)  # η / p(i), both times the sum
    increase = weight * exp(raised) - weight
    learner.exponents[i] += raised
    learner.weights[i] += increase
    numbers[SUM] += increase
    raise_weight(learner.tree, learner.first_leaf, i, increase)


@jit
def rescale(learner: Learner) -> None:
    """Compute all weights anew, relative to the largest, and the tree: the rounding of its sums starts at 0; compiled.

    A softmax does not change when all exponents are moved by the same amount.
    """
    learner.weights[:] = np.exp(learner.exponents - learner.exponents.max())
    learner.numbers[SUM] = build(learner.tree, learner.first_leaf, learner.weights)


@jit
def guess(first: Learner, second: Learner, uniforms: Floats, rows: Words, columns: Words) -> None:
    """Choose for all steps of a batch at once, as if nobody were rewarded in between; compiled."""
    for k in range(len(uniforms)):
        rows[k], columns[k] = choose(first, uniforms[k, 0]), choose(second, uniforms[k, 1])
