"""The orchard game: chances to win by strategy, its Markov chain, and the ravens that make it fair.

Source: L. Paternault, "verger — Calcul des probabilités au jeu du verger". The document sets no questions; these ask
for what it computes, on orchards drawn from u₀.
"""

from fractions import Fraction
from string import ascii_uppercase

from answers.exam.exam import Exam
from answers.exam.part import Part
from answers.exam.question import Given, Oral, Question, Solution, question
from answers.exams.verger.drawings import position_drawing
from answers.exams.verger.draws import Parameters, draw
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, integers, probabilities
from answers.kinds.reading import Value
from answers.kinds.tolerance import Tolerance
from solvers.verger.orchard import DEFAULT_DIE, Orchard

STATES = {"a": "ABCDE", "b": "FGHIJ"}
MOST_ROWS = 2000
MOST_THROWS = 20
MOST_RAVENS = 20

TWO_DECIMALS = Tolerance(absolute=Fraction(5, 1000))
MARGIN = Tolerance(absolute=Fraction(2, 1000))


@question(1, parts="ab", kind=probabilities(3), points=2, tolerance=TWO_DECIMALS)
def transitions(given: Given[Parameters], part: Part) -> Solution:
    """Three entries of the printed matrix; where the game stands some throws after a state of it.

    Source: document, section "Calcul mathématique", matrix M.
    """
    from answers.exams.verger.solved import PRINTED, chain
    from solvers.verger.absorbing import after_throws

    printed = chain(PRINTED)
    if part.letter == "a":
        moves = given.params.transitions
        return Solution(tuple(printed.matrix[_state(move.start)][_state(move.end)] for move in moves))
    walk = given.params.walk
    *playing, lost, won = after_throws(printed, _state(walk.start), walk.throws)
    return Solution((won, lost, sum(playing, Fraction(0))))


@question(2, parts="ab", kind=probabilities(5), points=Fraction(5, 2), tolerance=TWO_DECIMALS)
def absorbing(_: Given[Parameters], part: Part) -> Solution:
    """The ten absorbing chances of the printed matrix, of which the document prints eight; the same for every u₀.

    Source: document, section "Calcul mathématique", the products by M¹⁰⁰⁰.
    """
    from answers.exams.verger.solved import PRINTED, chain
    from solvers.verger.absorbing import absorbing_chances

    wins = [win for _, win in absorbing_chances(chain(PRINTED))]
    return Solution(tuple(wins[_state(letter)] for letter in STATES[part.letter]))


@question(3, kind=integers(3, 0, MOST_ROWS), points=3)
def chain_size(given: Given[Parameters], _: Part) -> Solution:
    """Rows and non-zero entries of a drawn chain, and how many of its positions min plays less than best.

    Source: document, sections "Calcul mathématique" and "Stratégies".
    """
    from answers.exams.verger.solved import chain
    from solvers.verger.best_play import positions_short_of_best

    matrix = chain(given.params.chain).matrix
    non_zero = sum(bool(chance) for row in matrix for chance in row)
    return Solution((len(matrix), non_zero, len(positions_short_of_best(given.params.chain, "min"))))


@question(4, kind=Numbers(2, Domain(low=0, high=MOST_THROWS)), points=2, tolerance=TWO_DECIMALS)
def chain_limits(given: Given[Parameters], _: Part) -> Solution:
    """Chance to win and expected length of a game, from the first state of the drawn chain.

    Source: document, section "Calcul mathématique"; the length is ours.
    """
    from answers.exams.verger.solved import chain
    from solvers.verger.absorbing import absorbing_chances, absorbing_times

    drawn = chain(given.params.chain)
    return Solution((absorbing_chances(drawn)[0][1], absorbing_times(drawn)[0]))


@question(5, parts="abc", kind=probabilities(3), points=Fraction(9, 2), tolerance=TWO_DECIMALS)
def three_strategies(given: Given[Parameters], part: Part) -> Solution:
    """The original game, one with fewer fruits and ravens, and a drawn orchard, under three strategies.

    Source: document, sections "Stratégies" and "Calcul informatique", and the first plot.
    """
    from answers.exams.verger.solved import original_chances, three_chances

    if part.letter == "a":
        return Solution(original_chances())
    return Solution(three_chances(given.params.edition if part.letter == "b" else given.params.orchard))


@question(6, kind=probabilities(3), points=Fraction(3, 2), tolerance=TWO_DECIMALS, drawing=position_drawing)
def middle_of_a_game(given: Given[Parameters], _: Part) -> Solution:
    """A position before the throw, with a raven less, and once max has filled its basket.

    Source: document, section "Calcul informatique", the terms of the recursion.
    """
    from solvers.verger.exact_chance import exact_chance, exact_chances

    position = given.params.position
    after_raven, before = exact_chances(position)[-2:]
    return Solution((before, after_raven, exact_chance(_after_basket(position))))


@question(7, parts="abc", kind=integers(1, 1, MOST_RAVENS), points=Fraction(3, 2))
def fair_game(given: Given[Parameters], part: Part) -> Solution:
    """The fair number of ravens of equal trees under max and under min, and of the drawn orchard under min.

    Source: document, section "Quelques graphiques", the third plot.
    """
    from solvers.verger.heat_maps import fair_ravens

    equal = given.params.equal
    trees = given.params.orchard.trees if part.letter == "c" else (equal.fruits,) * equal.number
    return Solution((fair_ravens(trees, "max" if part.letter == "a" else "min"),))


@question(8, kind=Numbers(3, Domain(low=0, high=3)), points=3, tolerance=MARGIN)
def best_strategy(given: Given[Parameters], _: Part) -> Solution:
    """Which of three strategies is best with another die, and by how much.

    Source: document, section "Stratégies"; the die is ours.
    """
    from solvers.verger.exact_chance import exact_chance

    drawn = given.params
    chances = [exact_chance(drawn.small, strategy, drawn.die) for strategy in drawn.order]
    first, second, last = sorted(chances, reverse=True)
    return Solution((chances.index(first) + 1, first - second, first - last))


def _state(letter: str) -> int:
    """Row of the printed matrix."""
    return ascii_uppercase.index(letter)


def _after_basket(orchard: Orchard) -> Orchard:
    """The position once max has filled a basket."""
    trees = list(orchard.trees)
    for _ in range(DEFAULT_DIE.basket_size):
        trees[trees.index(max(trees))] -= 1
    return Orchard(tuple(trees), orchard.ravens)


def _as_printed(*_: object) -> tuple[Value]:
    """The recursion as printed takes a raven at every throw: it wins if c throws are enough."""
    from answers.exams.verger.solved import PRINTED, chain
    from solvers.verger.absorbing import after_throws

    return (after_throws(chain(PRINTED), 0, PRINTED.ravens)[-1],)


def _short_of_best(drawn: Parameters, _: object) -> tuple[Value]:
    """Positions of the drawn orchard from which max wins less than the best strategy."""
    from solvers.verger.best_play import positions_short_of_best

    return (len(positions_short_of_best(drawn.orchard)),)


QUESTIONS: tuple[Question, ...] = (
    transitions,
    absorbing,
    chain_size,
    chain_limits,
    three_strategies,
    middle_of_a_game,
    fair_game,
    best_strategy,
)

EXAM = Exam(
    name="verger",
    model_seed=17,
    draw=draw,
    questions=QUESTIONS,
    oral=(Oral("recursion-as-printed", _as_printed), Oral("max-is-best", _short_of_best)),
)
