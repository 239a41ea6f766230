"""Define the base class of kinds of answers with one box, which treats blank and too long texts, and words."""

import re
import unicodedata
from abc import ABC, abstractmethod
from typing import ClassVar

from answers.kinds.parsing import DASHES, Blank, ParseResult, Unreadable, Value
from answers.kinds.tolerance import Tolerance

MAX_LENGTH = 500
"""Longest text that is parsed, in characters; longer texts are unreadable."""
_NOTHING = re.compile(rf"[\s{re.escape(DASHES)}_.?…]*")
_HIDDEN = re.compile("[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\u00ad]")
"""Invisible characters, which copied text may contain."""
_DOUBT = re.compile(r"\s*\(?\?+\)?\s*$")
"""A question mark after an answer, by which a student expresses doubt."""


class NotReadableError(ValueError):
    """Raised if a text is no answer of the expected kind; its message is the reason, a slug such as "not-a-list"."""


def is_nothing(text: str) -> bool:
    """Return whether a text is blank: empty, or only spaces, dashes, underscores, dots and question marks."""
    return _NOTHING.fullmatch(text) is not None


class OneBox(ABC):
    """Base class of the kinds whose answer is one text in one box; a subclass parses and prints this text."""

    # Kinds are told apart by their fields when they are read back from JSON by pydantic.
    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}

    @abstractmethod
    def parse(self, text: str) -> Value:
        """Return the value of a text that is not blank; NotReadableError with the reason if the text has no value."""

    @property
    def count(self) -> int:
        """The number of boxes, 1."""
        return 1

    def read(self, texts: tuple[str, ...]) -> tuple[ParseResult, ...]:
        """Parse `texts`, joined by spaces and without a final question mark of doubt; return the result in a tuple."""
        text = " ".join(text for text in texts if text.strip()).strip()
        if is_nothing(text):
            return (Blank(),)
        if len(text) > MAX_LENGTH:
            return (Unreadable(text, "too-long"),)
        try:
            return (self.parse(_DOUBT.sub("", _HIDDEN.sub("", text)).strip()),)
        except NotReadableError as error:
            return (Unreadable(text, str(error)),)

    def agrees(self, expected: Value, got: Value, tolerance: Tolerance) -> bool:
        """Return whether two values are equal; the tolerance is not used."""
        return expected == got

    @abstractmethod
    def describe(self, lang: str) -> str:
        """Return a short description of the answer for the teacher, in the language "fr" or "en"."""

    def form(self, lang: str) -> str:
        """Return a short description of the form of an answer, such as "liste", by default that of `describe`."""
        return self.describe(lang)

    def format(self, value: Value, lang: str) -> str:
        """Return a value as text in a language, by default the same in all languages."""
        return str(value)

    def chance(self, value: Value) -> float:
        """Return the probability that a wrong answer is `value` by chance, by default 0.01."""
        return 0.01

    def from_value(self, value: Value) -> object:
        """Return `value` in the form for solution functions, which is `value` itself."""
        return value


_OTHER_SIGN = re.compile(r"[^\w\s,;:/+&|()\[\]{}«»\"“”'’.\-–—→⇒⟶➔>=?∅⟨⟩]")
"""A sign that may change the meaning of a word, such as ¬, ≠, !, a minus or a stroke over a letter."""


def has_other_sign(text: str) -> bool:
    """Return whether a text has a sign that may change the meaning of a word, such as ¬ or a stroke over a letter.

    Separators, brackets, quotes and arrows do not count. A macron over a letter, as in Ā, is such a stroke.
    """
    has_macron = "\u0304" in unicodedata.normalize("NFD", text)
    return has_macron or _OTHER_SIGN.search(unicodedata.normalize("NFC", text)) is not None


def plain_words(text: str) -> str:
    """Return a text in lower case without accents and punctuation, its words separated by single spaces."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(character for character in decomposed if not unicodedata.combining(character))
    return " ".join(re.findall(r"[^\W_]+", bare))
