"""The orchard game: chances to win by strategy, its Markov chain, and the ravens that make it fair.

Source: L. Paternault, "verger — Calcul des probabilités au jeu du verger". The document sets no questions; these ask
for what it computes, on orchards and with a die drawn from u₀.
"""

from collections.abc import Mapping
from math import prod

from answers.exam.exam import Exam
from answers.exam.question import Oral, questions_of
from answers.exams.verger import chains, strategies
from answers.exams.verger.draws import Parameters, draw
from answers.exams.verger.late import solved
from answers.exams.verger.misconceptions import MISREADINGS
from answers.kinds.parsing import Value, Values

DECIMALS = 12
"""Processors that round products otherwise give the same key."""


def _as_printed(drawn: Parameters, _: object) -> tuple[Value]:
    """The recursion as printed takes a raven at every throw: it wins if c throws are enough."""
    start = drawn.walk.start
    return (solved.after_throws(solved.chain(start, drawn.die), 0, start.ravens)[-1],)


def _short_of_best(drawn: Parameters, _: object) -> tuple[Value, ...]:
    """Positions of the drawn orchard from which max, then min, wins less than the best strategy."""
    return tuple(len(solved.positions_short(drawn.orchard, strategy)) for strategy in ("max", "min"))


def _sorted_trees(drawn: Parameters, answers: Mapping[str, Values]) -> tuple[Value, Value]:
    """Lists of fruits met from the drawn chain, in order, then sorted: its rows without both ends, by ravens."""
    rows = answers["3"][0]
    if not isinstance(rows, int):
        raise TypeError(f"rows are counted, got {rows}")
    return prod(fruits + 1 for fruits in drawn.chain.trees) - 1, (rows - 2) // drawn.chain.ravens


def _all_throws(drawn: Parameters, _: object) -> tuple[Value]:
    """Mean number of throws of the drawn chain, those that show an empty tree among them."""
    chain = drawn.chain
    return (round(solved.expected_length(chain, "max", drawn.die, trees_on_die=len(chain.trees)), DECIMALS),)


def _longest_game(drawn: Parameters, _: object) -> tuple[Value]:
    """Throws of the longest game of the drawn chain: all fruits one by one, and all ravens but one."""
    return (sum(drawn.chain.trees) + drawn.chain.ravens - 1,)


EXAM = Exam(
    name="verger",
    model_seed=17,
    draw=draw,
    questions=questions_of(chains, strategies),
    misconceptions=MISREADINGS,
    oral=(
        Oral("recursion-as-printed", _as_printed),
        Oral("max-is-best", _short_of_best),
        Oral("trees-in-order", _sorted_trees),
        Oral("empty-trees", _all_throws),
        Oral("games-end", _longest_game),
    ),
)
