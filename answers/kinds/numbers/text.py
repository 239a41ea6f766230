"""Parse numbers as students and teachers write them, in French or English, by the rules of docs/numbers.md.

All interpretations that the rules allow are listed. If there are several, the domain of the question chooses; exactly
one must remain.
"""

import re
from fractions import Fraction
from itertools import product, starmap, takewhile
from typing import Final

from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.lists import LABEL, Interpretation, ValueList, exact_double
from answers.kinds.numbers.signs import RefusedError, Roles, plain_marks
from answers.kinds.parsing import Unreadable

MAX_LENGTH: Final = 500
MAX_INTERPRETATIONS: Final = 50

# Numerals with one interpretation in every domain: no three digits after a comma or a dot, except after 0.
_UNSIGNED: Final = r"(?:[0-9]{1,15}|0[.,][0-9]{1,15}|[0-9]{1,9}[.,](?:[0-9]{1,2}|[0-9]{4,15}))"
_NUMERAL: Final = rf"[≃≈]? ?{_UNSIGNED}"
_ONE: Final = re.compile(rf"[≃≈]? ?-?(?:{_UNSIGNED}|[0-9]{{1,15}}/[1-9][0-9]{{0,14}})")
_SPACED: Final = re.compile(r"(?:0|[1-9][0-9]{0,14})(?: (?:0|[1-9][0-9]{0,14}))+")
_PUNCTUATED: Final = re.compile(rf"{_NUMERAL}(?: ?[;,] {_NUMERAL})+")

_BRACKETS: Final = {"(": ")", "[": "]", "{": "}"}
_DOUBT: Final = re.compile(r"(?<=[\d)\]}%¼-¾⅐-⅞])(?:\?+(?=[ ;,|&\n]|$)| ?\(\?+\))")
_LAST_DOUBT: Final = re.compile(r"(?<=.) \?+$", re.DOTALL)
_NOTHING: Final = re.compile(r"[-_.?… \n]*")
_LAST_MARK: Final = re.compile(r"(?<![.,;]) ?[.,;]$")
_TIGHT_COMMA: Final = re.compile(r"\d,\d")
_MANTISSA: Final = re.compile(r"\d,\d+(?: ?[eE][+-]?\d|(?: ?[×xX*.] ?| )10 ?(?:\^|\*\*))")
_TIGHT_DOT: Final = re.compile(r"\d\.\d")
_ARGUMENTS: Final = re.compile(r"\([^()]*\)|\[[^][]*\]")
_STRONG_SEPARATOR: Final = re.compile(r"[;|]|,(?!\d)")
_OVER_ZERO: Final = re.compile(r"/ ?0+(?:[.,]0+)?(?![\d.,])")
_WRITTEN_TWICE: Final = re.compile(r"(?<!\w)[\d¼-¾⅐-⅞↉][\d¼-¾⅐-⅞↉.,/^{}]*[)%]? ?[=≈] ?[-(.,\d¼-¾⅐-⅞↉]")
_BESIDE_COMMAS: Final = re.compile(r"[|\n]|,(?!\d)|&.*\d,\d")
_PERCENT: Final = re.compile("[%‰]")
_BULLETS: Final = re.compile(r"(?:⁃ ?|- )[^\n]*(?:\n(?:⁃ ?|- )[^\n]*)+")
_BULLET: Final = re.compile(r"^(?:⁃ ?|- )", re.MULTILINE)
_DOUBTFUL_SIGN: Final = re.compile(r"- |[^;,|&=≈:→\n] -|-[^\n]*(?:\n-[^\n]*)+\Z")
_BETWEEN_VALUES: Final = re.compile(r"[^;,|&=≈:→\n] - ")
_PLAYER: Final = re.compile(
    r"(?<!\w)(?:(?:le |the )?(?:joueur|player)(?: ?(?:n°|nº|no|#))? ?|[jp] ?_?\{?)([0-2])\}?(?: (?:gagne|wins))?\.?"
    r"(?!\w)(?! ?[=≈:→(])",
    re.IGNORECASE,
)
_MARGIN: Final = re.compile(
    r"(?<=[\d)%]) ?(\()? ?(?:±|\+/-) ?(?:\d+(?:[.,]\d+)?(?:e-?\d+)?|10 ?(?:\^|\*\*) ?\{?-\d+\}?)(?P<percent> ?%)?"
    r"(?(1) ?\))(?=$| ?[;|&\n]|,? )",
    re.IGNORECASE,
)
_CUT: Final = re.compile(r"(?<![\d.,])(\d+[.,])(\d{2,})(?:…|\.{3})(?=$|[;|&\n]|,? )")
_SPACED_DOTS: Final = re.compile(r" ?(?:…|\.{2,4})$")
_AGAIN: Final = re.compile(r"([-≈]? ?\d[\d.,/ ]*%?) ?\( ?([=≈]?) ?(-? ?[\d ]*[./,][\d ]+%?|[\d., ]+%) ?\)")
_BEFORE_MARGIN: Final = re.compile(r"\d+(?:[.,]\d+)?$")
_MIXED_NUMBER: Final = re.compile(r"\d \d+ ?/ ?\d")
_LOST_BEFORE: Final = re.compile(r"[×'] (?=\d+[.,]\d{3,}$)")
_LOST_AFTER_FRACTION: Final = re.compile(r"(\d+) ?/ ?(0*[1-9]\d*) [×'] (\d+[.,]\d{3,})")
_LOST_IN_POWER: Final = re.compile(r"(?<=\d)'(?=10(?:\^|\*\*))")
_DATE: Final = re.compile(
    r"(?:19|20)\d\d-(?:0[1-9]|1[0-2])-[0-3]\d(?:[ T]00:00(?::00)?)?|[0-3]\d-(?:0[1-9]|1[0-2])-(?:19|20)\d\d"
)
"""A date with dashes, which spreadsheets make of a list such as 1-3-2."""
_GROUPED_OR_FRACTION: Final = re.compile(r"([-−]?[1-9]\d{0,2}(?: /\d{3})+)\N{REPLACEMENT CHARACTER}")
"""A number from a printed copy whose groups of digits are drawn like the parts of a fraction, or a fraction."""
_LONGEST_PERIOD: Final = 6
"""Largest number of digits that are recognized as repeated before dots: those of 1/7."""
_REPEATED: Final = 5
"""Number of digits equal to those a period before from which decimals before dots are repeated: by chance in 10⁻⁵."""
_REPEATED_BY_CHANCE, _MANY_DECIMALS = 2, 7
"""Decimals before dots are cut short if there are many, and few are repeated: both readings agree to six digits."""
_LONG_INTEGER: Final = re.compile(r"-?\d(?:[.,]\d{1,5})?E\+(?:1[1-9]|[2-9]\d)")
"""An integer of 12 digits or more as spreadsheets show it, and save it as CSV: its last digits are lost."""
_LEAST_DIGITS: Final = 3
"""Least number of significant digits by which a decimal is recognized as the approximation of a fraction."""
BETWEEN: Final = tuple(map(re.compile, (r"[\])}] ?[,;]? ?[\[({]", r"\\\\", r"[;|\n]")))
r"""Patterns that separate the rows of a matrix, tried in this order: brackets, "\\\\" of LaTeX, other marks."""
AROUND: Final = "[](){}|; \n"
"""Characters that are removed around a matrix."""


def read_numbers(text: str, count: int, domain: Domain) -> Interpretation | Unreadable:
    """Parse a text as `count` numbers, by the rules of docs/numbers.md.

    Values are exact: "0,1" is 1/10. A blank value ("?", "_", "…") is None; all values of an empty text are None. A
    number outside the domain is returned too, if the text can be read in only one way. An unreadable text gives an
    `Unreadable` with the reason "ambiguous", "not-a-number", "too-many-values", "too-few-values", "too-large",
    "too-long" (more than 500 characters), "division-by-zero" or "control-character", never an exception. ValueError if
    `count` is less than 1.
    """
    if count < 1:
        raise ValueError(f"the number of values must be at least 1, got {count}")
    quick = _read_simple(text, count)
    if quick is not None:
        return quick
    if len(text) > MAX_LENGTH:
        return Unreadable(text, "too-long")
    if count == 1 and _GROUPED_OR_FRACTION.fullmatch(text):
        listed = every_interpretation(text, count, domain)
        fitting = [
            values
            for values in listed
            if len(listed) == 1 or all(value is not None and domain.fits(value) for value in values)
        ]
        return fitting[0] if len(fitting) == 1 else Unreadable(text, "ambiguous")
    try:
        return _read(_unwrapped(_numbers_alone(text, count, domain), count), count, domain)
    except RefusedError as refusal:
        return Unreadable(text, str(refusal))


def every_interpretation(text: str, count: int, domain: Domain) -> tuple[Interpretation, ...]:
    """Return all ways to read `text` as `count` numbers, sorted; () if they cannot all be listed.

    With them, marking can tell whether an answer that `read_numbers` finds ambiguous is wrong in every interpretation.
    The result is empty for a text with 50 interpretations or more, and for doubtful marks: 10e9, (0,5), 0,333 333, a
    dash that may be a sign.
    """
    if count == 1 and (printed := _GROUPED_OR_FRACTION.fullmatch(text)):
        both = (
            read_numbers(printed[1].replace(" /", space), 1, domain) for space in ("\N{NARROW NO-BREAK SPACE}", "/")
        )
        return tuple(sorted({values for values in both if not isinstance(values, Unreadable)}, key=str))
    try:
        if len(text) > MAX_LENGTH:
            return ()
        plain = _unwrapped(_numbers_alone(text, count, domain), count)
        lists = _lists(plain, count, domain)
        listed = {
            interpretation
            for values in lists
            for interpretation in values.interpretations(count, enough=MAX_INTERPRETATIONS)
        }
    except RefusedError:
        return ()
    doubtful = any(_has_doubtful_sign(interpretation, plain, domain) for interpretation in listed)
    if doubtful or len(listed) >= MAX_INTERPRETATIONS or (count == 1 and _MIXED_NUMBER.search(plain)):
        return ()
    return tuple(sorted(listed, key=str))


def player_numbers(text: str, count: int) -> str:
    """Return `text` with numbers for `count` names of players such as "J1"; unchanged if there are more or fewer."""
    replaced, players = _PLAYER.subn(r"\1", text)
    return replaced if players == count else text


def _numbers_alone(text: str, count: int, domain: Domain) -> str:
    """Return `text` with plain marks, without the words of players, margins, final dots, and a value written again."""
    # RefusedError for a date, for an integer that has lost digits, and for "player 0" where player 1 or 2 is asked: the
    # student counts from 0, and may mean player 1 or 2 by "player 1".
    text = plain_marks(text)
    if _DATE.fullmatch(text):
        raise RefusedError("not-a-number")
    if domain.integer and _LONG_INTEGER.fullmatch(text):
        raise RefusedError("ambiguous")
    text = _with_lost_signs(text, domain) if count == 1 else text
    if domain.integer and (domain.low, domain.high) in {(0, 1), (1, 2)}:
        numbers = [Fraction(player[1]) for player in _PLAYER.finditer(text)]
        if domain.low == 1 and 0 in numbers:
            raise RefusedError("ambiguous")
        text = _PLAYER.sub(r"\1", text) if all(map(domain.fits, numbers)) else text
    text = _without_margins(text, count, domain)
    if count == 1 and (again := _AGAIN.fullmatch(text)):
        text = f"{again[1].rstrip()} {again[2] or '≈'} {again[3]}"  # 3/8 (0,375)
    if domain.integer:
        return text
    text = _SPACED_DOTS.sub("...", text) if count == 1 and re.search(r"\d[.,]\d", text) else text
    return _CUT.sub(_without_dots, text)


def _without_dots(cut: re.Match[str]) -> str:
    """Return a decimal before dots as it is read: 0.1465... is 0.1465, and 0.333333... is 1/3."""
    # Unchanged, and therefore refused, if its digits may be either cut short or repeated, as in 0.333...
    digits = cut[2]
    repeated = {}
    for period in range(1, min(_LONGEST_PERIOD, len(digits) - 1) + 1):
        pairs = zip(reversed(digits), reversed(digits[:-period]), strict=False)
        repeated[period] = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    whole = [period for period, number in repeated.items() if number >= period]
    if not whole or (repeated[whole[0]] <= _REPEATED_BY_CHANCE and len(digits) >= _MANY_DECIMALS):
        return cut[1] + digits
    periods = [period for period in whole if repeated[period] >= _REPEATED]
    if not periods:
        return cut[0]
    period = periods[0]
    once = digits[: len(digits) - repeated[period]]
    number, before = int(cut[1][:-1] + once), int(cut[1][:-1] + once[:-period])
    return f"{number - before}/{(10**period - 1) * 10 ** len(once[:-period])}"


def _with_lost_signs(text: str, domain: Domain) -> str:
    """Return `text` with the sign ≈ or × for a dot that a program has printed in its place."""
    # MuPDF prints "·" for signs that its font lacks, and some versions declare the dot to be an acute accent. Before a
    # decimal the lost sign may be a minus; RefusedError if the domain has negative values. After a fraction it is ≈
    # only if the decimal is the fraction cut or rounded: a product has other digits.
    text = _LOST_IN_POWER.sub("×", text)
    if (before := _LOST_BEFORE.match(text)) is not None and not domain.integer:
        if domain.low is None or domain.low < 0:
            raise RefusedError("ambiguous")
        return f"≈ {text[before.end() :]}"
    if (fraction := _LOST_AFTER_FRACTION.fullmatch(text)) is not None:
        exact, written = Fraction(int(fraction[1]), int(fraction[2])), Fraction(fraction[3].replace(",", "."))
        unit = Fraction(1, 10 ** len(re.split("[.,]", fraction[3])[1]))
        if 0 < abs(exact - written) < unit and written >= unit * 10 ** (_LEAST_DIGITS - 1):
            return f"{fraction[1]}/{fraction[2]} ≈ {fraction[3]}"
    return text


def _without_margins(text: str, count: int, domain: Domain) -> str:
    """Return `text` without the margin, such as "± 0,001", of each value."""
    # Margins are removed only if all values have one: "1 ± 0,5" may be the two values 0,5 and 1,5. A sign % in a margin
    # also belongs to the value if the value is above the largest of the domain, as in "37 ± 1 %"; otherwise
    # RefusedError.
    margins = list(_MARGIN.finditer(text))
    if len(margins) != count or count != text.count("±") + text.count("+/-"):
        return text

    def percent(margin: re.Match[str]) -> str:
        """Return the percent sign that a margin leaves behind (37 ± 1 % is 37 %), or an empty text."""
        before = _BEFORE_MARGIN.search(text[: margin.start()])
        if not margin["percent"] or not before:
            return ""
        if domain.high is None or Fraction(before[0].replace(",", ".")) <= domain.high:
            raise RefusedError("ambiguous")  # 0,37 ± 1 %
        return "%"

    return _MARGIN.sub(percent, text)


def _read_simple(text: str, count: int) -> Interpretation | None:
    """Parse the most common texts quickly, with the same result as by all rules; None for other texts."""
    if count == 1:
        return (_simple(text),) if _ONE.fullmatch(text) else None
    if len(text) > MAX_LENGTH:
        return None
    if _SPACED.fullmatch(text):
        parts = text.split(" ")
    elif _PUNCTUATED.fullmatch(text):
        parts = re.split(" ?[;,] ", text)
    else:
        return None
    return tuple(_simple(part) for part in parts) if len(parts) == count else None


def _simple(numeral: str) -> Fraction:
    numeral = numeral.lstrip("≃≈ ").replace(",", ".")
    whole, _, decimals = numeral.partition(".")
    return Fraction(numeral) if "/" in numeral else exact_double(whole, decimals)


def _read(text: str, count: int, domain: Domain) -> Interpretation:
    """Return the only interpretation of a text with plain marks; RefusedError if there is none or more than one."""
    bare = _after_label(text).lstrip("= ")
    if _NOTHING.fullmatch(bare):
        return (None,) * count
    digits = bare.lstrip("≈ ")
    if count > 1 and len(digits) == count and digits.isdecimal():
        low, high = domain.low, domain.high
        if domain.integer and low is not None and high is not None and low >= 0 and high <= 9:
            return tuple(Fraction(int(digit)) for digit in digits)
    lists = _lists(text, count, domain)
    listed = {interpretation for values in lists for interpretation in values.interpretations(count)}
    if len(listed) > 1:
        listed = {interpretation for values in lists for interpretation in values.interpretations(count, domain.fits)}
    if len(listed) != 1:
        raise RefusedError(_why_not(text, count, lists))
    values = listed.pop()
    if _has_doubtful_sign(values, text, domain):
        raise RefusedError("ambiguous")
    return values


def _lists(text: str, count: int, domain: Domain) -> list[ValueList]:
    """Return the text as a `ValueList` for each choice of roles for its marks."""
    # Dashes are signs or, if a dash opens every line, also bullets. A question mark at the end counts as a blank value
    # or is left out.
    texts = [text] if "⁃" not in text else []
    if _BULLETS.fullmatch(text):
        texts.append(_BULLET.sub("", text))
    variants = dict.fromkeys(variant for whole in texts for variant in (whole, _LAST_DOUBT.sub("", whole)))
    return [ValueList(variant, roles) for variant in variants for roles in _choices(variant, count, domain)]


def _has_doubtful_sign(values: Interpretation, text: str, domain: Domain) -> bool:
    """Return whether the dash before a negative value may be a bullet, or separate two values."""
    if not any(value is not None and value < 0 for value in values):
        return False
    can_be_negative = domain.low is None or domain.low < 0
    return (_BETWEEN_VALUES if can_be_negative else _DOUBTFUL_SIGN).search(text) is not None


def _after_label(text: str) -> str:
    label = LABEL.match(text)
    return text[label.end() :] if label else text


def _unwrapped(text: str, count: int) -> str:
    """Return a text without the brackets around a list, the label before them, a last mark, and marks of doubt."""
    # If semicolons leave a place for each value, an empty place or a dash becomes "_". If one value is asked, brackets
    # with a comma between digits are a RefusedError: "(0,5)" may be a pair.
    text = _DOUBT.sub("", text)
    if len(places := text.split(";")) == count > 1:
        text = ";".join(_LAST_DOUBT.sub("", place.rstrip()) if place.strip(" -") else "_" for place in places)
    for _ in range(2):
        text = _LAST_MARK.sub("", text)
        inside = _after_label(text).lstrip("=≈ ")
        closing = _BRACKETS.get(inside[:1])
        if not closing or inside.find(closing) != len(inside) - 1:
            break
        text = inside[1:-1].strip()
        if count == 1 and _TIGHT_COMMA.search(text):
            raise RefusedError("ambiguous")
    return text


def _choices(text: str, count: int, domain: Domain) -> list[Roles]:
    """Return all choices of roles for the comma, the dot and the dash that the rules allow for this text."""
    commas, dots = (
        ("decimal", "thousands") if mark.search(text) else ("decimal",) for mark in (_TIGHT_COMMA, _TIGHT_DOT)
    )
    dashes = ("sign", "list") if count > 1 and "-" in text[1:] else ("sign",)
    apostrophe_groups = re.search(r"\d'\d", text) and re.search(r"\d \d", text)
    stronger = _STRONG_SEPARATOR.search(_ARGUMENTS.sub("", text))
    percents = count > 1 and _PERCENT.search(text) is not None

    def roles_of(comma: str, dot: str, dash: str) -> Roles:
        """Return one choice: commas and dots are "decimal", "thousands" or "list", dashes "sign" or "list"."""
        role_of = {",": comma, ".": dot}
        return Roles(
            decimal="".join(mark for mark, role in role_of.items() if role == "decimal"),
            thousands="".join(mark for mark, role in role_of.items() if role == "thousands"),
            comma_separates=comma == "list",
            integers_only=comma == "list" and domain.integer,
            spaces_group=not apostrophe_groups,
            spaces_separate=not stronger and "list" not in (comma, dash),
            dashes_separate=dash == "list",
            loose_dashes=domain.low is not None and domain.low >= 0,
            percents=percents,
        )

    numeric = list(starmap(roles_of, product(commas, dots, dashes)))
    # A comma between two digits may separate values if integers are asked and there is no other separator, or if it
    # cannot be part of a number. "80 | 0,2 | 71" is not a list of four integers.
    if count == 1 or ";" in text or not _TIGHT_COMMA.search(text):
        return numeric
    stands_alone = not _BESIDE_COMMAS.search(_ARGUMENTS.sub("", text))
    if not (domain.integer and stands_alone) and any(ValueList(text, roles).counts() for roles in numeric):
        return numeric
    if _MANTISSA.search(text) and not any(count in ValueList(text, roles).counts() for roles in numeric):
        raise RefusedError("ambiguous")  # 1,67e9 may be one number, or 1 and 67e9
    return numeric + [roles_of("list", dot, dash) for dot, dash in product(dots, dashes)]


def _why_not(text: str, count: int, lists: list[ValueList]) -> str:
    """Return the reason why a text does not have exactly one interpretation."""
    counts = {n for value_list in lists for n in value_list.counts()}
    if count in counts or (count == 1 and _MIXED_NUMBER.search(text)):
        return "ambiguous"
    if not counts and (_WRITTEN_TWICE.search(text) or _PERCENT.search(text)):  # unclear which value has the sign
        return "ambiguous"
    if not counts:  # the text is not a list of any length
        return "division-by-zero" if _OVER_ZERO.search(text) else "not-a-number"
    return "too-many-values" if min(counts) > count else "too-few-values" if max(counts) < count else "ambiguous"


def rows(text: str, count: int) -> tuple[str, ...]:
    """Return the texts of the `count` rows of a matrix; () if the text does not consist of so many rows."""
    bare = re.sub(r"[ \t]+", " ", text).strip(AROUND)
    for between in BETWEEN:
        pieces = between.split(bare)
        if len(pieces) == count:
            return tuple(pieces)
    return ()
