"""Compute places for the vertices and arcs of a small directed graph, in layers.

Source: Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system structures" (1981): an arc
over several layers bends in each, and layers are ordered by the means of their neighbours.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from statistics import fmean
from typing import Generic, NamedTuple

from solvers.graph_games.game import State

Place = tuple[float, float]
"""The coordinates of a point, rightwards and downwards; the distance of two layers is 1."""
SWEEPS = 12
BEND = 0.6
"""The width that a bend takes in its layer; a vertex takes 1."""


class GraphLayout(NamedTuple, Generic[State]):
    """The places of the vertices, at least 1 apart in a layer, and the bends of each arc."""

    places: dict[State, Place]
    bends: dict[tuple[State, State], list[Place]]

    def scaled(
        self, across: float, down: float, edge: float, above: float
    ) -> "tuple[GraphLayout[State], float, float]":
        """Return the layout in pixels, with its width and its height.

        Neighbours in a layer are at least `across` apart, and each layer is `down` below the one before. `edge` is the
        margin between the centres of vertices and the left, right and lower side, `above` that between them and the
        top.
        """
        every = [*self.places.values(), *(bend for bends in self.bends.values() for bend in bends)]
        left = min(x for x, _ in every)

        def moved(place: Place) -> Place:
            return edge + across * (place[0] - left), above + down * place[1]

        right, bottom = (max(axis) + edge for axis in zip(*map(moved, every), strict=True))
        places = {state: moved(place) for state, place in self.places.items()}
        return GraphLayout(places, {arc: list(map(moved, bent)) for arc, bent in self.bends.items()}), right, bottom

    def ways(self) -> "Iterator[tuple[State, State, list[Place]]]":
        """Yield the tail, the head and the path of each arc, from the tail through the bends to the head."""
        for (tail, head), bent in self.bends.items():
            yield tail, head, [self.places[tail], *bent, self.places[head]]


def layout(arcs: Mapping[State, tuple[State, ...]], start: State) -> GraphLayout[State]:
    """Return the places of the vertices and the bends of the arcs.

    `start` is in the highest layer; vertices that cannot be reached from it are in the lowest. Arcs between reachable
    vertices go downwards, except arcs that close a cycle. Crossings are few, but not the fewest possible.
    """
    states = list(dict.fromkeys([start, *arcs]))
    number = {state: k for k, state in enumerate(states)}
    after = [[number[head] for head in arcs[state]] for state in states]
    depths = _depths(after)
    # The path of each arc: its tail, a bend in each layer between, its head. `depths` gets the layers of the bends.
    ways = []
    for tail, heads in enumerate(after):
        for head in heads:
            step = 1 if depths[tail] < depths[head] else -1
            passed = range(depths[tail] + step, depths[head], step)
            ways.append([tail, *range(len(depths), len(depths) + len(passed)), head])
            depths.extend(passed)
    places = list(zip(_across(depths, ways, len(states)), map(float, depths), strict=True))
    bends = {(states[way[0]], states[way[-1]]): [places[point] for point in way[1:-1]] for way in ways}
    return GraphLayout(dict(zip(states, places, strict=False)), bends)


def _depths(after: Sequence[Sequence[int]]) -> list[int]:
    """Return the layer of each vertex, below its neighbours that precede it in the order of a depth-first search."""
    beside = _neighbours([[tail, head] for tail, heads in enumerate(after) for head in heads], len(after))
    depths, visited = dict[int, int](), set[int]()
    for root in range(len(after)):
        for vertex in [] if root in visited else _in_order(after, root, visited):
            above = depths.values() if vertex == root else (depths[near] for near in beside[vertex] if near in depths)
            depths[vertex] = 1 + max(above, default=-1)
    return [depths[vertex] for vertex in range(len(after))]


def _in_order(after: Sequence[Sequence[int]], vertex: int, visited: set[int]) -> list[int]:
    """Return the vertices first reached from a vertex, tails before heads except where an arc closes a cycle."""
    visited.add(vertex)
    later = list[int]()
    for head in after[vertex]:
        later = later if head in visited else [*_in_order(after, head, visited), *later]
    return [vertex, *later]


def _neighbours(ways: Sequence[Sequence[int]], count: int) -> list[list[int]]:
    """Return the neighbours of each of `count` points on the paths `ways`."""
    beside: list[list[int]] = [[] for _ in range(count)]
    for way in ways:
        for point, neighbour in pairwise(way):
            beside[point].append(neighbour)
            beside[neighbour].append(point)
    return beside


def _across(depths: Sequence[int], ways: Sequence[Sequence[int]], vertices: int) -> list[float]:
    """Return the horizontal place of each vertex and bend: near the mean of its neighbours, after several sweeps."""
    layers: list[list[int]] = [[] for _ in range(max(depths) + 1)]
    for point, depth in enumerate(depths):
        layers[depth].append(point)
    beside, across = _neighbours(ways, len(depths)), [0.0] * len(depths)
    for sweep in range(SWEEPS):
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            targets = {
                point: fmean([across[neighbour] for neighbour in beside[point]] or [across[point]]) for point in layer
            }
            layer.sort(key=targets.__getitem__)
            widths = [1 if point < vertices else BEND for point in layer]
            for point, x in zip(layer, _apart([targets[point] for point in layer], widths), strict=True):
                across[point] = x
    return across


def _apart(targets: Sequence[float], widths: Sequence[float]) -> Iterator[float]:
    """Return the nearest places, by least squares, at which neighbours do not overlap (isotonic regression)."""
    offsets = list(accumulate(((width + next_width) / 2 for width, next_width in pairwise(widths)), initial=0.0))
    blocks = list[list[float]]()
    for place, offset in zip(targets, offsets, strict=True):
        blocks.append([place - offset])
        while len(blocks) > 1 and fmean(blocks[-2]) > fmean(blocks[-1]):
            blocks[-2:] = [[*blocks[-2], *blocks[-1]]]
    means = (fmean(block) for block in blocks for _ in block)
    return (mean + offset for mean, offset in zip(means, offsets, strict=True))
