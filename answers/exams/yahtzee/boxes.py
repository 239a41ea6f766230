"""Questions 7 to 9 of the exam `yahtzee`: expectations of one box and of groups of boxes."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from answers.exam.question import Part, Solution, SolveContext, SolvedQuestion, question, rounded
from answers.exams.yahtzee.draws import BoxMean, Parameters
from answers.exams.yahtzee.hands import TWO_DECIMALS
from answers.exams.yahtzee.lazy import playing
from answers.exams.yahtzee.misconceptions import rules_in
from answers.exams.yahtzee.rerolls import HANDS, POINTS, RerollChoice, candidates, rerolled
from answers.kinds.parsing import number
from solvers.yahtzee.rules.rolls import outcomes
from solvers.yahtzee.rules.rules import OFFICIAL, UPPER, YahtzeeRules, score


@rerolled(7, parts="abcd", points=2, definitions=(1, 3, 4, 5))
def one_box(context: SolveContext[Parameters], part: Part) -> RerollChoice:
    """Return the greatest expectation in a single box, and the dice to keep for it (report, sections 4.3 and 4.4)."""
    drawn = context.params.one_box[HANDS[part.letter]]
    best = playing.exact_box(rules_in(context), drawn.box, drawn.hand, drawn.rerolls)
    return RerollChoice(drawn.hand, best.value, best.keeps)


@one_box.mistake("chance-for-points", parts="ac")
def chance_for_points(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: give the probability to fill a box of fixed points in place of the expected points."""
    worth = number(one_box(context, part).values[0])
    return Solution((worth / OFFICIAL.fixed.get(context.params.one_box[HANDS[part.letter]].box, 1),))


@one_box.solution_data
def best_rerolls(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution the dice of both hands to keep with the greatest expectations, best first."""
    drawn, expected = solved_question.drawn.one_box, playing.expectations()
    return {"hands": tuple(candidates(box.hand, expected.keeps((box.box,), box.hand, box.rerolls)) for box in drawn)}


def rules_of(mean: BoxMean, context: SolveContext[Any]) -> YahtzeeRules:
    """Return the rules of the game of one box that a part of question 8 asks about, in the scenario of a solution."""
    return replace(rules_in(context), dice=mean.dice, faces=mean.faces, boxes=(mean.box,))


def mean_of_turn(rules: YahtzeeRules) -> Solution:
    """Return the mean points of a turn in the game of `rules`, which has a single box: E_global in the report."""
    from solvers.yahtzee.strategies.toutes_les_esperances import toutes_les_esperances

    return Solution((rounded(toutes_les_esperances(rules).group(rules.boxes)),))


def mean_of_throw(rules: YahtzeeRules) -> Solution:
    """Return the mean points of a single throw, without rerolls, in the game of `rules`, which has a single box."""
    thrown = outcomes((), rules.dice, rules.faces)
    return Solution((sum((chance * score(rules, hand, rules.boxes[0]) for hand, chance in thrown), Fraction(0)),))


@question(8, parts="ab", kind=POINTS, points=1, tolerance=TWO_DECIMALS, definitions=(1, 4, 5))
def mean_of_a_box(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the mean points of a turn (E_global in the report) in one upper box (a) or in one lower box (b).

    The numbers of dice and of their faces are drawn. In an upper box each die is thrown until it shows the face of
    the box, at most three times.

    Source: the report, section 4.5.
    """
    mean = context.params.means[part.letter]
    if part.letter == "a":
        face, miss = UPPER.index(mean.box) + 1, 1 - Fraction(1, mean.faces)
        return Solution((mean.dice * face * (1 - miss ** (1 + rules_in(context).rerolls)),))
    return mean_of_turn(rules_of(mean, context))


@mean_of_a_box.mistake("rerolls-forgotten")
def rerolls_forgotten(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: give the mean points of a single throw, without rerolls."""
    mean = context.params.means[part.letter]
    if part.letter == "a":
        return Solution((Fraction(mean.dice * (UPPER.index(mean.box) + 1), mean.faces),))
    return mean_of_throw(rules_of(mean, context))


@mean_of_a_box.mistake("two-throws", parts="a")
def two_throws(context: SolveContext[Parameters], _: Part) -> Solution:
    """Mistake: give the mean points of a turn of two throws, with one reroll in place of two."""
    mean = context.params.means["a"]
    return Solution((mean.dice * (UPPER.index(mean.box) + 1) * (1 - (1 - Fraction(1, mean.faces)) ** 2),))


@question(9, parts="ab", kind=POINTS, points=1, tolerance=TWO_DECIMALS, definitions=(1, 2, 4, 5, 6))
def mean_of_a_group(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the mean total of the turns that fill two (a) or three boxes (b) (report, section 4.5, equation 9)."""
    return Solution((rounded(playing.expectations(rules_in(context)).group(context.params.groups[part.letter])),))


@mean_of_a_group.mistake("boxes-added")
def boxes_added(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: add the mean points of each box alone, in place of the mean total of the turns that fill the group."""
    return Solution((rounded(sum(playing.expectations().group((box,)) for box in context.params.groups[part.letter])),))


@mean_of_a_group.solution_data
def boxes_alone(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution the mean points of a turn in each box of a group alone, and their sum."""
    expected, groups = playing.expectations(), solved_question.drawn.groups.items()
    alone = {letter: tuple((box, expected.group((box,))) for box in boxes) for letter, boxes in groups}
    return {"alone": alone, "sums": {letter: sum(mean for _, mean in means) for letter, means in alone.items()}}
