"""What u₀ draws for the exam `verger`, the prompts that say it, and the drawing of a position."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from answers.exam.exam import Text
from solvers.sequence import lcg, permutations
from solvers.verger.orchard import Die, Orchard, Strategy

ASKED: Final[tuple[Strategy, ...]] = ("max", "min", "random")

# The 30 transitions of the printed matrix from states A … J, cut in three: one of each third is asked.
TRANSITIONS: Final = (
    ("AB", "AC", "AF", "BD", "BH", "BK", "CD", "CE", "CF", "CI"),
    ("DG", "DH", "DJ", "DK", "EG", "EI", "EL", "FH", "FI", "FL"),
    ("GJ", "GK", "GL", "HJ", "HK", "HL", "IJ", "IL", "JK", "JL"),
)
# Starts and numbers of throws after which the game may be won, lost or still going on.
WALKS: Final = (("A", 2), ("A", 3), ("A", 4), ("B", 2), ("B", 3), ("C", 2), ("C", 3), ("D", 2))


@dataclass(frozen=True, slots=True)
class Parameters:
    """What u₀ draws.

    Attributes
    ----------
    transitions : tuple of str
        Three transitions of the printed matrix: "AB" leads from A to B.
    walk : tuple of str and int
        A state of the printed matrix, and how many throws follow it.
    chain, edition, orchard, position : Orchard
        The orchards of questions 3 and 4, of 5 (b), of 5 (c) and 7 (c), and of 6.
    equal : Orchard
        The equal trees of question 7 (a, b); its ravens are what is asked, and 0 here.
    small : Orchard
        The small edition of question 8.
    die : Die
        Its die.
    order : tuple of str
        Its strategies, numbered 1, 2, 3.
    """

    u0: int
    transitions: tuple[str, ...]
    walk: tuple[str, int]
    chain: Orchard
    edition: Orchard
    orchard: Orchard
    position: Orchard
    equal: Orchard
    small: Orchard
    die: Die
    order: tuple[Strategy, ...]


def draw(u0: int) -> Parameters:
    """Draw everything from u(1000) … u(1025)."""

    def between(k: int, low: int, high: int) -> int:
        return low + lcg.term(u0, k) % (high - low + 1)

    def orchard(k: int, *ranges: tuple[int, int]) -> Orchard:
        """Trees in the given ranges, the ravens in the last one."""
        *trees, ravens = (between(k + i, *limits) for i, limits in enumerate(ranges))
        return Orchard(tuple(trees), ravens)

    return Parameters(
        u0=u0,
        transitions=tuple(third[between(1000 + i, 0, 9)] for i, third in enumerate(TRANSITIONS)),
        walk=WALKS[between(1003, 0, 7)],
        chain=orchard(1004, (4, 6), (2, 4), (1, 2), (2, 5)),
        edition=Orchard.of_equal_trees(4, between(1008, 7, 9), between(1009, 4, 7)),
        orchard=orchard(1010, (6, 9), (4, 6), (2, 4), (1, 2), (4, 7)),
        position=orchard(1015, (4, 8), (3, 6), (2, 4), (1, 3), (2, 5)),
        equal=Orchard.of_equal_trees(between(1020, 2, 5), between(1021, 4, 9), 0),
        small=Orchard.of_equal_trees(4, 4, between(1022, 4, 7)),
        die=Die(basket_size=between(1023, 1, 3), raven_faces=between(1024, 1, 2)),
        order=tuple(ASKED[i] for i in permutations.permutation(lcg.term(u0, 1025), 3)),
    )


def _transitions(params: Parameters) -> Text:
    moves = _numbered("\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}".join(move) for move in params.transitions)
    start, throws = params.walk
    return Text(
        fr="Faces du dé, équiprobables : chaque arbre non vide (un fruit de moins), panier (deux fruits), corbeau (un "
        "corbeau de moins). Stratégie max : chaque fruit du panier vient d’un arbre qui en porte le plus. Chaîne de 2 "
        "arbres de 2 fruits et 2 corbeaux : états, fruits|corbeaux, A = 22|2, B = 22|1, C = 21|2, D = 21|1, E = 2|2, "
        f"F = 11|2, G = 2|1, H = 11|1, I = 1|2, J = 1|1, K défaite, L victoire. (a) Coefficients {moves.fr}. "
        f"(b) {throws} lancers après {start}, probabilités p₁ de L, p₂ de K, p₃ des autres états.",
        en="Equally likely faces of the die: each non-empty tree (a fruit less), basket (two fruits), raven (a raven "
        "less). Strategy max: each fruit of the basket is picked from a fullest tree. Chain of 2 trees of 2 fruits "
        "with 2 ravens: states, fruits|ravens, A = 22|2, B = 22|1, C = 21|2, D = 21|1, E = 2|2, F = 11|2, G = 2|1, "
        f"H = 11|1, I = 1|2, J = 1|1, K loss, L win. (a) Entries {moves.en}. "
        f"(b) {throws} throws after {start}, probabilities p₁ of L, p₂ of K, p₃ of the other states.",
    )


def _chain(params: Parameters) -> Text:
    return Text(
        fr=f"Même construction pour des arbres de {_listed(params.chain)} fruits et {params.chain.ravens} corbeaux ; "
        "les états sont les positions que la partie peut atteindre, arbres interchangeables, puis défaite et victoire. "
        "N : lignes de la matrice ; Z : coefficients non nuls ; m : positions d’où min (chaque fruit du panier vient "
        "d’un arbre non vide qui en porte le moins) gagne moins que la meilleure stratégie.",
        en=f"The same for trees of {_listed(params.chain, 'and')} fruits with {params.chain.ravens} ravens; the states "
        "are the positions that the game can reach, trees being interchangeable, then the loss and the win. N: rows of "
        "the matrix; Z: non-zero entries; m: positions from which min (each fruit of the basket is picked from an "
        "emptiest tree that has some) wins less than the best strategy.",
    )


def _games(params: Parameters) -> Text:
    fruits, edition = params.edition.trees[0], params.edition.ravens
    ravens = params.orchard.ravens
    return Text(
        fr="Probabilité de gagner : jeu d’origine, 4 arbres de 10 fruits et 9 corbeaux (a) ; 4 arbres de "
        f"{fruits} fruits et {edition} corbeaux (b) ; arbres de {_listed(params.orchard)} fruits et {ravens} corbeaux "
        "(c). Stratégie random : chaque fruit du panier vient d’un arbre non vide, tous équiprobables.",
        en="Probability of winning: the original game, 4 trees of 10 fruits and 9 ravens (a); 4 trees of "
        f"{fruits} fruits and {edition} ravens (b); trees of {_listed(params.orchard, 'and')} fruits and {ravens} "
        "ravens (c). Strategy random: each fruit of the basket comes from a non-empty tree, all equally likely.",
    )


def _position(params: Parameters) -> Text:
    return Text(
        fr=f"En cours de partie il reste {_listed(params.position)} fruits et {params.position.ravens} corbeaux. "
        "Probabilité de gagner avec max : p₀ avant le lancer, p₁ si le dé montre alors le corbeau, p₂ s’il montre le "
        "panier.",
        en=f"In the middle of a game {_listed(params.position, 'and')} fruits and {params.position.ravens} ravens are "
        "left. Probability of winning with max: p₀ before the throw, p₁ if the die then shows the raven, p₂ if it "
        "shows the basket.",
    )


def position_drawing(params: Parameters) -> str:
    """Draw the position in one line: a box a tree with a ring a fruit, then a black square a raven."""
    boxes, rings, left = [], [], 0
    for fruits in params.position.trees:
        boxes.append(f"M{left} 0h{10 * fruits + 2}v12h-{10 * fruits + 2}z")
        rings += [f"M{left + 10 * i + 2} 6a4 4 0 1 0 8 0a4 4 0 1 0-8 0z" for i in range(fruits)]
        left += 10 * fruits + 10
    ravens = "".join(f"M{left + 10 * i} 2h8v8h-8z" for i in range(params.position.ravens))
    width = left + 10 * params.position.ravens
    return (
        f'<svg viewBox="-1 -1 {width + 1} 14" width="{width * 0.32:g}mm" height="4.5mm">'
        f'<path fill="none" stroke="black" d="{"".join(boxes + rings)}"/><path d="{ravens}"/></svg>'
    )


def _fair_ravens(params: Parameters) -> Text:
    trees, fruits = len(params.equal.trees), params.equal.trees[0]
    return Text(
        fr="Plus petit nombre de corbeaux avec lequel la probabilité de gagner dépasse 1/2 : "
        f"{trees} arbres de {fruits} fruits avec max (a), avec min (b) ; arbres de la question 5 (c) avec min (c).",
        en="Smallest number of ravens with which the probability of winning is above 1/2: "
        f"{trees} trees of {fruits} fruits with max (a), with min (b); the trees of question 5 (c) with min (c).",
    )


def _best_strategy(params: Parameters) -> Text:
    order = _numbered(params.order)
    basket, faces = params.die.basket_size, params.die.raven_faces
    return Text(
        fr=f"Petite édition : 4 arbres de 4 fruits, {params.small.ravens} corbeaux et un autre dé, qui a une face par "
        f"arbre, une face panier et {faces} face{_s(faces)} corbeau ; un panier contient {basket} fruit{_s(basket)}. "
        f"Stratégies {order.fr}. Numéro n de celle qui gagne le plus souvent ; d₁ et d₂, ce que sa "
        "probabilité de gagner a de plus que celles de la deuxième et de la dernière.",
        en=f"Small edition: 4 trees of 4 fruits, {params.small.ravens} ravens and another die, which has one face a "
        f"tree, one basket face and {faces} raven face{_s(faces)}; a basket holds {basket} fruit{_s(basket)}. "
        f"Strategies {order.en}. Number n of the one that wins most often; d₁ and d₂, by "
        "how much its probability of winning is above those of the second and of the last.",
    )


def _listed(orchard: Orchard, word: str = "et") -> str:
    """The trees in words: "6, 4 et 2"."""
    *most, last = map(str, orchard.trees)
    return f"{', '.join(most)} {word} {last}"


def _numbered(texts: Iterable[str]) -> Text:
    """Number from 1: "1: max; 2: min"."""
    pairs = list(enumerate(texts, start=1))
    return Text(
        fr=" ; ".join(f"{i}\N{NO-BREAK SPACE}: {text}" for i, text in pairs),
        en="; ".join(f"{i}: {text}" for i, text in pairs),
    )


def _s(count: int) -> str:
    """The plural mark of both languages."""
    return "s" if count > 1 else ""


PROMPTS: Final[Mapping[int, Text | Callable[[Parameters], Text]]] = {
    1: _transitions,
    2: Text(
        fr="Probabilité de gagner depuis chacun des états A à J de la question 1.",
        en="Probability of winning from each of the states A to J of question 1.",
    ),
    3: _chain,
    4: Text(
        fr="Même verger, avec max : probabilité p de gagner, nombre moyen t de lancers (sans ceux des arbres vides).",
        en="Same orchard, with max: probability p of winning, mean number t of throws (empty trees not counted).",
    ),
    5: _games,
    6: _position,
    7: _fair_ravens,
    8: _best_strategy,
}
