"""Labels of the sheet that students copy before a value: in the box after "(83,89) =", "(83,89) = 0,5" is 0,5."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from answers.exam.exam import Exam
from answers.exam.question import Params, Part
from answers.exam.words import LANGUAGES, MissingWordsError, plain
from answers.kinds.numbers.signs import RefusedError, plain_marks
from answers.kinds.numbers.text import MAX_LENGTH

_SIGN = r"(?: ?[=≈:→]){1,2} ?"
_BETWEEN = r"(?:[ \n;,|&]+)"
_TOKEN = re.compile(r"\w+|[^\w\s]")


def printed_labels(exam: Exam, part: Part, drawn: Params) -> Iterator[tuple[str, ...]]:
    """Yield what a sheet prints before the boxes of a part, in each language that the exam has."""
    for lang in LANGUAGES:
        with suppress(MissingWordsError):
            yield tuple(map(plain, exam.words(lang).labels(part, drawn)))


def without_labels(texts: tuple[str, ...], sheets: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Return texts without their own labels: one an item, or a single text with those of all items, in order.

    `sheets` has the labels of each language. A label counts that is the item's own, whole, before a sign: "0 : 5" in
    the box of "1 :" stays as it is. What has none, or more than a reader reads, stays as it was written.
    """
    patterns = [tuple(map(_pattern, labels)) for labels in sheets]
    if any(len(texts) == len(labels) for labels in patterns):
        each = zip(*patterns, strict=True)
        return tuple(_values(text, [(label,) for label in own])[0] for text, own in zip(texts, each, strict=True))
    return _values(texts[0], patterns) if len(texts) == 1 else texts


def _values(text: str, ways: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """The values of a text after the labels of one of the ways to write them, "?" for none; else the text."""
    with suppress(RefusedError):
        marks = plain_marks(text) if len(text) <= MAX_LENGTH else ""
        for labels in ways:
            match = re.fullmatch(_BETWEEN.join(f"{label}{_SIGN}(.*?)" for label in labels), marks, re.I | re.S)
            if match:
                return tuple(value or "?" for value in match.groups())
    return (text,)


def _pattern(label: str) -> str:
    """The pattern of a label without the sign at its end, as it may be spaced, its subscripts lowered or not."""
    bare = plain_marks(label).rstrip("=≈:→ ")
    return " ?".join(re.escape(token).replace("_", "_?") for token in _TOKEN.findall(bare))
