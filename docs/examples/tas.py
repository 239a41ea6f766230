"""Heaps: numbers, a choice, a program that is run, and a proof that a person marks."""

from collections.abc import Sequence
from itertools import accumulate

from answers.author import (
    Criterion,
    Draws,
    Option,
    Program,
    Written,
    choice,
    draw_tree,
    exam,
    integers,
    question,
    shared,
)


def sifted(row: Sequence[int]) -> tuple[int, ...]:
    """Return a row after its first value has sunk to its place."""
    heap, node = list(row), 0
    while True:
        children = (child for child in (node, 2 * node + 1, 2 * node + 2) if child < len(heap))
        largest = max(children, key=heap.__getitem__)
        if largest == node:
            return tuple(heap)
        heap[node], heap[largest], node = heap[largest], heap[node], largest


@shared
def row(draws: Draws) -> tuple[int, ...]:
    """Draw seven numbers as a tree whose two subtrees are heaps, and whose root is the smallest of all."""
    numbers = list(accumulate(draws.integer(1, 12) for _ in range(7)))
    left = draws.sample(range(1, 7), 3)
    right = tuple(place for place in range(1, 7) if place not in left)
    (a, b), (c, d) = draws.shuffled(left[:2]), draws.shuffled(right[:2])
    return tuple(numbers[place] for place in (0, left[2], right[2], a, b, c, d))


row.drawing(lambda row: draw_tree((row[0], (row[1], row[3], row[4]), (row[2], row[5], row[6]))))


@question(points=3, kind=integers(7, 1, 99), needs=row)
def sink(row: tuple[int, ...]) -> tuple[int, ...]:
    """Return the row after the root has sunk."""
    return sifted(row)


sink.text(
    fr="""
    L’arbre est rangé dans le tableau $t$ = {{ row | join(", ") }} : les fils de $t[i]$ sont $t[2i+1]$ et $t[2i+2]$. Sa
    racine est mal placée. Donnez le tableau une fois qu’elle est redescendue à sa place.
    """,
    en="""
    The tree is stored in the array $t$ = {{ row | join(", ") }}: the children of $t[i]$ are $t[2i+1]$ and $t[2i+2]$.
    Its root is out of place. Give the array after the root has been sifted down.
    """,
)
sink.labels(*(f"t[{place}] =" for place in range(7)))
sink.mistake(
    "one-step",
    lambda row: (max(row[1:3]), *(row[0] if value == max(row[1:3]) else value for value in row[1:])),
    fr="Les échanges continuent tant que la valeur est plus petite que celle de l’un de ses fils.",
    en="The exchange goes on as long as the value is smaller than one of its children.",
)
sink.hint(
    fr="À chaque étape, la valeur est échangée avec le plus grand de ses fils.",
    en="At each step, the value is exchanged with the greater of its children.",
)
sink.examples("48 25 44 16 5 41 37 | right right right right right right right")


@question(points=1, kind=choice(Option("left", "gauche"), Option("right", "droite", "right")), needs=row)
def side(row: tuple[int, ...]) -> str:
    """Return the subtree into which the root sinks."""
    return "left" if row[1] > row[2] else "right"


side.text(
    fr="Dans quel sous-arbre redescend-elle, celui de gauche ou celui de droite ?",
    en="Into which subtree does it sink, the left or the right one?",
)
side.examples("gauche | right", "R | unreadable", "droite | wrong", "left | right")


@shared
def heap(draws: Draws) -> tuple[int, ...]:
    """Draw a heap of nine values in which one value has changed places with its parent."""
    values = [90 - step for step in accumulate(draws.integer(0, 6) for _ in range(9))]
    node = draws.integer(1, 8)
    parent = (node - 1) // 2
    values[node], values[parent] = values[parent] + draws.integer(0, 3), values[node]
    return tuple(values)


# The function of the question is the model: it is called with the student's data, with those of twenty other seeds, and
# in the cases below. A student's function is called with the same arguments, in a process that knows no result.
@question(points=4, kind=Program("misplaced(heap)", seconds=1, share=True, lines=9), needs=heap)
def misplaced(heap: tuple[int, ...]) -> int:
    """Return the first index whose value is greater than that of its parent, -1 if the row is a heap."""
    return next((node for node in range(1, len(heap)) if heap[node] > heap[(node - 1) // 2]), -1)


misplaced.text(
    fr="""
    Écrivez en Python une fonction `misplaced(heap)` qui reçoit un n-uplet d’entiers et renvoie le plus petit indice
    dont la valeur dépasse celle de son père, ou $-1$ si le n-uplet est un tas. À rendre dans un fichier `.py`, ou ici.
    """,
    en="""
    Write a Python function `misplaced(heap)` that receives a tuple of integers and returns the least index whose value
    is greater than that of its parent, or $-1$ if the tuple is a heap. Hand in a `.py` file, or write it here.
    """,
)
misplaced.case((), fr="le tas vide", en="the empty heap")
misplaced.case((5, 5, 5), fr="des valeurs égales", en="equal values")
misplaced.case((9, 8, 7, 1, 2, 3), fr="un tas", en="a heap")
misplaced.case((9, 8, 7, 1, 2, 3, 10), fr="une erreur à la fin", en="an error at the end")
misplaced.mistake(
    "parent-of-one",
    lambda heap: next((node for node in range(1, len(heap)) if heap[node] > heap[node // 2]), -1),
    fr="Le père de t[i] est t[(i − 1) // 2], car le tableau commence à l’indice 0.",
    en="The parent of t[i] is t[(i − 1) // 2], since the array begins with index 0.",
)
misplaced.examples(
    """
    def misplaced(heap):
        for node in range(1, len(heap)):
            if heap[node] > heap[(node - 1) // 2]:
                return node
        return -1
    | right
    """,
    "def misplaced(heap): return max(heap) | wrong",
)


@question(
    points=2,
    kind=Written(
        lines=5,
        criteria=[
            Criterion(
                "levels",
                1,
                fr="les niveaux 0 à h − 1 sont pleins : 2^k nœuds au niveau k",
                en="levels 0 to h − 1 are full: 2^k nodes on level k",
            ),
            Criterion("bound", 1, fr="la borne s’en déduit", en="the bound follows"),
        ],
    ),
    needs=row,
)
def height(_: tuple[int, ...]) -> str:
    """Return a model answer."""
    return "n ≥ 1 + 2 + … + 2^(h − 1) + 1 = 2^h"


height.text(
    fr="Montrez qu’un tas de $n$ valeurs a une hauteur d’au plus $\\log_2 n$.",
    en="Prove that a heap of $n$ values has a height of at most $\\log_2 n$.",
)

EXAM = exam(__name__, title={"fr": "Tas", "en": "Heaps"})
