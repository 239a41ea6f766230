"""Which combinations a hand has and is near to, in the reading that meets the report's figures of Decision_Une.

It departs from `possib`, which follows the words of section 3.2, in these points. The order matters: of equal weights
the first combination is followed.

- Exactly two equal dice are near to three of a kind, three to four, four to a Yahtzee; every pair counts for itself.
  Dice that all agree are a Yahtzee and no longer three or four of a kind.
- A run of three is near to the small straight if it can grow at both ends, a run of four to the large one unless it
  ends on the highest face.
- Of an attained full house all dice are kept. Chance is attained, and keeps the dice of the highest face.
- What is missing are the dice thrown again: two for three of a kind that is already there.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from solvers.yahtzee.rules.rules import UPPER, Counts, Rules, counts
from solvers.yahtzee.strategies.possib import Aim

ORDER = ("chance", "yahtzee", "four_of_a_kind", "three_of_a_kind", "large_straight", "small_straight", "full_house")
"""The attained lower boxes, as they are weighed; the upper ones follow, highest face first."""
NEAR_ORDER = ("full_house", "small_straight", "large_straight", "three_of_a_kind", "four_of_a_kind", "yahtzee")
"""The attainable boxes, as they are weighed."""
Found = Iterator[tuple[str, tuple[int, ...]]]


class Combinations(NamedTuple):
    """The combinations of a hand, each in the order in which they are weighed.

    Source: Yahtzee report, section 3.2, *atteintes* and *atteignables*.
    """

    attained: tuple[Aim, ...]
    attainable: tuple[Aim, ...]


def measured_possib(rules: Rules, hand: Iterable[int]) -> Combinations:
    """Return the attained and the attainable boxes of a hand, whether they are open or not.

    Raises
    ------
    Refusal
        If the hand has another number of dice or a face outside the range.

    Source: Yahtzee report, section 3.2, `possib`, and the printed code for the full house; the reading is the one that
    meets the figures of section 5.
    """
    shown = counts(rules, hand)
    attained = [*_alike(shown), *_full_house(shown), *_runs(shown, 4), *_runs(shown, 5)]
    near = [*_nearly_alike(shown), *_two_pairs(shown), *_nearly_runs(shown, attained)]
    upper = (UPPER[face - 1] for face in range(len(shown), 0, -1))
    return Combinations(
        _aims(rules, attained, (*ORDER, *upper)),
        _aims(rules, near, NEAR_ORDER),
    )


def _aims(rules: Rules, found: list[tuple[str, tuple[int, ...]]], order: tuple[str, ...]) -> tuple[Aim, ...]:
    """Return the boxes found that are on the sheet, in the order given."""
    on_sheet = [(box, kept) for box, kept in found if box in rules.boxes]
    on_sheet.sort(key=lambda one: order.index(one[0]))
    return tuple(Aim(box, kept, rules.dice - len(kept)) for box, kept in on_sheet)


def _alike(shown: Counts) -> Found:
    """Yield what equal dice attain, and chance."""
    yield "chance", (len(shown),) * shown[-1]
    for face, count in enumerate(shown, start=1):
        if count:
            yield UPPER[face - 1], (face,) * count
        if count == sum(shown):
            yield "yahtzee", (face,) * count
        else:
            for box, needed in (("three_of_a_kind", 3), ("four_of_a_kind", 4)):
                if count >= needed:
                    yield box, (face,) * count


def _nearly_alike(shown: Counts) -> Found:
    """Yield what equal dice are near to."""
    for face, count in enumerate(shown, start=1):
        if 2 <= count < sum(shown):
            box = {2: "three_of_a_kind", 3: "four_of_a_kind"}.get(count, "yahtzee")
            yield box, (face,) * count


def _full_house(shown: Counts) -> Found:
    most, second = sorted(shown, reverse=True)[:2]
    if most >= 3 and second >= 2:
        yield "full_house", tuple(face for face, count in enumerate(shown, start=1) for _ in range(count))


def _two_pairs(shown: Counts) -> Found:
    pairs = [face for face, count in enumerate(shown, start=1) if count == 2]
    if len(pairs) >= 2 and max(shown) == 2:
        yield "full_house", tuple(sorted(pairs[:2] * 2))


def _runs(shown: Counts, length: int) -> Found:
    """Yield the lowest run of that length, one die a face."""
    first = next((low for low in range(len(shown) - length + 1) if all(shown[low : low + length])), None)
    if first is not None:
        yield {4: "small_straight", 5: "large_straight"}[length], tuple(range(first + 1, first + length + 1))


def _nearly_runs(shown: Counts, attained: list[tuple[str, tuple[int, ...]]]) -> Found:
    """Yield the runs one die short, from the lowest, of the straights that are not attained."""
    boxes, faces = [box for box, _ in attained], len(shown)
    for box, length, lowest, highest in (
        ("small_straight", 3, 2, faces - 1),
        ("large_straight", 4, 1, faces - 1),
    ):
        if box not in boxes:
            for low in range(lowest, highest - length + 2):
                if all(shown[low - 1 : low - 1 + length]):
                    yield box, tuple(range(low, low + length))
