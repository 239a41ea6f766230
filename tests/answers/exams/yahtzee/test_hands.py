"""Questions 1 to 6 of `yahtzee` by thought, and what their lines cite by an oracle."""

import re
from fractions import Fraction
from typing import Any

from answers.exam.key import Key, make_key
from answers.exams.yahtzee.draws import Counts, Further, Target, Throws
from tests.answers.exams.how import how
from tests.answers.exams.yahtzee.asked import EXAM, asked, dice, solve
from tests.oracles import yahtzee_reading as reading


def test_counts_of_the_report() -> None:
    """Section 4, with 12 of its 13 boxes: 252 combinations, 252 · 2 · 2 · 32 · 2^12 situations."""
    assert solve(1, counts=Counts(dice=5, faces=6, boxes=12, group=3)) == (252, 220, 252 * 4 * 32 * 2**12)


def test_chances_by_thought() -> None:
    alike = Throws(6, (1, 1, 1, 1, 1), (1, 1, 1, 6, 6), kept=(6, 6))
    assert solve(2, throws=alike) == (Fraction(1, 6**5), Fraction(1, 6**3))
    run = Throws(7, (1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6), kept=(5, 6))
    assert solve(2, throws=run) == (Fraction(720, 7**6), Fraction(24, 7**4))


def test_a_hand_of_the_report_in_all_boxes() -> None:
    """Section 3.2: 2 2 3 3 3 attains twos, threes, full house and three of a kind."""
    assert solve(3, "a", scored=(2, 2, 3, 3, 3)) == (0, 4, 9, 0, 0, 0)
    assert solve(3, "b", scored=(2, 2, 3, 3, 3)) == (13, 0, 25, 0, 0, 0, 13)


def test_further_yahtzees() -> None:
    """The joker only where the box of the face is filled; 100 points only after a Yahtzee that scored."""
    lower = ("full_house", "large_straight")
    cases = {"a": Further(2, True, ("ones", "twos", *lower)), "b": Further(2, False, ("ones", "fives", *lower))}
    assert solve(4, "a", further=cases) == (100, 110, 100, 100)
    assert solve(4, "b", further=cases) == (0, 0, 25, 40)


def test_possib_by_thought() -> None:
    """The full house keeps all dice; 4 4 4 keep three for both kinds; a run keeps one die of each face."""
    near = {"a": (2, 2, 3, 3, 3), "b": (1, 2, 3, 5, 5)}
    assert solve(5, "a", near=near) == (2, 2, 0, -1, -1, -1)
    # 1 2 3 is no run that may grow at both ends: only the pair.
    assert solve(5, "b", near=near) == (0b11000, -1, -1, -1, -1, -1)


def test_codes_that_keep_the_same_dice_are_right() -> None:
    """A run keeps one of two equal dice, either of them."""
    near = {"a": (1, 1, 2, 3, 4), "b": (2, 3, 4, 4, 6)}
    question, part, told = asked(5, "b", near=near)
    assert question.accepts is not None
    # 6 4 4 3 2: a pair, and 4 3 2 with the first 4 or the second.
    for code in (0b01011, 0b00111):
        assert question.accepts(told, part, (0b01100, -1, -1, code, -1, -1))
    assert not question.accepts(told, part, (0b01100, -1, -1, 0b01111, -1, -1))
    assert not question.accepts(told, part, (0b01100, -1, -1, -1, -1, -1))


def test_the_safety_of_an_aim() -> None:
    """Equations (2) and (4); with two rerolls left all of it is divided by 3."""
    targets = {"a": Target("full_house", 1, faces=6), "b": Target("yahtzee", 2, faces=5)}
    assert solve(6, "a", targets=targets) == (Fraction(130, 9), Fraction(130, 3))
    assert solve(6, "b", targets=targets) == (Fraction(34, 3), 34)


def test_orders_are_quotients_of_factorials(key: Key) -> None:
    params: Any = key.params
    line, throws = how(EXAM, key, 2), params.throws
    missing = throws.again[: len(throws.again) - len(throws.kept)]
    told = re.findall(r"(\d+)/\d+, where \S+, that is (\d+), counts [^\d]+(?:\d dice thrown again, )?([\d ]+)\.", line)
    for hand, (share, ways, shown) in zip((throws.at_once, missing), told, strict=True):
        assert int(share) == int(ways) == reading.ways(hand)
        assert dice(shown) == hand


def test_quotients_of_factorials_by_hand() -> None:
    """Six dice, two pairs: 6!/(2!·2!) = 180, from the words of the law of multinomials."""
    for u0, told in (
        (17, "6!/(2!·2!), that is 180, counts the orders of 4 4 3 3 2 1."),
        (25, "6!/5!, that is 6, counts the orders of 5 5 5 5 5 3."),
    ):
        assert told in how(EXAM, make_key(EXAM, u0, parts=["2"]), 2)


def test_dice_that_possib_keeps_are_those_of_its_lists(key: Key) -> None:
    """How many in part a, which ones in part b."""
    params: Any = key.params
    counts = re.findall(r"(\d) for (\d+)", how(EXAM, key, 5, wrong={"a": (0,)}))
    assert {int(number): int(count) for count, number in counts} == {
        number: len(kept) for number, kept in first_kept(params.near["a"]).items()
    }
    kept = re.findall(r"([\d ]+) for (\d+)", how(EXAM, key, 5, wrong={"b": (0,)}).split("keeps", 1)[1])
    assert {int(number): dice(shown) for shown, number in kept} == first_kept(params.near["b"])


def first_kept(hand: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """The first dice that Possib keeps for each lower box but chance, by its number."""
    attained, attainable = reading.named(hand)
    first = {reading.BOXES.index(box): tuple(sorted(kept)) for box, kept in reversed([*attained, *attainable])}
    return {number: kept for number, kept in first.items() if 6 <= number < 12}
