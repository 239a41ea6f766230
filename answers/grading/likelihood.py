"""How likely wrong answers are by chance, and how much likelier if somebody made a mistake, or copied: one measure.

A wrong answer may be another scenario's by chance: the finer an item and a writing, the less likely. Answers are
evidence by their likelihood ratio, whose mean is 1 where all is chance.
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
"""How often somebody who makes a mistake makes it, or who copies does: nearly always, or every other time."""
LEAST_CHANCE = 1e-5
USUAL = (0, 1, Fraction(1, 2), -1)
"""Values that people write whatever is asked."""
USUAL_CHANCE = 1 / 3
NEAR = 4
"""Without limits, wrong answers are taken to lie between 0 and a few times the greater of the two values."""
OUTSIDE = 0.02
"""Of a value that the question cannot have, which hardly anybody writes by chance."""
UNKNOWN = 0.1
"""Of an answer of another kind than numbers."""


def log_ratio(chances: Collection[float | None], gain: int = 1) -> float:
    """Return the logarithm of the likelihood ratio of answers, by the chance of each; None or 0 is one not explained.

    It is the mean of the ratios of all error rates, whose expectation is 1 where all is chance: by Markov's inequality
    it reaches r in one honest paper in r at most, which the largest of them would not. `gain` is how many times
    likelier an answer is to be wrong at all for who errs so.
    """
    sums = [sum(weight(chance, rate, gain) for chance in chances) for rate in ERROR_RATES]
    largest = max(sums)
    return largest + log(fmean(exp(one - largest) for one in sums))


def weight(chance: float | None, rate: float, gain: int = 1) -> float:
    """Return how much an answer that chance gives so often says for who errs or copies at a rate."""
    return log(gain * rate / chance + 1 - rate) if chance else log(1 - rate)


def match_probability(part: Part, true: Value, other: Value, written: Value, raw: str = "") -> float:
    """Return an estimate, from 10⁻⁵ to 1, of the probability that an unrelated wrong answer matches as closely.

    `true` and `other` are the values of an item in the two scenarios. "0,36" is nearer to few values than "0,3562"
    (`raw` has the zeros at the end). Wrong answers are taken to be spread over what the item can be; nobody says that
    people err so.
    """
    domain = domain_of(part)
    if domain is None or isinstance(true, tuple) or isinstance(other, tuple) or isinstance(written, tuple):
        return UNKNOWN
    aim, answer = Fraction(other), Fraction(written)
    # How wide the values are that would have been taken for the other one, had they been written as finely. What is
    # within the tolerance and no rounding might have been anywhere in it. Simple fractions come often: about q² have
    # denominators up to q.
    away, step = abs(answer - aim), written_unit(answer, raw)
    simple = Fraction(0 if isinstance(other, float) else Fraction(1, aim.denominator**2))
    if away <= step:
        window = max(2 * away, step, simple)
    else:
        window = max(2 * away, 2 * (part.tolerance.absolute + part.tolerance.relative * abs(aim)), simple)
    return _estimate(domain, Fraction(true), answer, abs(aim - Fraction(true)), window)


def least_match_probability(part: Part, true: Value, written: Value, raw: str = "") -> float:
    """Return a probability that `match_probability` never falls below, whatever the other scenario's value is."""
    domain = domain_of(part)
    if domain is None or isinstance(true, tuple) or isinstance(written, tuple):
        return UNKNOWN
    right, answer = Fraction(true), Fraction(written)
    return _estimate(domain, right, answer, abs(right) + abs(answer), written_unit(answer, raw))  # no span is wider


def _estimate(domain: Domain, true: Fraction, written: Fraction, gap: Fraction, window: Fraction) -> float:
    """The share of wrong answers that lie in a window, where the other value is `gap` away from the true one."""
    # How far apart two wrong answers may be; of integers, how many there are, the true one apart. Where the other
    # scenario is near the true one, so are many slips.
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
