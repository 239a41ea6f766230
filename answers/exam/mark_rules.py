"""From the points of a paper to its mark: one frozen value in exact fractions, and how it is told."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import floor

from answers.assets import house_words
from answers.kinds.numbers.format import format_decimal

ZERO, HALF = Fraction(0), Fraction(1, 2)


class Per(StrEnum):
    """What a penalty is taken off for: each hour or day begun, or once for the paper."""

    PAPER = "paper"
    HOUR = "hour"
    DAY = "day"


MINUTES = {Per.HOUR: 60, Per.DAY: 24 * 60}


@dataclass(frozen=True, slots=True)
class Penalty:
    """What being late takes off the mark, at most `most` in all."""

    points: Fraction = ZERO
    per: Per = Per.PAPER
    most: Fraction | None = None

    def of(self, minutes: int) -> Fraction:
        """Return what so many minutes take off."""
        begun = min(minutes, 1) if self.per is Per.PAPER else -(-minutes // MINUTES[self.per])
        taken = self.points * begun
        return taken if self.most is None else min(taken, self.most)


NEVER = Penalty()


@dataclass(frozen=True, slots=True)
class MarkRules:
    """What a teacher chooses for the marks of a class, in their unit: the most there is (that of the exam without it).

    Also what being late takes off, what marks are multiples of (halves go up; 0: not rounded), and the least that a
    marked paper gets.
    """

    out_of: Fraction | None = None
    late: Penalty = NEVER
    step: Fraction = ZERO
    least: Fraction = ZERO


AS_POINTS = MarkRules()
"""The mark is the points."""


@dataclass(frozen=True, slots=True)
class WholeMark:
    """The mark of a paper and how it came about: `points` of `total` are `scaled` to `out_of`, then `bonus`, `late`.

    That sum is rounded, then kept between the least and `out_of`: the `value`. `why` is the reason of the bonus.
    """

    points: Fraction
    total: Fraction
    out_of: Fraction
    scaled: Fraction
    bonus: Fraction
    why: str
    late: Fraction
    rounded: Fraction
    value: Fraction

    def told(self, lang: str) -> str:
        """Return how it came about in "fr" or "en": "points: 15.5 of 24, that is 12.917 out of 20; late: −1"."""
        words = house_words(lang)
        return f"{words['semicolon']} ".join(_steps(self, words["mark"], lang))

    def to_json(self) -> dict[str, object]:
        """Return it as the object of JSON that is promised beside the points."""
        steps = {"scaled": self.scaled, "bonus": self.bonus, "late": -self.late, "value": self.value}
        shown = {name: round(float(value), 3) for name, value in steps.items()}
        return {**shown, "max": round(float(self.out_of), 3), "reason": self.why}


def whole_mark(
    points: Fraction, total: Fraction, rules: MarkRules, bonus: Fraction, why: str, minutes: int
) -> WholeMark | None:
    """Return the mark of a paper that came so many minutes late; None where nothing is chosen and it is its points."""
    if rules == AS_POINTS and not bonus:
        return None
    out_of = total if rules.out_of is None else rules.out_of
    scaled = points * out_of / total if total else ZERO
    late = rules.late.of(minutes)
    mark = scaled + bonus - late
    rounded = floor(mark / rules.step + HALF) * rules.step if rules.step else mark
    value = min(max(rounded, min(rules.least, out_of)), out_of)
    return WholeMark(points, total, out_of, scaled, bonus, why, late, rounded, value)


def _steps(mark: WholeMark, words: dict[str, str], lang: str) -> Iterator[str]:
    def number(value: Fraction) -> str:
        return format_decimal(round(value, 3), lang, digits=12)

    points = words["points"].format(points=number(mark.points), total=number(mark.total))
    yield (
        points
        if mark.out_of == mark.total
        else words["scaled"].format(points=points, scaled=number(mark.scaled), out_of=number(mark.out_of))
    )
    if mark.bonus:
        bonus = words["bonus" if mark.bonus > 0 else "malus"].format(bonus=number(abs(mark.bonus)))
        yield f"{bonus} ({mark.why})" if mark.why else bonus
    if mark.late:
        yield words["late"].format(late=number(mark.late))
    if mark.rounded != mark.scaled + mark.bonus - mark.late:
        yield words["rounded"].format(value=number(mark.rounded))
    if mark.value != mark.rounded:
        yield words["least" if mark.value > mark.rounded else "most"].format(value=number(mark.value))
