"""Known mistakes in single questions of the exam `yahtzee`: other readings of a definition, and slips in using it."""

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Final

from answers.exam.mistaken import answered_otherwise
from answers.exam.question import Mistake
from answers.exams.yahtzee import games, hands, turns
from answers.exams.yahtzee.draws import GAME, RUN_BOXES, UPPERS, Parameters
from answers.kinds.reading import Value, Values
from solvers.yahtzee.rules.rolls import outcomes
from solvers.yahtzee.rules.rules import OFFICIAL, UPPER, Rules, score, scores
from solvers.yahtzee.strategies.measured_aims import measured_poids2
from solvers.yahtzee.strategies.possib import Aim

NEEDED: Final = {
    "three_of_a_kind": 3,
    "four_of_a_kind": 4,
    "full_house": 5,
    "small_straight": 4,
    "large_straight": 5,
    "yahtzee": 5,
}
"""Dice that a combination is made of."""
EXTRA: Final = 100
"""Points of a further Yahtzee."""


@answered_otherwise(hands.numbers_of_cases, "ordered-throws")
def ordered_throws(params: Parameters, right: Values, _: str) -> Values:
    """Throws in order are counted, not combinations."""
    combinations, groups, situations = map(_number, right)
    throws = params.counts.faces**params.counts.dice
    return throws, int(groups), int(situations / combinations * throws)


@answered_otherwise(hands.numbers_of_cases, "a-factor-2-forgotten")
def a_factor_2_forgotten(_: Parameters, right: Values, __: str) -> Values:
    """Situations have half a number: the rerolls left, or the 100 points."""
    return *right[:2], int(_number(right[2]) / 2)


@answered_otherwise(hands.chances, "order-of-dice-forgotten")
def order_of_dice_forgotten(params: Parameters, _: Values, __: str) -> Values:
    """A single ordered throw shows the hand."""
    throws = params.throws
    new = len(throws.again) - len(throws.kept)
    return Fraction(1, throws.faces ** len(throws.at_once)), Fraction(1, throws.faces**new)


@answered_otherwise(hands.chances, "combinations-equally-likely")
def combinations_equally_likely(params: Parameters, _: Values, __: str) -> Values:
    """Every combination has the same chance."""
    throws = params.throws
    thrown = (len(throws.at_once), len(throws.again) - len(throws.kept))
    first, second = (Fraction(1, comb(dice + throws.faces - 1, dice)) for dice in thrown)
    return first, second


@answered_otherwise(hands.chances, "kept-dice-thrown-too")
def kept_dice_thrown_too(params: Parameters, right: Values, _: str) -> Values:
    """The second hand is thrown at once, as the first."""
    throws = params.throws
    return right[0], dict(outcomes((), len(throws.again), throws.faces))[throws.again]


@answered_otherwise(hands.hand_in_boxes, "dice-counted", "a")
def dice_counted(params: Parameters, _: Values, __: str) -> Values:
    """Upper boxes have the number of dice of their face, not their sum."""
    return tuple(params.scored.count(face) for face in range(1, GAME.faces + 1))


@answered_otherwise(hands.hand_in_boxes, "equal-dice-alone", "b")
def equal_dice_alone(params: Parameters, right: Values, _: str) -> Values:
    """Three and four of a kind have the sum of the equal dice alone; it changes hands with three equal dice."""
    face = max(set(params.scored), key=params.scored.count)
    kinds = (size * face if points else points for size, points in zip((3, 4), right[:2], strict=True))
    return *kinds, *right[2:]


@answered_otherwise(hands.joker, "joker-forgotten")
def joker_forgotten(params: Parameters, right: Values, letter: str) -> Values:
    """Full house and straights have no points with five equal dice."""
    further = params.further[letter]
    return tuple(
        int(_number(earned)) - (score_of_joker(box) if box in RUN_BOXES and _is_joker(params, letter) else 0)
        for box, earned in zip(further.open, right, strict=True)
    )


@answered_otherwise(hands.joker, "joker-always")
def joker_always(params: Parameters, right: Values, letter: str) -> Values:
    """Full house and straights have their points though the upper box of the face is open."""
    further = params.further[letter]
    return tuple(
        int(_number(earned)) + (score_of_joker(box) if box in RUN_BOXES and not _is_joker(params, letter) else 0)
        for box, earned in zip(further.open, right, strict=True)
    )


@answered_otherwise(hands.joker, "hundred-after-0")
def hundred_after_0(params: Parameters, right: Values, letter: str) -> Values:
    """The 100 points are due though the Yahtzee box holds 0."""
    more = 0 if params.further[letter].scored else EXTRA
    return tuple(int(_number(earned)) + more for earned in right)


@answered_otherwise(hands.joker, "hundred-forgotten")
def hundred_forgotten(params: Parameters, right: Values, letter: str) -> Values:
    """The 100 points are never due."""
    less = EXTRA if params.further[letter].scored else 0
    return tuple(int(_number(earned)) - less for earned in right)


@answered_otherwise(hands.near_boxes, "dice-of-the-combination", "a")
def dice_of_the_combination(params: Parameters, _: Values, __: str) -> Values:
    """What the combination lacks, not the dice thrown again: 0 where it is attained."""
    aims = hands.possib(params.near["a"])
    return tuple(hands.NONE if aim is None else NEEDED[aim.box] - len(aim.kept) for aim in aims)


@answered_otherwise(hands.safety, "loss-alone-divided")
def loss_alone_divided(_: Parameters, right: Values, __: str) -> Values:
    """With two rerolls left a third of the loss is taken from 50, not a third of what is left."""
    once = _number(right[1])
    return 50 - (50 - once) / 3, once


@answered_otherwise(hands.safety, "faces-wanted-exchanged")
def faces_wanted_exchanged(params: Parameters, _: Values, letter: str) -> Values:
    """One face helps a full house or a straight, two help equal dice."""
    target = params.targets[letter]
    once = 50 - 10 * target.missing * (1 - Fraction(1 if letter == "a" else 2, target.faces))
    return once / 3, once


@answered_otherwise(hands.safety, "six-faces")
def six_faces(params: Parameters, _: Values, letter: str) -> Values:
    """Dice have six faces."""
    target = params.targets[letter]
    aim = Aim(target.box, (), target.missing)
    return measured_poids2(Rules(), aim, 2), measured_poids2(Rules(), aim, 1)


@answered_otherwise(turns.one_box, "chance-for-points", "ac")
def chance_for_points(params: Parameters, right: Values, letter: str) -> Values:
    """The probability to attain a box of fixed points; in three and four of a kind nothing changes."""
    points = OFFICIAL.fixed.get(params.one_box[turns.HANDS[letter]].box, 1)
    return (_number(right[0]) / points,)


@answered_otherwise(turns.mean_of_a_box, "rerolls-forgotten")
def rerolls_forgotten(params: Parameters, _: Values, letter: str) -> Values:
    """The mean of a single throw."""
    mean = params.means[letter]
    if letter == "a":
        return (Fraction(mean.dice * (UPPER.index(mean.box) + 1), mean.faces),)
    rules = Rules(dice=mean.dice, faces=mean.faces, boxes=(mean.box,))
    thrown = outcomes((), mean.dice, mean.faces)
    return (sum((chance * score(rules, hand, mean.box) for hand, chance in thrown), Fraction(0)),)


@answered_otherwise(turns.mean_of_a_box, "two-throws", "a")
def two_throws(params: Parameters, _: Values, __: str) -> Values:
    """Two throws in all, where there are two rerolls."""
    mean = params.means["a"]
    return (mean.dice * (UPPER.index(mean.box) + 1) * (1 - (1 - Fraction(1, mean.faces)) ** 2),)


@answered_otherwise(turns.mean_of_a_group, "boxes-added")
def boxes_added(params: Parameters, _: Values, letter: str) -> Values:
    """The sum of G of the boxes, each alone."""
    from answers.exams.yahtzee.playing import expectations

    return (turns.rounded(sum(expectations().group((box,)) for box in params.groups[letter])),)


@answered_otherwise(turns.human_reroll, "weights-multiplied", "ac")
def weights_multiplied(params: Parameters, _: Values, letter: str) -> Values:
    """The heaviest product of the two weights, not their sum."""
    drawn = params.human[turns.HANDS[letter]]
    return (max(one.points * one.safety for one in turns.aims_of(drawn)),)


@answered_otherwise(turns.human_reroll, "points-alone", "ac")
def points_alone(params: Parameters, _: Values, letter: str) -> Values:
    """The first weight of the heaviest aim, without the second."""
    return (turns.aims_of(params.human[turns.HANDS[letter]])[0].points,)


@answered_otherwise(turns.boxes_filled, "numbers-from-1")
def numbers_from_1(_: Parameters, right: Values, __: str) -> Values:
    """Boxes are numbered from 1."""
    return tuple(int(_number(box)) + 1 for box in right)


@answered_otherwise(turns.boxes_filled, "most-points-filled")
def most_points_filled(params: Parameters, right: Values, letter: str) -> Values:
    """Toutes_les_esperances fills the box of most points, without the mean of the others: often the same box."""
    filling = params.filling[letter]
    points = scores(GAME, filling.hand)
    return right[0], GAME.boxes.index(max(filling.open, key=points.__getitem__))


@answered_otherwise(turns.aimed_reroll, "other-boxes-forgotten", "a")
def other_boxes_forgotten(params: Parameters, _: Values, __: str) -> Values:
    """The greatest expectation in a single box, without the mean of the others."""
    from solvers.yahtzee.strategies.exact_box import exact_box

    drawn = params.aiming
    return (max(exact_box(GAME, box, drawn.hand, drawn.rerolls).value for box in drawn.open),)


@answered_otherwise(turns.best_play, "bonus-forgotten", "ab")
def bonus_forgotten(params: Parameters, _: Values, letter: str) -> Values:
    """The 35 points of the upper boxes are left out."""
    from solvers.yahtzee.strategies.optimal import optimal

    reduced = params.reduced
    if letter == "a":
        return (turns.rounded(optimal(turns.rules_reduced(reduced, bonus=0)).expected_score),)
    return (turns.rounded(turns.best_first_keeps(reduced, bonus=0)[0][1]),)


@answered_otherwise(games.whole_games, "bonus-not-added")
def bonus_not_added(params: Parameters, _: Values, letter: str) -> Values:
    """The points of the turns without the bonus; where it is not reached nothing changes."""
    return (sum(turn.points for turn in games.game(params, letter)[1]),)


@answered_otherwise(games.whole_games, "no-fresh-list")
def no_fresh_list(params: Parameters, _: Values, letter: str) -> Values:
    """Turns go on where the dice of the one before ended."""
    return (games.game(params, letter, fresh=False)[0],)


@answered_otherwise(games.antithetic_match, "gap-of-a-set", "b")
def gap_of_a_set(_: Parameters, right: Values, __: str) -> Values:
    """The mean over sets of the two differences together."""
    return (2 * _number(right[0]),)


@answered_otherwise(games.antithetic_match, "strategies-exchanged")
def strategies_exchanged(_: Parameters, right: Values, letter: str) -> Values:
    """Decision_Une first."""
    return right[::-1] if letter == "a" else (-_number(right[0]),)


def score_of_joker(box: str) -> int:
    """Return what a joker earns in a full house or a straight."""
    return OFFICIAL.fixed[box]


def _is_joker(params: Parameters, letter: str) -> bool:
    further = params.further[letter]
    return UPPERS[further.face - 1] not in further.open


def _number(value: Value) -> Fraction:
    if isinstance(value, tuple):
        raise TypeError(f"a number was expected, got {value}")
    return Fraction(value)


MISTAKES: Final[Mapping[int, tuple[Mistake, ...]]] = {
    1: (ordered_throws, a_factor_2_forgotten),
    2: (order_of_dice_forgotten, combinations_equally_likely, kept_dice_thrown_too),
    3: (dice_counted, equal_dice_alone),
    4: (joker_forgotten, joker_always, hundred_after_0, hundred_forgotten),
    5: (dice_of_the_combination,),
    6: (loss_alone_divided, faces_wanted_exchanged, six_faces),
    7: (chance_for_points,),
    8: (rerolls_forgotten, two_throws),
    9: (boxes_added,),
    10: (weights_multiplied, points_alone),
    11: (numbers_from_1, most_points_filled),
    12: (other_boxes_forgotten,),
    13: (bonus_forgotten,),
    14: (),
    15: (bonus_not_added, no_fresh_list),
    16: (gap_of_a_set, strategies_exchanged),
}
"""Known mistakes by question."""
