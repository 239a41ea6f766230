"""Four questions on a network and two words."""

from functools import cache
from itertools import combinations, pairwise, permutations

from answers.author import Draws, draw_graph, exam, integers, question, sequence, set_of, shared

NODES = "ABCDEF"
Graph = tuple[tuple[str, str, int], ...]  # the two ends and the weight of each edge


@cache
def paths(graph: Graph) -> dict[str, int]:
    """Return the weight of each path from A to F; a path is a word such as ACF."""
    weights = {pair: weight for a, b, weight in graph for pair in ((a, b), (b, a))}
    words = ("A" + "".join(middle) + "F" for n in range(5) for middle in permutations("BCDE", n))
    return {word: sum(map(weights.__getitem__, pairwise(word))) for word in words if {*pairwise(word)} <= {*weights}}


def best(graph: Graph) -> str:
    """Return a path of the smallest weight."""
    return min(paths(graph), key=paths(graph).__getitem__)


def kruskal(graph: Graph) -> list[str]:
    """Return the edges of the minimum spanning tree."""
    part, tree = {node: node for node in NODES}, []
    for a, b, _ in sorted(graph, key=lambda edge: edge[2]):
        if part[a] != part[b]:
            tree.append(a + b)
            part = {node: part[a] if name == part[b] else name for node, name in part.items()}
    return tree


@cache
def distance(u: str, v: str, replace: int = 1) -> int:
    """Return the edit distance of two words, if replacing a letter has this cost."""
    if not u or not v:
        return len(u) + len(v)
    last = distance(u[:-1], v[:-1], replace) + (replace if u[-1] != v[-1] else 0)
    return min(distance(u[:-1], v, replace) + 1, distance(u, v[:-1], replace) + 1, last)


@shared(until=lambda graph: len(kruskal(graph)) == 5 and len(best(graph)) > 3)
def graph(draws: Draws) -> Graph:
    """Draw nine edges with different weights; they connect all nodes, and the best path has three edges or more."""
    pairs = draws.sample([pair for pair in combinations(NODES, 2) if pair != ("A", "F")], 9)
    return tuple((a, b, weight) for (a, b), weight in zip(pairs, draws.shuffled(range(2, 20))[:9], strict=True))


graph.drawing(lambda graph: draw_graph(graph, nodes=NODES))


@shared
def words(draws: Draws) -> tuple[str, str]:
    """Draw two words."""
    return "".join(draws.choice("abc") for _ in range(5)), "".join(draws.choice("abc") for _ in range(6))


@question(points=3, kind=sequence(*NODES, longest=6), needs=graph)
def shortest(graph: Graph) -> list[str]:
    """Return a shortest path."""
    return [*best(graph)]


shortest.text(fr="Donner un plus court chemin de A à F.", en="Give a shortest path from A to F.")
shortest.accept(lambda path, graph: paths(graph).get("".join(path)) == min(paths(graph).values()))
shortest.mistake(
    "fewest-edges",
    lambda graph: [*min(paths(graph), key=len)],
    fr="Ce chemin a le moins d’arêtes, mais n’a pas le plus petit poids.",
    en="This path has the fewest edges, but not the smallest weight.",
)
shortest.examples("A-B-D-F | right", "ABCDEF | wrong")


@question(points=2, kind=integers(1, 0, 99), needs=(graph, shortest))
def length(graph: Graph, path: list[str]) -> int:
    """Return the weight of the student's own path; an exception if there is no such path, which earns nothing."""
    return paths(graph)["".join(path)]


length.text(fr="Quel est son poids ?", en="What is its weight?")
length.examples("18 | right", "15 | wrong")


# An undirected edge has two names, AB and BA: both are labels, and the answers are compared without the order.
@question(points=3, kind=set_of(*(a + b for a, b in permutations(NODES, 2)), longest=5), needs=graph)
def tree(graph: Graph) -> list[str]:
    """Return the edges of the tree."""
    return kruskal(graph)


tree.text(
    fr="Donner les arêtes de l’arbre couvrant de poids minimal, par exemple AB, CD.",
    en="Give the edges of the minimum spanning tree, such as AB, CD.",
)
tree.accept(lambda edges, graph: {*map(frozenset, edges)} == {*map(frozenset, kruskal(graph))})
tree.hint(
    fr="On choisit les arêtes par poids croissant, sans fermer de cycle : {{ answer | join(', ') }}.",
    en="By increasing weight, without closing a cycle: {{ answer | join(', ') }}.",
)
tree.examples("BA, EB, DB, CD, FD | right", "AB, BC | wrong")


@question(points=2, kind=integers(1, 0, 11), needs=words)
def edits(words: tuple[str, str]) -> int:
    """Return the edit distance."""
    return distance(*words)


edits.text(
    fr="Quelle est la distance d’édition de {{ words[0] }} à {{ words[1] }} ?",
    en="What is the edit distance from {{ words[0] }} to {{ words[1] }}?",
)
edits.mistake(
    "costly-replacement",
    lambda words: distance(*words, replace=2),
    fr="Remplacer une lettre coûte 1, et non 2.",
    en="Replacing a letter costs 1, not 2.",
)
edits.examples("5 | right", "11 | wrong")

EXAM = exam(__name__, title={"fr": "Réseau", "en": "Network"})
