"""What kinds of answers in one box have in common: blank, too long and doubted texts, and words without accents."""

import re
import unicodedata
from abc import ABC, abstractmethod
from typing import ClassVar

from answers.kinds.parsing import Blank, ParseResult, Unreadable, Value
from answers.kinds.tolerance import Tolerance

MAX_LENGTH = 500
"""Longest text that is parsed, in characters; longer ones are unreadable."""
_NOTHING = re.compile(r"[\s\-–—_.?…]*")
_HIDDEN = re.compile("[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\u00ad]")
"""Invisible characters, which a text may have after copying."""
_DOUBT = re.compile(r"\s*\(?\?+\)?\s*$")


class NotReadableError(ValueError):
    """A text that a kind cannot parse; the message is the reason, a slug such as "not-a-list"."""


def is_nothing(text: str) -> bool:
    """Tell whether a text is blank: spaces, dots and dashes at most."""
    return _NOTHING.fullmatch(text) is not None


class OneBox(ABC):
    """Base class of the kinds whose answer is one text in one box. A subclass parses and prints it."""

    # Kinds are told apart by their fields when they are read back from JSON by pydantic.
    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}

    @abstractmethod
    def parse(self, text: str) -> Value:
        """Return the value of a text, which is not blank; a `NotReadableError` with the reason if it has none."""

    @property
    def count(self) -> int:
        """One box."""
        return 1

    def read(self, texts: tuple[str, ...]) -> tuple[ParseResult, ...]:
        """Parse the text of the box. A text that a student doubts, "B ?", is read as without the question mark."""
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
        """Tell whether two values are equal; the tolerance does not matter."""
        return expected == got

    @abstractmethod
    def describe(self, lang: str) -> str:
        """Return a short description of the answer for the teacher."""

    def form(self, lang: str) -> str:
        """Return the form of the answer, for students, in the language "fr" or "en"; by default its description."""
        return self.describe(lang)

    def from_value(self, value: Value) -> object:
        """Return the value as it is."""
        return value


_OTHER_SIGN = re.compile(r"[^\w\s,;:/+&|()\[\]{}«»\"“”'’.\-–—→⇒⟶➔>=?∅⟨⟩]")
"""A sign that may change the meaning of a word, such as ¬, ≠, ! or a stroke over a letter."""


def has_other_sign(text: str) -> bool:
    """Tell whether a text has a sign other than separators, brackets, quotes and arrows, such as ¬ or a stroke."""
    return _OTHER_SIGN.search(unicodedata.normalize("NFC", text)) is not None


def plain_words(text: str) -> str:
    """Return the letters and digits of a text in lower case, without accents, with single spaces between words."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(character for character in decomposed if not unicodedata.combining(character))
    return " ".join(re.findall(r"[^\W_]+", bare))
