"""List the values that an unreadable text may mean, and write an expected value as a student would."""

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
"""Most digits of a decimal: as many as a number that is parsed can have before and after the decimal mark."""
THOUSANDS = 3
_NUMERAL = re.compile(r"[.,]?\d(?:[ .,']?\d)*")
_GROUPED = r"[1-9]\d{0,2}(?P<mark>[ ,.'])\d{3}(?:(?P=mark)\d{3})*"
_INTEGER = re.compile(rf"{_GROUPED}|\d+")
_DECIMAL = re.compile(rf"(?P<whole>{_GROUPED}|\d*)(?!(?P=mark))[.,](?P<decimals>\d+(?: \d+)*)")
_OTHER_NUMBER = re.compile(rf"[*×/^√<>±{''.join(VULGAR)}]")
"""Signs beside a numeral that make it another number."""
_PERCENT = re.compile("[%‰]")
_MINUS = re.compile(r"\b(?:moins|minus)\b", re.IGNORECASE)
_SIGN = re.compile(r"(?P<sign>-?)(?P<gap>[ +(\[{≈=]*)$")
_DASH = re.compile(r"(?<![^\W\d_])-|-(?![^\W\d_])")
"""A dash that is not between two letters."""


def candidate_values(answer: Response, index: int, note: Note | None) -> list[str]:
    """Return the values that an unreadable item may mean, as texts that its part can parse.

    A text with a single numeral gives its value with a grouping mark and with a decimal mark, such as 2075 and 2.0750,
    with its sign. An item of a list has its values in the readings of the list. A possible percentage has two values:
    the number, and a hundredth of it.
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
    """Return the lists that an unreadable list may mean, each as the values of its items between semicolons."""
    possible = [_numbers(reading.possible) for reading in answer.readings if isinstance(reading, Unreadable)]
    if len(possible) < len(answer.readings) or len({*map(len, possible)}) != 1:
        return []
    texts = (" ; ".join(map(_decimal, values)) for values in zip(*possible, strict=True))
    return list(
        islice((text for text in texts if None not in parse_response(answer.part, (text,)).values), MOST_VALUES)
    )


def _of_unread(part: Part, raw: str, known: Collection[Fraction]) -> list[str]:
    """Return the values of an unreadable text; only those in `known`, unless it is empty."""
    texts = [text for text in _of_numeral(raw) if not known or Fraction(text) in known]
    texts += [_decimal(value) for value in known if value not in map(Fraction, texts)]
    return texts + [_decimal(value / PERCENT) for value in known if abs(value) > 1 and may_be_percentage(part, value)]


def _numbers(values: Iterable[Value | None]) -> list[Fraction]:
    return [Fraction(value) for value in values if isinstance(value, int | Fraction)]


def _of_numeral(raw: str) -> Iterator[str]:
    """Yield the values of a text with a single numeral; a doubtful dash counts as a sign and as none."""
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
    """Return the signs that a numeral may have, from the text around it."""
    match = _SIGN.search(before)
    assert match is not None  # it may be empty
    rest = before[: match.start()]
    follows_a_word = rest.rstrip()[-1:].isalpha() and " " in match["gap"]
    if _DASH.search(rest) or _DASH.search(after) or (match["sign"] and follows_a_word):
        return "-", ""
    return (match["sign"],)


def _unsigned(numeral: str) -> Iterator[str]:
    """Yield a numeral as an integer and as a decimal, without any group of three digits after the mark."""
    if _INTEGER.fullmatch(numeral):
        yield _digits(numeral)
    if decimal := _DECIMAL.fullmatch(numeral):
        yield _plainly(f"{_digits(decimal['whole']) or 0}.{_digits(decimal['decimals'])}")


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def _decimal(value: Fraction) -> str:
    """Return a value as a decimal if that is exact, else as a fraction."""
    with localcontext() as context:
        context.prec = MOST_DIGITS
        text = f"{Decimal(value.numerator) / Decimal(value.denominator):f}"
    return _plainly(text) if Fraction(text) == value else str(value)


def _plainly(decimal: str) -> str:
    return f"{decimal}0" if len(decimal.partition(".")[2]) == THOUSANDS else decimal


SIGNS = re.compile(r" ?[=≈] ")
"""Separates the forms of a value in a key: "1/2 = 0,5"."""
KEYS_DIGITS = 5


def plain_writing(part: Part, expected: Values, position: int, lang: str) -> str:
    """Return the expected value of the item at `position`, from 0, as text: a decimal if it may be rounded."""
    text = part.kind.format(expected[position], lang)
    writings = _writings(part, text, expected[position], lang)
    return next(_marked_right(part, expected, position, lang, writings), text)


def _marked_right(part: Part, expected: Values, position: int, lang: str, writings: Iterable[str]) -> Iterator[str]:
    texts = tuple(part.kind.format(value, lang) for value in expected)
    for text in writings:
        reading = part.kind.read((*texts[:position], text, *texts[position + 1 :]))[position]
        if not isinstance(reading, Blank | Unreadable) and is_right(part, expected[position], reading):
            yield text


def _writings(part: Part, text: str, value: Value, lang: str) -> Iterator[str]:
    forms = [form for form in SIGNS.split(text) if form]
    yield from forms if part.tolerance == EXACT else reversed(forms)
    if not isinstance(value, tuple):
        yield from (format_decimal(value, lang, digits) for digits in range(KEYS_DIGITS, MAX_PRECISION))
        yield str(Fraction(value))
