"""Whole games on lists of dice. Questions 15 and 16.

Source: "Rapport final", report of a project on programs that play Yahtzee, 2022, sections 5 and 6.
"""

from fractions import Fraction

from answers.exam.part import Part
from answers.exam.question import Given, Solution, question
from answers.exams.yahtzee.draws import Parameters
from answers.exams.yahtzee.evidence import Filled, Game
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, integers
from solvers.yahtzee.rules.rules import REPORT

SETS, APART = 10, 200
"""Sets of the match, and terms of the sequence between two of its lists."""


@question(15, parts="abc", kind=integers(1, 0, 3000), points=2, evidence=Game)
def whole_games(given: Given[Parameters], part: Part) -> Solution:
    """Score of Decision_Une, Toutes_les_esperances and Perturbation on one list of dice.

    Source: the report, section 5.2.1, "liste-destin", and section 6.1: α weighs the corrections for the bonus.
    """
    from answers.exams.yahtzee.players import corrected_player, decision_une_player, esperances_player, game

    u0 = given.params.u0
    if part.letter == "a":
        told = game(decision_une_player(), u0)
    elif part.letter == "b":
        told = game(esperances_player(), u0)
    else:
        told = game(corrected_player(given.params.alpha), u0)
    turns = tuple(Filled(REPORT.boxes.index(turn.box), turn.points) for turn in told.turns)
    return Solution((told.score,), (Game(turns),))


@question(16, kind=Numbers(3, Domain(low=-1500, high=1500)), points=1)
def antithetic_match(given: Given[Parameters], _: Part) -> Solution:
    """Points of Toutes_les_esperances and of Decision_Une in sets of two games, the dice exchanged, and the mean gap.

    Source: the report, section 5.3.1.
    """
    from answers.exams.yahtzee.players import exchanged_match
    from solvers.yahtzee.matches.match_statistics import match_statistics

    match = exchanged_match(given.params.u0, SETS, APART)
    points = [Fraction(player.points) for player in match_statistics(match)]
    gap = int(match.scores[0].sum() - match.scores[1].sum())
    return Solution((*points, Fraction(gap, 2 * SETS)))
