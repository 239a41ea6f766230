"""Places for the vertices of a small directed graph, by the program `dot` of Graphviz."""

import shutil
import subprocess
from collections.abc import Mapping

from solvers.graph_games.drawing.place import Place
from solvers.graph_games.game import State
from solvers.refusal import Refusal

TIMEOUT = 10.0


def graphviz_layout(
    arcs: Mapping[State, tuple[State, ...]], start: State, timeout: float = TIMEOUT
) -> dict[State, Place] | None:
    """Return a place (x, y) for each vertex, y downwards, or None.

    None means that `dot` is not installed, failed, answered something else than places, or took longer than
    `timeout` seconds. Neighbours are about 1 apart.

    Raises
    ------
    Refusal
        If `start` is not a vertex.

    Source: program `dot`; Gansner, Koutsofios, North and Vo, "A technique for drawing directed graphs" (1993).
    """
    if start not in arcs:
        raise Refusal("{start!r} is not a vertex of the graph", start=start)
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
            [program, "-Tplain"], input=graph, capture_output=True, text=True, timeout=timeout, check=True
        )
        places = _places(run.stdout)
        return {state: places[str(number)] for state, number in numbers.items()}
    except (OSError, subprocess.SubprocessError, ValueError, KeyError):
        return None


def _places(plain: str) -> dict[str, Place]:
    """Read the lines ``node name x y …`` of Graphviz's plain format, whose y goes upwards."""
    nodes = [line.split() for line in plain.splitlines() if line.startswith("node ")]
    return {words[1]: (float(words[2]), -float(words[3])) for words in nodes}
