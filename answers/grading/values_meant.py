"""What an answer that is not read may have meant, for a person to choose from."""

import re
from fractions import Fraction

from answers.exam.question import Part
from answers.flags import AS_PERCENTAGE, Note
from answers.grading.answer import read_answer

MOST_VALUES = 4
THOUSANDS = 3
_DIGITS = re.compile(r"[0-9][0-9 .,'’\u00a0\u202f\u2009]*")


def values_meant(answer: str, part: Part, note: Note | None) -> list[str]:
    """Return what an answer that is not read may have meant, as values that the part does read.

    The digits alone ("2,075" for 2075), the last sign as the decimal mark (2.0750), a percentage as a number.
    """
    numeral = _DIGITS.search(answer)
    if numeral is None:
        return []
    text = numeral.group().strip()
    sign = "-" if answer[: numeral.start()].strip() in {"-", "−"} else ""
    digits = _digits(text)
    cut = max(text.rfind(","), text.rfind("."))
    tail = _digits(text[cut:])
    zero = "0" if len(tail) == THOUSANDS else ""  # for it not to look like thousands again
    decimal = f"{_digits(text[:cut])}.{tail}{zero}" if cut >= 0 and tail else digits
    hundredth = [str(Fraction(decimal) / 100)] if note == AS_PERCENTAGE else []
    meant = [*hundredth, *(sign + value for value in (digits, decimal))]
    return [value for value in dict.fromkeys(meant) if _is_read(value, part)][:MOST_VALUES]


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def _is_read(value: str, part: Part) -> bool:
    return None not in read_answer(part, (value,) * part.count).values
