"""What only exact chances can decide: whether a strategy always fills the best basket."""

from itertools import islice

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
