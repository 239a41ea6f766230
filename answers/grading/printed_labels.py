"""Remove from answers what students copy from labels on the sheet: "(83,89) =" before a value, "corbeaux" after it."""

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
_UNIT = re.compile(r"(.*[\d%)]) ?(?:([^\W\d_]{3,})|\(([^\W\d_]{3,})\))\.?", re.DOTALL)


def printed_labels(exam: Exam, part: Part, drawn: Params) -> Iterator[tuple[str, ...]]:
    """Yield the labels that a sheet prints before the boxes of a part, in each language that the exam has."""
    for lang in LANGUAGES:
        with suppress(MissingWordsError):
            yield tuple(map(plain, exam.words(lang).labels(part, drawn)))


def without_labels(texts: tuple[str, ...], sheets: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Return the texts of items without the labels that students have copied from the sheet.

    `texts` has one text per item, or a single text with all items in order. `sheets` has the labels in each language.
    Only the whole label of the item itself, before a sign, is removed: "0 : 5" in the box of "1 :" does not change. A
    word after a number is removed if it is a word of the item's label, singular or plural.
    """
    sheets = [tuple(labels) for labels in sheets]
    patterns = []
    for labels in sheets:
        bare_labels = (plain_marks(label).rstrip("=≈:→ ") for label in labels)
        tokens = (map(re.escape, _TOKEN.findall(label)) for label in bare_labels)
        patterns.append(tuple(" ?".join(words).replace("_", "_?") for words in tokens))
    if any(len(texts) == len(labels) for labels in patterns):
        each = zip(*patterns, strict=True)
        pairs = zip(texts, each, strict=True)
        bare = [_values(text, [(label,) for label in item_labels])[0] for text, item_labels in pairs]
        for index, (text, labels) in enumerate(zip(bare, zip(*sheets, strict=True), strict=True)):
            if len(text) <= MAX_LENGTH and (written := _UNIT.fullmatch(text.strip())):
                words = {word.casefold().rstrip("sx") for label in labels for word in _TOKEN.findall(label)}
                unit = written[2] or written[3]
                bare[index] = written[1] if unit.casefold().rstrip("sx") in words else text
        return tuple(bare)
    if len(texts) != 1:
        return texts
    values, places = _values(texts[0], patterns), tuple(map(str.strip, texts[0].split(";")))
    if values == texts and any(len(places) == len(labels) for labels in sheets):
        bare_places = without_labels(places, sheets)
        return (" ; ".join(bare_places),) if bare_places != places else texts
    return values


def _values(text: str, candidates: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the values after each label, "?" for no value, with the first candidate list of labels that matches."""
    with suppress(RefusedError):
        marks = plain_marks(text) if len(text) <= MAX_LENGTH else ""
        for labels in candidates:
            match = re.fullmatch(_BETWEEN.join(f"{label}{_SIGN}(.*?)" for label in labels), marks, re.I | re.S)
            if match:
                return tuple(value or "?" for value in match.groups())
    return (text,)
