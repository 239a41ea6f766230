"""Describe the computation of a mark: points, scale, bonus, lateness, rounding."""

from fractions import Fraction

from answers.assets import shared_words
from answers.kinds.numbers.format import format_decimal
from answers.paper import WholeMark


def mark_steps(mark: WholeMark, lang: str) -> str:
    """Return the steps to a mark as text: "points: 15.5 of 24, that is 12.917 out of 20; late: −1".

    Steps that change nothing are left out.
    """
    semicolon, words = shared_words(lang)["semicolon"], shared_words(lang)["mark"]

    def number(value: Fraction) -> str:
        return format_decimal(round(value, 3), lang, digits=12)

    points = words["points"].format(points=number(mark.points), total=number(mark.total))
    if mark.out_of != mark.total:
        points = words["scaled"].format(points=points, scaled=number(mark.scaled), out_of=number(mark.out_of))
    steps = [points]
    if mark.bonus:
        bonus = words["bonus" if mark.bonus > 0 else "malus"].format(bonus=number(abs(mark.bonus)))
        steps.append(f"{bonus} ({mark.why})" if mark.why else bonus)
    if mark.late:
        steps.append(words["late"].format(late=number(mark.late)))
    if mark.rounded != mark.scaled + mark.bonus - mark.late:
        steps.append(words["rounded"].format(value=number(mark.rounded)))
    if mark.value != mark.rounded:
        steps.append(words["least" if mark.value > mark.rounded else "most"].format(value=number(mark.value)))
    return f"{semicolon} ".join(steps)
