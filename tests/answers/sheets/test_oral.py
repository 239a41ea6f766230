"""Oral questions of the tiny exam, by hand."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exam.question import Oral
from answers.exam.words import plain
from answers.sheets.sheet import oral_views
from tests.answers.exam.test_catalogue import copy_of_tiny, edit


def test_oral_answers_stand_after_their_labels(tmp_path: Path) -> None:
    """The second of two questions is never answered."""
    macros = (
        "{% macro oral_two_words() %}Why?{% endmacro %}"
        "{% macro labels_oral_two_words() %}\na ≃\nb ≃\nc =\nd ≃\n{% endmacro %}"
    )
    edit(copy_of_tiny(tmp_path), '{% set title = "Tiny" %}', '{% set title = "Tiny" %}\n' + macros, "templates/en.html")
    answered = Oral("two-words", lambda drawn, answers: (None, Fraction(1, 3), 2, 0.123456789))
    exam = replace(load_exam("tiny", [tmp_path]), oral=(answered, Oral("silent", lambda drawn, answers: ())))
    key = make_key(exam, 10)
    (view,) = oral_views(exam, exam.words("en"), replace(key, oral={"two-words": key.oral["two-words"]}))
    assert (view.prompt, [(plain(label).replace("\xa0", " "), answer) for label, answer in view.answers]) == (
        "Why?",
        [("a", None), ("b =", "1/3"), ("c =", "2"), ("d =", "0.123457")],
    )
