"""What to make of an answer that is not simply right or wrong: too few digits, several readings, a blank share."""

import re
from dataclasses import replace
from fractions import Fraction

from answers.exam.part import Part
from answers.kinds.numbers.codes import Codes
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers
from answers.kinds.numbers.unit import unit
from answers.kinds.reading import Blank, Reading, Unreadable, Value, Values
from answers.kinds.tolerance import Tolerance
from answers.paper import Mark, Verdict

PERCENT = 100
DECIMALS = re.compile(r"(?<![\d.,])\d{1,12}[.,]\d{1,20}(?![\d.,])", re.ASCII)
SUM = Tolerance(absolute=Fraction(1, 200))
"""How near to 1 the other shares of a mixed strategy must come for a blank to be a 0."""
LEAST_UNITS = 2
"""A value of one unit of its last digit, 0.1 or 1, is hardly a rounded one."""


def is_rounded(part: Part, expected: Value, got: Value, raw: str = "") -> bool:
    """Say whether a wrong number is the expected one with fewer digits than asked: 0.5 where 0.528 is, to 0.01.

    The expected value is rounded, or cut, at the last digit written; the zeros at the end of a large number are taken
    for no digits, unless integers are asked. `raw` is what was written, for the zeros at the end of 0.5000.
    """
    domain = domain_of(part)
    if domain is None or domain.integer or isinstance(expected, tuple) or isinstance(got, tuple):
        return False
    true, written = Fraction(expected), Fraction(got)
    step = written_unit(written, raw)
    if not step or abs(written) < LEAST_UNITS * step:
        return False
    is_cut = abs(written) <= abs(true) < abs(written) + step and true * written > 0
    return is_cut or abs(true - written) <= step / 2


def written_unit(value: Fraction, raw: str = "") -> Fraction:
    """Return one unit of the last digit of a value, as it stands in a text: 1/10000 for 0.6000, 0 for an exact 1/3."""
    found = (text.replace(",", ".") for text in DECIMALS.findall(raw))
    decimals = (len(text.partition(".")[2]) for text in found if Fraction(text) == abs(value))
    return min([unit(value), *(Fraction(1, 10**count) for count in decimals)])


def is_right_percentage(part: Part, expected: Value, got: Value) -> bool:
    """Say whether 52.8 was written where 0.528 is right: what is meant is for the teacher to say."""
    kind = part.kind
    if not isinstance(kind, Numbers) or kind.domain.integer or kind.domain.high != 1 or isinstance(got, tuple):
        return False
    return 1 < got <= PERCENT and kind.agrees(expected, Fraction(got) / PERCENT, part.tolerance)


def seen_otherwise(
    part: Part, expected: Values, texts: tuple[str, ...], marks: tuple[Mark, ...], *, is_open: bool
) -> tuple[Mark, ...]:
    """Return the marks without needless doubt.

    What is ambiguous, and wrong in every reading, is wrong, unless other answers than the expected ones may be right
    too (`is_open`). Of a list that is too short the first items that are right earn their share; the others are for the
    teacher, who sees which is missing.
    """
    kind = part.kind.numbers if isinstance(part.kind, Codes) else part.kind
    reasons = {str(mark.note) for mark in marks if mark.verdict is Verdict.UNREADABLE}
    if not reasons or not isinstance(kind, Numbers):
        return marks
    if reasons == {"too-few-values"}:
        first = kind.first_values(texts)
        found = (_if_right(part, *each) for each in zip(expected, first, marks, strict=False))
        return (*found, *marks[len(first) :])
    if "ambiguous" in reasons and not is_open:
        possible = kind.possible(texts)
        return tuple(_wrong_in_every_reading(part, *each) for each in zip(expected, possible, marks, strict=True))
    return marks


def _if_right(part: Part, expected: Value, value: Value, mark: Mark) -> Mark:
    """The mark of a value in its place in a list that is too short."""
    if not part.kind.agrees(expected, value, part.tolerance):
        return mark
    return Mark(mark.raw, Verdict.RIGHT, None, part.points / part.count)


def _wrong_in_every_reading(part: Part, expected: Value, values: tuple[Value, ...], mark: Mark) -> Mark:
    """The mark of what may mean several values, wrong if none of them is right."""
    if str(mark.note) != "ambiguous" or not _are_wrong(part, expected, values):
        return mark
    return replace(mark, verdict=Verdict.WRONG, note=None)


def _are_wrong(part: Part, expected: Value, values: tuple[Value, ...]) -> bool:
    """Whether there are readings, and none of them is, or may be meant as, the right answer."""
    return bool(values) and not any(
        part.kind.agrees(expected, value, part.tolerance) or is_right_percentage(part, expected, value)
        for value in values
    )


def with_zeros(part: Part, readings: tuple[Reading, ...]) -> tuple[tuple[Reading, ...], frozenset[int]]:
    """Return the readings with 0 for each blank share of a mixed strategy, if the others sum to 1, and where."""
    shares = readings[: part.kind.mix if isinstance(part.kind, Numbers) else 0]
    blank = frozenset(index for index, one in enumerate(shares) if isinstance(one, Blank))
    if not blank or not _make_a_whole([one for one in shares if not isinstance(one, Blank)]):
        return readings, frozenset()
    return tuple(Fraction(0) if index in blank else one for index, one in enumerate(readings)), blank


def _make_a_whole(shares: list[Reading]) -> bool:
    """Whether these are the shares of a mix, all of them numbers."""
    numbers = [Fraction(one) for one in shares if not isinstance(one, Blank | Unreadable | tuple)]
    return len(numbers) == len(shares) and SUM.accepts(1, sum(numbers, Fraction(0))) and min(numbers) >= 0


def domain_of(part: Part) -> Domain | None:
    """Return what values the items of a part can have, None if they are no numbers."""
    kind = part.kind.numbers if isinstance(part.kind, Codes) else part.kind
    return kind.domain if isinstance(kind, Numbers) else None
