"""Phantom Domineering: the eight questions of the exam `nash` on boards, sizes and numbers of plans that u₀ draws.

Source: after the ENS 2013 practical exam of algorithmics and programming, "Équilibres de Nash"; the draws, the
remainders of question 5, the hidden cell of question 6 and the games counted in questions 7 and 8 are ours.
"""

from collections.abc import Mapping
from fractions import Fraction

from answers.exam.books.phantom_mistakes import ELEMENTS, MEANS, Elements, Mean, first_three, mean_of_squares
from answers.exam.books.phantom_rules import RULES, misreadings
from answers.exam.evidence.final_board import FinalBoard
from answers.exam.evidence.strategies import Strategies
from answers.exam.exam import Exam
from answers.exam.part import Part
from answers.exam.question import Given, Oral, Question, Solution, mistake, question
from answers.exam.variants import variants
from answers.exams.phantom.drawings import hidden_cells, limited_boards, played_board
from answers.exams.phantom.draws import HiddenCell, Parameters, draw
from answers.exams.phantom.mistakes import (
    PHANTOM_MISREAD,
    PLAYING,
    PLAYINGS,
    REMAINDER,
    REMAINDERS,
    Playing,
    Remainder,
)
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, integers, probabilities
from answers.kinds.reading import Value, Values
from answers.kinds.tolerance import EXACT, Tolerance
from solvers.sequence import lcg
from solvers.sequence.permutations import period

ROUNDS = {"a": (1, 2, 3), "b": (4, 5, 6), "c": (7, 8, 9)}
REMAINDER_PLANS = 100
MOST_PLACEMENTS = 36
"""Of a player on a board of question 3."""

FINE = Tolerance(absolute=Fraction(1, 100))
ROUGH = Tolerance(absolute=Fraction(2, 100))


def _terms(given: Given[Parameters], part: Part, later: int = 0) -> Solution:
    from answers.exam.books.phantom_lists import terms

    drawn = given.params
    ranks = drawn.ranks["abc".index(part.letter)]
    u = terms(drawn.rules, drawn.u0, max(ranks) + later + 1)
    return Solution(tuple(int(u[n + later]) for n in ranks))


@question(
    1,
    parts="abc",
    kind=integers(3, 0, lcg.MODULUS - 1),
    points=Fraction(3, 2),
    mistakes=variants(_terms, {"terms-one-early": -1}),
    definitions=(1,),
)
def terms(given: Given[Parameters], part: Part) -> Solution:
    """Three terms of the sequence."""
    return _terms(given, part)


def _elements(given: Given[Parameters], part: Part, shown: Elements = first_three) -> Solution:
    from answers.exam.books.phantom_lists import elements

    drawn = given.params
    return Solution(elements(drawn.rules, drawn.u0, "abc".index(part.letter), drawn.length, shown))


@question(
    2,
    parts="abc",
    kind=integers(3, 0, 13),
    points=Fraction(3, 2),
    mistakes=variants(_elements, ELEMENTS),
    definitions=(1, 2),
)
def first_elements(given: Given[Parameters], part: Part) -> Solution:
    """Start of the permutation of index u(0), u(1) or u(2), of as many elements as drawn."""
    return _elements(given, part)


def _played(given: Given[Parameters], part: Part, playing: Playing = PLAYING) -> Solution:
    from answers.exams.phantom.games import played_games

    drawn = given.params
    return played_games(drawn.rules, drawn.u0, drawn.board, ROUNDS[part.letter], playing)


@question(
    3,
    parts="abc",
    kind=integers(6, 0, MOST_PLACEMENTS - 1),
    points=3,
    all_or_nothing=True,
    evidence=FinalBoard,
    mistakes=variants(_played, PLAYINGS),
    drawing=played_board,
    definitions=(5, 6),
)
def played(given: Given[Parameters], part: Part) -> Solution:
    """Winners of three games between two priority lists, and the number of each winner's last domino."""
    return _played(given, part)


def _mean(given: Given[Parameters], part: Part, mean: Mean = mean_of_squares) -> Solution:
    from answers.exam.books.phantom_lists import terms

    count = given.params.counts["abc".index(part.letter)]
    return Solution((mean(terms(given.params.rules, given.params.u0, count + 1), count),))


@question(
    4,
    parts="abc",
    kind=Numbers(1, Domain(low=0)),
    points=3,
    tolerance=Tolerance(relative=Fraction(2, 1000)),
    mistakes=variants(_mean, MEANS),
    definitions=(1,),
)
def mean_square(given: Given[Parameters], part: Part) -> Solution:
    """Exact expectation Σ u³ / Σ u over the first N terms, N as drawn; 0 for the null sequence, whatever the law."""
    return _mean(given, part)


def _remainders(given: Given[Parameters], part: Part, computed: Remainder = REMAINDER) -> Solution:
    from answers.exams.phantom.games import remainders_value

    game = given.params.remainders["ab".index(part.letter)]
    return remainders_value(given.params.rules, game, REMAINDER_PLANS, computed, below=part.letter == "a")


@question(
    5,
    parts="ab",
    kind=probabilities(1),
    points=2,
    tolerance=FINE,
    evidence=Strategies,
    mistakes=variants(_remainders, REMAINDERS),
    definitions=(7, 8, 9),
)
def remainders(given: Given[Parameters], part: Part) -> Solution:
    """Values of two games of integers, decided by the remainder of i² + i j + 2 j²."""
    return _remainders(given, part)


def _hidden(given: Given[Parameters], part: Part) -> tuple[HiddenCell, ...]:
    first = 2 * "abc".index(part.letter)
    return given.params.hidden[first : first + 2]


@mistake("cell-known")
def cell_known(given: Given[Parameters], part: Part) -> Solution:
    """The mean of the values when the cell is known before the lists are handed in."""
    from answers.exams.phantom.games import known_values

    return known_values(given.params.rules, _hidden(given, part))


@mistake("cells-alike")
def cells_alike(given: Given[Parameters], part: Part) -> Solution:
    """All marked cells with the same chance."""
    from answers.exams.phantom.games import hidden_values

    alike = [game._replace(percents=(1,) * len(game.cells)) for game in _hidden(given, part)]
    return hidden_values(given.params.rules, alike)


@question(
    6,
    parts="abc",
    kind=probabilities(2),
    points=3,
    tolerance=ROUGH,
    all_or_nothing=True,
    evidence=Strategies,
    mistakes=(cell_known, cells_alike),
    drawing=hidden_cells,
    definitions=(7, 8, 9, 10),
)
def one_hidden_cell(given: Given[Parameters], part: Part) -> Solution:
    """Values over all plans of two small boards, a cell of which will be forbidden."""
    from answers.exams.phantom.games import hidden_values

    return hidden_values(given.params.rules, _hidden(given, part))


def _limited(given: Given[Parameters], part: Part, count: int) -> Solution:
    from answers.exams.phantom.games import limited_values, wins

    drawn = given.params
    return (wins if part.letter == "a" else limited_values)(drawn.rules, drawn.u0, drawn.boards, count)


def _drawn_alike(given: Given[Parameters], part: Part, count: int) -> Solution:
    """The mean of the matrix in the place of the value."""
    from answers.exams.phantom.games import limited_means, wins

    drawn = given.params
    return (wins if part.letter == "a" else limited_means)(drawn.rules, drawn.u0, drawn.boards, count)


@mistake("few-plans-drawn-alike")
def few_plans_drawn_alike(given: Given[Parameters], part: Part) -> Solution:
    """The mean of the matrix of question 7 in the place of the value."""
    return _drawn_alike(given, part, given.params.few)


@mistake("many-plans-drawn-alike")
def many_plans_drawn_alike(given: Given[Parameters], part: Part) -> Solution:
    """The mean of the matrix of question 8 in the place of the value."""
    return _drawn_alike(given, part, given.params.many)


@question(
    7,
    parts="ab",
    kind={"a": Numbers(3, Domain(integer=True, low=0)), "b": probabilities(3)},
    points=3,
    tolerance={"a": EXACT, "b": FINE},
    evidence=Strategies,
    mistakes=(few_plans_drawn_alike,),
    drawing=limited_boards,
    definitions=(6, 7, 8, 9),
)
def few_plans(given: Given[Parameters], part: Part) -> Solution:
    """Wins of player 1, and values, on three boards when both players are limited to about a hundred plans."""
    return _limited(given, part, given.params.few)


@question(
    8,
    parts="ab",
    kind={"a": Numbers(3, Domain(integer=True, low=0)), "b": probabilities(3)},
    points=3,
    tolerance={"a": EXACT, "b": FINE},
    evidence=Strategies,
    mistakes=(many_plans_drawn_alike,),
    definitions=(6, 7, 8, 9),
)
def many_plans(given: Given[Parameters], part: Part) -> Solution:
    """The same with several hundred plans."""
    return _limited(given, part, given.params.many)


def _periods(*_: object) -> Values:
    """Period b! of n ↦ P(n, b)."""
    return tuple(period(b) for b in (4, 15, 20))


def _small_boards(*_: object) -> Values:
    """Values of PD(2, 2) and PD(3, 3)."""
    from answers.exams.phantom.games import all_plans_values

    return all_plans_values(RULES, (2, 2), (3, 3))


def _extreme_values(_: Parameters, answers: Mapping[str, Values]) -> tuple[Value | None, ...]:
    """Of question 8, the values that are exactly 0 or 1: in a 0/1 game, a plan that never loses has them."""
    return tuple(value if value in (0, 1) else None for value in answers["8b"])


QUESTIONS: tuple[Question, ...] = (
    terms,
    first_elements,
    played,
    mean_square,
    remainders,
    one_hidden_cell,
    few_plans,
    many_plans,
)

EXAM = Exam(
    name="phantom",
    model_seed=17,
    draw=draw,
    questions=QUESTIONS,
    misreadings=misreadings(PHANTOM_MISREAD),
    oral=(Oral("period", _periods), Oral("small-boards", _small_boards), Oral("extreme-values", _extreme_values)),
)
