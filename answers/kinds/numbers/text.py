"""Numbers as students and teachers write them, in French or English: read exactly, or not at all.

The policy and its table of examples are in docs/numbers.md. In one sentence: every reading that the policy
allows is listed; the domain of the question chooses when there are several; exactly one must remain.
"""

import re
from fractions import Fraction
from itertools import product
from typing import Final

from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.lists import LABEL, Interpretation, ValueList
from answers.kinds.numbers.signs import RefusedError, Roles, plain_marks
from answers.kinds.parsing import Unreadable

MAX_LENGTH: Final = 500
MAX_INTERPRETATIONS: Final = 50

# Numerals with one reading in every domain: no group of three digits follows a comma or a dot, except after 0.
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
_PLAYER: Final = re.compile(r"(?<!\w)(?:(?:joueur|player) ?|j)([12])(?!\w)(?! ?[=≈:→(])", re.IGNORECASE)
_MIXED_NUMBER: Final = re.compile(r"\d \d+ ?/ ?\d")
BETWEEN: Final = tuple(map(re.compile, (r"[\])}] ?[,;]? ?[\[({]", r"\\\\", r"[;|\n]")))
"""What stands between two rows, what is surest first: brackets, the double stroke of LaTeX, another mark."""
AROUND: Final = "[](){}|; \n"


def read_numbers(text: str, count: int, domain: Domain) -> Interpretation | Unreadable:
    """Read exactly `count` numbers, exactly.

    Decimal text is taken exactly: "0,1" is 1/10. A value left blank ("?", "_", "…") is None; a text with
    nothing in it gives only None. No text makes it raise. The policy, with examples, is docs/numbers.md.

    A clear reading outside the domain is still returned. A text that is not read has a reason: "ambiguous",
    "not-a-number", "too-many-values", "too-few-values", "too-large", "too-long" (over 500 characters),
    "division-by-zero", "control-character". Not guaranteed: that a readable text holds what its author meant.
    """
    if count < 1:
        raise ValueError(f"the number of values must be at least 1, got {count}")
    quick = _read_simple(text, count)
    if quick is not None:
        return quick
    if len(text) > MAX_LENGTH:
        return Unreadable(text, "too-long")
    try:
        return _read(_unwrapped(_players(plain_marks(text), domain), count), count, domain)
    except RefusedError as refusal:
        return Unreadable(text, str(refusal))


def every_interpretation(text: str, count: int, domain: Domain) -> tuple[Interpretation, ...]:
    """Return every way to read `text` as `count` numbers, sorted; none if they cannot all be listed.

    What `read_numbers` refuses as ambiguous may be wrong whatever it means. Nothing is listed for a text that has more
    than 50 readings, or whose marks themselves are doubtful: 10e9, (0,5), 0,333 333, a dash that may be a sign.
    """
    try:
        if len(text) > MAX_LENGTH:
            return ()
        plain = _unwrapped(_players(plain_marks(text), domain), count)
        lists = _lists(plain, count, domain)
        listed = {
            interpretation
            for values in lists
            for interpretation in values.interpretations(count, enough=MAX_INTERPRETATIONS)
        }
    except RefusedError:
        return ()
    doubtful = any(_has_doubtful_sign(one, plain, domain) for one in listed)
    if doubtful or len(listed) >= MAX_INTERPRETATIONS or (count == 1 and _MIXED_NUMBER.search(plain)):
        return ()
    return tuple(sorted(listed, key=str))


def _players(text: str, domain: Domain) -> str:
    """Turn "J1" and "player 1" into 1 where the number of a player is asked: an integer, 1 or 2."""
    if domain.integer and (domain.low, domain.high) == (1, 2):
        return _PLAYER.sub(r"\1", text)
    return text


def _read_simple(text: str, count: int) -> Interpretation | None:
    """Read the commonest texts at once, with the same result as the whole policy, or None."""
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
    return Fraction(int(numeral)) if numeral.isdecimal() else Fraction(numeral)


def _read(text: str, count: int, domain: Domain) -> Interpretation:
    """Apply the policy to a text with plain marks: only one interpretation may remain."""
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
    """Return the text with its dashes as signs and, when one opens every line, as bullets; its last doubt left out."""
    whole = [text] if "⁃" not in text else []
    if _BULLETS.fullmatch(text):
        whole.append(_BULLET.sub("", text))
    writings = dict.fromkeys(one for each in whole for one in (each, _LAST_DOUBT.sub("", each)))
    return [ValueList(writing, roles) for writing in writings for roles in _choices(writing, count, domain)]


def _has_doubtful_sign(values: Interpretation, text: str, domain: Domain) -> bool:
    """Whether a dash that made a value negative may be a bullet or separate two values."""
    if not any(value is not None and value < 0 for value in values):
        return False
    can_be_negative = domain.low is None or domain.low < 0
    return (_BETWEEN_VALUES if can_be_negative else _DOUBTFUL_SIGN).search(text) is not None


def _after_label(text: str) -> str:
    label = LABEL.match(text)
    return text[label.end() :] if label else text


def _unwrapped(text: str, count: int) -> str:
    """Remove the brackets around a whole list, a label before them, one mark of punctuation at the end, and doubt.

    Where semicolons leave a place for each value, one without anything, or with a dash, is "_". Where one value is
    asked, brackets that hold a comma between digits are ambiguous: "(0,5)" may be a pair.
    """
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
    """Return every choice of roles for the comma, the dot and the dash that the policy lets this text have."""
    commas, dots = (_numeric_roles(text, mark) for mark in (_TIGHT_COMMA, _TIGHT_DOT))
    dashes = (False, True) if count > 1 and "-" in text[1:] else (False,)
    apostrophe_groups = re.search(r"\d'\d", text) and re.search(r"\d \d", text)
    stronger = _STRONG_SEPARATOR.search(_ARGUMENTS.sub("", text))
    spaces = not apostrophe_groups, not stronger  # whether they may group digits, and separate values
    percents = count > 1 and _PERCENT.search(text) is not None
    numeric = [_roles(domain, spaces, percents, *chosen) for chosen in product(commas, dots, dashes)]
    if not _comma_may_separate(text, count, domain, numeric):
        return numeric
    if _MANTISSA.search(text) and not any(count in ValueList(text, roles).counts() for roles in numeric):
        raise RefusedError("ambiguous")  # 1,67e9 may be one number, or 1 and 67e9
    return numeric + [_roles(domain, spaces, percents, "list", *chosen) for chosen in product(dots, dashes)]


def _numeric_roles(text: str, between_digits: re.Pattern[str]) -> tuple[str, ...]:
    return ("decimal", "thousands") if between_digits.search(text) else ("decimal",)


def _comma_may_separate(text: str, count: int, domain: Domain, numeric: list[Roles]) -> bool:
    """Tell whether a comma between two digits may: "0,5" could be one half, not 0 and 5, unless integers are asked.

    Beside another separator it is part of a number, unless that gives nothing: "80 | 0,2 | 71" is no four integers.
    """
    if count == 1 or ";" in text or not _TIGHT_COMMA.search(text):
        return False
    stands_alone = not _BESIDE_COMMAS.search(_ARGUMENTS.sub("", text))
    return (domain.integer and stands_alone) or not any(ValueList(text, roles).counts() for roles in numeric)


def _roles(  # noqa: PLR0913, RUF100
    domain: Domain,
    spaces: tuple[bool, bool],
    percents: bool,  # noqa: FBT001
    comma: str,
    dot: str,
    dash: bool,  # noqa: FBT001
) -> Roles:
    role_of = {",": comma, ".": dot}
    return Roles(
        decimal="".join(mark for mark, role in role_of.items() if role == "decimal"),
        thousands="".join(mark for mark, role in role_of.items() if role == "thousands"),
        comma_separates=comma == "list",
        integers_only=comma == "list" and domain.integer,
        spaces_group=spaces[0],
        spaces_separate=spaces[1] and comma != "list" and not dash,
        dashes_separate=dash,
        loose_dashes=domain.low is not None and domain.low >= 0,
        percents=percents,
    )


def _why_not(text: str, count: int, lists: list[ValueList]) -> str:
    """Return the reason why there is not exactly one interpretation."""
    counts = {n for value_list in lists for n in value_list.counts()}
    if count in counts or (count == 1 and _MIXED_NUMBER.search(text)):
        return "ambiguous"
    if not counts and (_WRITTEN_TWICE.search(text) or _PERCENT.search(text)):  # whose sign is it?
        return "ambiguous"
    if not counts:  # there is no list of values of any length
        return "division-by-zero" if _OVER_ZERO.search(text) else "not-a-number"
    return "too-many-values" if min(counts) > count else "too-few-values" if max(counts) < count else "ambiguous"


def rows(text: str, count: int) -> tuple[str, ...]:
    """Return the `count` rows of a matrix, each a text of its own; none if its rows are not told apart so."""
    bare = re.sub(r"[ \t]+", " ", text).strip(AROUND)
    for between in BETWEEN:
        pieces = between.split(bare)
        if len(pieces) == count:
            return tuple(pieces)
    return ()
