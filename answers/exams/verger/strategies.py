"""Questions 5 to 8 of the exam `verger`: three strategies, the ravens of a fair game, the gain of a strategy."""

from collections.abc import Mapping
from fractions import Fraction
from operator import itemgetter, sub

from answers.exam.question import Part, Solution, SolveContext, SolvedQuestion, question
from answers.exams.verger.chains import CHANCE
from answers.exams.verger.draws import STRATEGIES_OF_CHANCES, Parameters, filled, outcomes
from answers.exams.verger.lazy import solved
from answers.exams.verger.misconceptions import filling, reported_chance, spare_ravens, takes_ravens
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, probabilities
from answers.kinds.parsing import number
from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, OrchardStrategy

MILLIMETRES = 0.32
"""Width of one unit of the drawing on paper; a fruit or a raven is ten units wide."""
MOST_RAVENS = 40
SHOWN_GAINS = 2
HALF = Fraction(1, 2)
FAIR_UNDER: dict[str, OrchardStrategy] = {"a": "max", "b": "min", "c": "random"}


@question(5, parts="abc", kind=probabilities(3), points=Fraction(9, 2), tolerance=CHANCE, definitions=(3, 6))
def three_strategies(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the chances to win of the strategies "max", "min" and "random".

    In part (a), all trees but the last are equal. In parts (b) and (c) the trees differ; (b) uses the original die and
    (c) the drawn die.
    """
    drawn = context.params
    orchard = drawn.edition if part.letter == "a" else drawn.orchard
    die = drawn.die if part.letter == "c" else drawn.original
    chances = (solved.exact_chance(orchard, filling(context, strategy), die) for strategy in STRATEGIES_OF_CHANCES)
    return Solution(tuple(reported_chance(context, chance) for chance in chances))


three_strategies.mistake_from_answer("random-before-min", lambda right, _: (right[0], right[2], right[1]))


# the terms of the recursion for the chance to win in part (c)
three_strategies.solution_data(lambda solved: {"terms": _recursion(solved.drawn.orchard, solved.drawn.die)})


@question(6, kind=probabilities(3), points=2, tolerance=CHANCE, definitions=(3, 6))
def middle_of_a_game(context: SolveContext[Parameters], _: Part) -> Solution:
    """Return the chances to win before a throw, after a raven, and after "max" has filled a basket."""
    position, die, strategy = context.params.position, context.params.original, filling(context, "max")
    after_raven, before = solved.exact_chances(position, strategy, die)[-2:]
    after_basket = Orchard(filled(position.trees, strategy, die), position.ravens)
    chances = before, after_raven, solved.exact_chance(after_basket, strategy, die)
    return Solution(tuple(reported_chance(context, chance) for chance in chances))


@middle_of_a_game.drawing
def position_drawing(drawn: Parameters) -> str:
    """Draw the position in one line: a box for each tree, a ring for each fruit, then a black square for each raven."""
    boxes, rings, x = [], [], 0
    for fruits in drawn.position.trees:
        boxes.append(f"M{x} 0h{10 * fruits + 2}v12h-{10 * fruits + 2}z")
        rings += [f"M{x + 10 * i + 2} 6a4 4 0 1 0 8 0a4 4 0 1 0-8 0z" for i in range(fruits)]
        x += 10 * fruits + 10
    ravens = "".join(f"M{x + 10 * i} 2h8v8h-8z" for i in range(drawn.position.ravens))
    width = x + 10 * drawn.position.ravens
    return (
        f'<svg viewBox="-1 -1 {width + 1} 14" width="{width * MILLIMETRES:g}mm" height="4.5mm" role="img">'
        f"<title>{drawn.position}</title>"
        f'<path fill="none" stroke="black" d="{"".join(boxes + rings)}"/><path d="{ravens}"/></svg>'
    )


def _otherwise_filled(context: SolveContext[Parameters], part: Part, basket: tuple[OrchardStrategy, int]) -> Solution:
    """Return the chances of question 6 if a basket is filled by another strategy and takes a number of ravens."""
    strategy, ravens = basket
    position = context.params.position
    after = Orchard(filled(position.trees, strategy), position.ravens - ravens)
    return Solution((*middle_of_a_game(context, part).values[:2], solved.exact_chance(after)))


BASKETS: dict[str, tuple[OrchardStrategy, int]] = {
    "basket-from-the-smallest": ("min", 0),  # then the game goes on with "max"
    "basket-takes-a-raven": ("max", 1),
}
"""The strategy that fills the basket, and the ravens that it takes, by the slug of the mistake."""

middle_of_a_game.mistakes_from(_otherwise_filled, BASKETS)


@middle_of_a_game.solution_data
def middle(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution the position after the basket, and the terms of the recursion."""
    drawn = solved_question.drawn
    trees = filled(drawn.position.trees, "max")
    return {"basket": Orchard(trees, drawn.position.ravens), "terms": _recursion(drawn.position, DEFAULT_DIE)}


@question(
    7,
    parts="abc",
    kind=Numbers(2, Domain(low=0, high=MOST_RAVENS)),
    points={"a": Fraction(1, 2), "b": Fraction(1, 2), "c": 1},
    tolerance=CHANCE,
    all_or_nothing=True,
    definitions=(7,),
)
def fair_game(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the least number of ravens with which the chance to win is greater than 1/2, and this chance.

    Under some misconceptions, the number is one raven less, and the chance is the same.
    """
    trees, die, strategy = _fair(context, part.letter)
    if takes_ravens(context):
        chances = solved.printed_chances(Orchard(trees, 2 * MOST_RAVENS), strategy, die)
        return Solution(next((ravens, chance) for ravens, chance in enumerate(chances) if chance > HALF))
    ravens = solved.fair_ravens(trees, strategy, die)
    less, chance = solved.exact_chances(Orchard(trees, ravens), strategy, die)[-2:]
    return Solution((ravens - spare_ravens(context), chance), margin=float(min(chance - HALF, HALF - less)))


@fair_game.mistake("largest-below-one-half")
def largest_below_one_half(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: give the largest number of ravens with which the chance to win is at most 1/2."""
    trees, die, strategy = _fair(context, part.letter)
    ravens = int(number(fair_game(context, part).values[0])) - 1
    return Solution((ravens, solved.exact_chance(Orchard(trees, ravens), strategy, die)))


@fair_game.solution_data
def fair(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution, by part, the chances with the fair number of ravens and with one less."""
    around = {}
    for letter, strategy in FAIR_UNDER.items():
        trees, die = solved_question.drawn.fair, solved_question.drawn.die if letter == "c" else DEFAULT_DIE
        ravens = solved.fair_ravens(trees, strategy, die)
        around[letter] = [(c, solved.exact_chance(Orchard(trees, c), strategy, die)) for c in (ravens - 1, ravens)]
    return {"around": around}


@question(
    8,
    parts="ab",
    kind={"a": probabilities(2), "b": Numbers(2, Domain(low=0, high=MOST_RAVENS))},
    points=2,
    tolerance=CHANCE,
    all_or_nothing={"a": False, "b": True},
    definitions=(7,),
)
def gain_of_max(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the gains of "max" over "random" and over "min" (a), or where the gain over "min" is largest (b).

    "max", "min" and "random" are ways to choose the tree whose fruit a basket takes: the fullest, the emptiest or any.
    A gain is a difference of chances to win. Part (b) has the number of ravens and the gain with this number.
    """
    small, die = context.params.small, context.params.die
    if part.letter == "a":
        best, worst, between = (
            solved.exact_chance(small, each, die) for each in ("max", "min", filling(context, "random"))
        )
        return Solution((best - between, best - worst))
    if takes_ravens(context):
        high, low = (solved.printed_chances(Orchard(small.trees, MOST_RAVENS), each, die) for each in ("max", "min"))
        return Solution(max(enumerate(map(sub, high, low)), key=itemgetter(1)))
    ravens = max(1, solved.ravens_of_most_gain(small.trees, "min", die, most_ravens=MOST_RAVENS))
    around = Orchard(small.trees, ravens + 1)
    chances = (solved.exact_chances(around, strategy, die)[-3:] for strategy in ("max", "min"))
    less, most, more = (high - low for high, low in zip(*chances, strict=True))
    return Solution((ravens - spare_ravens(context), most), margin=float(most - max(less, more)))


gain_of_max.mistake_from_answer("gains-exchanged", lambda right, _: right[::-1], parts="a")
gain_of_max.mistake_from_answer(
    "chance-for-gain",
    lambda right, drawn: (right[0], solved.exact_chance(Orchard(drawn.small.trees, right[0]), "max", drawn.die)),
    parts="b",
)


@gain_of_max.mistake("gain-over-random", parts="b")
def gain_over_random(context: SolveContext[Parameters], _: Part) -> Solution:
    """Mistake: give the largest gain of the strategy "max" over "random" in place of that over "min"."""
    small, die = context.params.small, context.params.die
    ravens = solved.ravens_of_most_gain(small.trees, "random", die, most_ravens=MOST_RAVENS)
    around = Orchard(small.trees, ravens)
    return Solution((ravens, solved.exact_chance(around, "max", die) - solved.exact_chance(around, "random", die)))


@gain_of_max.solution_data
def gains(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution the chances to win under "max" and "min", by the number of ravens."""
    drawn = solved_question.drawn
    best = solved.ravens_of_most_gain(drawn.small.trees, "min", drawn.die)
    strategies: tuple[OrchardStrategy, ...] = ("max", "min")
    rows = []
    for ravens in range(max(1, best - SHOWN_GAINS), best + SHOWN_GAINS + 1):
        high, low = (
            solved.exact_chance(Orchard(drawn.small.trees, ravens), strategy, drawn.die) for strategy in strategies
        )
        rows.append((ravens, high, low))
    return {"rows": rows}


def _fair(context: SolveContext[Parameters], letter: str) -> tuple[tuple[int, ...], Die, OrchardStrategy]:
    """Return the trees, the die and the strategy that the part `letter` of question 7 is about."""
    drawn = context.params
    return drawn.fair, drawn.die if letter == "c" else drawn.original, filling(context, FAIR_UNDER[letter])


def _recursion(orchard: Orchard, die: Die) -> Mapping[str, object]:
    """Return the terms of the recursion under "max": kind of face, number of faces, next position, its chance."""
    terms = [(*outcome, solved.exact_chance(outcome[2], "max", die)) for outcome in outcomes(orchard, die)]
    total = die.faces(len(orchard.trees))
    won = sum((count * win for _, count, _, win in terms), Fraction(0)) / total
    return {"terms": terms, "total": total, "won": won}
