"""Dice Battle: throws, the sequential game and the simultaneous game, all by exact chances.

Source: "Dice Battle", report of a project in optimisation and game theory (MOGPL), questions 1 to 20. Where the
report proves or programs, the question asks for numbers that such a proof or program gives.
"""

from collections.abc import Mapping

from answers.exam.exam import Exam
from answers.exam.question import Oral, questions_of
from answers.exams.dice import one_round, sequential, simultaneous, throws
from answers.exams.dice.draws import REPORT, Parameters, draw
from answers.exams.dice.kinds import tidy
from answers.exams.dice.misconceptions import MISCONCEPTIONS
from answers.kinds.parsing import Value, Values


def _no_one(dice: int) -> float:
    """The chance that no die shows a 1."""
    return (5 / 6) ** dice


def _no_die_shows_a_one(drawn: Parameters, _: Mapping[str, Values]) -> tuple[Value]:
    """All scores of a throw without a 1, together."""
    return (tidy(_no_one(drawn.throw.dice)),)


def _greatest_mean(drawn: Parameters, _: Mapping[str, Values]) -> tuple[Value]:
    """The number of dice where EP stops growing: that of the faces."""
    return (drawn.means.faces,)


def _shrinking(_: Parameters, __: Mapping[str, Values]) -> tuple[Value]:
    """How much is left of an error after a pass over both states of question 6, at most."""
    return (tidy((1 - _no_one(REPORT.dice)) ** 2),)


def _players_exchanged(_: Parameters, answers: Mapping[str, Values]) -> tuple[Value, Value]:
    """The value where both have as many points, and that of question 18 (a) for the other player."""
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
