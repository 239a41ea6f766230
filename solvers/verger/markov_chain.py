"""The game as an absorbing Markov chain, with the states in the document's order.

Source: document 004, section "Calcul mathématique": the graph of states A … L and its 12 × 12 matrix.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Final

from solvers.refusal import Refusal
from solvers.verger.exact_chance import ExactLayer, exact_layers
from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, Strategy, check_strategy
from solvers.verger.positions import Choices, Positions, choices, positions

MAX_STATES: Final = 1000

Transition = tuple[int, int, Fraction]
"""A position, the ravens left, and the probability to get there."""


@dataclass(frozen=True, slots=True)
class MarkovChain:
    """An absorbing chain whose transitions all lead to later states, the win and the loss excepted."""

    states: tuple[Orchard, ...]
    """The n states in play; state n of the matrix is the loss, state n + 1 the win."""
    matrix: tuple[tuple[Fraction, ...], ...]
    """matrix[i][j] is the probability that a throw leads from state i to state j, 0 ≤ i, j < n + 2."""


def markov_chain(orchard: Orchard, strategy: Strategy = "max", die: Die = DEFAULT_DIE) -> MarkovChain:
    """Return the chain of all positions with no more fruits and ravens than `orchard`, itself first.

    States come with more fruits in all first, then more ravens, then fuller trees: for two trees of two
    fruits and two ravens A = 22|2, B = 22|1, C = 21|2, D = 21|1, E = 2|2, F = 11|2, G = 2|1, H = 11|1,
    I = 1|2, J = 1|1, then K, the loss, and L, the win. (The document's text names K the win and L the loss;
    its matrix and its limits have them as here.) States that the strategy never reaches are kept. A
    finished game has no state in play. Where several fruits are equally good for `best`, it takes one from
    the fullest tree.
    """
    check_strategy(strategy)
    graph = positions(orchard.trees)
    size = (len(graph.after) - 1) * orchard.ravens
    if size > MAX_STATES:
        raise Refusal(
            "the chain of {orchard} has {size} states in play, at most {max_states} are admitted",
            orchard=orchard,
            size=size,
            max_states=MAX_STATES,
        )
    column = {state: i for i, state in enumerate(_document_order(graph, orchard.ravens))}
    matrix = [[Fraction(0)] * (size + 2) for _ in range(size + 2)]
    matrix[size][size] = matrix[size + 1][size + 1] = Fraction(1)
    layers, filling = exact_layers(graph, strategy, die), choices(graph, strategy, die)
    for ravens, layer in enumerate(islice(layers, orchard.ravens + 1)):
        for position in range(1, len(graph.after)) if ravens else ():
            row = matrix[column[position, ravens]]
            for left, ravens_left, chance in _transitions(graph, layer, filling, die, position, ravens):
                row[column.get((left, ravens_left), size + 1 if left == 0 else size)] += chance
    states = tuple(Orchard(graph.unrank(position), ravens) for position, ravens in column)
    return MarkovChain(states, tuple(map(tuple, matrix)))


def _document_order(graph: Positions, ravens: int) -> list[tuple[int, int]]:
    """Return the positions with their ravens, as the states of the chain are ordered."""
    fruits = graph.fruits.tolist()
    states = [(position, left) for position in range(1, len(fruits)) for left in range(1, ravens + 1)]
    return sorted(states, key=lambda state: (fruits[state[0]], state[1], state[0]), reverse=True)


def _transitions(
    graph: Positions, layer: ExactLayer, filling: Choices, die: Die, position: int, ravens: int
) -> Iterator[Transition]:
    """Yield what a throw leads to; the same state may come several times."""
    trees = graph.run_trees[position].tolist()
    face = Fraction(1, die.faces(sum(trees)))
    tree, basket, raven = die.weights(sum(trees))
    yield position, ravens - 1, raven * face
    for left, count in zip(graph.left(position), trees, strict=False):
        yield left, ravens, tree * count * face
    for left, chance in _after_basket(graph, layer, filling, position).items():
        yield left, ravens, basket * face * chance


def _after_basket(graph: Positions, layer: ExactLayer, filling: Choices, position: int) -> dict[int, Fraction]:
    """Return what a basket may leave, each position with its probability."""
    reached = {position: Fraction(1)}
    drawn, ends = filling
    for chances in reversed(layer.numerators):
        picked: dict[int, Fraction] = {}
        for before, chance in reached.items():
            left, weights = ends[before].tolist() or [0], drawn[before].tolist()
            if not sum(weights):  # `best` chooses, and so does nobody in the empty orchard
                left, weights = [max(left, key=partial(_chance, graph, layer, chances))], [1]
            for after, weight in zip(left, weights, strict=True):
                picked[after] = picked.get(after, Fraction(0)) + chance * Fraction(weight, sum(weights))
        reached = picked
    return reached


def _chance(graph: Positions, layer: ExactLayer, numerators: list[int], position: int) -> Fraction:
    """The chance to win, up to a factor that is the same after each choice for a basket."""
    return Fraction(numerators[position], layer.denominators[sum(graph.unrank(position))])
