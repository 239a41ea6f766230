"""What the exam `yahtzee` draws can be asked; `tests.golden` has what it draws."""

from typing import Any

from answers.exam.draw import Draw
from answers.exams.yahtzee.draws import draw
from tests.oracles import yahtzee_reading as reading
from tests.oracles.yahtzee_exam import PATTERNS

PRINTED = {
    sum(reading.weights((2, 5, 5, 6, 6), box, kept, rerolls, 0))
    for rerolls in (1, 2)
    for part in reading.named((2, 5, 5, 6, 6))
    for box, kept in part
}
"""Weights that the table of D9 prints, of a hand on an empty sheet."""


def near_to_two() -> set[tuple[int, ...]]:
    """Hands of several faces for which Possib names two of the boxes 6 to 11."""
    hands = (hand for hand in reading.HANDS if hand[0] != hand[-1])
    return {hand for hand in hands if len({box for part in reading.named(hand) for box, _ in part} & {*PATTERNS}) > 1}


def test_every_seed_asks_for_what_its_question_is_about() -> None:
    """In 4 a box of 50, one of 0, and a box for a joker; in 5 two boxes; in 10 no weight that the booklet prints."""
    near = near_to_two()
    for u0 in range(1, 64007, 2560):
        drawn: Any = draw(Draw(u0))
        assert {further.scored for further in drawn.further.values()} == {False, True}
        for further in drawn.further.values():
            assert {"full_house", "small_straight", "large_straight"} & {*further.open}
        assert {*drawn.near.values()} <= near
        for turn in drawn.human:
            left = [box for box in reading.BOXES if box not in turn.filled]
            assert reading.aim(turn.hand, left, turn.upper, turn.rerolls)[2] not in PRINTED
