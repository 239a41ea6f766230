"""What the exam `yahtzee` draws, beside a plain reading of its strategies."""

from itertools import combinations_with_replacement
from typing import Any

from answers.exam.draw import Draw
from answers.exams.yahtzee.draws import draw
from tests.oracles import yahtzee_reading as reading

UPPER = reading.BOXES[:6]
PATTERNS = ("three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight", "yahtzee")
LOWER = (*PATTERNS, "chance")
PRINTED = {
    sum(reading.weights((2, 5, 5, 6, 6), box, kept, rerolls, 0))
    for rerolls in (1, 2)
    for part in reading.named((2, 5, 5, 6, 6))
    for box, kept in part
}
"""Weights that the table of D9 prints, of a hand on an empty sheet."""


def near_to_two() -> list[tuple[int, ...]]:
    """Hands, not of one face, for which Possib names two of the boxes 6 to 11."""
    hands = (hand for hand in combinations_with_replacement(range(1, 7), 5) if hand[0] != hand[-1])
    return [hand for hand in hands if len({box for part in reading.named(hand) for box, _ in part} & {*PATTERNS}) > 1]


def test_every_seed_asks_for_what_its_question_is_about() -> None:
    """In 4 a box of 50, one of 0, and a box for a joker; in 5 two boxes; in 10 no weight that the booklet prints."""
    for u0 in range(1, 64007, 640):
        drawn: Any = draw(Draw(u0))
        assert {one.scored for one in drawn.further.values()} == {False, True}
        for one in drawn.further.values():
            assert {"full_house", "small_straight", "large_straight"} & {*one.open}
        assert {*drawn.near.values()} <= {*near_to_two()}
        for asked in drawn.human:
            left = [box for box in (*UPPER, *LOWER) if box not in asked.filled]
            assert reading.aim(asked.hand, left, asked.upper, asked.rerolls)[2] not in PRINTED
