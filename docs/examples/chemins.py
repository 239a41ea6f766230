"""Graphs and words: shortest paths, spanning trees and edit distance, eight questions on data of one's own."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations

from answers.author import Draws, draw_graph, draw_table, exam, integers, matrix, question, sequence, set_of, shared

NODES = tuple(range(1, 8))
Edge = tuple[int, int, int]


@dataclass(frozen=True)
class Graph:
    """An undirected graph on the nodes 1 to 7: edges (smaller node, larger node, weight)."""

    edges: tuple[Edge, ...]

    def weight(self, path: Sequence[int]) -> int | None:
        """Return the weight of a path, None if it uses an edge that does not exist."""
        weights = {frozenset(edge[:2]): edge[2] for edge in self.edges}
        steps = [weights.get(frozenset(step)) for step in pairwise(path)]
        return None if None in steps else sum(step or 0 for step in steps)

    def paths(self, start: int, end: int) -> Iterator[tuple[int, ...]]:
        """Yield every path without repetition."""
        inner = [node for node in NODES if node not in (start, end)]
        for length in range(len(inner) + 1):
            for middle in permutations(inner, length):
                if self.weight(path := (start, *middle, end)) is not None:
                    yield path

    def best(self, start: int, end: int) -> list[tuple[int, ...]]:
        """Return the paths of smallest weight."""
        weights = {path: self.weight(path) or 0 for path in self.paths(start, end)}
        return [path for path, weight in weights.items() if weight == min(weights.values())]

    def spanning_tree(self) -> list[Edge]:
        """Return the edges that Kruskal's algorithm keeps, in its order."""
        part, tree = {node: node for node in NODES}, []
        for edge in sorted(self.edges, key=lambda edge: edge[2]):
            first, second = part[edge[0]], part[edge[1]]
            if first != second:
                tree.append(edge)
                part = {node: first if label == second else label for node, label in part.items()}
        return tree


@shared(until=lambda graph: len(graph.best(1, 7)) == 1 and len(graph.best(1, 7)[0]) > 3)
def graph(draws: Draws) -> Graph:
    """Draw a path through all nodes and five other edges, with different weights, and one shortest path from 1 to 7."""
    pairs = [(min(pair), max(pair)) for pair in pairwise(draws.shuffled(NODES))]
    free = [(i, j) for i in NODES for j in NODES if i < j and (i, j) not in pairs and (i, j) != (1, 7)]
    weights = draws.shuffled(range(2, 24))
    pairs += draws.shuffled(free)[:5]
    return Graph(tuple((i, j, weight) for (i, j), weight in zip(sorted(pairs), weights, strict=False)))


graph.drawing(lambda graph: draw_graph(graph.edges, nodes=NODES))


@shared
def words(draws: Draws) -> tuple[str, str]:
    """Draw two words of five and six letters."""
    return "".join(draws.choice("abc") for _ in range(5)), "".join(draws.choice("abc") for _ in range(6))


words.drawing(lambda words: draw_table([[f"u = {words[0]}", f"v = {words[1]}"]]))


def distances(words: tuple[str, str], substitution: int = 1) -> list[list[int]]:
    """Return the table of edit distances between the beginnings of two words."""
    first, second = words
    table = [[i + j for j in range(len(second) + 1)] for i in range(len(first) + 1)]
    for i, a in enumerate(first, 1):
        for j, b in enumerate(second, 1):
            replaced = table[i - 1][j - 1] + (substitution if a != b else 0)
            table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, replaced)
    return table


@question(points=3, kind=sequence(low=1, high=7, longest=7), needs=graph, tags="graphs shortest-paths", difficulty=2)
def shortest_path(graph: Graph) -> tuple[int, ...]:
    """Return the path of smallest weight from 1 to 7."""
    return graph.best(1, 7)[0]


shortest_path.text(
    fr="Donner un plus court chemin de $1$ à $7$ dans le graphe, par la liste de ses sommets (par exemple 1-3-7).",
    en="A shortest path from $1$ to $7$ in the graph: the list of its nodes, such as 1-3-7.",
)
shortest_path.mistake(
    "fewest-edges",
    lambda graph: min(graph.paths(1, 7), key=len),
    fr="Ce chemin a le moins d’arêtes possible, mais c’est le poids total qu’il faut minimiser.",
    en="This path has the fewest edges, but edges have a weight.",
)
shortest_path.hint(
    fr="Le chemin {{ answer | join(', ') }} a pour poids {{ graph.weight(answer) }} ; "
    "tout autre chemin a un poids supérieur.",
    en="The path {{ answer | join(', ') }} has the weight {{ graph.weight(answer) }}, and any other a greater one.",
)
shortest_path.examples("1 → 5 → 4 → 7 | right", "1-5-7 | wrong", "[1, 2, 5, 4, 7] | wrong")


@question(points=2, kind=integers(1, 0, 200), needs=(graph, shortest_path), tags="graphs shortest-paths", difficulty=1)
def path_weight(graph: Graph, path: Sequence[int]) -> int:
    """Return the weight of that path; of a path that does not exist there is none."""
    return graph.weight(path) or 0


path_weight.text(fr="Donner le poids de ce chemin.", en="The weight of this path.")
path_weight.labels(fr=["poids ="], en=["weight ="])
path_weight.examples("21 | right", "22 | wrong")


@question(points=3, kind=sequence(low=2, high=23, longest=6), needs=graph, tags="graphs spanning-trees", difficulty=2)
def kruskal(graph: Graph) -> list[int]:
    """Return the weights of the edges in the order of Kruskal's algorithm."""
    return [weight for _, _, weight in graph.spanning_tree()]


kruskal.text(
    fr="Donner les poids des arêtes que choisit l’algorithme de Kruskal, dans l’ordre où il les choisit.",
    en="The weights of the edges that Kruskal’s algorithm chooses, in this order.",
)
kruskal.mistake(
    "cycles",
    lambda graph: sorted(weight for _, _, weight in graph.edges)[: len(NODES) - 1],
    fr="Une arête qui ferme un cycle n’est pas choisie.",
    en="An edge that closes a cycle is not chosen.",
)
kruskal.examples("2, 3, 5, 6, 7, 8 | right", "2 3 5 | wrong")


@question(points=2, kind=integers(1, 0, 200), needs=(graph, kruskal), tags="graphs spanning-trees", difficulty=1)
def tree_weight(graph: Graph, weights: Sequence[int]) -> int:
    """Return the weight of the spanning tree; weights that no edge has do not count."""
    return sum({weight for _, _, weight in graph.edges} & {*weights})


tree_weight.text(fr="Donner le poids de cet arbre couvrant.", en="The weight of this spanning tree.")
tree_weight.labels(fr=["poids ="], en=["weight ="])
tree_weight.examples("31 | right", "30 | wrong")


@question(points=3, kind=sequence(low=1, high=7, longest=7), needs=graph, tags="graphs spanning-trees", difficulty=1)
def tree_path(graph: Graph) -> tuple[int, ...]:
    """Return the path from 1 to 7 in the spanning tree."""
    (path,) = Graph(tuple(graph.spanning_tree())).paths(1, 7)
    return path


tree_path.text(fr="Donner le chemin de $1$ à $7$ dans cet arbre.", en="The path from $1$ to $7$ in this tree.")
tree_path.examples("1-2-5-4-7 | right", "1-5-4-7 | wrong")


@question(points=2, kind=set_of(low=1, high=7, longest=7), needs=graph, tags="graphs shortest-paths", difficulty=3)
def nearer(graph: Graph) -> list[int]:
    """Return the nodes that are nearer to 1 than 7 is."""
    most = graph.weight(graph.best(1, 7)[0]) or 0
    return [1, *(node for node in NODES[1:-1] if (graph.weight(graph.best(1, node)[0]) or 0) < most)]


nearer.text(
    fr="Donner l’ensemble des sommets plus proches de $1$ que ne l’est $7$, $1$ compris.",
    en="The set of nodes that are nearer to $1$ than $7$ is, with $1$ itself.",
)
nearer.examples("{1, 2, 3, 4, 5, 6} | right", "2 3 4 5 6 | wrong")


@question(points=3, kind=matrix(2, 3, 0, 11), needs=words, tags="words dynamic-programming", difficulty=2)
def table_corner(words: tuple[str, str]) -> list[int]:
    """Return the last three columns of the last two rows of the table of edit distances."""
    return [value for row in distances(words)[-2:] for value in row[-3:]]


table_corner.text(
    fr=(
        "Donner le coin inférieur droit (deux lignes et trois colonnes) de la table des distances d’édition de $u$ "
        "à $v$."
    ),
    en="The lower right corner, two rows and three columns, of the table of edit distances from $u$ to $v$.",
)
table_corner.mistake(
    "no-substitution",
    lambda words: [value for row in distances(words, substitution=2)[-2:] for value in row[-3:]],
    fr="Remplacer une lettre coûte 1, et non 2.",
    en="Replacing a letter costs 1, not 2.",
)
table_corner.examples("4 4 5 ; 4 5 4 | right right right right right right")


@question(points=2, kind=integers(1, 0, 11), needs=words, tags="words dynamic-programming", difficulty=1)
def dear_substitution(words: tuple[str, str]) -> int:
    """Return the edit distance in which a substitution costs 2."""
    return distances(words, substitution=2)[-1][-1]


dear_substitution.text(
    fr="Donner la distance d’édition de $u$ à $v$ quand le remplacement d’une lettre coûte $2$.",
    en="The edit distance from $u$ to $v$ if replacing a letter costs $2$.",
)
dear_substitution.examples("7 | right", "4 | wrong")

EXAM = exam(__name__, title={"fr": "Graphes et mots", "en": "Graphs and words"})
