"""Which combinations a hand has, and which it is near to: the report's `Possib` (section 3.2).

From the text: a Yahtzee is attainable with three equal dice or more; a full house with two pairs, and only so (printed
code); a straight only from an unbroken run one die short, the large one from four, the small one from three; an upper
box is attained as soon as one die shows its face, and otherwise not attainable. Chance is never named. Where the text
leaves it open:

- Three and four of a kind are attainable with at least a pair, and at most two dice missing, as the Yahtzee is.
- The kept dice of n of a kind are all those of the face; of a run, one die a face. Of two pairs or two runs that would
  do, the higher one is kept.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from solvers.yahtzee.rules.rules import UPPER, Counts, Rules, counts

OF_A_KIND = {"three_of_a_kind": 3, "four_of_a_kind": 4}
RUNS = {"small_straight": 4, "large_straight": 5}


@dataclass(frozen=True, slots=True)
class Aim:
    """A box that a hand has or is near to.

    Attributes
    ----------
    box : str
        The box.
    kept : tuple of int
        The dice to keep for it, in increasing order.
    missing : int
        How many dice the combination still lacks; 0 if it is attained.

    Source: Yahtzee report, section 3.2, *atteintes* and *atteignables*.
    """

    box: str
    kept: tuple[int, ...]
    missing: int


def possib(rules: Rules, hand: Iterable[int]) -> tuple[Aim, ...]:
    """Return the attained (`missing` = 0) and the attainable boxes of a hand, in the order of the sheet.

    Raises
    ------
    Refusal
        If the hand has another number of dice or a face outside the range.

    Source: Yahtzee report, section 3.2, `possib`, and the printed code for the full house.
    """
    shown = counts(rules, hand)
    aims = {aim.box: aim for aim in (*_upper(shown), *_of_a_kind(rules, shown), *_full(shown), *_runs(shown))}
    return tuple(aims[box] for box in rules.boxes if box in aims)


def _upper(shown: Counts) -> Iterator[Aim]:
    for face, count in enumerate(shown, start=1):
        if count:
            yield Aim(UPPER[face - 1], (face,) * count, 0)


def _of_a_kind(rules: Rules, shown: Counts) -> Iterator[Aim]:
    most = max(shown)
    face = len(shown) - shown[::-1].index(most)
    for box, needed in OF_A_KIND.items():
        if most >= max(2, needed - 2):
            yield Aim(box, (face,) * most, max(0, needed - most))
    if most >= min(3, rules.dice):
        yield Aim("yahtzee", (face,) * most, rules.dice - most)


def _full(shown: Counts) -> Iterator[Aim]:
    pairs = [face for face, count in enumerate(shown, start=1) if count >= 2]
    triples = [face for face in pairs if shown[face - 1] >= 3]
    if len(pairs) >= 2 and triples:
        three = triples[-1]
        two = [face for face in pairs if face != three][-1]
        yield Aim("full_house", tuple(sorted((three,) * 3 + (two,) * 2)), 0)
    elif len(pairs) >= 2:
        yield Aim("full_house", tuple(sorted(pairs[-2:] * 2)), 1)


def _runs(shown: Counts) -> Iterator[Aim]:
    run = _longest(shown)
    for box, needed in RUNS.items():
        if len(run) >= needed - 1:
            kept = run[-needed:]
            yield Aim(box, kept, needed - len(kept))


def _longest(shown: Counts) -> tuple[int, ...]:
    """Return the longest run of faces, the higher one of two."""
    runs: list[tuple[int, ...]] = [()]
    for face, count in enumerate(shown, start=1):
        runs.append((*runs[-1], face) if count else ())
    return max(runs, key=lambda run: (len(run), run))
