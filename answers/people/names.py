"""Compare full names, and identifiers such as student numbers or addresses, of two lists."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache


class NameMatch(Enum):
    """Whether two names may belong to the same person; UNKNOWN if they cannot be compared."""

    AGREE = "agree"
    CONTRADICT = "contradict"
    UNKNOWN = "unknown"


MAX_WORDS = 24
_APOSTROPHES = re.compile("['\u2019\u2018\u02bc\u02bb\u2032\u00b4`]")
_WORD = re.compile(r"[^\W\d_]+")
_HYPHEN = re.compile("\\.?[-\u2010-\u2013]")
"""What joins the words of one first name: Jean-Luc, J.-L."""
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "ı": "i", "þ": "th"})
_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
_NO_NAMES = frozenset({"mr", "mrs", "ms", "mme", "mlle", "dr", "nee", "epouse", "ep"})
"""Titles and remarks, which do not count as words of a name."""
PARTICLES = frozenset({"d", "da", "de", "del", "della", "den", "der", "des", "di", "do", "dos", "du", "el", "al", "l",
                       "la", "las", "le", "les", "los", "van", "von", "y"})  # fmt: skip
"""Words such as "de" and "van", which agree by chance."""


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a name in small letters without accents: `text` has ä as a, `long` has ä as ae."""

    text: str
    long: str
    group: int
    """0 for the family name and 1 for the first names, if a comma separates them, else the number of the text between
    spaces."""
    compound: int
    """A number that only words joined by hyphens share: Jean and Luc of Jean-Luc."""

    def equals(self, other: "_Word") -> bool:
        """Return whether two words are equal in one of their spellings."""
        return bool({self.text, self.long} & {other.text, other.long})

    def abbreviates(self, other: "_Word") -> bool:
        """Return whether this word is the initial of another."""
        return len(self.text) == 1 and other.text.startswith(self.text)


@lru_cache(maxsize=50_000)
def names_agree(a: str, b: str) -> NameMatch:
    """Compare two full names, such as "Zoé Éluard" and "Éluard, Zoé", whose words may be in any order.

    Accents, capitals, hyphens and apostrophes do not count. The names agree if one of them has all the words of the
    other, which may be initials, and common words in both the family name and the first names: "Dupont, Martin" and
    "Dupont-Martin, Noël" contradict. The result is UNKNOWN for an empty name, for names in different scripts, and if
    one name is a single word of a longer name.
    """
    ours: Sequence[_Word] = _words(a)
    theirs: Sequence[_Word] = _words(b)
    if not ours or not theirs or _is_latin(ours) != _is_latin(theirs):
        return NameMatch.UNKNOWN
    ours, theirs = _joined(ours, theirs), _joined(theirs, ours)
    pairs = _pairs(ours, theirs)
    if len(pairs) < min(len(ours), len(theirs)):  # each has words that the other lacks, as siblings have
        return NameMatch.CONTRADICT
    is_whole = len(ours) == len(theirs)
    if len(pairs) == 1:
        return NameMatch.AGREE if is_whole and pairs[0][0].equals(pairs[0][1]) else NameMatch.UNKNOWN
    informative = [(x, y) for x, y in pairs if is_whole or x.text not in PARTICLES]
    has_word = any(x.equals(y) for x, y in informative)
    met = {(x.group, y.group) for x, y in informative}
    parts_agree = any(len({word.group for word in words}) == 1 for words in (ours, theirs)) or any(
        x != u and y != v for x, y in met for u, v in met
    )  # in the family name and the first names, as far as these are known
    return NameMatch.AGREE if len(informative) > 1 and has_word and parts_agree else NameMatch.CONTRADICT


def have_same_words(a: str, b: str) -> bool:
    """Return whether two full names that agree have the same words, each in any spelling.

    Names that agree otherwise are near: one has a word more than the other, such as "de", an initial in place of a
    word, or one word in place of two, as Legoff and Le Goff.
    """
    ours, theirs = _strictly_joined(a, b)
    return len(ours) == len(theirs) == sum(x.equals(y) for x, y in _pairs(ours, theirs))


def have_same_family_name(student: str, other: str) -> bool:
    """Return whether two full names that agree have the same family name, and a whole first name in common.

    The family name of the student comes before a comma. If the other name has no comma, its other words must be first
    names of the student, since they might belong to the family name. A further first name may be missing, but not the
    first of several, nor half of a first name with a hyphen: Luc is another person than Jean Luc and Luc-André.
    """
    if not _has_two_parts(student):
        return False
    has_comma = _has_two_parts(other)
    ours, theirs = _strictly_joined(student, other)
    family, first = ([word for word in ours if (word.group == 0) is is_family] for is_family in (True, False))
    rest = list(theirs)
    for word in family:
        equal = next((each for each in rest if word.equals(each) and (each.group == 0 or not has_comma)), None)
        if equal is None:
            return False
        rest.remove(equal)
    if not (first and rest) or any(_are_halved(one, another) for one, another in ((first, rest), (rest, first))):
        return False
    is_first = [any(word.equals(each) for word in first) for each in rest]
    is_part_of_first = any(first[0].equals(each) for each in rest) and any(rest[0].equals(word) for word in first)
    return is_part_of_first and (all(each.group != 0 for each in rest) if has_comma else all(is_first))


def _strictly_joined(a: str, b: str) -> tuple[list[_Word], list[_Word]]:
    return _joined(_words(a), _words(b), is_strict=True), _joined(_words(b), _words(a), is_strict=True)


def _are_halved(first_names: Sequence[_Word], others: Sequence[_Word]) -> bool:
    """Return whether `others` have only a part of a first name that is written with a hyphen."""
    found: defaultdict[int, set[bool]] = defaultdict(set)
    for word in first_names:
        found[word.compound].add(any(word.equals(other) for other in others))
    return any(len(results) > 1 for results in found.values())


def are_exchanged(a: str, b: str) -> bool:
    """Return whether family name and first name of two names, with commas, are exchanged: "Martin, Thomas"."""
    if not (_has_two_parts(a) and _has_two_parts(b)):
        return False
    pairs = _pairs(_joined(_words(a), _words(b)), _joined(_words(b), _words(a)))
    return bool(pairs) and all(x.group != y.group for x, y in pairs)


def have_reversed_family_names(student: str, other: str) -> bool:
    """Return whether family names (before a comma in `student`) have other orders: "Martin Dupont", "Dupont Martin"."""
    if not _has_two_parts(student):
        return False
    ours, theirs = (
        [word for word in _joined(_words(one), _words(another)) if word.text not in PARTICLES]
        for one, another in ((student, other), (other, student))
    )
    family = [word for word in ours if word.group == 0]
    if _has_two_parts(other):
        found = [word for word in theirs if word.group == 0]
    else:
        found = [word for word in theirs if any(word.equals(each) for each in family)]
    is_same = len(family) == len(found) == sum(x.equals(y) for x, y in _pairs(family, found))
    return is_same and not all(x.equals(y) for x, y in zip(family, found, strict=True))


def _has_two_parts(name: str) -> bool:
    """Return whether a comma separates the family name from the first names."""
    halves = name.split(",", 1)
    return len(halves) > 1 and all(map(_WORD.search, halves))


def name_key(text: str) -> str:
    """Return the words of a full name in alphabetical order, without accents and capitals; "" for no words."""
    return " ".join(sorted(word.text for word in _words(text)))


def looks_like_name(identifier: str) -> bool:
    """Return whether an identifier is of several words, or one with a capital and small letters, unlike a login."""
    return len(name_key(identifier).split()) > 1 or (identifier.isalpha() and identifier.istitle())


def name_words(text: str) -> frozenset[str]:
    """Return the words of a full name, alone and joined with their neighbours: "le", "fevre", "lefevre"."""
    words = _words(text)
    runs = ("".join(word.text for word in words[at : at + n]) for n in (2, 3) for at in range(len(words) - n + 1))
    return frozenset((*(word.text for word in words), *(word.long for word in words), *runs))


@lru_cache(maxsize=20_000)
def _words(name: str) -> tuple[_Word, ...]:
    """Return the words of a name, at most 24, without titles such as "Mme" unless the name has only such words."""
    bare = _APOSTROPHES.sub("", unicodedata.normalize("NFKC", _APOSTROPHES.sub("", name))).casefold()
    groups = bare.split(",", 1) if _has_two_parts(bare) else bare.replace(",", " ").split()
    words: list[_Word] = []
    for group, part in enumerate(groups):
        end = len(part)
        for match in _WORD.finditer(part):
            compound = words[-1].compound if _HYPHEN.fullmatch(part, end, match.start()) else len(words)
            spellings = unaccented(match[0]), unaccented(match[0].translate(_TWO_LETTERS))
            words.append(_Word(*spellings, group, compound))
            end = match.end()
    return tuple([word for word in words if word.text not in _NO_NAMES] or words)[:MAX_WORDS]


def unaccented(text: str) -> str:
    """Remove the accents of a text, which must be in small letters; a letter such as œ becomes the letters oe."""
    decomposed = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def _is_latin(words: Sequence[_Word]) -> bool:
    return any("a" <= letter <= "z" for word in words for letter in word.text)


def _joined(words: Sequence[_Word], other: Sequence[_Word], *, is_strict: bool = False) -> list[_Word]:
    """Join words that are one in the other name: O Brien and O'Brien, or, unless `is_strict`, Le Fèvre and Lefèvre."""
    single = {word.text for word in other} - {word.text for word in words}
    joined: list[_Word] = []
    at = 0
    while at < len(words):
        for count in (3, 2, 1):
            run = words[at : at + count]
            text = "".join(word.text for word in run)
            is_sure = len(run[0].text) == 1 or len({word.compound for word in run}) == 1
            if count == 1 or (text in single and len(run) == count and (is_sure or not is_strict)):
                joined.append(_Word(text, text if count > 1 else words[at].long, words[at].group, words[at].compound))
                at += count
                break
    return joined


def _pairs(ours: Sequence[_Word], theirs: Sequence[_Word]) -> list[tuple[_Word, _Word]]:
    """Return pairs of a word of each name: equal words first, then an initial and a word that begins with it."""
    pairs, unpaired, free = [], [], list(theirs)
    for word in ours:
        equal = next((other for other in free if word.equals(other)), None)
        if equal is None:
            unpaired.append(word)
        else:
            pairs.append((word, equal))
            free.remove(equal)
    for word in unpaired:
        short = next((other for other in free if word.abbreviates(other) or other.abbreviates(word)), None)
        if short is not None:
            pairs.append((word, short))
            free.remove(short)
    return pairs


MAX_DIGITS = 15
"""The number of digits of a number that a spreadsheet preserves."""
POWER = re.compile(r"(\d)(?:[.,](\d+))?E\+(\d+)", re.IGNORECASE)
"""A long number as a spreadsheet shows it: 2,17E+07."""
_QUOTED = re.compile(r"=\s*\"(.*)\"|'(.*)")
_WHOLE = re.compile(r"(\d+)[.,]0*")
"""A whole number as programs write it: 123.0. Its leading zeros are lost."""
_HASH = re.compile(r"#(?=[\w.@+-]+\Z)")
"""The sign that Brightspace writes before identifiers; an error value such as #N/A has another form."""
_NOTHING = frozenset({"#n/a", "#na", "n/a", "na", "nan", "null", "none", "#ref!", "#value!", "#nom?", "#valeur!"})
"""Texts that programs write for a missing value or an error."""


def identifier_text(text: str) -> str:
    """Return an identifier in small letters without signs that programs add: ="00123", '00123 and #00123 become 00123.

    Leading zeros stay, and 123.0 becomes 123. 2,1700123E+07, which has all its digits, becomes 21700123. The result is
    "" for a number that has lost digits, such as 2,17E+07, and for a text that is no identifier, such as "-" or "#N/A".
    """
    bare = _unquoted(text)
    if POWER.fullmatch(bare):
        return "" if has_lost_digits(bare) else without_power(bare)
    if whole := _WHOLE.fullmatch(bare):
        bare = whole[1]
    return _HASH.sub("", bare) if any(map(str.isalnum, bare)) and bare not in _NOTHING else ""


def _unquoted(text: str) -> str:
    """Return an identifier in small letters with single spaces, without the signs ="…" or ' that mark it as text."""
    bare = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    quoted = _QUOTED.fullmatch(bare)
    return (quoted[1] or quoted[2] or "").strip() if quoted else bare


def without_power(text: str) -> str:
    """Return a number such as 2.1700123E+07 as all its digits, 21700123; a text without all digits unchanged."""
    match = POWER.fullmatch(text)
    decimals = (match[2] or "") if match else ""
    return match[1] + decimals if match and len(decimals) == int(match[3]) > 0 else text


def has_lost_digits(text: str) -> bool:
    """Return whether a number is written with a power of ten and lacks some of its digits, such as 2,17E+07."""
    return bool(POWER.fullmatch(text.strip())) and not without_power(text.strip()).isdecimal()


def may_be_cut(text: str) -> bool:
    """Return whether a number has only zeros after its fifteenth digit, as if a spreadsheet had cut it."""
    return len(text) > MAX_DIGITS and text.isdecimal() and not text[MAX_DIGITS:].strip("0")


def identifier_keys(*lists: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return a key for each text of several lists of identifiers; equal keys mean equal identifiers, "" means no key.

    00123 and 123 have the same key, unless both are in the same list. Then this number is compared as it is written in
    all lists, and the key of 123.0 and 1.23E+2, whose leading zeros are unknown, is "". The key is also "" for a number
    with only zeros after its fifteenth digit, which a spreadsheet may have cut, if another identifier of any list
    begins with the same fifteen digits. 02/03/2007 has the key of 2007-03-02 if the lists show which number is the day;
    else it is compared as it is written. Keys of different calls must not be compared.
    """
    compared = _with_dates([[identifier_text(text) for text in texts] for texts in lists])
    ways = [defaultdict[str, set[str]](set) for _ in compared]  # of writing each number: 0012 and 12
    for texts, ways_of in zip(compared, ways, strict=True):
        for text in texts:
            ways_of[_number(text)].add(text)
    ambiguous = {number for ways_of in ways for number, written in ways_of.items() if number and len(written) > 1}
    beginnings: defaultdict[str, set[str]] = defaultdict(set)
    for text in (text for texts in compared for text in texts if len(text) > MAX_DIGITS):
        beginnings[text[:MAX_DIGITS]].add(text)

    def key(text: str, written: str) -> str:
        """Return by what an identifier is compared; an empty text if it cannot be told from another one."""
        if may_be_cut(text) and len(beginnings[text[:MAX_DIGITS]]) > 1:
            return ""
        number = _number(text)
        if number in ambiguous and number == text:
            bare = _unquoted(written)
            return "" if _WHOLE.fullmatch(bare) or POWER.fullmatch(bare) else text
        return text if number in ambiguous or not number else number

    return tuple(tuple(map(key, texts, written)) for texts, written in zip(compared, lists, strict=True))


_DATE = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})", re.ASCII)
_ISO_DATE = re.compile(r"(\d{4}-\d{2}-\d{2})(?:[ t]00:00(?::00)?)?", re.ASCII)


def _with_dates(lists: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the lists with dates as 2007-03-02 if a list has this form and numbers or more matches show the order."""
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
        dates = day_first if first > second else month_first if first < 0 <= second else {}
        dates |= {text: match[1] for text in each if (match := _ISO_DATE.fullmatch(text))}
        result.append([dates.get(text, text) for text in each])
    return result


MONTHS = 12


def _number(text: str) -> str:
    """Return a whole number without leading zeros; "" for any other text."""
    return (text.lstrip("0") or "0") if text.isascii() and text.isdecimal() else ""
