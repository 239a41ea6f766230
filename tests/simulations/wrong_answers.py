"""Plausible wrong answers that no known mistake explains: slips of calculation and copying, others' values."""

import random
from fractions import Fraction

from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.question import Part
from answers.flags import Place
from answers.grading.mark import domain_of, part_at
from answers.kinds.numbers.format import format_decimal
from answers.kinds.parsing import Value, Values
from answers.submissions.raw.submission import Submission

SLIPS = 0.2
"""The share of items that are wrong."""
DIGITS = 4
"""With which other numbers than integers are written."""


def text(value: Value) -> str:
    """Write a value as a student does."""
    if isinstance(value, tuple):
        return " ".join(map(text, value))
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int) else format_decimal(value, "en", digits=DIGITS)


def paper(exam: Exam, key: Key, other: Key, source: random.Random, share: float = SLIPS) -> Submission:
    """Return a paper of which about this share of the items is wrong, some with the values of another seed's key."""
    answers = {}
    for part in exam.parts:
        true, theirs = key.answers[part.id], other.answers[part.id]
        above = (*before(exam, key, part), *true)
        answers[part.id] = tuple(
            wrong(part_at(part, i), value, (theirs[i], above[i]), source) if source.random() < share else text(value)
            for i, value in enumerate(true)
        )
    return Submission(Place(f"{key.u0}.json"), f"s{key.u0}", str(key.u0), exam.name, answers)


def before(exam: Exam, key: Key, part: Part) -> Values:
    """The value of the line above the first of a part: the last one of the part before, or its own."""
    index = exam.parts.index(part)
    return key.answers[exam.parts[index - 1].id][-1:] if index else key.answers[part.id][:1]


def wrong(part: Part, true: Value, others: Values, source: random.Random) -> str:
    """Return what is written in the place of a value: one of `others`, or a slip below that it allows."""
    if isinstance(true, tuple) or domain_of(part) is None:
        return text(others[0])
    copied = [text(value) for value in others if not isinstance(value, tuple)]
    slips = [near, exchanged, misread, usual, anything, *(lambda *_, one=one: one for one in copied)]
    return source.choice(slips)(part, true, source)


def near(part: Part, true: int | Fraction | float, source: random.Random) -> str:
    """A slip of calculation: off by a few, or by up to 30 %."""
    if _is_integer(part):
        return str(int(true) + source.choice([-3, -2, -1, 1, 2, 3]))
    return text(Fraction(true) * (1 + Fraction(source.randrange(-3000, 3000), 10**4)))


def exchanged(_: Part, true: int | Fraction | float, source: random.Random) -> str:
    """Two neighbouring digits exchanged."""
    digits = text(true)
    i = source.randrange(max(len(digits) - 1, 1))
    pair = digits[i : i + 2]
    return digits[:i] + pair[::-1] + digits[i + 2 :] if pair.isdigit() else digits


def misread(_: Part, true: int | Fraction | float, source: random.Random) -> str:
    """One digit for another."""
    digits = text(true)
    i = source.choice([i for i, one in enumerate(digits) if one.isdigit()])
    return digits[:i] + source.choice("0123456789") + digits[i + 1 :]


def usual(_part: Part, _true: int | Fraction | float, source: random.Random) -> str:
    """What people write who do not know."""
    return source.choice(["0", "1", "2", "0.5", "0.25", "10", "100"])


def anything(part: Part, true: int | Fraction | float, source: random.Random) -> str:
    """Any value that the question may have, or up to four times the true one."""
    domain, size = domain_of(part), abs(Fraction(true)) + 1
    low = Fraction(0 if domain is None or domain.low is None else domain.low)
    high = low + 4 * size if domain is None or domain.high is None else Fraction(domain.high)
    if _is_integer(part):
        return str(source.randint(int(low), int(high)))
    return text(low + Fraction(source.randrange(10**4), 10**4) * (high - low))


def _is_integer(part: Part) -> bool:
    domain = domain_of(part)
    return domain is not None and domain.integer
