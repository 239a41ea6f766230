"""Known mistakes in single questions of the exam `verger`: other readings of a definition, and slips in using it."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from answers.exam.mistaken import answered_otherwise
from answers.exam.part import Part
from answers.exam.question import Given, Mistake, Solution, mistake
from answers.exams.verger import questions
from answers.exams.verger.draws import Parameters, Transition, filled, throw
from answers.kinds.reading import Value, Values
from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard


@answered_otherwise(questions.transitions, "faces-not-added", "a")
def faces_not_added(params: Parameters, _: Values, __: str) -> Values:
    """Of several faces that lead to the same position a single sort counts, and a single tree."""

    def entry(move: Transition) -> Fraction:
        faces = throw(move.start, params.die)
        die = params.die
        one_sort = {"tree": die.tree_faces, "basket": die.basket_faces, "raven": die.raven_faces}
        led = [one_sort[kind] for kind in one_sort if faces[move.end, kind]]
        return Fraction(led[0], die.faces(len(move.start.trees)))

    return tuple(map(entry, params.transitions))


@answered_otherwise(questions.transitions, "a-throw-less", "b")
def a_throw_less(params: Parameters, _: Values, __: str) -> Values:
    """Where the game stands a throw too early."""
    return _after(params, params.walk.throws - 1)


@answered_otherwise(questions.transitions, "at-that-throw", "b")
def at_that_throw(params: Parameters, right: Values, _: str) -> Values:
    """Won or lost by just that throw: games that ended earlier are left out."""
    before = _after(params, params.walk.throws - 1)
    won, lost = (_number(now) - _number(then) for now, then in zip(right[:2], before[:2], strict=True))
    return won, lost, right[2]


@answered_otherwise(questions.absorbing, "raven-at-every-throw", "a")
def raven_at_every_throw(params: Parameters, _: Values, __: str) -> Values:
    """A raven comes closer with every throw: won if as many throws as ravens are enough."""
    return tuple(_won_in_time(position, params.die) for position in params.positions)


@answered_otherwise(questions.absorbing, "rerolls-counted", "b")
def rerolls_counted(params: Parameters, _: Values, __: str) -> Values:
    """Throws that show an empty tree count too."""
    return tuple(_length_with_rerolls(position, params.die) for position in params.positions)


@answered_otherwise(questions.chain_size, "end-states-forgotten")
def end_states_forgotten(_: Parameters, right: Values, __: str) -> Values:
    """The loss and the win have no rows."""
    rows, entries, short = map(_number, right)
    return int(rows) - 2, int(entries) - 2, int(short)


@answered_otherwise(questions.chain_size, "max-for-random")
def max_for_random(params: Parameters, right: Values, _: str) -> Values:
    """The entries are those of the matrix of max."""
    from answers.exams.verger.solved import chain

    matrix = chain(params.chain, params.die).matrix
    return right[0], sum(bool(chance) for row in matrix for chance in row), right[2]


@answered_otherwise(questions.chain_limits, "chance-to-lose", "a")
def chance_to_lose(_: Parameters, right: Values, __: str) -> Values:
    """1 − p for p."""
    return (1 - _number(right[0]),)


@answered_otherwise(questions.chain_limits, "raven-at-every-throw-of-the-chain", "a")
def raven_at_every_throw_of_the_chain(params: Parameters, _: Values, __: str) -> Values:
    """A raven comes closer with every throw."""
    return (_won_in_time(params.chain, params.die),)


@answered_otherwise(questions.chain_limits, "rerolls-counted-in-the-chain", "b")
def rerolls_counted_in_the_chain(params: Parameters, _: Values, __: str) -> Values:
    """Throws that show an empty tree count too."""
    return (_length_with_rerolls(params.chain, params.die),)


@answered_otherwise(questions.three_strategies, "random-before-min")
def random_before_min(_: Parameters, right: Values, __: str) -> Values:
    """The strategies in the order max, random, min."""
    best, worst, between = right
    return best, between, worst


@answered_otherwise(questions.middle_of_a_game, "basket-from-the-smallest")
def basket_from_the_smallest(params: Parameters, right: Values, _: str) -> Values:
    """The basket is filled as min does, and max plays on."""
    from solvers.verger.exact_chance import exact_chance

    trees = filled(params.position.trees, "min", DEFAULT_DIE.basket_size)
    return *right[:2], exact_chance(Orchard(trees, params.position.ravens))


@answered_otherwise(questions.middle_of_a_game, "basket-of-one-fruit")
def basket_of_one_fruit(params: Parameters, right: Values, _: str) -> Values:
    """The basket takes a single fruit, this once."""
    from solvers.verger.exact_chance import exact_chance

    return *right[:2], exact_chance(Orchard(filled(params.position.trees, "max", 1), params.position.ravens))


@answered_otherwise(questions.middle_of_a_game, "basket-takes-a-raven")
def basket_takes_a_raven(params: Parameters, right: Values, _: str) -> Values:
    """A raven goes with the basket."""
    from solvers.verger.exact_chance import exact_chance

    trees = filled(params.position.trees, "max", DEFAULT_DIE.basket_size)
    return *right[:2], exact_chance(Orchard(trees, params.position.ravens - 1))


@answered_otherwise(questions.gain_of_max, "gains-exchanged", "a")
def gains_exchanged(_: Parameters, right: Values, __: str) -> Values:
    """The gain over min first."""
    return right[::-1]


@answered_otherwise(questions.gain_of_max, "chance-for-gain", "b")
def chance_for_gain(params: Parameters, right: Values, _: str) -> Values:
    """The probability of winning with max, from which that with min is not taken."""
    from solvers.verger.exact_chance import exact_chance

    return right[0], exact_chance(Orchard(params.small.trees, int(_number(right[0]))), "max", params.die)


@answered_otherwise(questions.gain_of_max, "gain-over-random", "b")
def gain_over_random(params: Parameters, _: Values, __: str) -> Values:
    """The largest gain over random, not over min."""
    from solvers.verger.exact_chance import exact_chance
    from solvers.verger.most_gain import ravens_of_most_gain

    small, die = params.small, params.die
    ravens = ravens_of_most_gain(small.trees, "max", "random", die, most_ravens=questions.MOST_RAVENS)
    around = Orchard(small.trees, ravens)
    return ravens, exact_chance(around, "max", die) - exact_chance(around, "random", die)


@mistake("largest-below-one-half")
def largest_below_one_half(given: Given[Parameters], part: Part) -> Solution:
    """The most ravens with which the game is won less than once in two."""
    from solvers.verger.exact_chance import exact_chance

    trees, strategy, die = questions.fair_game_of(given, part)
    ravens = int(_number(questions.fair_game.solve(given, part).values[0])) - 1
    return Solution((ravens, exact_chance(Orchard(trees, ravens), strategy, die)))


def _after(params: Parameters, throws: int) -> Values:
    """Where the game of question 1 stands after so many throws: won, lost, going on."""
    from answers.exams.verger.solved import chain
    from solvers.verger.absorbing import after_throws

    *playing, lost, won = after_throws(chain(params.walk.start, params.die), 0, throws)
    return won, lost, sum(playing, Fraction(0))


def _won_in_time(position: Orchard, die: Die) -> Fraction:
    """The chance to win in as many throws as there are ravens, a throw of the raven being one of them."""
    from answers.exams.verger.solved import chain
    from solvers.verger.absorbing import after_throws

    return after_throws(chain(position, die), 0, position.ravens)[-1]


def _length_with_rerolls(position: Orchard, die: Die) -> Fraction:
    from answers.exams.verger.solved import chain
    from solvers.verger.absorbing import absorbing_times

    walked = chain(position, die)
    all_faces = die.faces(len(position.trees))
    waits = [Fraction(all_faces, die.faces(len(state.trees))) for state in walked.states]
    return absorbing_times(walked, waits)[0]


def _number(value: Value) -> Fraction:
    if isinstance(value, tuple):
        raise TypeError(f"a number was expected, got {value}")
    return Fraction(value)


MISTAKES: Final[Mapping[int, tuple[Mistake, ...]]] = {
    1: (faces_not_added, a_throw_less, at_that_throw),
    2: (raven_at_every_throw, rerolls_counted),
    3: (end_states_forgotten, max_for_random),
    4: (chance_to_lose, raven_at_every_throw_of_the_chain, rerolls_counted_in_the_chain),
    5: (random_before_min,),
    6: (basket_from_the_smallest, basket_of_one_fruit, basket_takes_a_raven),
    7: (largest_below_one_half,),
    8: (gains_exchanged, chance_for_gain, gain_over_random),
}
"""Known mistakes by question."""
