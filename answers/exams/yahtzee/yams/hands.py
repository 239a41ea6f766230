"""Question 3 of the exam `yams`: points of a hand in every box, and straights among four hands."""

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Final

from answers.exam.question import Part, Solution, SolveContext, question
from answers.exams.yahtzee.draws import GAME, UPPERS, Hand
from answers.exams.yahtzee.hands import dice_counted
from answers.exams.yahtzee.misconceptions import rules_in
from answers.exams.yahtzee.yams.draws import YamsParameters
from answers.kinds.choices import choices
from answers.kinds.numbers.numbers import integers
from solvers.yahtzee.rules.rules import LOWER, counts, longest_run, scores

STRAIGHTS: Final[Mapping[str, int]] = {"small_straight": 4, "large_straight": 5}
"""The number of consecutive faces of a straight, by box."""
BOXES: Final[Mapping[str, str]] = {"c": "small_straight", "d": "large_straight"}
"""The box of each part that asks which hands are straights."""
LETTERS: Final = "ABCDEF"
WHICH: Final = choices(*LETTERS, boxes=True)


def _which(hands: Iterable[Hand], is_straight: Callable[[Hand], bool]) -> Solution:
    """Return as an answer the letters of the hands that are straights."""
    return Solution((tuple(letter for letter, hand in zip(LETTERS, hands, strict=True) if is_straight(hand)),))


@question(
    3,
    parts="abcd",
    kind={"a": integers(6, 0, 50), "b": integers(7, 0, 50), "c": WHICH, "d": WHICH},
    points=1,
    all_or_nothing=True,
    definitions=(1,),
)
def points_of_hands(context: SolveContext[YamsParameters], part: Part) -> Solution:
    """Return the points of a hand in the upper boxes (a) or in the lower boxes (b), or the hands that are straights.

    Of six hands, part c asks for the small straights and part d for the large ones.

    Source: the report, section 2.1 and its score sheet.
    """
    drawn, rules = context.params, rules_in(context)
    if part.letter in BOXES:
        return _which(drawn.straights, lambda hand: scores(rules, hand)[BOXES[part.letter]] > 0)
    points = tuple(scores(rules, drawn.scored).values())
    return Solution(points[: len(UPPERS)] if part.letter == "a" else points[len(UPPERS) :])


points_of_hands.mistake_from_answer("dice-counted", dice_counted, parts="a")


def run_around(hand: Hand) -> int:
    """Return the length of the longest run of faces of a hand if a 1 may follow a 6."""
    return min(longest_run(counts(GAME, hand) * 2), GAME.dice)


def run_without_repeats(hand: Hand) -> int:
    """Return the length of the longest run of consecutive faces in a sorted hand, in which a repeated face ends a run.

    A student who does not skip equal dice finds this length.
    """
    longest = length = 1
    for before, after in pairwise(sorted(hand)):
        length = length + 1 if after == before + 1 else 1
        longest = max(longest, length)
    return longest


def _as_straights(context: SolveContext[YamsParameters], part: Part, length_of: Callable[[Hand], int]) -> Solution:
    """Return the answer to a part of a student to whom `length_of(hand)` is the length of the straight in a hand."""
    drawn = context.params
    if part.letter == "a":
        return points_of_hands(context, part)
    if part.letter in BOXES:
        return _which(drawn.straights, lambda hand: length_of(hand) >= STRAIGHTS[BOXES[part.letter]])
    length = length_of(drawn.scored)
    read = {box: GAME.fixed[box] if length >= faces else 0 for box, faces in STRAIGHTS.items()}
    points = scores(GAME, drawn.scored) | read
    return Solution(tuple(points[box] for box in LOWER))


READINGS: Final[Mapping[str, Callable[[Hand], int]]] = {
    # 5 6 1 2 is taken for a straight
    "one-after-six": run_around,
    # four different faces are taken for a small straight, five for a large one
    "different-faces": lambda hand: len(set(hand)),
    # 1 2 3 3 4 is not taken for a straight
    "repeat-breaks-straight": run_without_repeats,
}
"""Wrong lengths of the straight in a hand, by the slug of the mistake."""

points_of_hands.mistakes_from(_as_straights, READINGS)
