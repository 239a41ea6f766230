"""Whole games on lists of dice. Questions 15 and 16.

Source: "Rapport final", report of a project on programs that play Yahtzee, 2022, sections 5 and 6.
"""

from fractions import Fraction

from answers.exam.part import Part
from answers.exam.question import Given, Solution, question
from answers.exams.yahtzee.draws import GAME, Parameters
from answers.exams.yahtzee.evidence import Game, Turn
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, integers

SETS, APART = 10, 200
"""Sets of the match, and terms of the sequence between two of its lists."""


@question(
    15,
    parts="abc",
    kind=integers(1, 0, 3000),
    points={"a": Fraction(3, 5), "b": Fraction(3, 5), "c": Fraction(4, 5)},
    evidence=Game,
    definitions=(7, 10, 12, 13),
)
def whole_games(given: Given[Parameters], part: Part) -> Solution:
    """Score of Decision_Une, Toutes_les_esperances and Perturbation on one list of dice.

    Source: the report, section 5.2.1, "liste-destin", and section 6.1: α weighs the correction for the bonus.
    """
    score, turns = game(given.params, part.letter)
    return Solution((score,), (Game(turns),))


def game(params: Parameters, letter: str, *, fresh: bool = True) -> tuple[int, tuple[Turn, ...]]:
    """Return the final score and the turns of a game of question 15, with a fresh list for each turn or not."""
    from answers.exams.yahtzee import playing

    if letter == "c":
        player = playing.perturbation(params.alpha)
    else:
        player = playing.decision_une() if letter == "a" else playing.toutes_les_esperances()
    return playing.told(player, playing.faces(params.u0, 0, playing.LIST * len(GAME.boxes)), fresh=fresh)


@question(
    16,
    parts="ab",
    kind={"a": Numbers(2, Domain(low=0, high=SETS)), "b": Numbers(1, Domain(low=-1500, high=1500))},
    points={"a": Fraction(1, 4), "b": Fraction(3, 4)},
    all_or_nothing={"a": True, "b": False},
    definitions=(14,),
)
def antithetic_match(given: Given[Parameters], part: Part) -> Solution:
    """Points of Toutes_les_esperances and of Decision_Une in sets of two games, the dice exchanged, and the mean gap.

    Source: the report, section 5.3.1.
    """
    from answers.exams.yahtzee.playing import exchanged_match
    from solvers.yahtzee.matches.match_statistics import match_statistics

    match = exchanged_match(given.params.u0, SETS, APART)
    if part.letter == "a":
        return Solution(tuple(Fraction(player.points) for player in match_statistics(match)))
    return Solution((Fraction(int(match.scores[0].sum() - match.scores[1].sum()), 2 * SETS),))
