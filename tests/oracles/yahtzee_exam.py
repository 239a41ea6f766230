"""The answers of the exam `yahtzee` from what it draws, by plain enumeration: none of the code of `solvers` is used.

Of a code, the answer is the set of all keeps that are right.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np

from tests.oracles import yahtzee_reading as reading
from tests.oracles.nash_exam import terms
from tests.oracles.yahtzee_reading import BOXES, HANDS, NUMBER, ROLL, TIE, UPPER, chances, ways
from tests.oracles.yahtzee_recursion import points

PATTERNS = BOXES[6:12]


def answers(drawn):
    """Expected values by part of questions 1 to 14."""
    parts = (counted, hands, near, weights, one_box, means, human, filled, aimed, best_play)
    return {part: values for make in parts for part, values in make(drawn).items()}


def counted(drawn):
    counts, throws = drawn.counts, drawn.throws
    dice, faces = counts.dice, counts.faces
    combinations_of_dice = len(list(combinations_with_replacement(range(faces), dice)))
    new = list(throws.again)
    for die in throws.kept:
        new.remove(die)
    at_once = Fraction(ways(throws.at_once), throws.faces ** len(throws.at_once))
    again = Fraction(ways(tuple(new)), throws.faces ** len(new))
    groups = comb(counts.boxes, counts.group)
    situations = combinations_of_dice * 2 * 2 * 2**dice * 2**counts.boxes
    return {"1": (combinations_of_dice, groups, situations), "2": (at_once, again)}


def hands(drawn):
    values = {"3a": tuple(points(drawn.scored, box) for box in UPPER)}
    values["3b"] = tuple(points(drawn.scored, box) for box in BOXES[6:])
    for letter, further in drawn.further.items():
        earned = reading.further((further.face,) * 5, further.open, further.scored)
        values[f"4{letter}"] = tuple(earned[box] for box in further.open)
    return values


def near(drawn):
    first = {}
    for letter, hand in drawn.near.items():
        attained, attainable = reading.named(hand)
        for box, kept in reversed(attained + attainable):
            first[letter, box] = kept
    return {
        "5a": tuple(5 - len(first["a", box]) if ("a", box) in first else -1 for box in PATTERNS),
        "5b": tuple({first["b", box]} if ("b", box) in first else -1 for box in PATTERNS),
    }


def weights(drawn):
    values = {}
    for letter, target in drawn.targets.items():
        once = 50 - 10 * target.missing * (1 - Fraction(2 if letter == "a" else 1, target.faces))
        values[f"6{letter}"] = (once / 3, once)
    return values


@cache
def levels(box, dice, faces):
    """What every roll is worth with 0, 1 and 2 rerolls left, and what every keep is, with 1 and 2."""
    rolls = list(combinations_with_replacement(range(1, faces + 1), dice))
    worth = [{roll: Fraction(points(roll, box)) for roll in rolls}]
    kept = [{}]
    for _ in range(2):
        mean = dict(worth[-1])
        for size in range(dice - 1, -1, -1):
            for keep in combinations_with_replacement(range(1, faces + 1), size):
                mean[keep] = sum(mean[tuple(sorted((*keep, face)))] for face in range(1, faces + 1)) / faces
        kept.append(mean)
        worth.append({roll: max(mean[keep] for keep in subsets(roll)) for roll in rolls})
    return worth, kept


def subsets(roll):
    return {keep for size in range(len(roll) + 1) for keep in combinations(roll, size)}


def one_box(drawn):
    values = {}
    for box_choice, (value, code) in zip(drawn.one_box, ("ab", "cd"), strict=True):
        worth, kept = levels(box_choice.box, 5, 6)
        best = worth[box_choice.rerolls][box_choice.hand]
        values[f"7{value}"] = (best,)
        values[f"7{code}"] = ({keep for keep in subsets(box_choice.hand) if kept[box_choice.rerolls][keep] == best},)
    return values


def means(drawn):
    values = {}
    for letter, mean_of in drawn.means.items():
        worth = levels(mean_of.box, mean_of.dice, mean_of.faces)[0][2]
        values[f"8{letter}"] = (sum(ways(roll) * value for roll, value in worth.items()) / mean_of.faces**mean_of.dice,)
    for letter, boxes in drawn.groups.items():
        values[f"9{letter}"] = (reading.groups()[0, reading.bits(boxes)],)
    return values


def human(drawn):
    values = {}
    for turn, (value, code) in zip(drawn.human, ("ab", "cd"), strict=True):
        open_boxes = [box for box in BOXES if box not in turn.filled]
        _, kept, weight = reading.aim(turn.hand, open_boxes, turn.upper, turn.rerolls)
        values |= {f"10{value}": (weight,), f"10{code}": ({kept},)}
    return values


def filled(drawn):
    return {
        f"11{letter}": (
            BOXES.index(reading.fill_decision_une(one.hand, one.open, one.upper)),
            BOXES.index(reading.fill_esperances(one.hand, one.open, False)),
        )
        for letter, one in drawn.filling.items()
    }


def aimed(drawn):
    aiming, corrected = drawn.aiming, drawn.corrected
    plain = reading.corrected(aiming.hand, aiming.open, False, 0, aiming.rerolls, 0)
    more = reading.corrected(corrected.hand, corrected.open, False, corrected.upper, corrected.rerolls, drawn.alpha)
    return {**best_of("12", plain), **best_of("14", more)}


def best_of(number, worth):
    best = max(worth.values())
    return {f"{number}a": (best,), f"{number}b": ({keep for keep in worth if worth[keep] >= best - TIE},)}


def best_play(drawn):
    """The four boxes by plain recursion on the open ones and the upper total."""
    boxes, threshold, hand = drawn.reduced.boxes, drawn.reduced.threshold, drawn.reduced.hand
    earned = {box: np.array([points(hand, box) for hand in HANDS]) for box in boxes}

    @cache
    def after(left, upper):
        """What every keep is worth with two rerolls left."""
        worth = np.full(len(HANDS), -1.0)
        for box in left:
            for roll in range(len(HANDS)):
                gain = earned[box][roll]
                rest = value(left - {box}, upper + (gain if box in UPPER else 0))
                worth[roll] = max(worth[roll], gain + rest)
        for _ in range(2):
            keeps = chances() @ worth
            worth = keeps[reading.places()].max(axis=1)
        return keeps, worth

    def value(left, upper):
        if not left:
            return 35.0 if upper >= threshold else 0.0
        return float(chances()[0] @ after(left, int(upper))[1])

    whole = frozenset(boxes)
    keeps, worth = after(whole, 0)
    best = worth[ROLL[hand]]
    right = {keep for keep in subsets(hand) if keeps[NUMBER[keep]] >= best - TIE}
    return {"13a": (value(whole, 0),), "13b": (best,), "13c": (right,)}


def games(u0, alpha, start):
    """Scores of Decision_Une and Toutes_les_esperances, and the sum of those of Perturbation, in question 15."""
    dice = [1 + u % 6 for u in terms(u0, start + 1000)][start:]
    perturbed = sum(reading.game(reading.Perturbation(alpha), dice[200 * i :])[0] for i in range(5))
    return (*(reading.game(player, dice)[0] for player in (reading.DecisionUne(), reading.Perturbation())), perturbed)


def match(u0):
    """Points of Toutes_les_esperances and of Decision_Une, and the mean difference, in question 16."""
    dice = [1 + u % 6 for u in terms(u0, 4000)]
    total, gap = [0, 0], 0
    for start in range(0, 4000, 400):
        first, second = dice[start : start + 200], dice[start + 200 : start + 400]
        scores = [
            (reading.game(reading.Perturbation(), mine)[0], reading.game(reading.DecisionUne(), theirs)[0])
            for mine, theirs in ((first, second), (second, first))
        ]
        gaps = [mine - theirs for mine, theirs in scores]
        gap += sum(gaps)
        for player, sign in enumerate((1, -1)):
            won = sum(sign * one > 0 for one in gaps)
            total[player] += 1 if won == 2 else Fraction(won == 1 and sign * sum(gaps) > 0, 2)
    return {"16a": tuple(total), "16b": (Fraction(gap, 20),)}
