"""Which printed example tells a misconception: each changes one at least, by an oracle in which it is made."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from answers.exams.yahtzee.subject import ALPHA, FIVES_AND_SIXES, JOKERS, NEAR, SHEETS, SUBJECT
from tests.oracles import yahtzee_reading as reading
from tests.oracles.yahtzee_recursion import points

ORACLE = {name: getattr(reading, name) for name in ("further", "named", "upper_lead", "weights", "aim", "correction")}
FIVES = ("twos", "threes", "fours", "fives", "sixes", "chance")
Hand = tuple[int, ...]


def printed() -> dict[str, Any]:
    """The examples by the oracle, as it reads the rules now."""
    fours = ((("fours", *JOKERS), True), (("ones", *JOKERS), True), (("ones", *JOKERS), False))
    worth = reading.corrected(FIVES_AND_SIXES, FIVES, False, 3, 1, ALPHA)
    return {
        "jokers": [reading.further((4,) * 5, boxes, scored) for boxes, scored in fours],
        "near": [first_kept(hand) for hand in NEAR],
        "sheets": [on_a_sheet(human) for human in SHEETS],
        "five": round(max(worth.values()), 6),
    }


def first_kept(hand: Hand) -> dict[str, Hand]:
    attained, attainable = reading.named(hand)
    return {box: kept for box, kept in reversed([*attained, *attainable]) if box in reading.BOXES[6:12]}


def on_a_sheet(example: Any) -> tuple[Hand, str]:
    left = [box for box in reading.BOXES if box not in example.filled]
    aim = reading.aim(example.hand, left, example.upper, example.rerolls)
    return aim[1], reading.fill_decision_une(example.hand, left, example.upper)


def test_the_examples_are_those_of_the_oracle() -> None:
    examples: Any = SUBJECT.examples()
    expected = printed()
    assert [*examples["jokers"]] == expected["jokers"]
    kept = [dict(zip(reading.BOXES[6:12], one["kept"], strict=True)) for one in examples["possib"]]
    assert [{box: dice for box, dice in one.items() if dice is not None} for one in kept] == expected["near"]
    assert [(one.kept, one.filled) for one in examples["sheets"]] == expected["sheets"]
    assert examples["five_uppers"].worth == pytest.approx(expected["five"], abs=1e-6)


def further(*, joker: Callable[[bool, bool], bool], hundred: Callable[[bool], bool]) -> Callable[..., Any]:
    """Points of five equal dice: a joker by whether the box of the face is open and what the Yahtzee box holds."""

    def earned(hand: Hand, left: Any, scored: bool) -> dict[str, int]:
        points_by_box = {box: points(hand, box) for box in left}
        if joker(reading.UPPER[hand[0] - 1] in left, scored):
            points_by_box |= {box: reading.FIXED[box] for box in left if box in ("full_house", "large_straight")}
        return {box: worth + (100 if hundred(scored) else 0) for box, worth in points_by_box.items()}

    return earned


def named_with(add: Callable[[Hand], list[Any]]) -> Callable[[Hand], Any]:
    def named(hand: Hand) -> Any:
        attained, attainable = ORACLE["named"](hand)
        return attained, [*attainable, *add(hand)]

    return named


def run(length: int, low: int, box: str) -> Callable[[Hand], list[Any]]:
    faces = tuple(range(low, low + length))
    return lambda hand: [(box, faces)] if {*faces} <= {*hand} else []


def highest_run(hand: Hand) -> Any:
    attained, attainable = ORACLE["named"](hand)
    high = {"small_straight": tuple(range(max(hand) - 3, max(hand) + 1))}
    return [(box, high[box] if box in high and {*high[box]} <= {*hand} else kept) for box, kept in attained], attainable


def lead_by(change: Callable[[int, int], int]) -> Callable[[Any, int], int]:
    """The lead, and what is told of the total, changed."""
    return lambda left, upper: change(ORACLE["upper_lead"](left, upper), upper)


def without_filled_yahtzee(hand: Hand, left: Any, upper: int, rerolls: int) -> Any:
    lead = reading.upper_lead(left, upper)
    aims = [aim for part in reading.named(hand) for aim in part if aim[0] in left]
    return max(
        ((*aim, sum(reading.weights(hand, *aim, rerolls, lead))) for aim in aims), key=lambda weighed: weighed[2]
    )


def always_corrected(keep: Hand, left: Any, upper: int) -> int:
    return max(face * keep.count(face) for face in range(1, 7) if reading.UPPER[face - 1] in left)


MISREAD: Mapping[str, tuple[str, str, Any]] = {
    "the joker forgotten": ("jokers", "further", further(joker=lambda *_: False, hundred=bool)),
    "a joker after 50 alone": ("jokers", "further", further(joker=lambda own, s: not own and s, hundred=bool)),
    "a joker though the face is open": ("jokers", "further", further(joker=lambda *_: True, hundred=bool)),
    "a hundred after 0": ("jokers", "further", further(joker=lambda own, _: not own, hundred=lambda _: True)),
    "no hundred": ("jokers", "further", further(joker=lambda own, _: not own, hundred=lambda _: False)),
    "3 4 5 6 near to a large straight": ("near", "named", named_with(run(4, 3, "large_straight"))),
    "1 2 3 near to a small straight": ("near", "named", named_with(run(3, 1, "small_straight"))),
    "the highest small straight": ("near", "named", highest_run),
    "a filled Yahtzee is no aim": ("sheets", "aim", without_filled_yahtzee),
    "a lead of 9 is near": ("sheets", "upper_lead", lead_by(lambda lead, _: 8 if lead == 9 else lead)),
    "a lead without its sign": ("sheets", "upper_lead", lead_by(lambda lead, _: max(lead, -8))),
    "a total above 63": ("sheets", "upper_lead", lead_by(lambda lead, upper: lead + max(upper - 63, 0))),
    "a lead of 9 is far when filling": ("sheets", "upper_lead", lead_by(lambda lead, _: 10 if lead == 9 else lead)),
    "five upper boxes corrected": ("five", "correction", always_corrected),
}
"""By misconception: the example that tells it, what the oracle has otherwise."""


@pytest.mark.slow
@pytest.mark.parametrize("name", MISREAD)
def test_each_misreading_changes_a_printed_value(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right = printed()
    example, function, otherwise = MISREAD[name]
    monkeypatch.setattr(reading, function, otherwise)
    read = printed()
    assert {key for key in right if read[key] != right[key]} == {example}
