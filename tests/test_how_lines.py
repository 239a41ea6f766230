"""The exams that come with corrige tell how every answer is obtained, and tell the same numbers in both languages."""

import re
from collections import Counter

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exam.words import LANGUAGES, plain
from answers.grading.exam_checks import SEEDS
from answers.sheets.subject import how

EXPLAINED = ("nash", "phantom", "domino", "jeux")
"""Exams that tell it; a check holds what they say to be short and whole."""
SEPARATOR = re.compile(r"(?<=\d)[.,](?=\d)|(?<=\d) (?=000\b)")


def numbers(text: str) -> Counter[str]:
    """The numbers of a text, without what stands between their digits in either language."""
    return Counter(re.findall(r"−?\d+", SEPARATOR.sub("", text)))


@pytest.mark.parametrize("name", EXPLAINED)
@pytest.mark.parametrize("u0", [0, *SEEDS])
def test_both_languages_tell_the_same_numbers(name: str, u0: int) -> None:
    exam = load_exam(name)
    key = make_key(exam, u0)
    for question in exam.questions:
        for wrong in ({part.letter: (part.count - 1,)} for part in question.parts):
            lines = [how(exam, question, exam.words(lang), key, wrong) for lang in LANGUAGES]
            french, english = (numbers(plain(line)) for line in lines if line is not None)
            assert french == english, (question.number, wrong)
            assert french, (question.number, wrong)
