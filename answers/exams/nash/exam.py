"""Nash equilibria: sequences, permutations, phantom Domineering and the values of its games.

Source: ENS 2013 practical exam of algorithmics and programming, "Équilibres de Nash", eight numbered questions.
"""

from collections.abc import Mapping
from fractions import Fraction

from answers.exam.books.phantom_mistakes import (
    ELEMENTS,
    MATCH,
    MATCHES,
    MEANS,
    Elements,
    Match,
    Mean,
    first_three,
    mean_of_squares,
)
from answers.exam.books.phantom_rules import RULES, misreadings
from answers.exam.evidence.cells import Size
from answers.exam.evidence.final_board import FinalBoard
from answers.exam.evidence.strategies import Strategies
from answers.exam.exam import Exam
from answers.exam.part import Part
from answers.exam.question import Given, Oral, Question, Solution, mistake, question
from answers.exam.variants import variants
from answers.exams.nash.draws import ONE_ILLEGAL, Parameters, draw
from answers.exams.nash.mistakes import ILLEGAL, NASH_MISREAD, IllegalCell, illegal_cell
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, integers, probabilities
from answers.kinds.reading import Value, Values
from answers.kinds.tolerance import Tolerance
from solvers.domineering.board import Board
from solvers.sequence import lcg
from solvers.sequence.permutations import period

INDICES = {"a": (0, 1, 2), "b": (3, 4, 5), "c": (6, 7, 8)}
ROUNDS = {"a": (1, 2, 3), "b": (4, 5, 6), "c": (7, 8, 9)}
SAMPLE_SIZES = {"a": 10, "b": 100, "c": 1000}
PARITY_PLANS = 100
LIMITED = {"a": (Size(3, 5), Size(4, 4), Size(5, 3)), "b": (Size(3, 6), Size(4, 5), Size(5, 4))}
FEW, MANY = 100, 10_000

VALUE = Tolerance(absolute=Fraction(5, 100))
ROUGH_VALUE = Tolerance(absolute=Fraction(1, 10))


@question(1, parts="abc", kind=integers(3, 0, lcg.MODULUS - 1), points=Fraction(3, 2), definitions=(1,))
def terms(given: Given[Parameters], part: Part) -> Solution:
    """Three consecutive terms of the sequence."""
    from answers.exam.books.phantom_lists import terms

    u = terms(given.params.rules, given.params.u0, 9).tolist()
    return Solution(tuple(u[n] for n in INDICES[part.letter]))


def _elements(given: Given[Parameters], part: Part, shown: Elements = first_three) -> Solution:
    from answers.exam.books.phantom_lists import elements

    return Solution(elements(given.params.rules, given.params.u0, "abc".index(part.letter), 4, shown))


@question(
    2,
    parts="abc",
    kind=integers(3, 0, 3),
    points=Fraction(3, 2),
    mistakes=variants(_elements, ELEMENTS),
    definitions=(1, 2),
)
def first_elements(given: Given[Parameters], part: Part) -> Solution:
    """Start of the permutation of four elements of index u(0), u(1) or u(2)."""
    return _elements(given, part)


def _winners(given: Given[Parameters], part: Part, match: Match = MATCH) -> Solution:
    from answers.exams.nash.games import played_games

    return played_games(given.params.rules, given.params.u0, Board(5, 5), ROUNDS[part.letter], match)


@question(
    3,
    parts="abc",
    kind=integers(3, 1, 2),
    points=3,
    evidence=FinalBoard,
    mistakes=variants(_winners, MATCHES),
    definitions=(5, 6),
)
def winners(given: Given[Parameters], part: Part) -> Solution:
    """Winners of three games between two priority lists, with the boards they end on."""
    return _winners(given, part)


def _mean(given: Given[Parameters], part: Part, mean: Mean = mean_of_squares) -> Solution:
    from answers.exam.books.phantom_lists import terms

    drawn, count = given.params, SAMPLE_SIZES[part.letter]
    return Solution((mean(terms(drawn.rules, drawn.u0, count + 1), count),))


@question(
    4,
    parts="abc",
    kind=Numbers(1, Domain(low=0)),
    points=3,
    definitions=(1,),
    tolerance=Tolerance(relative=Fraction(2, 100)),
    mistakes=variants(_mean, MEANS),
)
def mean_square(given: Given[Parameters], part: Part) -> Solution:
    """Exact expectation Σ u³ / Σ u over the first N terms; 0 for the null sequence, whatever the law."""
    return _mean(given, part)


@question(5, parts="ab", kind=probabilities(1), points=2, tolerance=VALUE, evidence=Strategies, definitions=(7, 8, 9))
def parity(given: Given[Parameters], part: Part) -> Solution:
    """Value of the parity game; it does not depend on u₀."""
    from answers.exams.nash.games import parity_value

    return parity_value(given.params.rules, PARITY_PLANS, odd=part.letter == "a")


def _one_illegal_cell(given: Given[Parameters], part: Part, illegal: IllegalCell = illegal_cell) -> Solution:
    from answers.exam.books.phantom_lists import terms
    from answers.exams.nash.games import all_plans_values

    rules = given.params.rules
    u = terms(rules, given.params.u0, 1002).tolist()
    cells = ((size, illegal(u, size)) for size in ONE_ILLEGAL[part.letter])
    return all_plans_values(rules, (Board(*size, frozenset({cell} if cell else ())) for size, cell in cells))


@question(
    6,
    parts="abc",
    kind=probabilities(2),
    points=3,
    tolerance=VALUE,
    evidence=Strategies,
    mistakes=variants(_one_illegal_cell, ILLEGAL),
    definitions=(6, 7, 8, 9),
)
def one_illegal_cell(given: Given[Parameters], part: Part) -> Solution:
    """Values over all plans of two small boards with a forbidden cell."""
    return _one_illegal_cell(given, part)


@mistake("few-plans-drawn-alike")
def few_plans_drawn_alike(given: Given[Parameters], part: Part) -> Solution:
    """The mean of the matrix in the place of the value."""
    from answers.exams.nash.games import limited_means

    boards = (Board(*size) for size in LIMITED[part.letter])
    return limited_means(given.params.rules, given.params.u0, boards, FEW)


@question(
    7,
    parts="ab",
    kind=probabilities(3),
    points=3,
    tolerance=VALUE,
    evidence=Strategies,
    mistakes=(few_plans_drawn_alike,),
    definitions=(6, 7, 8, 9),
)
def few_plans(given: Given[Parameters], part: Part) -> Solution:
    """Values of three boards when both players are limited to the plans of index u(0) … u(99)."""
    return _limited_values(given, part, FEW)


@question(
    8, parts="ab", kind=probabilities(3), points=3, tolerance=ROUGH_VALUE, evidence=Strategies, definitions=(6, 7, 8, 9)
)
def many_plans(given: Given[Parameters], part: Part) -> Solution:
    """The same with the plans of index u(0) … u(9999)."""
    return _limited_values(given, part, MANY)


def _limited_values(given: Given[Parameters], part: Part, count: int) -> Solution:
    from answers.exams.nash.games import limited_values

    boards = (Board(*size) for size in LIMITED[part.letter])
    return limited_values(given.params.rules, given.params.u0, boards, count)


def _periods(*_: object) -> Values:
    """Period b! of n ↦ P(n, b)."""
    return tuple(period(b) for b in (4, 15, 20))


def _small_boards(*_: object) -> Values:
    """Values of PD(2, 2) and PD(3, 3)."""
    from answers.exams.nash.games import all_plans_values

    return all_plans_values(RULES, (Board(n, n) for n in (2, 3))).values


def _extreme_values(_: Parameters, answers: Mapping[str, Values]) -> tuple[Value | None, ...]:
    """Of question 8, the values that are exactly 0 or 1: in a 0/1 game, a plan that never loses has them."""
    return tuple(value if value in (0, 1) else None for part in many_plans.parts for value in answers[part.id])


QUESTIONS: tuple[Question, ...] = (
    terms,
    first_elements,
    winners,
    mean_square,
    parity,
    one_illegal_cell,
    few_plans,
    many_plans,
)

EXAM = Exam(
    name="nash",
    model_seed=17,
    draw=draw,
    questions=QUESTIONS,
    misreadings=misreadings(NASH_MISREAD),
    as_printed=True,
    oral=(Oral("period", _periods), Oral("small-boards", _small_boards), Oral("extreme-values", _extreme_values)),
)
