"""The orchard game: chances to win by strategy, its Markov chain, and the ravens that make it fair.

Source: L. Paternault, "verger — Calcul des probabilités au jeu du verger". The document sets no questions; these ask
for what it computes, on orchards drawn from u₀.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from string import ascii_uppercase

from answers.exam import Exam, Oral, Part, Solution, Text, question
from answers.kinds.kind import Value
from answers.kinds.number_text import Domain
from answers.kinds.numbers import Numbers, integers, probabilities
from answers.kinds.tolerance import Tolerance
from solvers import lcg, permutations
from solvers.verger.absorbing import absorbing_chances, absorbing_times, after_throws
from solvers.verger.best_play import positions_short_of_best
from solvers.verger.exact_chance import exact_chance, exact_chances
from solvers.verger.heat_maps import fair_ravens
from solvers.verger.markov_chain import MarkovChain, markov_chain
from solvers.verger.orchard import DEFAULT_DIE, DEFAULT_GAME, Die, Orchard, Strategy

PRINTED = Orchard((2, 2), 2)
ASKED: tuple[Strategy, ...] = ("max", "min", "random")

# The 30 transitions of the printed matrix from states A … J, cut in three: one of each third is asked.
TRANSITIONS = (
    ("AB", "AC", "AF", "BD", "BH", "BK", "CD", "CE", "CF", "CI"),
    ("DG", "DH", "DJ", "DK", "EG", "EI", "EL", "FH", "FI", "FL"),
    ("GJ", "GK", "GL", "HJ", "HK", "HL", "IJ", "IL", "JK", "JL"),
)
# Starts and numbers of throws after which the game may be won, lost or still going on.
WALKS = (("A", 2), ("A", 3), ("A", 4), ("B", 2), ("B", 3), ("C", 2), ("C", 3), ("D", 2))

TWO_DECIMALS = Tolerance(absolute=Fraction(5, 1000))
MARGIN = Tolerance(absolute=Fraction(2, 1000))


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


def _transitions_asked(params: Parameters) -> Text:
    arrows = " ; ".join(f"{i} : {move[0]} → {move[1]}" for i, move in enumerate(params.transitions, start=1))
    start, throws = params.walk
    return Text(
        fr="Chaîne de 2 arbres de 2 fruits et 2 corbeaux ; stratégie max : chaque fruit du panier vient d’un arbre qui "
        "en porte le plus. États, fruits|corbeaux : A = 22|2, B = 22|1, C = 21|2, D = 21|1, E = 2|2, F = 11|2, "
        f"G = 2|1, H = 11|1, I = 1|2, J = 1|1, K défaite, L victoire. (a) Coefficients {arrows}. "
        f"(b) {throws} lancers après {start}, probabilités p₁ de L, p₂ de K, p₃ des autres états.",
        en="Chain of 2 trees of 2 fruits with 2 ravens; strategy max, where each fruit of the basket is picked from a "
        "fullest tree. States, fruits|ravens: A = 22|2, B = 22|1, C = 21|2, D = 21|1, E = 2|2, F = 11|2, G = 2|1, "
        f"H = 11|1, I = 1|2, J = 1|1, K loss, L win. (a) Entries {arrows.replace(' :', ':').replace(' ;', ';')}. "
        f"(b) {throws} throws after {start}, probabilities p₁ of L, p₂ of K, p₃ of the other states.",
    )


@question(
    1,
    prompt=_transitions_asked,
    kind=probabilities(3),
    points=2,
    items={"a": ("1 :", "2 :", "3 :"), "b": ("p₁ ≃", "p₂ ≃", "p₃ ≃")},
    tolerance=TWO_DECIMALS,
)
def transitions(params: Parameters, part: Part) -> Solution:
    """Three entries of the printed matrix; where the game stands some throws after a state of it."""
    chain = _chain(PRINTED)
    if part.letter == "a":
        return Solution(tuple(chain.matrix[_state(move[0])][_state(move[1])] for move in params.transitions))
    start, throws = params.walk
    *playing, lost, won = after_throws(chain, _state(start), throws)
    return Solution((won, lost, sum(playing, Fraction(0))))


@question(
    2,
    prompt=Text(
        fr="Probabilité de gagner depuis chacun des états A à J de la question 1.",
        en="Probability of winning from each of the states A to J of question 1.",
    ),
    kind=probabilities(5),
    points=Fraction(5, 2),
    items={"a": ("A ≃", "B ≃", "C ≃", "D ≃", "E ≃"), "b": ("F ≃", "G ≃", "H ≃", "I ≃", "J ≃")},
    tolerance=TWO_DECIMALS,
)
def absorbing(_: Parameters, part: Part) -> Solution:
    """The ten absorbing chances of the printed matrix, of which the document prints eight; the same for every u₀."""
    wins = [win for _, win in absorbing_chances(_chain(PRINTED))]
    return Solution(tuple(wins[_state(label[0])] for label in part.labels))


def _chain_asked(params: Parameters) -> Text:
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


@question(3, prompt=_chain_asked, kind=integers(3, 0, 2000), points=3, items={"": ("N =", "Z =", "m =")})
def chain_size(params: Parameters, _: Part) -> Solution:
    """Size of a drawn chain, and how many of its positions min plays less than best."""
    matrix = _chain(params.chain).matrix
    non_zero = sum(bool(chance) for row in matrix for chance in row)
    return Solution((len(matrix), non_zero, len(positions_short_of_best(params.chain, "min"))))


@question(
    4,
    prompt=Text(
        fr="Même verger, avec max : probabilité p de gagner, nombre moyen t de lancers (sans ceux des arbres vides).",
        en="Same orchard, with max: probability p of winning, mean number t of throws (empty trees not counted).",
    ),
    kind=Numbers(2, Domain(low=0, high=20)),
    points=2,
    items={"": ("p ≃", "t ≃")},
    tolerance=TWO_DECIMALS,
)
def chain_limits(params: Parameters, _: Part) -> Solution:
    """Chance to win and expected length of a game, from the first state of the drawn chain."""
    chain = _chain(params.chain)
    return Solution((absorbing_chances(chain)[0][1], absorbing_times(chain)[0]))


def _games_asked(params: Parameters) -> Text:
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


@question(
    5,
    prompt=_games_asked,
    kind=probabilities(3),
    points=Fraction(9, 2),
    items=dict.fromkeys("abc", ("max ≃", "min ≃", "random ≃")),
    tolerance=TWO_DECIMALS,
)
def three_strategies(params: Parameters, part: Part) -> Solution:
    """The original game, one with fewer fruits and ravens, and a drawn orchard, under three strategies."""
    if part.letter == "a":
        return Solution(_original_chances())
    return Solution(_chances(params.edition if part.letter == "b" else params.orchard))


def _position_asked(params: Parameters) -> Text:
    return Text(
        fr=f"En cours de partie il reste {_listed(params.position)} fruits et {params.position.ravens} corbeaux. "
        "Probabilité de gagner avec max : p₀ avant le lancer, p₁ si le dé montre alors le corbeau, p₂ s’il montre le "
        "panier.",
        en=f"In the middle of a game {_listed(params.position, 'and')} fruits and {params.position.ravens} ravens are "
        "left. Probability of winning with max: p₀ before the throw, p₁ if the die then shows the raven, p₂ if it "
        "shows the basket.",
    )


def _position_drawn(params: Parameters) -> str:
    """The position in one line: a box a tree with a ring a fruit, then a black square a raven."""
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


@question(
    6,
    prompt=_position_asked,
    kind=probabilities(3),
    points=Fraction(3, 2),
    items={"": ("p₀ ≃", "p₁ ≃", "p₂ ≃")},
    tolerance=TWO_DECIMALS,
    drawing=_position_drawn,
)
def middle_of_a_game(params: Parameters, _: Part) -> Solution:
    """A position before the throw, with a raven less, and once max has filled its basket."""
    after_raven, before = exact_chances(params.position)[-2:]
    return Solution((before, after_raven, exact_chance(_after_basket(params.position))))


def _fair_asked(params: Parameters) -> Text:
    trees, fruits = len(params.equal.trees), params.equal.trees[0]
    return Text(
        fr="Plus petit nombre de corbeaux avec lequel la probabilité de gagner dépasse 1/2 : "
        f"{trees} arbres de {fruits} fruits avec max (a), avec min (b) ; arbres de la question 5 (c) avec min (c).",
        en="Smallest number of ravens with which the probability of winning is above 1/2: "
        f"{trees} trees of {fruits} fruits with max (a), with min (b); the trees of question 5 (c) with min (c).",
    )


@question(
    7,
    prompt=_fair_asked,
    kind=integers(1, 1, 20),
    points=Fraction(3, 2),
    items={"a": ("max :",), "b": ("min :",), "c": ("min :",)},
)
def fair_game(params: Parameters, part: Part) -> Solution:
    """The fair number of ravens of equal trees, and of the drawn orchard."""
    orchard = params.orchard if part.letter == "c" else params.equal
    return Solution((fair_ravens(orchard.trees, "max" if part.letter == "a" else "min"),))


def _best_asked(params: Parameters) -> Text:
    numbered = [f"{i} : {strategy}" for i, strategy in enumerate(params.order, start=1)]
    basket, faces = params.die.basket_size, params.die.raven_faces
    return Text(
        fr=f"Petite édition : 4 arbres de 4 fruits, {params.small.ravens} corbeaux et un autre dé, qui a une face par "
        f"arbre, une face panier et {faces} face{_s(faces)} corbeau ; un panier contient {basket} fruit{_s(basket)}. "
        f"Stratégies {' ; '.join(numbered)}. Numéro n de celle qui gagne le plus souvent ; d₁ et d₂, ce que sa "
        "probabilité de gagner a de plus que celles de la deuxième et de la dernière.",
        en=f"Small edition: 4 trees of 4 fruits, {params.small.ravens} ravens and another die, which has one face a "
        f"tree, one basket face and {faces} raven face{_s(faces)}; a basket holds {basket} fruit{_s(basket)}. "
        f"Strategies {'; '.join(numbered).replace(' :', ':')}. Number n of the one that wins most often; d₁ and d₂, by "
        "how much its probability of winning is above those of the second and of the last.",
    )


@question(
    8,
    prompt=_best_asked,
    kind=Numbers(3, Domain(low=0, high=3)),
    points=3,
    items={"": ("n =", "d₁ ≃", "d₂ ≃")},
    tolerance=MARGIN,
)
def best_strategy(params: Parameters, _: Part) -> Solution:
    """Which of three strategies is best with another die, and by how much."""
    chances = [exact_chance(params.small, strategy, params.die) for strategy in params.order]
    first, second, last = sorted(chances, reverse=True)
    return Solution((chances.index(first) + 1, first - second, first - last))


def _state(letter: str) -> int:
    """Row of the printed matrix."""
    return ascii_uppercase.index(letter)


def _listed(orchard: Orchard, word: str = "et") -> str:
    """The trees in words: "6, 4 et 2"."""
    *most, last = map(str, orchard.trees)
    return f"{', '.join(most)} {word} {last}"


def _s(count: int) -> str:
    """The plural mark of both languages."""
    return "s" if count > 1 else ""


def _chances(orchard: Orchard) -> tuple[Fraction, ...]:
    return tuple(exact_chance(orchard, strategy) for strategy in ASKED)


@cache
def _original_chances() -> tuple[Fraction, ...]:
    """The same for every u₀, and half of the time of a key."""
    return _chances(DEFAULT_GAME)


@lru_cache(maxsize=2)
def _chain(orchard: Orchard) -> MarkovChain:
    """The printed chain, or that of questions 3 and 4: each is asked for twice in a row."""
    return markov_chain(orchard)


def _after_basket(orchard: Orchard) -> Orchard:
    """The position once max has filled a basket."""
    trees = list(orchard.trees)
    for _ in range(DEFAULT_DIE.basket_size):
        trees[trees.index(max(trees))] -= 1
    return Orchard(tuple(trees), orchard.ravens)


def _as_printed(*_: object) -> tuple[Value]:
    """The recursion as printed takes a raven at every throw: it wins if c throws are enough."""
    return (after_throws(_chain(PRINTED), 0, PRINTED.ravens)[-1],)


def _short_of_best(params: Parameters, _: Mapping[str, tuple[Value, ...]]) -> tuple[Value]:
    return (len(positions_short_of_best(params.orchard)),)


EXAM: Exam[Parameters] = Exam(
    name="verger",
    title=Text(fr="Le jeu du verger", en="The orchard game"),
    source=Text(
        fr="d’après L. Paternault, « Calcul des probabilités au jeu du verger »",
        en="after L. Paternault, “Calcul des probabilités au jeu du verger”",
    ),
    model_seed=17,
    draw=draw,
    questions=(
        transitions,
        absorbing,
        chain_size,
        chain_limits,
        three_strategies,
        middle_of_a_game,
        fair_game,
        best_strategy,
    ),
    oral=(
        Oral(
            "recursion-as-printed",
            Text(
                fr="La récurrence imprimée enlève un corbeau à chaque lancer : ce qu’elle donnerait pour l’état A",
                en="The recursion as printed takes a raven at every throw: what it would give for state A",
            ),
            ("A =",),
            _as_printed,
        ),
        Oral(
            "max-is-best",
            Text(
                fr="Verger de la question 5 (c) : positions d’où max gagne moins que la meilleure stratégie",
                en="Orchard of question 5 (c): positions from which max wins less than the best strategy",
            ),
            ("m =",),
            _short_of_best,
        ),
    ),
)
