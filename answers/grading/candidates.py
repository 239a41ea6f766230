"""List the values that an unreadable text may mean, and write an expected value as a student would."""

import re
from collections.abc import Iterable, Iterator
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
from answers.submissions.raw.submission import CUT

MOST_VALUES = 4
MOST_DIGITS = 120
"""Most digits of a decimal: as many as a number that is parsed can have before and after the decimal mark."""
THOUSANDS = 3
_NUMERAL = re.compile(r"[.,]?\d(?:[ .,']?\d)*")
_GROUPED = r"[1-9]\d{0,2}(?P<mark>[ ,.'])\d{3}(?:(?P=mark)\d{3})*"
_INTEGER = re.compile(rf"{_GROUPED}|\d+")
_DECIMAL = re.compile(rf"(?P<whole>{_GROUPED}|\d*)(?!(?P=mark))[.,](?P<decimals>\d+(?: \d+)*)")
_OTHER_NUMBER = re.compile(rf"[*×/^√<>±{''.join(VULGAR)}]")  # signs beside a numeral with which it is another number
_PERCENT = re.compile("[%‰]")
_MINUS = re.compile(r"\b(?:moins|minus)\b", re.IGNORECASE)
_SIGN = re.compile(r"(?P<sign>-?)(?P<gap>[ +(\[{≈=]*)$")
_DASH = re.compile(r"(?<![^\W\d_])-|-(?![^\W\d_])")  # a dash that is not between two letters


def candidate_values(answer: Response, index: int, note: Note | None) -> list[str]:
    """Return the values that an unreadable item may mean, at most four, as texts that its part can parse.

    A comma or dot may group digits or begin decimals: 2075 and 2.0750 for "2,075". A number that may be a percentage
    has two values: itself, and a hundredth of it.
    """
    part, reading = answer.part, answer.readings[index]
    is_cut = answer.raw[index].endswith(CUT) and note != AS_PERCENTAGE
    if is_cut or isinstance(reading, Unreadable):
        known = _numbers(reading.possible) if isinstance(reading, Unreadable) else []
        texts = [text for text in numeral_values(answer.raw[index]) if not known or Fraction(text) in known]
        texts += [_decimal(value) for value in known if value not in map(Fraction, texts)]
        texts += [_decimal(value / PERCENT) for value in known if abs(value) > 1 and may_be_percentage(part, value)]
    else:
        values = _numbers(answer.values[index : index + 1]) if note == AS_PERCENTAGE else []
        texts = [_decimal(value / scale) for value in values for scale in (PERCENT, 1)]
    read = (text for text in dict.fromkeys(texts) if None not in parse_response(part, (text,) * part.count).values)
    return list(islice(read, MOST_VALUES))


def candidate_lists(answer: Response) -> list[str]:
    """Return the lists, at most four, that an answer with only unreadable items may mean, as texts with semicolons.

    Empty if an item could be read, or if items have different numbers of possible values.
    """
    possible = [_numbers(reading.possible) for reading in answer.readings if isinstance(reading, Unreadable)]
    if len(possible) < len(answer.readings) or len({*map(len, possible)}) != 1:
        return []
    texts = (" ; ".join(map(_decimal, values)) for values in zip(*possible, strict=True))
    return list(
        islice((text for text in texts if None not in parse_response(answer.part, (text,)).values), MOST_VALUES)
    )


def _numbers(values: Iterable[Value | None]) -> list[Fraction]:
    return [Fraction(value) for value in values if isinstance(value, int | Fraction)]


def numeral_values(raw: str) -> Iterator[str]:
    """Yield the values that a text with a single number may have, as texts; nothing for other texts.

    Marks may group three digits or begin decimals; a dash that may be mere punctuation gives both signs.
    """
    try:
        text = _MINUS.sub("- ", plain_marks(raw))
    except RefusedError:
        return
    numerals = list(_NUMERAL.finditer(text))
    if len(numerals) != 1:
        return
    before, numeral, after = text[: numerals[0].start()], numerals[0][0], text[numerals[0].end() :]
    if _OTHER_NUMBER.search(before + after) or _PERCENT.search(before):
        return
    percent = _PERCENT.search(after)
    scale = 1 if percent is None else {"%": PERCENT, "‰": 10 * PERCENT}[percent[0]]
    values = [re.sub(r"\D", "", numeral)] if _INTEGER.fullmatch(numeral) else []
    if decimal := _DECIMAL.fullmatch(numeral):
        whole, decimals = (re.sub(r"\D", "", decimal[name]) for name in ("whole", "decimals"))
        values.append(_plainly(f"{whole or 0}.{decimals}"))
    match = _SIGN.search(before)
    assert match is not None  # it may be empty
    rest = before[: match.start()]
    follows_a_word = rest.rstrip()[-1:].isalpha() and " " in match["gap"]
    is_doubtful = _DASH.search(rest) or _DASH.search(after) or (match["sign"] and follows_a_word)
    for sign in ("-", "") if is_doubtful else (match["sign"],):
        for value in values:
            yield sign + (value if scale == 1 else _decimal(Fraction(value) / scale))


def _decimal(value: Fraction) -> str:
    """Return a value as a decimal if the decimal is exact, else as a fraction."""
    with localcontext() as context:
        context.prec = MOST_DIGITS
        text = f"{Decimal(value.numerator) / Decimal(value.denominator):f}"
    return _plainly(text) if Fraction(text) == value else str(value)


def _plainly(decimal: str) -> str:
    """Return a decimal so that no reader takes it for an integer with a grouping mark: 2.0750 for 2.075."""
    return f"{decimal}0" if len(decimal.partition(".")[2]) == THOUSANDS else decimal


SIGNS = re.compile(r" ?[=≈] ")  # separates the forms of a value as a key prints it: "1/2 = 0,5"
KEYS_DIGITS = 5


def plain_writing(part: Part, expected: Values, position: int, lang: str) -> str:
    """Return the expected value of the item at `position`, from 0, as a student would write it in a language."""
    value, texts = expected[position], [part.kind.format(value, lang) for value in expected]
    forms = [form for form in SIGNS.split(texts[position]) if form]
    forms = forms if part.tolerance == EXACT else forms[::-1]
    if not isinstance(value, tuple | str):
        forms += (format_decimal(value, lang, digits) for digits in range(KEYS_DIGITS, MAX_PRECISION))
        forms.append(str(Fraction(value)))
    for form in forms:
        reading = part.kind.read((*texts[:position], form, *texts[position + 1 :]))[position]
        if not isinstance(reading, Blank | Unreadable) and is_right(part, value, reading):
            return form
    return texts[position]
