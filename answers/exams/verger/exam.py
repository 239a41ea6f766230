"""The orchard game: chances to win by strategy, its Markov chain, and the number of ravens that makes it fair.

Source: L. Paternault, "verger — Calcul des probabilités au jeu du verger". The document has no exercises; the questions
ask for the quantities that it computes, for orchards and a die drawn from u₀.
"""

from collections.abc import Mapping
from math import prod

from answers.exam.exam import Exam
from answers.exam.question import Oral, questions_of, rounded
from answers.exams.verger import chains, strategies
from answers.exams.verger.draws import Parameters, draw
from answers.exams.verger.lazy import solved
from answers.exams.verger.misconceptions import MISCONCEPTIONS
from answers.kinds.parsing import Value, Values


def _as_printed(drawn: Parameters, _: object) -> tuple[Value]:
    """Return the chance to win by the recursion as the source prints it, which removes a raven at every throw."""
    start = drawn.walk.start
    return (solved.after_throws(solved.chain(start, drawn.die), 0, start.ravens)[-1],)


def _sorted_trees(drawn: Parameters, answers: Mapping[str, Values]) -> tuple[Value, Value]:
    """Return the number of lists of fruits in the drawn chain, ordered and then sorted."""
    rows = answers["3"][0]
    if not isinstance(rows, int):
        raise TypeError(f"rows are counted, got {rows}")
    return prod(fruits + 1 for fruits in drawn.chain.trees) - 1, (rows - 2) // drawn.chain.ravens


EXAM = Exam(
    name="verger",
    model_seed=17,
    draw=draw,
    questions=questions_of(chains, strategies),
    misconceptions=MISCONCEPTIONS,
    oral=(
        Oral("recursion-as-printed", _as_printed),
        # the positions of the drawn orchard from which "max", then "min", wins less often than the best strategy
        Oral(
            "max-is-best",
            lambda drawn, _: tuple(len(solved.positions_short(drawn.orchard, name)) for name in ("max", "min")),
        ),
        Oral("trees-in-order", _sorted_trees),
        # the mean number of throws of the drawn chain, including throws that show an empty tree
        Oral(
            "empty-trees",
            lambda drawn, _: (
                rounded(solved.expected_length(drawn.chain, "max", drawn.die, trees_on_die=len(drawn.chain.trees))),
            ),
        ),
        Oral("games-end", lambda drawn, _: (sum(drawn.chain.trees) + drawn.chain.ravens - 1,)),  # in throws
    ),
)
