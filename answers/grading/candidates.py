"""Values as one would write them: what a text that is not read may have meant, and a right value."""

import re
from collections.abc import Collection, Iterable, Iterator
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import islice

from answers.exam.question import Part
from answers.flags import AS_PERCENTAGE, Note
from answers.grading.mark import PERCENT, Response, is_right, may_be_percentage, parse_response
from answers.kinds.numbers.format import MAX_PRECISION, format_decimal
from answers.kinds.numbers.signs import VULGAR, RefusedError, plain_marks
from answers.kinds.parsing import Blank, Unreadable, Value, Values
from answers.kinds.tolerance import EXACT

MOST_VALUES = 4
MOST_DIGITS = 120
"""Of a decimal: as many as a number that is read can have, before and after the mark."""
THOUSANDS = 3
_NUMERAL = re.compile(r"[.,]?\d(?:[ .,']?\d)*")
_GROUPED = r"[1-9]\d{0,2}(?P<mark>[ ,.'])\d{3}(?:(?P=mark)\d{3})*"
_INTEGER = re.compile(rf"{_GROUPED}|\d+")
_DECIMAL = re.compile(rf"(?P<whole>{_GROUPED}|\d*)(?!(?P=mark))[.,](?P<decimals>\d+(?: \d+)*)")
_OTHER_NUMBER = re.compile(rf"[*×/^√<>±{''.join(VULGAR)}]")
"""What makes of a numeral another number than its own."""
_PERCENT = re.compile("[%‰]")
_MINUS = re.compile(r"\b(?:moins|minus)\b", re.IGNORECASE)
_SIGN = re.compile(r"(?P<sign>-?)(?P<gap>[ +(\[{≈=]*)$")
_DASH = re.compile(r"(?<![^\W\d_])-|-(?![^\W\d_])")
"""A dash that is not between two letters."""


def candidate_values(answer: Response, index: int, note: Note | None) -> list[str]:
    """Return what an item that is not read may have meant, as values that its part does read.

    Of its only numeral, with its sign: 2075, where a mark may group by three, and 2.0750, where it may be the decimal
    one. Of a list, the values that the item has in its readings. Of what may be a percentage, the number too.
    """
    part, reading = answer.part, answer.readings[index]
    if isinstance(reading, Unreadable):
        texts = _of_unread(part, answer.raw[index], _numbers(reading.possible))
    else:
        values = _numbers(answer.values[index : index + 1]) if note == AS_PERCENTAGE else []
        texts = [_decimal(value / scale) for value in values for scale in (PERCENT, 1)]
    read = (text for text in dict.fromkeys(texts) if None not in parse_response(part, (text,) * part.count).values)
    return list(islice(read, MOST_VALUES))


def candidate_lists(answer: Response) -> list[str]:
    """Return what a list that is not read may have meant: each as the values of the items, between semicolons."""
    possible = [_numbers(reading.possible) for reading in answer.readings if isinstance(reading, Unreadable)]
    if len(possible) < len(answer.readings) or len({*map(len, possible)}) != 1:
        return []
    texts = (" ; ".join(map(_decimal, values)) for values in zip(*possible, strict=True))
    return list(
        islice((text for text in texts if None not in parse_response(answer.part, (text,)).values), MOST_VALUES)
    )


def _of_unread(part: Part, raw: str, known: Collection[Fraction]) -> list[str]:
    """The values of a text that is not read: if all that it may be is `known`, no others."""
    texts = [text for text in _of_numeral(raw) if not known or Fraction(text) in known]
    texts += [_decimal(value) for value in known if value not in map(Fraction, texts)]
    return texts + [_decimal(value / PERCENT) for value in known if abs(value) > 1 and may_be_percentage(part, value)]


def _numbers(values: Iterable[Value | None]) -> list[Fraction]:
    return [Fraction(value) for value in values if isinstance(value, int | Fraction)]


def _of_numeral(raw: str) -> Iterator[str]:
    """The values of a text with one numeral in it; of a doubtful dash, as a sign and as none."""
    try:
        text = _MINUS.sub("- ", plain_marks(raw))
    except RefusedError:
        return
    numerals = list(_NUMERAL.finditer(text))
    if len(numerals) != 1:
        return
    (numeral,) = numerals
    before, after = text[: numeral.start()], text[numeral.end() :]
    if _OTHER_NUMBER.search(before + after) or _PERCENT.search(before):
        return
    percent = _PERCENT.search(after)
    scale = 1 if percent is None else {"%": PERCENT, "‰": 10 * PERCENT}[percent[0]]
    for sign in _signs(before, after):
        for value in _unsigned(numeral[0]):
            yield sign + (value if scale == 1 else _decimal(Fraction(value) / scale))


def _signs(before: str, after: str) -> tuple[str, ...]:
    """The signs that a numeral may have, by what stands around it."""
    match = _SIGN.search(before)
    assert match is not None  # it may be empty
    rest = before[: match.start()]
    follows_a_word = rest.rstrip()[-1:].isalpha() and " " in match["gap"]
    if _DASH.search(rest) or _DASH.search(after) or (match["sign"] and follows_a_word):
        return "-", ""
    return (match["sign"],)


def _unsigned(numeral: str) -> Iterator[str]:
    """A numeral as an integer and as a decimal, in digits that nobody takes for thousands."""
    if _INTEGER.fullmatch(numeral):
        yield _digits(numeral)
    if decimal := _DECIMAL.fullmatch(numeral):
        yield _plainly(f"{_digits(decimal['whole']) or 0}.{_digits(decimal['decimals'])}")


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def _decimal(value: Fraction) -> str:
    """A value as a decimal if that is exact, else as a fraction."""
    with localcontext() as context:
        context.prec = MOST_DIGITS
        text = f"{Decimal(value.numerator) / Decimal(value.denominator):f}"
    return _plainly(text) if Fraction(text) == value else str(value)


def _plainly(decimal: str) -> str:
    return f"{decimal}0" if len(decimal.partition(".")[2]) == THOUSANDS else decimal


SIGNS = re.compile(r" ?[=≈] ")
"""Between the writings of a value in a key: "1/2 = 0,5"."""
KEYS_DIGITS = 5


def plain_writing(part: Part, expected: Values, position: int, lang: str) -> str:
    """Return the expected value of an item, from 0: a decimal where one may be rounded, otherwise a fraction."""
    text = part.kind.format(expected[position], lang)
    writings = _writings(part, text, expected[position], lang)
    return next(_that_count(part, expected, position, lang, writings), text)


def _that_count(part: Part, expected: Values, position: int, lang: str, writings: Iterable[str]) -> Iterator[str]:
    texts = tuple(part.kind.format(value, lang) for value in expected)
    for text in writings:
        reading = part.kind.read((*texts[:position], text, *texts[position + 1 :]))[position]
        if not isinstance(reading, Blank | Unreadable) and is_right(part, expected[position], reading):
            yield text


def _writings(part: Part, text: str, value: Value, lang: str) -> Iterator[str]:
    own = [one for one in SIGNS.split(text) if one]
    yield from own if part.tolerance == EXACT else reversed(own)
    if not isinstance(value, tuple):
        yield from (format_decimal(value, lang, digits) for digits in range(KEYS_DIGITS, MAX_PRECISION))
        yield str(Fraction(value))
