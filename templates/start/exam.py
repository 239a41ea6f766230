"""Nim with one heap: which move wins, and which heaps lose."""

from dataclasses import dataclass

from answers.author import Draws, exam, integers, question, shared


@dataclass(frozen=True)
class Heap:
    """The number of sticks, and the most that a player may take at once."""

    sticks: int
    most: int


# Every student gets another heap: it is drawn from the student's number u₀.
@shared
def heap(draws: Draws) -> Heap:
    """Draw a heap from which the first player wins."""
    most = draws.integer(2, 5)
    return Heap(draws.until(lambda again: again.integer(10, 99), lambda sticks: sticks % (most + 1) != 0), most)


# The function returns the right answer. The texts are beside it, in one language or two.
@question(points=1, kind=integers(1, 1, 5), needs=heap)
def winning_move(heap: Heap) -> int:
    """Return the number of sticks to take."""
    return heap.sticks % (heap.most + 1)


winning_move.text(
    fr="""
    Un tas contient {{ heap.sticks }} allumettes. À chaque coup, on en prend de 1 à {{ heap.most }} ; celui qui prend la
    dernière gagne. Combien faut-il en prendre pour gagner ?
    """,
    en="""
    A heap of {{ heap.sticks }} sticks. A player takes 1 to {{ heap.most }} sticks; the player who takes the last stick
    wins. How many must the first player take to win?
    """,
)
winning_move.labels("n =")
winning_move.hint(
    fr="Il faut laisser un multiple de {{ heap.most + 1 }} : on en prend {{ answer }}.",
    en="Leave a multiple of {{ heap.most + 1 }}: take {{ answer }}.",
)
# What students may write for u₀ = 17, here 26 sticks and at most 2; `corrige check` marks it.
winning_move.examples("2 | right", "1 | wrong", " | blank")


# A part has a letter and a box of its own. The question needs the heap again; another may need `losing_heaps["a"]`.
@question(points=2, parts="ab", kind=integers(1, 0, 110), needs=heap)
def losing_heaps(heap: Heap) -> tuple[int, int]:
    """Return the largest losing heap below (a) and the smallest above (b)."""
    below = heap.sticks - heap.sticks % (heap.most + 1)
    return below, below + heap.most + 1


losing_heaps.text(
    fr="Quel est le plus grand tas perdant au-dessous de celui-ci (a), et le plus petit au-dessus (b) ?",
    en="What is the largest losing heap below this one (a), and the smallest above (b)?",
)
losing_heaps.labels("n =")
# A wrong answer that this mistake explains is named on the marked paper.
losing_heaps.mistake(
    "multiples-of-most",
    lambda heap: (heap.sticks - heap.sticks % heap.most, heap.sticks - heap.sticks % heap.most + heap.most),
    fr="Si l’on peut prendre jusqu’à m allumettes, les tas perdants sont les multiples de m + 1, et non de m.",
    en="If up to m sticks may be taken, the losing heaps are the multiples of m + 1, not of m.",
)
losing_heaps.examples("a: 24 | right", "b: 27 | right", "b: 28 | wrong")

EXAM = exam(
    __name__,
    title={"fr": "Nim", "en": "Nim"},
    source={"fr": "d’après Bouton, 1901", "en": "after Bouton, 1901"},
)
