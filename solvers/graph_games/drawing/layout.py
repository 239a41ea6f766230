"""Places for the vertices of a small directed graph: those of Graphviz where it is installed, else layers.

Source: the program `dot`: Gansner, Koutsofios, North and Vo, "A technique for drawing directed graphs" (1993); the
barycentre heuristic: Sugiyama, Tagawa and Toda (1981).
"""

import shutil
import subprocess
from collections.abc import Mapping

from solvers.graph_games.game import State

Place = tuple[float, float]
"""Rightwards and downwards; neighbours are about 1 apart."""
SWEEPS = 8
TIMEOUT = 10.0
"""Seconds that Graphviz may take."""


def layout(arcs: Mapping[State, tuple[State, ...]], start: State) -> dict[State, Place]:
    """Return a place for each vertex."""
    return graphviz_layout(arcs, start) or layered_layout(arcs, start)


def layered_layout(arcs: Mapping[State, tuple[State, ...]], start: State) -> dict[State, Place]:
    """Return a place (x, y) for each vertex: y is the distance from `start`, x its rank in that layer, centred.

    Vertices that cannot be reached form a last layer. Each layer is ordered by the means of its neighbours'
    places, downwards and upwards by turns (the barycentre heuristic of Sugiyama, Tagawa and Toda 1981), which
    keeps crossings few but not fewest. Neighbours in a layer are 1 apart.
    """
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


def graphviz_layout(arcs: Mapping[State, tuple[State, ...]], start: State) -> dict[State, Place] | None:
    """Return a place (x, y) for each vertex, y downwards, or None.

    None means that `dot` is not installed, failed, answered something else than places, or took too long.
    """
    program = shutil.which("dot")
    if program is None:
        return None
    numbers = {state: number for number, state in enumerate(dict.fromkeys([start, *arcs]))}
    lines = [f"{number};" for number in numbers.values()]
    lines += [f"{numbers[state]} -> {numbers[after]};" for state, successors in arcs.items() for after in successors]
    shape = "node [shape=box, width=0.6, height=0.6, fixedsize=true]; nodesep=0.4; ranksep=0.4;"
    graph = "\n".join(["digraph {", shape, *lines, "}"])
    try:
        run = subprocess.run(  # noqa: S603 (a program found on the path, with a graph of numbers as its input)
            [program, "-Tplain"], input=graph, capture_output=True, text=True, timeout=TIMEOUT, check=True
        )
        places = _places(run.stdout)
        return {state: places[str(number)] for state, number in numbers.items()}
    except (OSError, subprocess.SubprocessError, ValueError, KeyError):
        return None


def _places(plain: str) -> dict[str, Place]:
    """Read the lines ``node name x y …`` of Graphviz's plain format, whose y goes upwards."""
    nodes = [line.split() for line in plain.splitlines() if line.startswith("node ")]
    return {words[1]: (float(words[2]), -float(words[3])) for words in nodes}
