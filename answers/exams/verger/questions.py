"""The questions of the exam `verger`.

Source: L. Paternault, "verger — Calcul des probabilités au jeu du verger". The document sets no questions; these ask
for what it computes, on orchards and with a die drawn from u₀.
"""

from fractions import Fraction

from answers.exam.part import Part
from answers.exam.question import Given, Question, Solution, question
from answers.exams.verger.drawings import position_drawing
from answers.exams.verger.draws import ASKED, Parameters, Transition, filled
from answers.exams.verger.misreadings import filling, spare_ravens
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, integers, probabilities
from answers.kinds.tolerance import Tolerance
from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, Strategy

MOST_ENTRIES = 20_000
MOST_THROWS = 60
MOST_RAVENS = 40
HALF = Fraction(1, 2)
FAIR_UNDER: dict[str, Strategy] = {"a": "max", "b": "min", "c": "random"}

CHANCE = Tolerance(absolute=Fraction(1, 10_000))
"""Met by four decimals; by simulation only with some hundred million games."""
LENGTH = Tolerance(absolute=Fraction(1, 1000))


@question(
    1,
    parts="ab",
    kind=probabilities(3),
    points=2,
    all_or_nothing={"a": True, "b": False},
    definitions=(4, 5),
)
def transitions(given: Given[Parameters], part: Part) -> Solution:
    """Three entries of the matrix of a small chain; where the game stands some throws after a position.

    Source: document, section "Calcul mathématique", matrix M.
    """
    from answers.exams.verger.solved import chain
    from solvers.verger.absorbing import after_throws

    drawn = given.params
    if part.letter == "a":
        return Solution(tuple(_entry(move, drawn.die, filling(given, "max")) for move in drawn.transitions))
    walked = chain(drawn.walk.start, drawn.die, filling(given, "max"))
    *playing, lost, won = after_throws(walked, 0, drawn.walk.throws)
    return Solution((won, lost, sum(playing, Fraction(0))))


@question(
    2,
    parts="ab",
    kind={"a": probabilities(3), "b": Numbers(3, Domain(low=0, high=MOST_THROWS))},
    points=Fraction(5, 2),
    definitions=(5,),
)
def absorbing(given: Given[Parameters], part: Part) -> Solution:
    """The chances to win from three small positions, and the mean lengths of the games that begin there.

    Source: document, section "Calcul mathématique", the products by M¹⁰⁰⁰; the lengths are ours.
    """
    from answers.exams.verger.solved import chain
    from solvers.verger.absorbing import absorbing_chances, absorbing_times

    chains = [chain(position, given.params.die, filling(given, "max")) for position in given.params.positions]
    if part.letter == "a":
        return Solution(tuple(absorbing_chances(each)[0][1] for each in chains))
    return Solution(tuple(absorbing_times(each)[0] for each in chains))


@question(3, kind=integers(3, 0, MOST_ENTRIES), points=3, definitions=(4, 7))
def chain_size(given: Given[Parameters], _: Part) -> Solution:
    """Rows and non-zero entries of a drawn chain under random, and how many of its positions min plays less than best.

    Source: document, sections "Calcul mathématique" and "Stratégies".
    """
    from answers.exams.verger.solved import chain
    from solvers.verger.best_play import positions_short_of_best

    orchard, die = given.params.chain, given.params.die
    matrix = chain(orchard, die, filling(given, "random")).matrix
    non_zero = sum(bool(chance) for row in matrix for chance in row)
    return Solution((len(matrix), non_zero, len(positions_short_of_best(orchard, filling(given, "min"), die))))


@question(
    4,
    parts="ab",
    kind={"a": probabilities(1), "b": Numbers(1, Domain(low=0, high=MOST_THROWS))},
    points=2,
    tolerance={"a": CHANCE, "b": LENGTH},
    definitions=(5,),
)
def chain_limits(given: Given[Parameters], part: Part) -> Solution:
    """Chance to win and expected length of a game, from the first state of the drawn chain.

    Source: document, section "Calcul mathématique"; the length is ours.
    """
    from answers.exams.verger.solved import chain
    from solvers.verger.absorbing import absorbing_chances, absorbing_times

    drawn = chain(given.params.chain, given.params.die, filling(given, "max"))
    return Solution((absorbing_chances(drawn)[0][1] if part.letter == "a" else absorbing_times(drawn)[0],))


@question(5, parts="abc", kind=probabilities(3), points=Fraction(9, 2), tolerance=CHANCE, definitions=(6,))
def three_strategies(given: Given[Parameters], part: Part) -> Solution:
    """Equal trees, then unequal ones with the original die and with the drawn one, under three strategies.

    Source: document, sections "Stratégies" and "Calcul informatique", and the first plot.
    """
    from solvers.verger.exact_chance import exact_chance

    drawn = given.params
    orchard = drawn.edition if part.letter == "a" else drawn.orchard
    die = drawn.die if part.letter == "c" else DEFAULT_DIE
    return Solution(tuple(exact_chance(orchard, filling(given, strategy), die) for strategy in ASKED))


@question(6, kind=probabilities(3), points=2, tolerance=CHANCE, drawing=position_drawing, definitions=(6,))
def middle_of_a_game(given: Given[Parameters], _: Part) -> Solution:
    """A position before the throw, with a raven less, and once max has filled its basket.

    Source: document, section "Calcul informatique", the terms of the recursion.
    """
    from solvers.verger.exact_chance import exact_chance, exact_chances

    position, strategy = given.params.position, filling(given, "max")
    after_raven, before = exact_chances(position, strategy)[-2:]
    after_basket = Orchard(filled(position.trees, strategy, DEFAULT_DIE.basket_size), position.ravens)
    return Solution((before, after_raven, exact_chance(after_basket, strategy)))


@question(
    7,
    parts="abc",
    kind=Numbers(2, Domain(low=0, high=MOST_RAVENS)),
    points={"a": Fraction(1, 2), "b": Fraction(1, 2), "c": 1},
    tolerance=CHANCE,
    all_or_nothing=True,
    definitions=(8,),
)
def fair_game(given: Given[Parameters], part: Part) -> Solution:
    """The fair number of ravens of equal trees under max and min, of the drawn orchard and die under random.

    Source: document, section "Quelques graphiques", the third plot.
    """
    from solvers.verger.exact_chance import exact_chances
    from solvers.verger.heat_maps import fair_ravens

    trees, strategy, die = fair_game_of(given, part)
    ravens = fair_ravens(trees, strategy, die)
    less, chance = exact_chances(Orchard(trees, ravens), strategy, die)[-2:]
    return Solution((ravens - spare_ravens(given), chance), margin=float(min(chance - HALF, HALF - less)))


def fair_game_of(given: Given[Parameters], part: Part) -> tuple[tuple[int, ...], Strategy, Die]:
    """Return the trees, the strategy and the die of a part of question 7."""
    drawn, strategy = given.params, filling(given, FAIR_UNDER[part.letter])
    if part.letter == "c":
        return drawn.orchard.trees, strategy, drawn.die
    return (drawn.equal.fruits,) * drawn.equal.number, strategy, DEFAULT_DIE


@question(
    8,
    parts="ab",
    kind={"a": probabilities(2), "b": Numbers(2, Domain(low=0, high=MOST_RAVENS))},
    points=2,
    tolerance=CHANCE,
    all_or_nothing={"a": False, "b": True},
    definitions=(8,),
)
def gain_of_max(given: Given[Parameters], part: Part) -> Solution:
    """What max wins more than random and min in a small edition, and the ravens with which that is most.

    Source: document, section "Stratégies" and the first plot; the die is ours.
    """
    from solvers.verger.exact_chance import exact_chance, exact_chances
    from solvers.verger.most_gain import ravens_of_most_gain

    small, die = given.params.small, given.params.die
    if part.letter == "a":
        best, worst, between = (exact_chance(small, each, die) for each in ("max", "min", filling(given, "random")))
        return Solution((best - between, best - worst))
    ravens = ravens_of_most_gain(small.trees, "max", "min", die, most_ravens=MOST_RAVENS)
    around = Orchard(small.trees, ravens + 1)
    chances = (exact_chances(around, strategy, die)[-3:] for strategy in ("max", "min"))
    less, most, more = (high - low for high, low in zip(*chances, strict=True))
    return Solution((ravens - spare_ravens(given), most), margin=float(most - max(less, more)))


def _entry(move: Transition, die: Die, strategy: Strategy) -> Fraction:
    """The probability of a transition, from the chain of its start, whose last columns are the loss and the win."""
    from answers.exams.verger.solved import chain

    small = chain(move.start, die, strategy)
    ends = (*small.states, "loss", "win")
    return small.matrix[0][ends.index(move.end if move.end in ends else "loss" if move.end.trees else "win")]


QUESTIONS: tuple[Question, ...] = (
    transitions,
    absorbing,
    chain_size,
    chain_limits,
    three_strategies,
    middle_of_a_game,
    fair_game,
    gain_of_max,
)
