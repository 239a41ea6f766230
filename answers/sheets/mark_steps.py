"""Describe the computation of a mark: points, scale, bonus, lateness, rounding."""

from collections.abc import Iterator
from fractions import Fraction

from answers.assets import shared_words
from answers.kinds.numbers.format import format_decimal
from answers.paper import WholeMark


def mark_steps(mark: WholeMark, lang: str) -> str:
    """Return the computation of a mark in "fr" or "en": "points: 15.5 of 24, that is 12.917 out of 20; late: −1"."""
    words = shared_words(lang)
    return f"{words['semicolon']} ".join(_steps(mark, words["mark"], lang))


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
