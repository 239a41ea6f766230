"""Format numbers in French (decimal comma) or English (decimal point), so that `read_numbers` can parse the results.

The functions raise ValueError for an infinite number or NaN, for a language other than "fr" and "en", and for a number
of significant digits that is not from 1 to 60.
"""

from decimal import MAX_EMAX, MIN_EMIN, ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from typing import Final

DECIMAL_MARKS: Final = {"fr": ",", "en": "."}
MINUS: Final = "−"
LARGEST_INTEGER: Final = 10**20
"""Integers whose absolute value is at least this number are rounded."""
MAX_FRACTION_DIGITS: Final = 12  # of numerator and denominator together
LARGEST_OF_FRACTION: Final = 10**MAX_FRACTION_DIGITS
SHORT: Final = 4  # significant digits of a decimal printed after "="
LOWEST_PLAIN_EXPONENT: Final = -4
MAX_PRECISION: Final = 60

_SUPERSCRIPTS: Final = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def format_exact(value: int | Fraction, lang: str = "fr") -> str:
    """Return an exact number as the key prints it: "17", "29/45 ≈ 0,644", "1/2 = 0,5".

    An integer of more than 20 digits, or a fraction whose numerator and denominator have more than 12 digits together,
    is printed as "≈ " and a decimal number of five significant digits. `read_numbers` parses any other result to
    `value`, whatever the domain.
    """
    value = Fraction(value)
    if value.denominator == 1:
        return _signed(str(value), lang) if abs(value) < LARGEST_INTEGER else f"≈ {format_decimal(value, lang, 5)}"
    # Compare first: the decimal text of a huge integer is slow to make.
    is_short = max(abs(value.numerator), value.denominator) < LARGEST_OF_FRACTION
    if not is_short or len(f"{abs(value.numerator)}{value.denominator}") > MAX_FRACTION_DIGITS:
        return f"≈ {format_decimal(value, lang, 5)}"
    # The decimal is exact if it is short, else it has two decimals or three digits, whichever is more precise.
    before_the_mark = _rounded(value, MAX_PRECISION).adjusted() + 1
    digits = max(SHORT, before_the_mark + 2)
    sign = "="
    if Fraction(_rounded(value, digits)) != value:
        sign, digits = "≈", max(SHORT - 1, before_the_mark + 2)
    return f"{_signed(str(value), lang)} {sign} {format_decimal(value, lang, digits)}"


def format_decimal(value: int | Fraction | float, lang: str = "fr", digits: int = 4) -> str:
    """Return `value` rounded to `digits` significant digits: "0,6444", "−5", "1,672·10⁹".

    A value of at least 10^`digits`, or below 10⁻⁴, is written with a power of ten. Zeros at the end of decimals are
    dropped, and halves are rounded to the even digit. Thousands are not grouped, since a space also separates values.

    The result cannot be parsed in every domain: "1,234" is ambiguous if the domain allows 1234.
    """
    if not 1 <= digits <= MAX_PRECISION:
        raise ValueError(f"significant digits must be between 1 and {MAX_PRECISION}, got {digits}")
    try:
        rounded = _rounded(Fraction(value), digits)
    except (ValueError, OverflowError):
        raise ValueError(f"only a finite number can be printed, got {value}") from None
    exponent = rounded.adjusted()
    power = ""
    if rounded and not LOWEST_PLAIN_EXPONENT <= exponent < digits:
        rounded = rounded.scaleb(-exponent, Context(prec=digits, Emin=MIN_EMIN, Emax=MAX_EMAX))
        power = f"·10{str(exponent).translate(_SUPERSCRIPTS)}"
    text = f"{rounded:f}"
    return _signed((text.rstrip("0").rstrip(".") if "." in text else text) + power, lang)


def _rounded(value: Fraction, digits: int) -> Decimal:
    context = Context(prec=digits, rounding=ROUND_HALF_EVEN, Emin=MIN_EMIN, Emax=MAX_EMAX)
    return context.divide(Decimal(value.numerator), Decimal(value.denominator))


def _signed(text: str, lang: str) -> str:
    if lang not in DECIMAL_MARKS:
        raise ValueError(f"a number is printed in one of {', '.join(DECIMAL_MARKS)}, got {lang!r}")
    return text.replace("-", MINUS).replace(".", DECIMAL_MARKS[lang])
