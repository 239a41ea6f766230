"""Compare what two lists say of a person: full names, and identifiers such as student numbers or addresses."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache


class Agreement(Enum):
    """What the comparison of two names shows."""

    AGREE = "agree"
    CONTRADICT = "contradict"
    UNKNOWN = "unknown"


MAX_WORDS = 24
_APOSTROPHES = re.compile("['\u2019\u2018\u02bc\u02bb\u2032\u00b4`]")
_WORD = re.compile(r"[^\W\d_]+")
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "ı": "i", "þ": "th"})
_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
_NO_NAMES = frozenset({"mr", "mrs", "ms", "mme", "mlle", "dr", "nee", "epouse", "ep"})
_PARTICLES = frozenset({"d", "da", "de", "del", "della", "den", "der", "des", "di", "do", "dos", "du", "el", "al", "l",
                        "la", "las", "le", "les", "los", "van", "von", "y"})  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a name: without accents, with ä as ae; the group that it stands in.

    A group is what a space separates (a hyphen does not), or the family name or the first names where a comma says so.
    """

    text: str
    long: str
    group: int

    def equals(self, other: "_Word") -> bool:
        return bool({self.text, self.long} & {other.text, other.long})

    def abbreviates(self, other: "_Word") -> bool:
        return len(self.text) == 1 and other.text.startswith(self.text)


@lru_cache(maxsize=50_000)
def names_agree(a: str, b: str) -> Agreement:
    """Compare two full names, "Zoé Éluard" or "Éluard, Zoé", in any order of the words.

    Accents, capitals, hyphens and apostrophes do not count. The names agree if one has all the words of the other: a
    second first name or half of a double family name may be left out, and a first name may be an initial. The words in
    common must be of the family name and of the first names: where a comma tells the two apart in both names,
    "Dupont, Martin" and "Dupont-Martin, Noël" contradict. An empty name, or one in another script, says nothing;
    neither does a single word that the other name has too.
    """
    ours: Sequence[_Word] = _words(a)
    theirs: Sequence[_Word] = _words(b)
    if not ours or not theirs or _is_latin(ours) != _is_latin(theirs):
        return Agreement.UNKNOWN
    ours, theirs = _joined(ours, theirs), _joined(theirs, ours)
    pairs = _pairs(ours, theirs)
    if len(pairs) < min(len(ours), len(theirs)):  # each has words that the other lacks: siblings, or two persons
        return Agreement.CONTRADICT
    is_whole = len(ours) == len(theirs)
    if len(pairs) == 1:
        return Agreement.AGREE if is_whole and pairs[0][0].equals(pairs[0][1]) else Agreement.UNKNOWN
    telling = [(x, y) for x, y in pairs if is_whole or x.text not in _PARTICLES]
    has_word = any(x.equals(y) for x, y in telling)
    if len(telling) < 2 or not has_word or not _parts_agree(ours, theirs, telling):
        return Agreement.CONTRADICT
    return Agreement.AGREE


def name_key(text: str) -> str:
    """Return the words of a full name in alphabetical order, without accents and capitals; "" for none."""
    return " ".join(sorted(word.text for word in _words(text)))


def name_words(text: str) -> frozenset[str]:
    """Return the words of a full name, and its neighbouring words as one: agreeing names have one of them in common."""
    words = _words(text)
    runs = ("".join(word.text for word in words[at : at + n]) for n in (2, 3) for at in range(len(words) - n + 1))
    return frozenset((*(word.text for word in words), *(word.long for word in words), *runs))


@lru_cache(maxsize=20_000)
def _words(name: str) -> tuple[_Word, ...]:
    bare = _APOSTROPHES.sub("", unicodedata.normalize("NFKC", _APOSTROPHES.sub("", name))).casefold()
    halves = bare.split(",", 1)
    groups = halves if len(halves) > 1 and all(map(_WORD.search, halves)) else bare.replace(",", " ").split()
    words = [
        _Word(unaccented(match[0]), unaccented(match[0].translate(_TWO_LETTERS)), group)
        for group, part in enumerate(groups)
        for match in _WORD.finditer(part)
    ]
    return tuple([word for word in words if word.text not in _NO_NAMES] or words)[:MAX_WORDS]


def unaccented(text: str) -> str:
    """Return small letters without accents, those that no accent makes as names are typed without them: œ as oe."""
    decomposed = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def _is_latin(words: Sequence[_Word]) -> bool:
    return any("a" <= letter <= "z" for word in words for letter in word.text)


def _joined(words: Sequence[_Word], other: Sequence[_Word]) -> list[_Word]:
    """Join the neighbouring words that are one word in the other name: Le Fèvre and Lefèvre, O Brien and O'Brien."""
    single = {word.text for word in other} - {word.text for word in words}
    joined: list[_Word] = []
    at = 0
    while at < len(words):
        for count in (3, 2, 1):
            text = "".join(word.text for word in words[at : at + count])
            if count == 1 or (text in single and len(words[at : at + count]) == count):
                joined.append(_Word(text, text if count > 1 else words[at].long, words[at].group))
                at += count
                break
    return joined


def _pairs(ours: Sequence[_Word], theirs: Sequence[_Word]) -> list[tuple[_Word, _Word]]:
    """Pair the words that are equal, then initials with words that begin with them."""
    pairs, left, free = [], [], list(theirs)
    for word in ours:
        equal = next((one for one in free if word.equals(one)), None)
        if equal is None:
            left.append(word)
        else:
            pairs.append((word, equal))
            free.remove(equal)
    for word in left:
        short = next((one for one in free if word.abbreviates(one) or one.abbreviates(word)), None)
        if short is not None:
            pairs.append((word, short))
            free.remove(short)
    return pairs


def _parts_agree(ours: Sequence[_Word], theirs: Sequence[_Word], pairs: Sequence[tuple[_Word, _Word]]) -> bool:
    """Say whether the words in common are of the family name and of the first names, not of one half of a name."""
    met = {(x.group, y.group) for x, y in pairs}
    if any(len({word.group for word in words}) == 1 for words in (ours, theirs)):
        return True
    return any(x != u and y != v for x, y in met for u, v in met)


MAX_DIGITS = 15
"""How many digits of a number a spreadsheet keeps."""
POWER = re.compile(r"(\d)(?:[.,](\d+))?E\+(\d+)", re.IGNORECASE)
"""A long number as a spreadsheet shows it: 2,17E+07."""
_QUOTED = re.compile(r"=\s*\"(.*)\"|'(.*)")
_WHOLE = re.compile(r"(\d+)[.,]0*")
_NOTHING = frozenset({"#n/a", "#na", "n/a", "na", "nan", "null", "none", "#ref!", "#value!", "#nom?", "#valeur!"})


def identifier_text(text: str) -> str:
    """Return an identifier without what a spreadsheet adds to it, in small letters: ="00123", '00123, 123.0.

    Zeros at its beginning stay. What says that there is none, such as "-" or "#N/A", is empty, and so is a number that
    has lost digits, 2,17E+07; 2,1700123E+07 has all of them.
    """
    bare = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    if quoted := _QUOTED.fullmatch(bare):
        bare = (quoted[1] or quoted[2] or "").strip()
    if POWER.fullmatch(bare):
        return "" if has_lost_digits(bare) else without_power(bare)
    if whole := _WHOLE.fullmatch(bare):
        bare = whole[1]
    return bare if any(map(str.isalnum, bare)) and bare not in _NOTHING else ""


def without_power(text: str) -> str:
    """Return a number that is written with a power of ten without it, if all its digits are there; else the text."""
    match = POWER.fullmatch(text)
    decimals = (match[2] or "") if match else ""
    return match[1] + decimals if match and len(decimals) == int(match[3]) > 0 else text


def has_lost_digits(text: str) -> bool:
    """Say whether a number is written with a power of ten, and not with all its digits."""
    return bool(POWER.fullmatch(text.strip())) and not without_power(text.strip()).isdecimal()


def may_be_cut(text: str) -> bool:
    """Say whether a number may have lost what follows its fifteenth digit, as in a spreadsheet: there are zeros."""
    return len(text) > MAX_DIGITS and text.isdecimal() and not text[MAX_DIGITS:].strip("0")


def identifier_keys(*lists: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return, for each text of several lists of identifiers, the key by which it is compared with all the others.

    Equal keys are equal identifiers. 00123 and 123 have one key, unless one of the lists has both: there, zeros tell
    students apart, and in all the lists that number is compared as it is written. A number that may be cut has the key
    "" where another begins with the same fifteen digits: it may be either. No key is made of one text alone, so that
    none of this can be forgotten. 02/03/2007 has the key of 2007-03-02 where the lists show which number is the day.
    """
    texts = _with_dates([[identifier_text(text) for text in each] for each in lists])
    ambiguous = {number for each in texts for number in _written_twice(each)}
    beginnings: defaultdict[str, set[str]] = defaultdict(set)
    for text in (text for each in texts for text in each if len(text) > MAX_DIGITS):
        beginnings[text[:MAX_DIGITS]].add(text)

    def key(text: str) -> str:
        if may_be_cut(text) and len(beginnings[text[:MAX_DIGITS]]) > 1:
            return ""
        number = _number(text)
        return text if number in ambiguous or not number else number

    return tuple(tuple(map(key, each)) for each in texts)


_DATE = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})", re.ASCII)
_ISO_DATE = re.compile(r"(\d{4}-\d{2}-\d{2})(?:[ t]00:00(?::00)?)?", re.ASCII)


def _with_dates(lists: Sequence[Sequence[str]]) -> list[list[str]]:
    """The texts of lists, dates as 2007-03-02 where one of the lists has them so and the order of the others is clear.

    It is where a number beyond 12 shows it, or where more dates of the other lists are met with the day first.
    """
    known = {match[1] for each in lists for text in each if (match := _ISO_DATE.fullmatch(text))}
    result = []
    for each in lists:
        written = {text: match for text in each if (match := _DATE.fullmatch(text))} if known else {}
        orders = []
        for day, month in ((1, 2), (2, 1)):
            dates = {text: f"{match[3]}-{int(match[month]):02}-{int(match[day]):02}" for text, match in written.items()}
            is_possible = all(int(match[month]) <= MONTHS for match in written.values())
            orders.append((len(known.intersection(dates.values())) if is_possible else -1, dates))
        (first, day_first), (second, month_first) = orders
        dates = day_first if first > second else month_first if first < 0 else {}
        dates |= {text: match[1] for text in each if (match := _ISO_DATE.fullmatch(text))}
        result.append([dates.get(text, text) for text in each])
    return result


MONTHS = 12


def _number(text: str) -> str:
    return (text.lstrip("0") or "0") if text.isascii() and text.isdecimal() else ""


def _written_twice(texts: Sequence[str]) -> Iterator[str]:
    """Yield the numbers that a list writes in two ways, with and without zeros."""
    ways: defaultdict[str, set[str]] = defaultdict(set)
    for text in texts:
        ways[_number(text)].add(text)
    return (number for number, written in ways.items() if number and len(written) > 1)
