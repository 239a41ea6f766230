"""How likely a wrong answer is to be another world's by chance: the finer an item and a writing, the less."""

from fractions import Fraction

from answers.exam.question import Part
from answers.grading.mark import domain_of, written_unit
from answers.kinds.numbers.domain import Domain
from answers.kinds.reading import Value

LEAST = 1e-5
COMMON = 1 / 3
"""Of a value that people write whatever is asked."""
USUAL = (0, 1, Fraction(1, 2), -1)
NEAR = 4
"""Without limits, wrong answers are taken to lie between 0 and a few times the greater of the two values."""
OUTSIDE = 0.02
"""Of a value that the question cannot have, which hardly anybody writes by chance."""
UNKNOWN = 0.1
"""Of an answer of another kind than numbers."""


def coincidence(part: Part, true: Value, other: Value, written: Value, raw: str = "") -> float:
    """Return an estimate, from 10⁻⁵ to 1, of the chance that a wrong answer is as near another world's as this one is.

    `true` and `other` are its values in the two worlds. "0,36" is nearer to few values than "0,3562" (`raw` has the
    zeros at the end). Wrong answers are taken to be spread over what the item can be; nobody says that people err so.
    """
    domain = domain_of(part)
    if domain is None or isinstance(true, tuple) or isinstance(other, tuple) or isinstance(written, tuple):
        return UNKNOWN
    span = _span(domain, max(abs(Fraction(true)), abs(Fraction(written))), abs(Fraction(other) - Fraction(true)))
    if domain.integer:
        chance = 1 / max(float(span), 1.0)
    elif written in USUAL:
        chance = COMMON
    else:
        chance = float(_window(part, other, Fraction(written), raw) / span) if span else 1.0
    if not domain.fits(Fraction(written)):
        return max(min(chance, OUTSIDE), LEAST)
    return min(1.0, max(chance, COMMON if written in USUAL else LEAST))


def _window(part: Part, other: float | Fraction, written: Fraction, raw: str) -> Fraction:
    """How wide the values are that would have been taken for the other one, had they been written as finely.

    What is within the tolerance and no rounding might have been anywhere in it. Simple fractions come often: about q²
    have denominators up to q.
    """
    aim, step = Fraction(other), written_unit(written, raw)
    gap = abs(written - aim)
    simple = Fraction(0 if isinstance(other, float) else Fraction(1, aim.denominator**2))
    if gap <= step:
        return max(2 * gap, step, simple)
    return max(2 * gap, 2 * (part.tolerance.absolute + part.tolerance.relative * abs(aim)), simple)


def _span(domain: Domain, size: Fraction, gap: Fraction) -> Fraction:
    """How far apart two wrong answers may be; of integers, how many there are, the true one apart.

    Where the other world is near the true one, so are many slips.
    """
    near = NEAR * min(size, gap) + (3 if domain.integer else 0)
    if domain.low is None or domain.high is None:
        return near
    return min(near, Fraction(domain.high - domain.low))
