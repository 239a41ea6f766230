"""What only exact chances can decide: the best baskets, and whether a strategy always fills one."""

from itertools import islice

from solvers.refusal import Refusal
from solvers.verger.exact_layers import exact_layers
from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, Strategy, check_strategy
from solvers.verger.positions import positions


def positions_short_of_best(
    orchard: Orchard, strategy: Strategy = "max", die: Die = DEFAULT_DIE
) -> tuple[Orchard, ...]:
    """Return every position with no more fruits and ravens from which `strategy` wins less than `best`.

    An empty result proves, by exact computation, that `strategy` is optimal from `orchard` and from every
    position inside it. Positions come with fewer ravens first, then with smaller trees first.

    Parameters and errors as for `exact_chance`.

    Source: ours; strategies compared position by position, against backward induction.
    """
    check_strategy(strategy)
    graph = positions(orchard.trees)
    fruits = graph.fruits.tolist()
    layers = zip(exact_layers(graph, strategy, die), exact_layers(graph, "best", die), strict=False)
    return tuple(
        Orchard(graph.unrank(position), ravens)
        for ravens, (ours, best) in enumerate(islice(layers, orchard.ravens + 1))
        for position, t in enumerate(fruits)
        if ours.numerators[0][position] * best.denominators[t] < best.numerators[0][position] * ours.denominators[t]
    )


def best_baskets(orchard: Orchard, die: Die = DEFAULT_DIE) -> tuple[tuple[int, ...], ...]:
    """Return all that may be left on the trees after a basket filled as well as possible.

    Each element lists the trees in descending order, the empty ones dropped; there are several when they
    give exactly the same chance to win. Fuller trees come last.

    Raises
    ------
    Refusal
        If the game is over (no fruit or no raven left), if the die has no basket, or as for `exact_chance`.

    Source: ours; backward induction over the fruits of a basket.
    """
    if not orchard.trees or not orchard.ravens or not die.basket_faces:
        raise Refusal(f"no basket is filled from {orchard} with {die.basket_faces} basket faces: each must be ≥ 1")
    graph = positions(orchard.trees)
    layer = next(islice(exact_layers(graph, "best", die), orchard.ravens, None))
    reached = {len(graph.after) - 1}
    for chances in reversed(layer.numerators):
        left = {q for p in reached for q in graph.left(p)}
        top = max(chances[q] for q in left)
        reached = {q for q in left if chances[q] == top}
    return tuple(graph.unrank(p) for p in sorted(reached))
