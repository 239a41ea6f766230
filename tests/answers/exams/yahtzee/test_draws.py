"""What the exam `yahtzee` draws, against the plain sequence: in [a, b], a + u(k) mod (b - a + 1); by place."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import astuple, fields, is_dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations
from typing import Any

import pytest

from answers.exam.draw import FIRST, Draw
from answers.exams.yahtzee.draws import draw
from solvers.yahtzee.rules.rolls import upper_totals
from solvers.yahtzee.rules.rules import MEASURED, score
from tests.oracles import yahtzee_reading as reading
from tests.oracles.nash_exam import terms

FACES = ("ones", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights")
UPPER = FACES[:6]
PATTERNS = ("three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight", "yahtzee")
LOWER = (*PATTERNS, "chance")
PLAIN_LOWER = (*PATTERNS[:-1], "chance")
PLAIN = (*UPPER, *PLAIN_LOWER)
ALONE = {box: 5 * face * (1 - Fraction(5, 6) ** 3) for face, box in enumerate(UPPER, 1)} | {
    "three_of_a_kind": 15,
    "four_of_a_kind": 6,
    "full_house": 9,
    "small_straight": 18,
    "large_straight": 10,
    "chance": 23,
}
"""What a box brings alone: fractions, and the subject's G of the lower ones in round figures."""
PRINTED = {
    sum(reading.weights((2, 5, 5, 6, 6), box, kept, rerolls, 0))
    for rerolls in (1, 2)
    for part in reading.named((2, 5, 5, 6, 6))
    for box, kept in part
}
"""Weights that the table of D9 prints, of a hand on an empty sheet."""


def hands(dice: int = 5, faces: int = 6) -> list[tuple[int, ...]]:
    """All hands but those of one face."""
    return [hand for hand in combinations_with_replacement(range(1, faces + 1), dice) if hand[0] != hand[-1]]


def near_to_two() -> list[tuple[int, ...]]:
    """Hands for which Possib names two of the boxes 6 to 11."""
    return [hand for hand in hands() if len({box for part in reading.named(hand) for box, _ in part} & {*PATTERNS}) > 1]


def patterned(found_in: Sequence[tuple[int, ...]]) -> list[list[tuple[int, ...]]]:
    """Hands by how often their faces occur and by their longest run."""
    hands: dict[object, list[tuple[int, ...]]] = {}
    for hand in found_in:
        run = max(n for n in range(1, 6) if any(set(range(a, a + n)) <= set(hand) for a in hand))
        hands.setdefault((sorted(map(hand.count, set(hand))), run).__repr__(), []).append(hand)
    return list(hands.values())


def lucky(coming: Sequence[int]) -> bool:
    """The most frequent face alone being kept, all dice of a turn are equal at last."""
    kept: list[int] = []
    for _ in range(3):
        thrown, coming = coming[: 5 - len(kept)], coming[5 - len(kept) :]
        (face, times), *_ = Counter([*kept, *thrown]).most_common()
        kept = [face] * times
    return len(kept) == 5


def start(faces: Sequence[int]) -> int:
    """The first turn is lucky, and one of the next eight."""
    turns = [lucky(faces[at : at + 15]) for at in range(0, len(faces) - 14, 15)]
    return next(15 * turn for turn, first in enumerate(turns) if first and any(turns[turn + 1 : turn + 9]))


def plain(u0: int) -> dict[str, object]:
    """What u₀ draws, by the indices of its terms."""
    u = terms(u0, 20000)

    def between(k: int, low: int, high: int) -> int:
        return low + u[k] % (high - low + 1)

    def one(k: int, items: Sequence[Any]) -> Any:
        return items[u[k] % len(items)]

    def some(k: int, items: Sequence[str], n: int) -> tuple[str, ...]:
        return one(k, list(combinations(items, n)))

    def total(k: int, filled: Sequence[str]) -> int:
        return sum(between(k + i, 2, 5) * (UPPER.index(box) + 1) for i, box in enumerate(filled))

    def further(k: int, own: bool) -> tuple[object, ...]:
        """Not both lower boxes are of equal dice or chance; one Yahtzee box holds 50, the other 0."""
        face = between(k, 1, 6)
        others = [box for box in UPPER if box != UPPER[face - 1]]
        uppers = (UPPER[face - 1], one(k + 1, others)) if own else some(k + 1, others, 2)
        plain = {"three_of_a_kind", "four_of_a_kind", "chance"}
        pairs = [pair for pair in combinations(PLAIN_LOWER, 2) if not plain.issuperset(pair)]
        boxes = (*uppers, *one(k + 2, pairs))
        return face, (u[1013] % 2 == 1) == own, tuple(sorted(boxes, key=(*UPPER, *LOWER).index))

    def one_box(k: int, box: str, rerolls: int) -> tuple[object, ...]:
        some_hands = [hand for hand in hands() if score(MEASURED, hand, box) == 0 and len(set(hand)) < 5]
        return box, one(k, some_hands), rerolls

    def human(k: int, rerolls: int) -> tuple[object, ...]:
        uppers = some(k + 1, UPPER, 2)
        hand, filled, upper = one(k, hands()), (*uppers, one(k + 2, LOWER)), total(k + 3, uppers)
        heaviest = reading.aim(hand, [box for box in (*UPPER, *LOWER) if box not in filled], upper, rerolls)[2]
        return human(k + 1000, rerolls) if heaviest in PRINTED else (hand, rerolls, filled, upper)

    def filling(k: int) -> tuple[object, ...]:
        uppers = some(k, UPPER, 3)
        boxes = (*uppers, *some(k + 1, PLAIN_LOWER, 3))
        upper, hand = total(k + 3, [box for box in UPPER if box not in uppers]), one(k + 2, hands())
        earned = {box: score(MEASURED, hand, box) for box in boxes}
        best = max(boxes, key=lambda box: earned[box] - ALONE[box])
        filled = reading.fill_decision_une(hand, boxes, upper)
        simple = best == boxes[0] and earned[filled] == max(earned.values()) and filled == max(boxes, key=earned.get)
        return filling(k + 1000) if filled == best or simple else (boxes, upper, hand)

    def near(k: int) -> object:
        return one(k + 1, one(k, patterned(near_to_two())))

    dice, faces = between(1004, 6, 8), between(1005, 6, 8)
    again = one(1007, hands(dice, faces))
    first, second = one(1040, list(permutations(PATTERNS[:5], 2)))
    small = (*some(1090, UPPER, 2), *some(1091, PLAIN_LOWER, 2))
    low = sum(UPPER.index(box) + 1 for box in small[:2])
    open_uppers = some(1075, UPPER, 2)
    shown = [UPPER.index(box) + 1 for box in open_uppers]
    totals = [
        upper_total for upper_total in upper_totals(MEASURED, open_uppers) if 63 - 4 * sum(shown) <= upper_total < 63
    ]
    paired = [hand for hand in hands() if [*map(hand.count, shown)] == [1, 1]]
    upper_faces = between(1030, 5, 8)
    return {
        "counts": (between(1000, 5, 8), between(1001, 5, 8), between(1002, 8, 12), between(1003, 2, 6)),
        "throws": (faces, one(1006, hands(dice, faces)), again, again[-between(1008, 1, 3) :]),
        "scored": one(1009, hands()),
        "further": {"a": further(1010, own=True), "b": further(1014, own=False)},
        "near": {"a": near(1020), "b": near(1022)},
        "targets": {
            "a": (one(1024, PATTERNS[2:5]), between(1025, 1, 4), between(1026, 5, 8)),
            "b": (one(1027, (*PATTERNS[:2], "yahtzee")), between(1028, 1, 4), between(1029, 5, 8)),
        },
        "one_box": (one_box(1041, first, 1), one_box(1042, second, 2)),
        "means": {
            "a": (one(1031, FACES[:upper_faces]), between(1032, 4, 8), upper_faces),
            "b": (one(1033, LOWER), between(1034, 5, 6), between(1035, 5, 8)),
        },
        "groups": {"a": some(1044, PLAIN, 2), "b": some(1045, PLAIN, 3)},
        "human": (human(1050, 2), human(1055, 1)),
        "filling": {"a": filling(1060), "b": filling(1066)},
        "aiming": (some(1085, PLAIN, 4), one(1086, hands()), between(1087, 1, 2)),
        "reduced": (small, between(1092, 2 * low, 3 * low), one(1093, hands())),
        "corrected": (
            (*open_uppers, *some(1076, PLAIN_LOWER, 2)),
            one(1077, totals),
            one(1078, paired),
            1,
        ),
        "alpha": between(1080, 20, 40) / 100,
        "start": start([1 + term % 6 for term in u]),
    }


def as_plain(drawn: object) -> object:
    """The same without types: tuples, and mappings by letter."""
    if isinstance(drawn, Mapping):
        return {letter: as_plain(one) for letter, one in drawn.items()}
    if isinstance(drawn, tuple):
        return tuple(map(as_plain, drawn))
    return astuple(drawn) if is_dataclass(drawn) and not isinstance(drawn, type) else drawn


@pytest.mark.parametrize("u0", [1, 17, 64006, *range(3, 64006, 4999)])
def test_draws_are_those_of_the_plain_sequence(u0: int) -> None:
    parameters = draw(Draw(u0))
    assert parameters.u0 == u0
    assert {name: as_plain(getattr(parameters, name)) for name in plain(u0)} == plain(u0)
    assert {field.name for field in fields(parameters)} == {"u0", *plain(u0)}


def test_each_parameter_has_its_own_terms_from_1000_on() -> None:
    for u0 in range(1, 64007, 1600):
        drawing = Draw(u0)
        draw(drawing)
        assert drawing.repeated == ()
        assert min(drawing.uses) == FIRST


def test_every_seed_asks_for_what_its_question_is_about() -> None:
    """In 4 a box of 50, one of 0, and a box for a joker; in 5 two boxes; in 10 no weight that the booklet prints."""
    near = {*near_to_two()}
    for u0 in range(1, 64007, 2560):
        drawn: Any = draw(Draw(u0))
        assert {further.scored for further in drawn.further.values()} == {False, True}
        for further in drawn.further.values():
            assert {"full_house", "small_straight", "large_straight"} & {*further.open}
        assert {*drawn.near.values()} <= near
        for turn in drawn.human:
            left = [box for box in (*UPPER, *LOWER) if box not in turn.filled]
            assert reading.aim(turn.hand, left, turn.upper, turn.rerolls)[2] not in PRINTED
