"""The orchard game: chances to win by strategy, its Markov chain, and the ravens that make it fair.

Source: L. Paternault, "verger — Calcul des probabilités au jeu du verger". The document sets no questions; these ask
for what it computes, on orchards and with a die drawn from u₀.
"""

from dataclasses import replace

from answers.exam.exam import Exam
from answers.exam.question import Oral
from answers.exams.verger.draws import Parameters, draw
from answers.exams.verger.misreadings import MISREADINGS
from answers.exams.verger.mistakes import MISTAKES
from answers.exams.verger.questions import QUESTIONS
from answers.kinds.reading import Value


def _as_printed(drawn: Parameters, _: object) -> tuple[Value]:
    """The recursion as printed takes a raven at every throw: it wins if c throws are enough."""
    from answers.exams.verger.solved import chain
    from solvers.verger.absorbing import after_throws

    start = drawn.walk.start
    return (after_throws(chain(start, drawn.die), 0, start.ravens)[-1],)


def _short_of_best(drawn: Parameters, _: object) -> tuple[Value]:
    """Positions of the drawn orchard from which max wins less than the best strategy."""
    from solvers.verger.best_play import positions_short_of_best

    return (len(positions_short_of_best(drawn.orchard)),)


EXAM = Exam(
    name="verger",
    model_seed=17,
    draw=draw,
    questions=tuple(replace(one, mistakes=MISTAKES[one.number]) for one in QUESTIONS),
    misreadings=MISREADINGS,
    oral=(Oral("recursion-as-printed", _as_printed), Oral("max-is-best", _short_of_best)),
)
