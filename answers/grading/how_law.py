"""The law of the lines that tell how an answer is obtained, where an exam has them: short, whole, in both languages."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import chain

from answers.errors import Problem
from answers.exam.exam import Exam
from answers.exam.how import WrongItems, how
from answers.exam.key import Key, make_key
from answers.exam.question import Question
from answers.exam.words import LANGUAGES, MissingWordsError, plain
from answers.grading.key_law import SEEDS
from answers.messages import Message

LONGEST = 300
"""Characters of a line, whatever is wrong."""
MOST_SENTENCES = 2
SENTENCE_END = re.compile(r"[.!?](?=\s|$)")
LEFTOVERS = re.compile(r"\{[{%#]|[}%#]\}|None|Undefined|Fraction\(|\[|\bnan\b|<built-in|0x[0-9a-f]{6}")
"""What a line must not show: pieces of a template, names of Python, lists."""
ENGLISH_DECIMAL = re.compile(r"\d\.\d")


def how_lines(exam: Exam) -> Iterator[Problem]:
    """Yield what is wrong with the macros `how_…` of an exam, for some seeds and each item alone, and all.

    An exam may have none; a question that has one in a language has it in the other.
    """
    with suppress(MissingWordsError):  # told by another law
        told = {lang: [one for one in exam.questions if exam.words(lang).tells(one, "how")] for lang in LANGUAGES}
        yield from _untranslated(exam, told)
        keys = [make_key(exam, u0) for u0 in SEEDS] if any(told.values()) else []
        yield from chain.from_iterable(_wrong_lines(exam, key, lang, told[lang]) for key in keys for lang in LANGUAGES)


def _untranslated(exam: Exam, told: Mapping[str, list[Question]]) -> Iterator[Problem]:
    for lang, other in zip(LANGUAGES, reversed(LANGUAGES), strict=True):
        for question in told[other]:
            if question not in told[lang]:
                here, there = (exam.words(one).place_of(question.number, _name(question)) for one in (lang, other))
                cause = Message("there is no {name}", name=_name(question))
                yield Problem(cause, here, Message("write it: {file} has it", file=there))


def _wrong_lines(exam: Exam, key: Key, lang: str, questions: list[Question]) -> Iterator[Problem]:
    words = exam.words(lang)
    for question in questions:
        for wrong in _cases(question):
            line = how(exam, question, words, key, wrong)
            for cause, remedy in _faults(plain(line) if line else "", lang):
                place = f"{words.place}, {_name(question)}, u0 = {key.u0}"
                yield Problem(cause, Message("{place}, wrong {wrong}", place=place, wrong=dict(wrong)), remedy)


def _cases(question: Question) -> Iterator[WrongItems]:
    """All items wrong, then each alone."""
    yield {part.letter: tuple(range(part.count)) for part in question.parts}
    for part in question.parts:
        yield from ({part.letter: (item,)} for item in range(part.count))


def _faults(line: str, lang: str) -> Iterator[tuple[str, str]]:
    if not line:
        yield Message("it says nothing"), Message("say how the answer is obtained")
    if len(line) > LONGEST:
        yield Message("it has {count} characters", count=len(line)), Message("say it in {most}", most=LONGEST)
    sentences = len(SENTENCE_END.findall(line))
    if sentences > MOST_SENTENCES:
        yield Message("it has {count} sentences", count=sentences), Message("say it in {most}", most=MOST_SENTENCES)
    if found := LEFTOVERS.search(line):
        yield Message("it shows {text!r}", text=found[0]), Message("show numbers and words only")
    if lang == "fr" and (found := ENGLISH_DECIMAL.search(line)):
        yield Message("it writes {text}", text=found[0]), Message('write decimals with the filter decimal("fr")')


def _name(question: Question) -> str:
    return f"how_{question.name}"
