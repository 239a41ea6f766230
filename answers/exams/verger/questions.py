"""The orchard game: chances to win by strategy, its Markov chain, and the ravens that make it fair.

Source: L. Paternault, "verger — Calcul des probabilités au jeu du verger". The document sets no questions; these ask
for what it computes, on orchards drawn from u₀.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache
from string import ascii_uppercase

from answers.exam.exam import Exam, Oral, Part, Solution, Text, question
from answers.exams.verger.draws import ASKED, PROMPTS, Parameters, draw, position_drawing
from answers.kinds.numbers.numbers import Numbers, integers, probabilities
from answers.kinds.numbers.text import Domain
from answers.kinds.reading import Value
from answers.kinds.tolerance import Tolerance
from solvers.verger.absorbing import absorbing_chances, absorbing_times, after_throws
from solvers.verger.best_play import positions_short_of_best
from solvers.verger.exact_chance import exact_chance, exact_chances
from solvers.verger.heat_maps import fair_ravens
from solvers.verger.markov_chain import MarkovChain, markov_chain
from solvers.verger.orchard import DEFAULT_DIE, DEFAULT_GAME, Orchard

PRINTED = Orchard((2, 2), 2)
TWO_DECIMALS = Tolerance(absolute=Fraction(5, 1000))
MARGIN = Tolerance(absolute=Fraction(2, 1000))


@question(
    1,
    prompt=PROMPTS[1],
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
    prompt=PROMPTS[2],
    kind=probabilities(5),
    points=Fraction(5, 2),
    items={"a": ("A ≃", "B ≃", "C ≃", "D ≃", "E ≃"), "b": ("F ≃", "G ≃", "H ≃", "I ≃", "J ≃")},
    tolerance=TWO_DECIMALS,
)
def absorbing(_: Parameters, part: Part) -> Solution:
    """The ten absorbing chances of the printed matrix, of which the document prints eight; the same for every u₀."""
    wins = [win for _, win in absorbing_chances(_chain(PRINTED))]
    return Solution(tuple(wins[_state(label[0])] for label in part.labels))


@question(3, prompt=PROMPTS[3], kind=integers(3, 0, 2000), points=3, items={"": ("N =", "Z =", "m =")})
def chain_size(params: Parameters, _: Part) -> Solution:
    """Size of a drawn chain, and how many of its positions min plays less than best."""
    matrix = _chain(params.chain).matrix
    non_zero = sum(bool(chance) for row in matrix for chance in row)
    return Solution((len(matrix), non_zero, len(positions_short_of_best(params.chain, "min"))))


@question(
    4,
    prompt=PROMPTS[4],
    kind=Numbers(2, Domain(low=0, high=20)),
    points=2,
    items={"": ("p ≃", "t ≃")},
    tolerance=TWO_DECIMALS,
)
def chain_limits(params: Parameters, _: Part) -> Solution:
    """Chance to win and expected length of a game, from the first state of the drawn chain."""
    chain = _chain(params.chain)
    return Solution((absorbing_chances(chain)[0][1], absorbing_times(chain)[0]))


@question(
    5,
    prompt=PROMPTS[5],
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


@question(
    6,
    prompt=PROMPTS[6],
    kind=probabilities(3),
    points=Fraction(3, 2),
    items={"": ("p₀ ≃", "p₁ ≃", "p₂ ≃")},
    tolerance=TWO_DECIMALS,
    drawing=position_drawing,
)
def middle_of_a_game(params: Parameters, _: Part) -> Solution:
    """A position before the throw, with a raven less, and once max has filled its basket."""
    after_raven, before = exact_chances(params.position)[-2:]
    return Solution((before, after_raven, exact_chance(_after_basket(params.position))))


@question(
    7,
    prompt=PROMPTS[7],
    kind=integers(1, 1, 20),
    points=Fraction(3, 2),
    items={"a": ("max :",), "b": ("min :",), "c": ("min :",)},
)
def fair_game(params: Parameters, part: Part) -> Solution:
    """The fair number of ravens of equal trees, and of the drawn orchard."""
    orchard = params.orchard if part.letter == "c" else params.equal
    return Solution((fair_ravens(orchard.trees, "max" if part.letter == "a" else "min"),))


@question(
    8,
    prompt=PROMPTS[8],
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
