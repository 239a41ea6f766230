"""Decode a class list in UTF-8, UTF-16, or the one-byte encoding in which its words look most like names."""

import codecs
import re
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
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
"""The cost of each encoding before any word is read: Windows is the usual one. The lowest total cost is chosen."""
_SURE = 5
"""The least difference of costs between the chosen encoding and the next; below it the teacher must choose."""
_TOO_STRANGE = 8
"""The highest average cost of a word in a usable encoding."""
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
    """Return the Python codec for an encoding, windows, mac, dos or a name that Python knows; else CorrigeError."""
    codec = name.strip().casefold()
    try:
        python_name = codecs.lookup(_CODECS.get(codec, codec)).name.replace("-", "_")
    except (LookupError, ValueError):
        python_name = ""
    if not _ALLOWED.fullmatch(python_name):
        cause = Message("corrige knows no text encoding {name!r}", name=name[:40])
        raise CorrigeError.single(cause, remedy="choose windows, mac, dos, utf-8 or utf-16")
    return python_name


def read_text(content: bytes, place: str, encoding: str = "") -> tuple[str, tuple[Problem, ...]]:
    """Decode the bytes of a list; return its text, and notes for the teacher about the encoding.

    Without the `encoding` that the teacher chose, UTF-8 and UTF-16 are recognized by their bytes, and others by the
    words that result; in a file joined of two encodings, each line is decoded in its own. Raises CorrigeError if no
    encoding fits, if several fit about equally, or if `encoding` is wrong.
    """
    if encoding:
        try:
            text = content.decode(codec_named(encoding)).removeprefix("\ufeff")
        except (UnicodeError, ValueError) as error:
            cause = Message("the list cannot be read in the encoding {encoding!r}", encoding=encoding[:40])
            raise CorrigeError.single(cause, place=place, remedy="omit --encoding, or name another encoding") from error
        return decode(text.encode(), place), ()
    if wide := utf16_unmarked(content):
        return decode(wide.encode(), place), ()
    if _is_utf8(content) or content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in content:
        return decode(content, place), ()
    lines = content.splitlines(keepends=True)
    marked = [number for number, line in enumerate(lines, 1) if not line.isascii() and _is_utf8(line)]
    other_lines = b"".join(line for line in lines if not _is_utf8(line))
    name, notes = _chosen(other_lines, place)
    decode(other_lines, place)  # checks the limits
    text = "".join(_decoded(line, "" if _is_utf8(line) else name) for line in lines)
    if marked:
        lines_of_utf8 = ", ".join(map(str, marked[:5])) + (", …" if len(marked) > 5 else "")
        cause = Message(
            "this file has two text encodings, UTF-8 in line {told} and {encoding} elsewhere; each line was "
            "read in its own encoding",
            told=lines_of_utf8,
            encoding="Windows Latin-1" if name == WINDOWS else name,
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
    """Decode UTF-16 without a byte order mark, recognized by its zero bytes; return "" for any other content."""
    if b"\0" not in content or content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return ""
    start = content[:400]
    for zeros, codec in ((start[1::2], "utf-16-le"), (start[::2], "utf-16-be")):
        if len(content) % 2 == 0 and zeros.count(0) > 0.8 * len(zeros):
            with suppress(UnicodeDecodeError):
                return content.decode(codec)
    return ""


def _decoded(content: bytes, name: str) -> str:
    """Decode bytes in a one-byte encoding, or in UTF-8 if `name` is empty; as Latin-1 if a byte is undefined there."""
    with suppress(UnicodeDecodeError):
        return content.decode(_CODECS[name] if name else "utf-8")
    return content.decode("latin-1")


def _chosen(content: bytes, place: str) -> tuple[str, tuple[Problem, ...]]:
    """Return the likeliest one-byte encoding, with a note unless it is Windows; CorrigeError for none or several."""
    texts = {name: _decoded(content, name) for name in _PRIOR}
    words = {name: _strange_words(text) for name, text in texts.items()}
    costs = {name: sum(map(_cost, words[name])) + _PRIOR[name] for name in texts}
    best, second, third = sorted(texts, key=lambda name: costs[name])
    examples = {name: ", ".join(_examples(content, name)) for name in texts}
    if costs[best] >= _IMPOSSIBLE or costs[best] > _TOO_STRANGE * len(words[best]):
        cause = Message(
            "the text encoding of the list is unknown; in the likeliest encoding, its names would be {examples}",
            examples=examples[best],
        )
        raise CorrigeError.single(
            cause,
            place=place,
            remedy="save the list as UTF-8 or XLSX, or give its encoding, for example --encoding cp1250",
        )
    if costs[second] - costs[best] < _SURE:
        likely = [name for name in (best, second, third) if costs[name] - costs[best] < _SURE]
        readings = " ; ".join(f"{name}: {examples[name]}" for name in likely)
        cause = Message(
            "the list may be in any of several text encodings, in which its names would be: {readings}",
            readings=readings,
        )
        remedy = Message(
            "give the right encoding: --encoding {name}, or save the list as UTF-8 or XLSX", name=likely[0]
        )
        raise CorrigeError.single(cause, place=place, remedy=remedy)
    if best == WINDOWS:
        return best, ()
    cause = Message("the list was read in the encoding {name!r}: {examples}", name=best, examples=examples[best])
    remedy = Message("check the accents of the names; if they are wrong, add --encoding {name}", name=second)
    return best, (Problem(cause, place, remedy),)


def _strange_words(text: str) -> list[str]:
    """Return the different words with characters beyond ASCII, in their order, out of the first 5000 such words."""
    words = (word for word in _SPLIT.split(text) if not word.isascii())
    return list(dict.fromkeys(islice(words, _MOST_WORDS)))


def _examples(content: bytes, name: str) -> list[str]:
    """Return at most three words with accents, as they read in an encoding; names are preferred to headers."""
    words = _strange_words(_decoded(content, name))
    names = [word for word in words if word.casefold() not in _HEADER_WORDS] or words
    return ["".join(c if c.isprintable() else "\ufffd" for c in word)[:30] for word in names[:3]]


@cache
def _cost(word: str) -> int:
    """Return how unlikely a word beyond ASCII is in a list of names; a low or negative cost means a likely word."""
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
    """Return how unlikely the character `c` is between two others, in a word of capitals, or among its first three."""
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
"""One character, encoded in UTF-8 and then decoded as Windows, Macintosh or DOS text."""


def mended(text: str) -> str:
    """Correct text in UTF-8 that was decoded in a one-byte encoding: "ZoÃ©" becomes "Zoé"; no name is like this."""
    return text if text.isascii() else _TWICE.sub(lambda match: _read_again(match.group()), text)


def _read_again(run: str) -> str:
    """Return the letter that a sequence such as "Ã©" was in UTF-8; if there is none, return the sequence."""
    for codec in _CODECS.values():
        try:
            # Windows shows some bytes as the control characters of the same number.
            is_windows = codec == "cp1252"
            bytes_of = (bytes([ord(c)]) if is_windows and "\x80" <= c <= "\x9f" else c.encode(codec) for c in run)
            again = b"".join(bytes_of).decode()
        except UnicodeError:
            continue
        if again in "’‘–°" or again.lower() in _LETTER_COSTS or "\u1ea0" <= again <= "\u1ef9":
            return again
    return run


def is_lost(name: str) -> bool:
    """Return whether a name has lost letters: it has "?" between letters, or control or replacement characters."""
    return "\ufffd" in name or bool(re.search(r"[^\W\d_]\?+[^\W\d_]|[\x00-\x1f\x7f-\x9f]", name))
