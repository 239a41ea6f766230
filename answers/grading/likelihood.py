"""Compute how much likelier wrong answers are under a hypothesis than by chance.

The hypothesis is that the student made a known mistake, went on from earlier answers, or copied.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import exp, fsum, log

from answers.exam.question import Part
from answers.grading.mark import domain_of, written_unit
from answers.kinds.parsing import Value

ERROR_RATES = (0.95, 0.5)
"""How often a student who makes a mistake, or copies, does so in an answer: nearly always, or every other time."""
LEAST_CHANCE = 1e-5  # lower limit for the probability of a chance match, however many digits were written
OTHER_REASON = 1e-3
"""Lower limit for the probability that a wrong value has another reason than the scenario: one in 1000 has."""
COPIED = 0.05
"""Probability of a chance match for a value that is right elsewhere in the paper: it may be on the wrong line."""
USUAL_CHANCE = 1 / 3  # probability of a chance match for one of the `USUAL` values
OUTSIDE = 0.02  # probability of a value outside of the domain, which students hardly write by chance
UNKNOWN = 0.1  # probability of a chance match for an answer that is not a number, if its kind has no estimate
USUAL = (0, 1, Fraction(1, 2), -1)  # values that students often write whatever the question
NEAR = 4  # in an unlimited domain, wrong answers are assumed between 0 and this many times the larger of the two values


def log_ratio(chances: Iterable[float | None]) -> float:
    """Return the logarithm of the likelihood ratio of answers, between a hypothesis and chance.

    `chances` has for each answer the probability that it matches the hypothesis by chance, and None or 0 for an answer
    that the hypothesis does not explain. The ratio is the mean over all `ERROR_RATES`. Its expectation under chance is
    1, so by Markov's inequality it reaches r in at most one honest paper in r; the largest of the ratios has no such
    bound.
    """
    return log_mean(log_weights(chances))


def upper_bound(chances: Iterable[float]) -> float:
    """Return an upper bound of `log_ratio` for all answers of a paper, known before all of them are compared.

    `chances` has the least possible chance of each answer that the hypothesis may explain. An answer that is not
    explained, or has a greater chance, lowers the ratio at every error rate, and a mean is at most its largest term.
    """
    return max(log_weights(chances))


def log_weights(chances: Iterable[float | None], gain: int = 1) -> tuple[float, ...]:
    """Return the log likelihood ratio of answers for each of the `ERROR_RATES`; ratios of several parts add up."""
    known = list(chances)
    return tuple(
        sum(log(gain * rate / chance + 1 - rate) if chance else log(1 - rate) for chance in known)
        for rate in ERROR_RATES
    )


def log_mean(weights: Sequence[float]) -> float:
    """Return the natural logarithm of the mean of ratios, at least one, of which `weights` are the logarithms."""
    largest = max(weights)
    return largest + log(fsum(exp(weight - largest) for weight in weights) / len(weights))


def match_probability(part: Part, true: Value, other: Value, written: Value, raw: str = "") -> float:
    """Return an estimate, from 10⁻⁵ to 1, of the probability that a wrong answer matches a scenario by chance.

    `true` is the expected value of the item, `other` its value in the scenario, and `written` the value of the student.
    An answer "0,36" is near to more values than "0,3562", so its probability is larger. `raw` is the text as written,
    which has the zeros at the end. Wrong answers are assumed to be spread over the domain of the item, which real
    mistakes need not be.
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
    """Return a lower bound of `match_probability` over all values that the item may have in the scenario."""
    if domain_of(part) is None or isinstance(true, tuple | str) or isinstance(written, tuple | str):
        return part.kind.chance(written) or UNKNOWN
    right, answer = Fraction(true), Fraction(written)
    return share_within(part, right, answer, abs(right) + abs(answer), written_unit(answer, raw))


def share_within(part: Part, true: Fraction, written: Fraction, gap: Fraction, window: Fraction) -> float:
    """Return the share of wrong answers to a part that are in an interval of width `window` around the value `written`.

    `true` is the right value, and `gap` the distance between it and the value in the scenario.
    """
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
