"""Question 8 of the exam `yams`: the mean points of a turn in boxes without a formula."""

from dataclasses import replace
from math import comb

from answers.exam.question import Part, Solution, SolveContext, question
from answers.exams.yahtzee.boxes import mean_of_throw, mean_of_turn, rules_of
from answers.exams.yahtzee.hands import TWO_DECIMALS
from answers.exams.yahtzee.rerolls import POINTS
from answers.exams.yahtzee.yams.draws import YamsParameters
from solvers.yahtzee.rules.rolls import rolls, subsets
from solvers.yahtzee.rules.rules import score


@question(8, parts="ab", kind=POINTS, points=1, tolerance=TWO_DECIMALS, definitions=(1, 4, 5))
def mean_of_a_lower_box(context: SolveContext[YamsParameters], part: Part) -> Solution:
    """Return the mean points of a turn in a box of equal dice (a) or another pattern (b) (report, section 4.5)."""
    return mean_of_turn(rules_of(context.params.means[part.letter], context))


@mean_of_a_lower_box.mistake("rerolls-forgotten")
def rerolls_forgotten(context: SolveContext[YamsParameters], part: Part) -> Solution:
    """Mistake: give the mean points of a single throw, without rerolls."""
    return mean_of_throw(rules_of(context.params.means[part.letter], context))


@mean_of_a_lower_box.mistake("two-throws")
def two_throws(context: SolveContext[YamsParameters], part: Part) -> Solution:
    """Mistake: give the mean points of a turn of two throws, with one reroll in place of two."""
    return mean_of_turn(replace(rules_of(context.params.means[part.letter], context), rerolls=1))


@mean_of_a_lower_box.mistake("hands-equally-likely")
def hands_equally_likely(context: SolveContext[YamsParameters], part: Part) -> Solution:
    """Mistake: give the same weight to all hands that kept dice may become, as equation (5) literally says."""
    rules = rules_of(context.params.means[part.letter], context)
    keeps = [kept for size in reversed(range(rules.dice + 1)) for kept in rolls(size, rules.faces)]
    hands = rolls(rules.dice, rules.faces)
    worth = {hand: float(score(rules, hand, rules.boxes[0])) for hand in hands}
    for _ in range(rules.rerolls):
        total = dict.fromkeys(keeps, 0.0) | worth  # at the end, over all hands that have the dice of a set
        for face in range(1, rules.faces + 1):
            for kept in keeps[len(hands) :]:
                total[kept] += total[tuple(sorted((*kept, face)))]
        mean = {kept: total[kept] / comb(rules.dice - len(kept) + rules.faces - 1, rules.faces - 1) for kept in keeps}
        worth = {hand: max(mean[kept] for kept in subsets(hand)) for hand in hands}
    return Solution((sum(worth.values()) / len(worth),))
