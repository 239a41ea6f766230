"""Places for the vertices of a small directed graph, in layers from a first vertex."""

from collections.abc import Mapping

from solvers.graph_games.drawing.place import Place
from solvers.graph_games.game import State
from solvers.refusal import Refusal

SWEEPS = 8


def layered_layout(arcs: Mapping[State, tuple[State, ...]], start: State) -> dict[State, Place]:
    """Return a place (x, y) for each vertex: y is the distance from `start`, x its rank in that layer, centred.

    Vertices that cannot be reached form a last layer. Each layer is ordered by the means of its neighbours'
    places, downwards and upwards by turns (the barycentre heuristic of Sugiyama, Tagawa and Toda 1981), which
    keeps crossings few but not fewest. Neighbours in a layer are 1 apart.

    Raises
    ------
    Refusal
        If `start` is not a vertex.

    Source: Sugiyama, Tagawa and Toda (1981), the barycentre heuristic.
    """
    if start not in arcs:
        raise Refusal("{start!r} is not a vertex of the graph", start=start)
    layers = _layers(arcs, start)
    neighbours: dict[State, list[State]] = {state: list(successors) for state, successors in arcs.items()}
    for state, successors in arcs.items():
        for successor in successors:
            neighbours[successor].append(state)
    places = _centred(layers)
    for sweep in range(SWEEPS):
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            layer.sort(key=lambda state: _mean([places[other][0] for other in neighbours[state]], places[state][0]))
            places.update(_centred([layer], places[layer[0]][1]))
    return places


def _layers(arcs: Mapping[State, tuple[State, ...]], start: State) -> list[list[State]]:
    layers, found = [[start]], {start}
    while layers[-1]:
        layer = dict.fromkeys(after for state in layers[-1] for after in arcs[state] if after not in found)
        found.update(layer)
        layers.append(list(layer))
    layers[-1] = [state for state in arcs if state not in found]
    return layers if layers[-1] else layers[:-1]


def _centred(layers: list[list[State]], top: float = 0) -> dict[State, Place]:
    return {
        state: (rank - (len(layer) - 1) / 2, top + y)
        for y, layer in enumerate(layers)
        for rank, state in enumerate(layer)
    }


def _mean(values: list[float], default: float) -> float:
    return sum(values) / len(values) if values else default
