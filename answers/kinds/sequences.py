"""Define answers that are a list of any length, or a set: paths, permutations, orders of visit."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from answers.kinds.one_box import NotReadableError, OneBox, has_other_sign, plain_words
from answers.kinds.parsing import DASHES, Value
from answers.kinds.tolerance import Tolerance
from answers.messages import Message

_DASHES = re.compile(f"[{re.escape(DASHES)}]")
_DASHED = re.compile(rf"\s*[{re.escape(DASHES)}]\s*")
_ARROWS = re.compile(r"-+>|=+>|[→⇒⟶➔>]")
_WORD = r"\b(?:puis|then|et|and)\b"
_SEPARATOR = re.compile(rf"[\s,;|/]+|{_WORD}", re.IGNORECASE)
_SIGN = re.compile(rf"(?:^|[,;|/(\[{{])\s*[{re.escape(DASHES)}](?=\d)")
"""A dash that is a sign: it touches an integer, and begins the text or follows another separator."""
_EMPTY = frozenset(("∅", "Ø", "ø", "vide", "ensemble vide", "liste vide", "aucun", "aucune", "empty", "none"))
_AROUND = "[](){}⟨⟩<> "
_INTEGER = re.compile(r"[+-]?\d+")


@dataclass(frozen=True)
class Sequence(OneBox):
    """The kind of an answer that is a list of integers or labels in one box. The value is a tuple.

    Students may write ``1-2-5``, ``1→2→5``, ``[1, 2, 5]`` or ``1 2 5``. If all possible items are single characters,
    they need no separators: ``125`` or ``ABD``. If items may have two digits, ``125`` is unreadable. "∅", "[]", "vide"
    and "none" mean the empty list. A dash is a sign if `low` is negative, else a separator. If it is a separator but
    looks like a sign, as in ``3, -1``, the text is unreadable, and so is ``1-5`` for a set, which may be a range.

    Attributes
    ----------
    labels
        The possible items, as texts; empty for integers.
    low, high
        Smallest and largest integer. A list with another integer is wrong, not unreadable.
    is_set
        True if neither order nor repetition counts. The value is then sorted, for labels by their order in `labels`.
    longest
        Number of items of the longest right list, for the size of the box.
    """

    labels: tuple[str, ...] = ()
    low: int = 0
    high: int = 99
    is_set: bool = False
    longest: int = 10

    def __post_init__(self) -> None:
        plain = [plain_words(label) for label in self.labels]
        if len(set(plain)) < len(plain) or "" in plain or any(" " in label for label in plain):
            raise ValueError(
                Message(
                    "the labels of the values of a list must be different words of letters and digits, not {labels}",
                    labels=", ".join(self.labels),
                )
            )
        if not self.labels and self.high < self.low:
            raise ValueError(
                Message(
                    "the range of the integers is empty: no integer is from {low} to {high}",
                    low=self.low,
                    high=self.high,
                )
            )

    @property
    def _is_single(self) -> bool:
        if self.labels:
            return all(len(label) == 1 for label in self.labels)
        return self.low >= 0 and self.high <= 9

    def parse(self, text: str) -> Value:
        """Return the items of the list in a text, those of a set sorted; NotReadableError if it is not a list."""
        if text.casefold() in _EMPTY or not text.strip(_AROUND):
            return ()
        is_doubtful = has_other_sign(text) if self.labels else self.low >= 0 and _SIGN.search(text) is not None
        letters = set(map(plain_words, self.labels)) if self._is_single else set()
        words = re.findall(_WORD, text, re.IGNORECASE)  # "et" may be a list of labels, E and T
        if is_doubtful or (letters and any(set(plain_words(word)) <= letters for word in words)):
            raise NotReadableError("not-a-list")
        dash = "-" if not self.labels and self.low < 0 else " "
        bare = _ARROWS.sub(" ", text).strip(_AROUND)
        if self.is_set and dash == " " and any(map(self._may_be_range, _SEPARATOR.split(_DASHED.sub("-", bare)))):
            raise NotReadableError("not-a-list")
        plain = _DASHES.sub(dash, bare).strip(_AROUND)
        items = [self._items(word) for word in filter(None, _SEPARATOR.split(plain))]
        if not items or () in items:
            raise NotReadableError("not-a-list")
        return self._value(item for several in items for item in several)

    def _may_be_range(self, word: str) -> bool:
        """Return whether a word such as 1-5 may be all items from the first to the last one, not only these two."""
        ends = [self._items(end) for end in word.split("-")]
        if len(ends) != 2 or not all(ends):
            return False
        first, last = ends[0][-1], ends[1][0]
        if isinstance(first, str) and isinstance(last, str):
            return self.labels.index(last) - self.labels.index(first) > 1
        return int(last) - int(first) > 1

    def _items(self, word: str) -> tuple[int | str, ...]:
        """Return the items in a word between separators: one, or one for each character; () if the word is no item."""
        if self.labels:
            named = {plain_words(label): label for label in self.labels}
            plain = plain_words(word)
            characters = [plain] if plain in named else list(plain) if self._is_single else []
            is_known = all(character in named for character in characters)
            return tuple(named[character] for character in characters) if is_known else ()
        if not _INTEGER.fullmatch(word):
            return ()
        number, digits = int(word), word.lstrip("+-")
        is_item = self.low <= number <= self.high and (len(digits) == 1 or digits[0] != "0")
        if is_item:
            return (number,)
        if self._is_single and all(self.low <= int(digit) <= self.high for digit in digits):
            return tuple(map(int, digits))
        return () if digits[0] == "0" or self._has_items(digits) else (number,)

    def _has_items(self, digits: str) -> bool:
        """Return whether digits may be several items without separators: 125 may be 12 and 5."""
        widest = len(str(self.high))
        ends = {0}  # places where an item may end
        for end in range(1, len(digits) + 1):
            starts = range(max(0, end - widest), end)
            if any(start in ends and self.low <= int(digits[start:end]) <= self.high for start in starts):
                ends.add(end)
        return len(digits) in ends

    def _value(self, items: Iterable[int | str]) -> tuple[int | str, ...]:
        """Return items as the value of the list; for a set, sorted and without repetitions."""
        values = tuple(items)
        if not self.is_set:
            return values
        if self.labels:
            return tuple(label for label in self.labels if label in values)
        return tuple(sorted({item for item in values if isinstance(item, int)}))

    def format(self, value: Value, lang: str) -> str:
        """Return a list as text: "1 → 2 → 5", a set as "{1, 2, 5}", and an empty list or set as "∅"."""
        items = tuple(map(str, value)) if isinstance(value, tuple) else (str(value),)
        if not items:
            return "∅"
        return f"{{{', '.join(items)}}}" if self.is_set else " → ".join(items)

    def describe(self, lang: str) -> str:
        """Return a short description of the answer: "liste" or "ensemble", in English "list" or "set"."""
        return {"fr": ("liste", "ensemble"), "en": ("list", "set")}[lang][self.is_set]

    def form(self, lang: str) -> str:
        """Return the form of the answer for students, with an example: "list, such as 1-2-3"."""
        first = self.labels[:3] or tuple(map(str, range(self.low, min(self.low + 3, self.high + 1))))
        example = f"{{{', '.join(first)}}}" if self.is_set else "-".join(first)
        return f"{self.describe(lang)}, {'comme' if lang == 'fr' else 'such as'} {example}"

    def characters(self, tolerance: Tolerance) -> int:
        """Return the most characters of a right list of `longest` items, with separators, whatever the tolerance."""
        widest = max(map(len, self.labels or (str(self.low), str(self.high))))
        return self.longest * (widest + 1)

    def chance(self, value: Value) -> float:
        """Return the probability, at least 10⁻⁵, that a wrong answer is `value` by chance, as if items were random."""
        length = len(value) if isinstance(value, tuple) else 1
        choices = max(len(self.labels) or self.high - self.low + 1, 2)
        return max(float(choices) ** -max(length, 1), 1e-5)

    def to_value(self, answer: object) -> Value:
        """Return the list that a solution returned; TypeError if it is none, ValueError for an impossible item."""
        if isinstance(answer, str) or not isinstance(answer, Iterable):
            raise TypeError(Message("the solution returned {answer} instead of a list", answer=repr(answer)))
        items = [item.item() if hasattr(item, "item") else item for item in answer]
        for item in items:
            fits = item in self.labels if self.labels else type(item) is int and self.low <= item <= self.high
            if not fits:
                possible = ", ".join(self.labels) or Message(
                    "integers from {low} to {high}", low=self.low, high=self.high
                )
                raise ValueError(
                    Message(
                        "the solution returned {answer}, but its elements must be {possible}",
                        answer=repr(answer),
                        possible=possible,
                    )
                )
        return self._value(items)

    def from_value(self, value: Value) -> object:
        """Return the list `value` in the form for solution functions: a tuple of ints or texts."""
        items = value if isinstance(value, tuple) else (value,)
        return tuple(int(item) if isinstance(item, Fraction) else item for item in items)


def sequence(*labels: str, low: int = 0, high: int = 99, longest: int = 10) -> Sequence:
    """Return the kind of an answer that is a list of any length, of `labels` or of integers from `low` to `high`.

    `longest` is the number of items of the longest right list, for the size of the box.
    """
    return Sequence(labels, low, high, longest=longest)


def permutation(*labels: str) -> Sequence:
    """Return the kind of an answer that is a list of all `labels` in some order, each of them once."""
    return Sequence(labels, longest=len(labels))


def set_of(*labels: str, low: int = 0, high: int = 99, longest: int = 10) -> Sequence:
    """Return the kind of an answer that is a set of `labels`, or of integers from `low` to `high`.

    `longest` is the number of items of the largest right set, for the size of the box.
    """
    return Sequence(labels, low, high, is_set=True, longest=longest)
