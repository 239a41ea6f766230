"""Compute likelihood ratios of wrong answers, between a mistake or copying and chance.

The ratio has mean 1 under chance. A wrong answer is less likely to match by chance the more digits it has.
"""

from collections.abc import Collection
from fractions import Fraction
from math import exp, log
from statistics import fmean

from answers.exam.question import Part
from answers.grading.mark import domain_of, written_unit
from answers.kinds.numbers.domain import Domain
from answers.kinds.parsing import Value

ERROR_RATES = (0.95, 0.5)
"""How often a student who makes a mistake, or copies, does so: nearly always, or every other time."""
LEAST_CHANCE = 1e-5
USUAL = (0, 1, Fraction(1, 2), -1)
"""Values that students often write whatever the question."""
USUAL_CHANCE = 1 / 3
NEAR = 4
"""In an unlimited domain, wrong answers are assumed between 0 and this many times the larger of the two values."""
OUTSIDE = 0.02
"""Probability of a value outside of the domain, which students hardly write by chance."""
UNKNOWN = 0.1
"""Probability of a chance match for an answer that is not a number."""


def log_ratio(chances: Collection[float | None], gain: int = 1) -> float:
    """Return the logarithm of the likelihood ratio of answers.

    `chances` has the probability of a chance match for each answer, None or 0 for an answer that is not explained. The
    ratio is the mean over all error rates, with expectation 1 under chance: by Markov's inequality it reaches r in at
    most one honest paper in r. The largest of the ratios has no such bound. `gain` is how many times likelier an answer
    is wrong if the student makes the mistake.
    """
    sums = [sum(weight(chance, rate, gain) for chance in chances) for rate in ERROR_RATES]
    largest = max(sums)
    return largest + log(fmean(exp(total - largest) for total in sums))


def weight(chance: float | None, rate: float, gain: int = 1) -> float:
    """Return the log likelihood ratio of an answer at an error rate; `chance` is that of a chance match."""
    return log(gain * rate / chance + 1 - rate) if chance else log(1 - rate)


def match_probability(part: Part, true: Value, other: Value, written: Value, raw: str = "") -> float:
    """Return an estimate, from 10⁻⁵ to 1, of the probability that an unrelated wrong answer matches as closely.

    `true` is the expected value of the item and `other` its value in the other scenario. "0,36" is near to more values
    than "0,3562"; `raw` has the zeros at the end. Wrong answers are assumed to be spread over the domain of the item,
    which real mistakes need not be.
    """
    domain = domain_of(part)
    if domain is None or isinstance(true, tuple) or isinstance(other, tuple) or isinstance(written, tuple):
        return UNKNOWN
    aim, answer = Fraction(other), Fraction(written)
    # The width of the interval of values that would match `other` as closely, written with as many digits. A value
    # within the tolerance that is no rounding may be anywhere in the tolerance. Simple fractions are frequent: about q²
    # have denominators up to q.
    away, step = abs(answer - aim), written_unit(answer, raw)
    simple = Fraction(0 if isinstance(other, float) else Fraction(1, aim.denominator**2))
    if away <= step:
        window = max(2 * away, step, simple)
    else:
        window = max(2 * away, 2 * (part.tolerance.absolute + part.tolerance.relative * abs(aim)), simple)
    return _estimate(domain, Fraction(true), answer, abs(aim - Fraction(true)), window)


def least_match_probability(part: Part, true: Value, written: Value, raw: str = "") -> float:
    """Return a lower bound of `match_probability` over all values of the other scenario."""
    domain = domain_of(part)
    if domain is None or isinstance(true, tuple) or isinstance(written, tuple):
        return UNKNOWN
    right, answer = Fraction(true), Fraction(written)
    return _estimate(domain, right, answer, abs(right) + abs(answer), written_unit(answer, raw))  # the widest span


def _estimate(domain: Domain, true: Fraction, written: Fraction, gap: Fraction, window: Fraction) -> float:
    """Return the share of wrong answers within a window; `gap` is the distance of the other value from the true one."""
    # The range of wrong answers; for integers, how many there are without the true one. Where the value of the other
    # scenario is near the true value, many slips are near it too.
    span = NEAR * min(max(abs(true), abs(written)), gap) + (3 if domain.integer else 0)
    if domain.low is not None and domain.high is not None:
        span = min(span, Fraction(domain.high - domain.low))
    if domain.integer:
        chance = 1 / max(float(span), 1.0)
    elif written in USUAL:
        chance = USUAL_CHANCE
    else:
        chance = float(window / span) if span else 1.0
    if not domain.fits(written):
        return max(min(chance, OUTSIDE), LEAST_CHANCE)
    return min(1.0, max(chance, USUAL_CHANCE if written in USUAL else LEAST_CHANCE))
