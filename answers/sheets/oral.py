"""The oral questions that a key answers, in the order in which they are asked."""

from dataclasses import dataclass

from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.words import Text, Words
from answers.kinds.numbers.format import MINUS, format_decimal
from answers.kinds.reading import Value
from answers.sheets.view import ASKED, told_as


@dataclass(frozen=True, slots=True)
class OralView:
    """An oral question and its computed answers, each after its label; None stands for "none"."""

    prompt: Text
    answers: tuple[tuple[Text, str | None], ...]


def oral_views(exam: Exam, words: Words, key: Key) -> tuple[OralView, ...]:
    """Return the oral questions that `key` answers."""
    return tuple(
        OralView(
            words.oral(oral.slug),
            tuple(
                _oral_answer(label, value, words.lang)
                for label, value in zip(words.oral_labels(oral.slug), key.oral[oral.slug], strict=True)
            ),
        )
        for oral in exam.oral
        if oral.slug in key.oral
    )


def _oral_answer(label: Text, value: Value | None, lang: str) -> tuple[Text, str | None]:
    if value is None:
        return label.removesuffix(ASKED), None
    text = format_decimal(value, lang, digits=6) if isinstance(value, float) else str(value).replace("-", MINUS)
    return told_as(label, text), text
