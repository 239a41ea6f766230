"""Compute how much likelier wrong answers are under a hypothesis than by chance.

The hypothesis is that the student made a known mistake, went on from earlier answers, or copied. All searches for an
explanation of wrong answers use the ratios of this module, and its table of probabilities.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import exp, log
from statistics import fmean

from answers.exam.question import Part
from answers.grading.mark import domain_of, written_unit
from answers.kinds.parsing import Value

ERROR_RATES = (0.95, 0.5)
"""How often a student who makes a mistake, or copies, does so: nearly always, or every other time."""
LEAST_CHANCE = 1e-5
"""Lower limit for the probability of a chance match, whatever the number of digits."""
OTHER_REASON = 1e-3
"""Lower limit where a value may be there for another reason than the one tried: one wrong answer in 1000 is."""
COPIED = 0.05
"""Probability of a chance match for a value that is right elsewhere in the paper: it may be in the wrong line."""
USUAL_CHANCE = 1 / 3
"""Probability of a chance match for one of the `USUAL` values."""
OUTSIDE = 0.02
"""Probability of a value outside of the domain, which students hardly write by chance."""
UNKNOWN = 0.1
"""Probability of a chance match for an answer that is not a number, if its kind does not tell."""
USUAL = (0, 1, Fraction(1, 2), -1)
"""Values that students often write whatever the question."""
NEAR = 4
"""In an unlimited domain, wrong answers are assumed between 0 and this many times the larger of the two values."""


def log_ratio(chances: Iterable[float | None], gain: int = 1) -> float:
    """Return the logarithm of the likelihood ratio of answers.

    `chances` has the probability of a chance match for each answer, None or 0 for an answer that is not explained. The
    ratio is the mean over all error rates, with expectation 1 under chance: by Markov's inequality it reaches r in at
    most one honest paper in r. The largest of the ratios has no such bound. `gain` is how many times likelier an answer
    is wrong if the student makes the mistake.
    """
    return log_mean(log_weights(chances, gain))


def upper_bound(chances: Iterable[float], gain: int = 1) -> float:
    """Return an upper bound of `log_ratio`.

    It is guaranteed for all answers that include these, if the chance of each of these is at least the one in
    `chances`, or it is not explained, and if none of the others is explained. For an answer that is not explained
    lowers the ratio at every error rate, a greater chance does too, and a mean is at most the largest of its terms.
    """
    return max(log_weights(chances, gain))


def log_weights(chances: Iterable[float | None], gain: int = 1) -> tuple[float, ...]:
    """Return the log likelihood ratio of answers for each of the `ERROR_RATES`; those of several parts add up."""
    known = list(chances)
    return tuple(
        sum(log(gain * rate / chance + 1 - rate) if chance else log(1 - rate) for chance in known)
        for rate in ERROR_RATES
    )


def log_mean(weights: Sequence[float]) -> float:
    """Return the logarithm of the mean of ratios, from their logarithms."""
    largest = max(weights)
    return largest + log(fmean(exp(weight - largest) for weight in weights))


def match_probability(part: Part, true: Value, other: Value, written: Value, raw: str = "") -> float:
    """Return an estimate, from 10⁻⁵ to 1, of the probability that an unrelated wrong answer matches as closely.

    `true` is the expected value of the item and `other` its value in the other scenario. "0,36" is near to more values
    than "0,3562"; `raw` has the zeros at the end. Wrong answers are assumed to be spread over the domain of the item,
    which real mistakes need not be.
    """
    if (
        domain_of(part) is None
        or isinstance(true, tuple | str)
        or isinstance(other, tuple | str)
        or isinstance(written, tuple | str)
    ):
        return part.kind.chance(written) or UNKNOWN
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
    return share_within(part, Fraction(true), answer, abs(aim - Fraction(true)), window)


def least_match_probability(part: Part, true: Value, written: Value, raw: str = "") -> float:
    """Return a lower bound of `match_probability` over all numbers that the item may have in the other scenario.

    The window of values is never smaller than the last digit written, and the range of wrong answers never larger than
    for the greatest distance of the other value.
    """
    if domain_of(part) is None or isinstance(true, tuple | str) or isinstance(written, tuple | str):
        return part.kind.chance(written) or UNKNOWN
    right, answer = Fraction(true), Fraction(written)
    return share_within(part, right, answer, abs(right) + abs(answer), written_unit(answer, raw))


def share_within(part: Part, true: Fraction, written: Fraction, gap: Fraction, window: Fraction) -> float:
    """Return the share of wrong answers within a window; `gap` is the distance of the other value from the true one."""
    domain = domain_of(part)
    assert domain is not None
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
