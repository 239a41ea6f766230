"""What a student wrote, read once: all that marks a paper looks at these frozen values, and at no text.

Whatever door an answer came through, file, form or screen, it is texts by then. Here alone does a kind read them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from answers.exam.exam import Exam
from answers.exam.question import Part
from answers.kinds.reading import Blank, Reading, Unreadable, Value, Values

Written: TypeAlias = Mapping[str, tuple[str, ...]]
"""What a student wrote, by part id: one text a field, or a single text that holds all items."""
Item: TypeAlias = tuple[str, int]
"""A part id and the position of an item in it, from 0."""


@dataclass(frozen=True)
class Answer:
    """The answer to a part: the texts as they were written, and for each item what its kind reads there."""

    part: Part
    texts: tuple[str, ...]
    readings: tuple[Reading, ...]

    @cached_property
    def values(self) -> tuple[Value | None, ...]:
        """The value of each item, None where nothing is written or it is not read."""
        return tuple(None if isinstance(one, Blank | Unreadable) else one for one in self.readings)

    @cached_property
    def whole(self) -> Values:
        """The values if every item has one, a blank share of a mixed strategy that says 0 among them; else none."""
        values = tuple(
            Fraction(0) if one == Blank(is_zero=True) else value
            for one, value in zip(self.readings, self.values, strict=True)
        )
        known = tuple(value for value in values if value is not None)
        return known if len(known) == len(values) else ()

    @cached_property
    def text(self) -> str:
        """All that was written."""
        return " ; ".join(self.texts)

    @cached_property
    def raw(self) -> tuple[str, ...]:
        """What was written for each item: all of it for each where one text, or the first, holds a list."""
        is_list = any(not text.strip() and not isinstance(one, Blank) for text, one in self._pairs())
        whole = (self.text.rstrip(" ;"),) * len(self.readings)
        return self.texts if self._pairs() and not is_list else whole

    @cached_property
    def apart(self) -> tuple[str, ...]:
        """A text an item, any of which can be replaced: of a list the values, and all of it for what is not read."""
        if self._pairs() and all(isinstance(one, Blank) == (not text.strip(" –")) for text, one in self._pairs()):
            return self.texts
        texts = {Blank: "", Unreadable: self.text}
        return tuple(texts.get(type(one), str(one)) for one in self.readings)

    def _pairs(self) -> list[tuple[str, Reading]]:
        """Each item with its own text, if there are as many texts as items."""
        is_one_each = len(self.texts) == len(self.readings)
        return list(zip(self.texts, self.readings, strict=True)) if is_one_each else []


Answers: TypeAlias = Mapping[str, Answer]
"""The answers of a student to the parts of an exam, by part id."""


def read_answer(part: Part, texts: tuple[str, ...]) -> Answer:
    """Return what was written for a part, as it is read; no text at all is a blank one."""
    return Answer(part, texts or ("",), part.kind.read(texts or ("",)))


def read_answers(exam: Exam, written: Written, part_ids: Iterable[str] | None = None) -> dict[str, Answer]:
    """Return the answers to all parts of an exam, or to some, in the order given; a part without any text is blank."""
    parts = exam.parts if part_ids is None else map(exam.part, part_ids)
    return {part.id: read_answer(part, written.get(part.id, ())) for part in parts}


def values_at(answers: Answers, items: Iterable[Item]) -> dict[Item, Value]:
    """Return those of some items that have a value, with it."""
    values = ((item, answers[item[0]].values[item[1]]) for item in items)
    return {item: value for item, value in values if value is not None}
