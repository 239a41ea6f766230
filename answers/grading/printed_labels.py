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
_NUMBER = re.compile(r"\d(?:[\d./]|,(?=\d)| (?=\d{3}\b))*")
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
    patterns = list(map(_patterns, sheets))
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


def names_another_item(texts: tuple[str, ...], sheets: Iterable[Sequence[str]], count: int) -> bool:
    """Return whether a text has the label of an item, before a sign, at the place of another: "u(2) = 6" for u(1).

    `texts` and `sheets` are as for `without_labels`. Labels without a letter, and those of several items, do not count.
    `count` is the number of values that were read: more than the text has, as it seems, if spaces within a number were
    taken for those of a list, as in "A = 5, C = 72 202".
    """
    for labels in sheets:
        patterns = _patterns(labels)
        named = [pattern if re.search(r"[^\W\d_]", pattern) else "(?!)" for pattern in patterns]
        if len({pattern.casefold() for pattern in patterns}) < len(patterns) or any(len(t) > MAX_LENGTH for t in texts):
            continue
        order = sorted(range(len(named)), key=lambda at: -len(named[at]))
        label = re.compile(rf"(?<!\w)(?:{'|'.join(f'({named[at]})' for at in order)}){_SIGN}", re.I)
        with suppress(RefusedError):
            marks = tuple(map(plain_marks, texts))
            is_list = len(texts) == 1 or (not any(map(str.strip, texts[1:])) and len(label.findall(marks[0])) > 1)
            places = tuple(marks[0].split(";")) if is_list else marks
            if len(places) == len(labels):
                pairs = ((at, match) for at, text in enumerate(places) for match in label.finditer(text))
                if any(order[(match.lastindex or 1) - 1] != at for at, match in pairs):
                    return True
            elif is_list and _is_displaced(marks[0], label, order):
                return True
            bare, labelled = label.subn(" ; ", marks[0])
            if labelled and not any(map(str.strip, texts[1:])) and count > len(_NUMBER.findall(bare)):
                return True
    return False


def _is_displaced(text: str, label: re.Pattern[str], order: Sequence[int]) -> bool:
    """Return whether labels in a text with all items are in another order, or too few numbers precede one of them.

    `order` has the item of each group of the pattern `label`. In "u(1) = 5, u(3) = 7, 9", 7 is at the place of u(2).
    """
    last, end = -1, 0
    for match in label.finditer(text):
        at, numbers = order[(match.lastindex or 1) - 1], len(_NUMBER.findall(text[end : match.start()]))
        if at <= last or (at > last + 1 and numbers < at - max(last, 0)):
            return True
        last, end = at, match.end()
    return False


def _patterns(labels: Sequence[str]) -> tuple[str, ...]:
    """Return the regular expression of each label, without its last sign; u(1) may be written u1 or u₁."""
    bare_labels = (plain_marks(label).rstrip("=≈:→ ") for label in labels)
    tokens = (map(re.escape, _TOKEN.findall(label)) for label in bare_labels)
    patterns = (" ?".join(words).replace("_", "_?") for words in tokens)
    return tuple(re.sub(r" \?\\\( \?(\d+) \?\\\)", r"(?: ?\\( ?\1 ?\\)|_?\1)", pattern) for pattern in patterns)


def _values(text: str, candidates: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the values after each label, "?" for no value, with the first candidate list of labels that matches."""
    with suppress(RefusedError):
        marks = plain_marks(text) if len(text) <= MAX_LENGTH else ""
        for labels in candidates:
            match = re.fullmatch(_BETWEEN.join(f"{label}{_SIGN}(.*?)" for label in labels), marks, re.I | re.S)
            if match:
                return tuple(value or "?" for value in match.groups())
    return (text,)
