"""What the exam `yahtzee` draws, against the plain sequence: in [a, b], a + u(k) mod (b - a + 1); by place."""

from collections.abc import Mapping, Sequence
from dataclasses import astuple, fields, is_dataclass
from itertools import combinations, combinations_with_replacement
from typing import Any

import pytest

from answers.exam.draw import Draw
from answers.exams.yahtzee.draws import Throws, draw
from solvers.yahtzee.rules.rules import REPORT, score
from solvers.yahtzee.rules.upper_totals import upper_totals
from solvers.yahtzee.strategies.possib import possib
from tests.oracles.nash_exam import terms

HANDS = list(combinations_with_replacement(range(1, 7), 5))
MIXED = [hand for hand in HANDS if hand[0] != hand[-1]]
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
PATTERNS = ("three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight", "yahtzee")
PLAIN_LOWER = (*PATTERNS[:-1], "chance")
PLAIN = (*UPPER, *PLAIN_LOWER)
TWO_FACES = ("full_house", "small_straight", "large_straight")


def near(two_faces: bool) -> list[tuple[str, tuple[int, ...]]]:
    """Every hand beside the lower box that it is near to."""
    aims = [(aim.box, hand) for hand in HANDS for aim in possib(REPORT, hand) if aim.missing]
    return [aim for aim in aims if (aim[0] in TWO_FACES) is two_faces]


def plain(u0: int) -> dict[str, object]:
    """What u₀ draws, by the indices of its terms."""
    u = terms(u0, 1045)

    def between(k: int, low: int, high: int) -> int:
        return low + u[k] % (high - low + 1)

    def one(k: int, items: Sequence[Any]) -> Any:
        return items[u[k] % len(items)]

    def some(k: int, items: Sequence[str], n: int) -> tuple[str, ...]:
        return one(k, list(combinations(items, n)))

    def one_box(k: int) -> tuple[str, tuple[int, ...]]:
        box = one(k, PATTERNS)
        return box, one(k + 1, [hand for hand in HANDS if score(REPORT, hand, box) == 0])

    def human(k: int) -> tuple[object, ...]:
        return one(k, MIXED), some(k + 1, (*UPPER, *PATTERNS, "chance"), 2), between(k + 2, 2, 3)

    face, lower = between(1007, 1, 6), some(1009, PLAIN_LOWER, 3)
    another = (UPPER * 2)[face - 1 + between(1008, 1, 5)]
    boxes = (*some(1035, UPPER, 2), *some(1036, PLAIN_LOWER, 2))
    faces = sum(UPPER.index(box) + 1 for box in boxes[:2])
    last = one(1037, UPPER)
    short = 4 * (UPPER.index(last) + 1)
    totals = [total for total in upper_totals(REPORT, (last,)) if 65 - short <= total < 65]
    return {
        "counts": (between(1000, 5, 7), between(1001, 5, 8), between(1002, 8, 12), between(1003, 2, 6)),
        "throws": (one(1004, HANDS), one(1005, MIXED)),
        "scored": one(1006, HANDS),
        "joker": (face, (UPPER[face - 1], *lower), (another, *lower)),
        "near": one(1010, MIXED),
        "targets": {"a": one(1012, near(two_faces=True)), "b": one(1013, near(two_faces=False))},
        "one_box": ((*one_box(1014), 1), (*one_box(1016), 2)),
        "means": {"a": one(1018, UPPER), "b": one(1019, (*PATTERNS, "chance"))},
        "groups": {"a": some(1020, PLAIN, 2), "b": some(1021, PLAIN, 3)},
        "human": ((*human(1022), 2), (*human(1025), 1)),
        "filling": ((*some(1028, UPPER, 2), *some(1029, PLAIN_LOWER, 2)), one(1030, MIXED)),
        "aiming": (some(1031, PLAIN, 3), one(1032, MIXED), between(1033, 1, 2)),
        "reduced": (boxes, between(1043, 2 * faces, 3 * faces), one(1044, MIXED)),
        "corrected": ((last, *some(1038, PLAIN_LOWER, 2)), one(1039, totals), one(1040, MIXED), between(1041, 1, 2)),
        "alpha": between(1042, 1, 8) / 4,
    }


def told(drawn: object) -> object:
    """The same without types: tuples, and mappings by letter."""
    if isinstance(drawn, Mapping):
        return {letter: told(one) for letter, one in drawn.items()}
    if isinstance(drawn, tuple):
        return tuple(map(told, drawn))
    return astuple(drawn) if is_dataclass(drawn) and not isinstance(drawn, type) else drawn


@pytest.mark.parametrize("u0", [0, 1, 17, 64006, *range(3, 64006, 1999)])
def test_draws_are_those_of_the_plain_sequence(u0: int) -> None:
    found = draw(Draw(u0))
    assert found.u0 == u0
    assert {name: told(getattr(found, name)) for name in plain(u0)} == plain(u0)
    assert {field.name for field in fields(found)} == {"u0", *plain(u0)}


def test_the_two_highest_dice_are_kept() -> None:
    assert Throws((1, 1, 1, 1, 1), (1, 2, 3, 5, 6)).kept == (5, 6)
