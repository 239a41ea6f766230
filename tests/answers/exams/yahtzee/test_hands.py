"""Questions 1 to 6 of `yahtzee` by thought, and what their lines cite by an oracle."""

import re
from typing import Any

from answers.exam.key import Key
from tests.answers.exams.feedback import feedback_line
from tests.answers.exams.yahtzee.common import EXAM, dice
from tests.oracles import yahtzee_reading as reading


def test_orders_are_quotients_of_factorials(key: Key) -> None:
    params: Any = key.params
    line, throws = feedback_line(EXAM, key, 2), params.throws
    missing = throws.again[: len(throws.again) - len(throws.kept)]
    shares = re.findall(
        r"(\d+)/\d+, where \S+, that is (\d+), counts [^\d]+(?:\d dice thrown again, )?([\d ]+)\.", line
    )
    for hand, (share, ways, shown) in zip((throws.at_once, missing), shares, strict=True):
        assert int(share) == int(ways) == reading.ways(hand)
        assert dice(shown) == hand


def test_dice_that_possib_keeps_are_those_of_its_lists(key: Key) -> None:
    """How many in part a, which ones in part b."""
    params: Any = key.params
    counts = re.findall(r"(\d) for (\d+)", feedback_line(EXAM, key, 5, wrong={"a": (0,)}))
    assert {int(number): int(count) for count, number in counts} == {
        number: len(kept) for number, kept in first_kept(params.near["a"]).items()
    }
    kept = re.findall(r"([\d ]+) for (\d+)", feedback_line(EXAM, key, 5, wrong={"b": (0,)}).split("keeps", 1)[1])
    assert {int(number): dice(shown) for shown, number in kept} == first_kept(params.near["b"])


def first_kept(hand: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """The first dice that Possib keeps for each lower box but chance, by its number."""
    attained, attainable = reading.named(hand)
    first = {reading.BOXES.index(box): tuple(sorted(kept)) for box, kept in reversed([*attained, *attainable])}
    return {number: kept for number, kept in first.items() if 6 <= number < 12}
