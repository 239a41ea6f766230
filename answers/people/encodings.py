"""The text of a list in the encoding that it was saved in: UTF-8, UTF-16, Windows, Macintosh or DOS.

A file of bytes does not say its encoding. Of the encodings of one byte a letter that one is taken in which the words
look like names; where two look as well, the teacher is asked.
"""

import codecs
import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from itertools import islice
from types import MappingProxyType

from answers.errors import CorrigeError, Problem
from answers.messages import Message
from answers.submissions.raw.submission import decode

WINDOWS, MAC, DOS = "windows", "mac", "dos"
_CODECS = MappingProxyType({WINDOWS: "cp1252", MAC: "mac_roman", DOS: "cp850", "macintosh": "mac_roman"})
_ALLOWED = re.compile(r"utf_?(8|16|32).*|cp\d+|iso8859.*|latin.*|mac_.*|koi8.*|gb.*|big5.*|shift_jis.*|euc_.*|ascii")
_PRIOR: Mapping[str, int] = MappingProxyType({WINDOWS: 0, MAC: 3, DOS: 3})
_SURE = 5
"""By how much the best reading must be better than the next one."""
_TOO_STRANGE = 8
"""The most that a word of a list may cost on average."""
_IMPOSSIBLE = 10_000
_MOST_WORDS = 5_000

_COSTS = {
    0: "é", 1: "èëïçöüñ", 2: "êôîâäáíó", 3: "àûùãøåœúšžßčćđğışţłńśźżőűăâșțęąěřý", 4: "òìõæÿ", 6: "ðþ",
}  # fmt: skip
_LETTER_COSTS: Mapping[str, int] = MappingProxyType({letter: cost for cost, of in _COSTS.items() for letter in of})
_RARE_LETTER, _SIGN_IN_WORD, _SIGN_ALONE = 7, 9, 3
_WRITTEN = """prénom prénoms numéro numéros élève élèves étudiant étudiants étudiante étudiant·e né née identité série
    libellé département établissement catégorie électronique téléphone n° nº spécialité année rôle rôles régime"""
_HEADER_WORDS = frozenset(_WRITTEN.split())
_HEADER_WORTH = 8
_SPLIT = re.compile(r"[\s,;|\"()/\[\]_@.:]+")


def codec_named(name: str) -> str:
    """Return the codec that a teacher names: windows, mac, dos, or as Python calls it; else CorrigeError."""
    wanted = name.strip().casefold()
    try:
        found = codecs.lookup(_CODECS.get(wanted, wanted)).name.replace("-", "_")
    except (LookupError, ValueError):
        found = ""
    if not _ALLOWED.fullmatch(found):
        cause = Message("there is no encoding {name!r}", name=name[:40])
        raise CorrigeError.one(cause, remedy="take windows, mac, dos, utf-8 or utf-16")
    return found


def read_text(content: bytes, place: str, encoding: str = "") -> tuple[str, tuple[Problem, ...]]:
    """Return the text of a list, and what the teacher should know of how it was read.

    `encoding` is the teacher's word. Without it UTF-8 and UTF-16 are known by their bytes; the lines of a file that was
    put together of two are each read in their own encoding. What can be read in several ways raises CorrigeError.
    """
    if encoding:
        try:
            text = content.decode(codec_named(encoding)).removeprefix("\ufeff")
        except (UnicodeError, ValueError) as error:
            cause = Message("the list is not in the encoding {encoding!r}", encoding=encoding[:40])
            raise CorrigeError.one(cause, place=place, remedy="leave --encoding out, or name another") from error
        return decode(text.encode(), place), ()
    if wide := utf16_unmarked(content):
        return decode(wide.encode(), place), ()
    if _is_utf8(content) or content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in content:
        return decode(content, place), ()
    lines = content.splitlines(keepends=True)
    marked = [number for number, line in enumerate(lines, 1) if not line.isascii() and _is_utf8(line)]
    others = b"".join(line for line in lines if not _is_utf8(line))
    name, notes = _chosen(others, place)
    decode(others, place)  # within its limits
    text = "".join(_decoded(line, "" if _is_utf8(line) else name) for line in lines)
    if marked:
        told = ", ".join(map(str, marked[:5])) + (", …" if len(marked) > 5 else "")
        cause = Message(
            "two encodings in one file: UTF-8 in line {told}, Windows Latin-1 elsewhere; each line was read "
            "in its own encoding"
            if name == WINDOWS
            else "two encodings in one file: UTF-8 in line {told}, {encoding} elsewhere; each line was read "
            "in its own encoding",
            told=told,
            encoding=name,
        )
        notes = (*notes, Problem(cause, place, "check the accents of the names"))
    return text, notes


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def utf16_unmarked(content: bytes) -> str:
    """Return the text of UTF-16 without its mark, known by the zeros that every other byte is; else ""."""
    if b"\0" not in content or content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return ""
    start = content[: 2 * (min(len(content), 400) // 2)]
    for zeros, codec in ((start[1::2], "utf-16-le"), (start[::2], "utf-16-be")):
        if len(content) % 2 == 0 and zeros.count(0) > 0.8 * len(zeros):
            try:
                return content.decode(codec)
            except UnicodeDecodeError:
                return ""
    return ""


def _decoded(content: bytes, name: str) -> str:
    """The text in one of our encodings, in UTF-8 without a name; bytes that are no character become controls."""
    if not name:
        return content.decode()
    try:
        return content.decode(_CODECS[name])
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _chosen(content: bytes, place: str) -> tuple[str, tuple[Problem, ...]]:
    """The encoding of bytes that are no UTF-8, and a note unless it is Windows; else CorrigeError with the readings."""
    texts = {name: _decoded(content, name) for name in _PRIOR}
    words = {name: _strange_words(text) for name, text in texts.items()}
    costs = {name: sum(map(_cost, words[name])) + _PRIOR[name] for name in texts}
    best, second, third = sorted(texts, key=lambda name: costs[name])
    examples = {name: ", ".join(_examples(content, name)) for name in texts}
    if costs[best] >= _IMPOSSIBLE or costs[best] > _TOO_STRANGE * len(words[best]):
        cause = Message("the encoding of the list is unknown; names would read {examples}", examples=examples[best])
        raise CorrigeError.one(
            cause, place=place, remedy="save it as UTF-8 or XLSX, or give its encoding: --encoding cp1250"
        )
    if costs[second] - costs[best] < _SURE:
        likely = [name for name in (best, second, third) if costs[name] - costs[best] < _SURE]
        readings = " ; ".join(f"{name}: {examples[name]}" for name in likely)
        cause = Message("names of the list can be read in several ways: {readings}", readings=readings)
        remedy = Message(
            "give the right encoding: --encoding {name}, or save the list as UTF-8 or XLSX", name=likely[0]
        )
        raise CorrigeError.one(cause, place=place, remedy=remedy)
    if best == WINDOWS:
        return best, ()
    cause = Message("the list was read in the encoding {name!r}: {examples}", name=best, examples=examples[best])
    remedy = Message("check the accents; if they are wrong: --encoding {name}", name=second)
    return best, (Problem(cause, place, remedy),)


def _strange_words(text: str) -> list[str]:
    words = (word for word in _SPLIT.split(text) if not word.isascii())
    return list(dict.fromkeys(islice(words, _MOST_WORDS)))


def _examples(content: bytes, name: str) -> list[str]:
    """Two or three words with accents as they would read: names rather than headers."""
    words = _strange_words(_decoded(content, name))
    names = [word for word in words if word.casefold() not in _HEADER_WORDS] or words
    return ["".join(c if c.isprintable() else "\ufffd" for c in word)[:30] for word in names[:3]]


@cache
def _cost(word: str) -> int:
    """How strange a word with characters beyond ASCII is, as a name or as a word of a header; less is better."""
    if word.casefold() in _HEADER_WORDS:
        return -_HEADER_WORTH
    letters = [c for c in word if c.isalpha()]
    is_capitals = 2 < sum(map(str.isupper, letters)) > len(letters) / 2
    total = 0
    for at, c in enumerate(word):
        if not c.isascii():
            before, after = word[at - 1 : at], word[at + 1 : at + 2]
            total += _cost_of(c, before, after, is_capitals=is_capitals, is_short=at < 3)
    return total


def _cost_of(c: str, before: str, after: str, *, is_capitals: bool, is_short: bool) -> int:  # noqa: PLR0911 - a case a kind of sign
    """How strange a character is between two others, in a word of capitals, after at most two letters."""
    if unicodedata.category(c) in ("Cc", "Cn", "Co"):
        return _IMPOSSIBLE
    inside = before.isalpha() and after.isalpha()
    if c in "°º":
        return 0 if before in ("n", "N") else _SIGN_IN_WORD
    if c == "’":
        return 0 if inside and (after.isupper() or is_short) else _SIGN_ALONE + 3
    if not c.isalpha():
        return _SIGN_IN_WORD if before.isalpha() or after.isalpha() else _SIGN_ALONE
    cost = _LETTER_COSTS.get(c.lower(), _RARE_LETTER)
    if c.isupper() and before.islower():
        return cost + 8
    if c.islower() and is_capitals:
        return cost + 3
    return cost + 2 * (c.islower() and not before.isalpha())


_TWICE = re.compile("[âÔ‚á·ß][^\x00-\x7f]{2}|[ÂÃÄÅ¬√ƒ≈┬├─┼][^\x00-\x7f]")
"""The first byte of a letter of Europe or of a sign in UTF-8, as Windows, Macintosh and DOS show it, and the rest."""


def mended(text: str) -> str:
    """Return text in which UTF-8 that was read in an encoding of one byte is read again: "ZoÃ©" is "Zoé".

    No name has such a sequence of signs by itself.
    """
    return text if text.isascii() else _TWICE.sub(lambda match: _read_again(match.group()), text)


def _read_again(run: str) -> str:
    for codec in _CODECS.values():
        try:
            # Windows shows some bytes as the control characters of the same number.
            shown = codec == "cp1252"
            bytes_of = (bytes([ord(c)]) if shown and "\x80" <= c <= "\x9f" else c.encode(codec) for c in run)
            again = b"".join(bytes_of).decode()
        except UnicodeError:
            continue
        if again in "’‘–°" or again.lower() in _LETTER_COSTS or "\u1ea0" <= again <= "\u1ef9":
            return again
    return run


def is_lost(name: str) -> bool:
    """Return whether letters of a name were lost: there are "?", or signs that no keyboard has, among its letters."""
    return "\ufffd" in name or bool(re.search(r"[^\W\d_]\?+[^\W\d_]|[\x00-\x1f\x7f-\x9f]", name))
