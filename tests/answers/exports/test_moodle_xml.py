import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from answers.exam.exam import Exam
from answers.exports.moodle_xml import moodle_xml
from answers.exports.request import ExportRequest
from tests.answers.exports.questions import EXAMS, NASH, faults, questions
from tests.answers.tiny import TINY

GAP = re.compile(r"\{(\d+):NUMERICAL:=([^:}]+):([^}]+)\}")
START = re.compile(r"\{\d*:(?:NUMERICAL|NM|MULTI\w+|MC\w*|MR\w*|SHORTANSWER\w*|SA\w*|MW\w*):")
NUMBER = re.compile(r"-?(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][-+]?\d+)?")
"""Where Moodle sees a gap, and what it reads as a number: question/type/multianswer/questiontype.php."""


def cloze(request: ExportRequest) -> list[ET.Element]:
    root = ET.fromstring(moodle_xml(request).content)
    return [question for question in root if question.get("type") == "cloze"]


def gaps(question: ET.Element) -> list[tuple[str, ...]]:
    return GAP.findall(question.findtext("questiontext/text") or "")


def test_a_category_a_seed_and_a_question_a_part_with_its_gaps_in_the_proportion_of_the_points() -> None:
    """The tiny exam asks for n and 2n, n + 1 and 2n + 1, at 0.5 points each; n / 4 within 0.1, at 3 points."""
    content = moodle_xml(questions()).content
    root = ET.fromstring(content)
    assert [question.findtext("category/text") for question in root if question.get("type") == "category"] == [
        "$course$/tiny/u0-10", "$course$/tiny/u0-11",
    ]  # fmt: skip
    assert [question.findtext("idnumber") for question in root if question.get("type") == "cloze"] == [
        "tiny-10-1a", "tiny-10-1b", "tiny-10-2", "tiny-11-1a", "tiny-11-1b", "tiny-11-2",
    ]  # fmt: skip
    first, second, third, *_ = cloze(questions())
    assert gaps(first) == [("1", "10", "0"), ("1", "20", "0")]
    assert gaps(second) == [("1", "11", "0"), ("1", "21", "0")]
    assert gaps(third) == [("6", "2.5", "0.1")]
    assert "u₀ = 10" in (first.findtext("questiontext/text") or "")
    letters = [content.decode().count(f"{letter})&lt;/p&gt;&lt;p&gt;") for letter in ("a", "b", "")]
    assert letters == [2, 2, 4]  # before the gaps; question 2 has no letter


@pytest.mark.parametrize("exam", EXAMS, ids=lambda exam: exam.name)
def test_it_is_what_moodle_reads(exam: Exam) -> None:
    for lang in ("fr", "en"):
        request = questions(exam, (17,), lang)
        content = moodle_xml(request).content
        assert content.startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n')
        assert faults(content, "moodle_xml.rng") == []
        assert sum(len(gaps(question)) for question in cloze(request)) == sum(part.count for part in exam.parts)
        for question in cloze(request):
            assert len(START.findall(question.findtext("questiontext/text") or "")) == len(gaps(question))
            assert all(NUMBER.fullmatch(number) for _, *numbers in gaps(question) for number in numbers)


def test_what_moodle_marks_otherwise_is_told() -> None:
    exam = TINY.revised(lambda part: replace(part, all_or_nothing=True))
    assert ["1a, 1b" in problem.cause for problem in moodle_xml(questions(exam)).problems] == [True]
    assert moodle_xml(questions(NASH, (17,))).problems == ()
