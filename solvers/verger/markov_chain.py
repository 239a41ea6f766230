"""Define the game as an absorbing Markov chain, with the states in the document's order; compute absorption and length.

Source: document 004, section "Calcul mathématique": the graph of states A … L and its 12 × 12 matrix; the exact method
by linear algebra, and the other by a power of the matrix.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Final

from solvers.invalid_input import InvalidInput
from solvers.verger.exact_chance import ExactLayer, exact_layers
from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, OrchardStrategy, check_count, check_strategy
from solvers.verger.positions import Choices, Positions, choices, positions

MAX_STATES: Final = 1000


@dataclass(frozen=True, slots=True)
class MarkovChain:
    """An absorbing chain whose transitions lead to later states or to the same state."""

    states: tuple[Orchard, ...]
    """The n states in play; in the matrix, state n is the loss and state n + 1 the win."""
    matrix: tuple[tuple[Fraction, ...], ...]
    """matrix[i][j] is the probability that a throw leads from state i to state j, 0 ≤ i, j < n + 2."""


def markov_chain(orchard: Orchard, strategy: OrchardStrategy = "max", die: Die = DEFAULT_DIE) -> MarkovChain:
    """Return the chain of all positions with no more fruits and ravens than `orchard`, which is the first state.

    States come with more fruits in all first, then more ravens, then fuller trees: for two trees of two fruits and two
    ravens A = 22|2, B = 22|1, C = 21|2, D = 21|1, E = 2|2, F = 11|2, G = 2|1, H = 11|1, I = 1|2, J = 1|1, then K, the
    loss, and L, the win. (The document's text names K the win and L the loss; its matrix and its limits have them as
    here.) States that the strategy never reaches are included. If the game is over in `orchard`, the chain has only the
    loss and the win. Where several fruits are equally good for `best`, it takes one from the fullest tree.
    """
    check_strategy(strategy)
    graph = positions(orchard.trees)
    size = (len(graph.after) - 1) * orchard.ravens
    if size > MAX_STATES:
        raise InvalidInput(
            "the Markov chain of the orchard {orchard} has {size} states in which the game goes on, the limit is "
            "{max_states}",
            orchard=orchard,
            size=size,
            max_states=MAX_STATES,
        )
    fruits = graph.fruits.tolist()
    in_play = ((position, ravens) for position in range(1, len(fruits)) for ravens in range(1, orchard.ravens + 1))
    states = sorted(in_play, key=lambda state: (fruits[state[0]], state[1], state[0]), reverse=True)
    column = {state: i for i, state in enumerate(states)}
    matrix = [[Fraction(0)] * (size + 2) for _ in range(size + 2)]
    matrix[size][size] = matrix[size + 1][size + 1] = Fraction(1)
    layers, filling = exact_layers(graph, strategy, die), choices(graph, strategy, die)
    for ravens, layer in enumerate(islice(layers, orchard.ravens + 1)):
        for position in range(1, len(fruits)) if ravens else ():
            trees = graph.run_trees[position].tolist()
            face = Fraction(1, die.faces(sum(trees)))
            tree, basket, raven = die.weights(sum(trees))
            throws = [(position, ravens - 1, raven * face)]
            throws += [
                (q, ravens, tree * k * face) for q, k in zip(graph.after_one_fruit(position), trees, strict=False)
            ]
            picked = _after_basket(graph, layer, filling, position)
            throws += [(q, ravens, basket * face * chance) for q, chance in picked.items()]
            for after, ravens_left, chance in throws:
                end = column.get((after, ravens_left), size + 1 if after == 0 else size)
                matrix[column[position, ravens]][end] += chance
    named = tuple(Orchard(graph.unrank(position), ravens) for position, ravens in states)
    return MarkovChain(named, tuple(map(tuple, matrix)))


def _after_basket(graph: Positions, layer: ExactLayer, filling: Choices, position: int) -> dict[int, Fraction]:
    """Return the positions after a basket, each with its probability."""
    reached = {position: Fraction(1)}
    drawn, ends = filling
    for chances in reversed(layer.numerators):
        picked: dict[int, Fraction] = {}
        for before, chance in reached.items():
            ranks, weights = ends[before].tolist() or [0], drawn[before].tolist()
            if not sum(weights):  # `best` chooses; in the empty orchard there is no choice
                # Chances to win, up to a factor that is the same after each choice.
                won = [Fraction(chances[q], layer.denominators[sum(graph.unrank(q))]) for q in ranks]
                ranks, weights = [ranks[won.index(max(won))]], [1]
            for after, weight in zip(ranks, weights, strict=True):
                picked[after] = picked.get(after, Fraction(0)) + chance * Fraction(weight, sum(weights))
        reached = picked
    return reached


def absorbing_chances(chain: MarkovChain) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return, for each state of the chain, the chances to lose and to win, exact; the loss and the win are included.

    Solves (I - Q) x = R exactly, where Q holds the transitions between states in play and R those to the loss and the
    win; I - Q is triangular in the order of the states, so the last unknown comes first.
    """
    size = len(chain.states)
    chances = [(Fraction(0), Fraction(0))] * size + [(Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))]
    for i in range(size - 1, -1, -1):
        moved = 1 - chain.matrix[i][i]
        later = [(p / moved, chances[j]) for j, p in enumerate(chain.matrix[i]) if p and j != i]
        chances[i] = (
            sum((p * loss for p, (loss, _) in later), Fraction(0)),
            sum((p * win for p, (_, win) in later), Fraction(0)),
        )
    return tuple(chances)


def absorbing_times(chain: MarkovChain, waits: Sequence[Fraction] | None = None) -> tuple[Fraction, ...]:
    """Return the expected number of throws from each state to the end of the game; it is 0 for the last two states.

    Solves (I - Q) x = w exactly, where Q holds the transitions between states in play. By default w = 1: a throw
    that shows an empty tree is thrown again and not counted. To count such throws, `waits` gives w, for each state
    in play the mean number of throws up to a throw that does not show an empty tree.
    """
    size = len(chain.states)
    times = [Fraction(0)] * (size + 2)
    for i in range(size - 1, -1, -1):
        later = sum((p * times[j] for j, p in enumerate(chain.matrix[i]) if p), Fraction(0))  # times[i] is still 0
        times[i] = ((waits[i] if waits else 1) + later) / (1 - chain.matrix[i][i])
    return tuple(times)


def after_throws(chain: MarkovChain, start: int, throws: int) -> tuple[Fraction, ...]:
    """Return the exact probability of each state of the chain after `throws` throws from state number `start`."""
    size = len(chain.matrix)
    reached = {start: Fraction(1)}
    for _ in range(check_count("throws", throws)):
        following: dict[int, Fraction] = {}
        for i, chance in reached.items():
            for j, p in enumerate(chain.matrix[i]):
                if p:
                    following[j] = following.get(j, Fraction(0)) + chance * p
        reached = following
    return tuple(reached.get(i, Fraction(0)) for i in range(size))
