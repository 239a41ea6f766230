"""Dice Battle: throws, the sequential game and the simultaneous game, with exact probabilities.

Source: "Dice Battle", report of a project in optimisation and game theory (MOGPL), questions 1 to 20. Where the report
asks for a proof or a program, the exam asks for numbers that follow from it.
"""

from collections.abc import Mapping

from answers.exam.exam import Exam
from answers.exam.question import Oral, questions_of, rounded
from answers.exams.dice import one_round, sequential, simultaneous, throws
from answers.exams.dice.draws import REPORT, Parameters, draw
from answers.exams.dice.misconceptions import MISCONCEPTIONS
from answers.kinds.parsing import Value, Values


def _no_one_chance(dice: int) -> float:
    """Return the probability that no die shows a 1."""
    return (5 / 6) ** dice


def _no_die_shows_a_one(drawn: Parameters, _: Mapping[str, Values]) -> tuple[Value]:
    """Return the sum of the probabilities of all scores of a throw without a 1."""
    return (rounded(_no_one_chance(drawn.throw.dice)),)


def _greatest_mean(drawn: Parameters, _: Mapping[str, Values]) -> tuple[Value]:
    """Return the number of dice at which the mean score EP of a throw stops growing: the number of faces of a die."""
    return (drawn.means.faces,)


def _shrinking(_: Parameters, __: Mapping[str, Values]) -> tuple[Value]:
    """Return the largest factor by which an error shrinks when each state of question 6 is computed from the other."""
    return (rounded((1 - _no_one_chance(REPORT.dice)) ** 2),)


def _players_exchanged(_: Parameters, answers: Mapping[str, Values]) -> tuple[Value, Value]:
    """Return two values: 0 for a state with equal points, and that of question 18 (a) for the other player."""
    gain = answers["18a"][0]
    if not isinstance(gain, float):
        raise TypeError(f"a gain is a float, got {gain}")
    return 0, -gain


EXAM = Exam(
    name="dice",
    model_seed=17,
    draw=draw,
    questions=questions_of(throws, sequential, one_round, simultaneous),
    misconceptions=MISCONCEPTIONS,
    oral=(
        Oral("score-recursion", _no_die_shows_a_one),
        Oral("greatest-mean", _greatest_mean),
        Oral("variant-converges", _shrinking),
        Oral("players-exchanged", _players_exchanged),
    ),
)
