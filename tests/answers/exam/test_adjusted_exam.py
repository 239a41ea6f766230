from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from answers.errors import CorrigeError
from answers.exam.catalogue import adjusted, load_adjusted, load_exam
from answers.exam.exam import Misprint
from answers.exam.settings import ExamSettings, Settings
from answers.exam.settings_file import read_document
from answers.kinds.tolerance import Tolerance
from tests.answers.tiny import EXAMS, TINY
from tests.problems import problems_of


def settings(**choices: Any) -> ExamSettings:
    """Return settings from a text of `corrige.toml`."""
    toml = {"exams": {"tiny": choices}}
    return read_document(toml, "corrige.toml").exams.get("tiny", ExamSettings())


def test_points_of_a_question_are_shared_and_a_part_wins() -> None:
    exam = adjusted(TINY, settings(points={"1": 4, "1b": 0.1, "2": 6}))
    assert [part.points for part in exam.parts] == [2, Fraction(1, 10), 6]


def test_a_tolerance_is_taken_as_written() -> None:
    exam = adjusted(TINY, settings(tolerance={"1": {"relative": 0.02}, "1b": {"absolute": "1/3"}}))
    tolerances = [part.tolerance for part in exam.parts]
    assert tolerances[0] == Tolerance(relative=Fraction(1, 50))
    assert tolerances[1] == Tolerance(absolute=Fraction(1, 3))
    assert tolerances[2] == TINY.parts[2].tolerance


@pytest.mark.parametrize(("strict", "expected"), [(True, "111"), (["1"], "110"), (["1b", "2"], "011"), (False, "000")])
def test_all_or_nothing(strict: object, expected: str) -> None:
    exam = adjusted(TINY, settings(all_or_nothing=strict))
    assert "".join(str(int(part.all_or_nothing)) for part in exam.parts) == expected


def test_without_a_choice_the_exam_decides() -> None:
    strict = TINY.revised(lambda part: replace(part, all_or_nothing=True))
    assert all(part.all_or_nothing for part in adjusted(strict, settings()).parts)
    assert not any(part.all_or_nothing for part in adjusted(strict, settings(all_or_nothing=False)).parts)


def test_unknown_parts_are_told_together_with_the_nearest() -> None:
    chosen = settings(points={"1bb": 1, "1": 2}, tolerance={"3": {}, "1b": {}}, all_or_nothing=["x", "2"])
    problems = problems_of(adjusted, TINY, chosen)
    places = [f"corrige.toml, exams.tiny.{table}" for table in ("points", "tolerance", "all_or_nothing")]
    assert [problem.place for problem in problems] == places
    assert problems[0].remedy == "did you mean 1b or 1?"
    (problem,) = problems_of(adjusted, TINY, settings(mistakes={"halve": 1}))
    assert (problem.place, problem.remedy) == ("corrige.toml, exams.tiny.mistakes", "did you mean half?")


def test_an_exam_is_loaded_with_the_choices_for_it() -> None:
    chosen = Settings(exam_folders=(EXAMS,), exams={"tiny": settings(points={"2": 7}), "small": settings()})
    assert load_adjusted("tiny", chosen) == adjusted(TINY, settings(points={"2": 7}))
    assert load_adjusted("tiny", Settings(exam_folders=(EXAMS,))) == TINY
    with pytest.raises(CorrigeError, match="there is no exam 'tiny'"):
        load_adjusted("tiny", Settings())


def test_choices_for_an_exam_that_is_not_there_are_told_with_the_nearest_name() -> None:
    chosen = Settings(exam_folders=(EXAMS,), exams={name: ExamSettings() for name in ("tyni", "zzz", "tiny")})
    first, second = problems_of(load_adjusted, "tiny", chosen)
    assert (first.place, second.place) == ("corrige.toml, exams.tyni", "corrige.toml, exams.zzz")
    assert "tiny" in first.remedy


def test_shares_for_mistakes_and_for_following() -> None:
    exam = adjusted(TINY, settings(mistakes={"half": 0.25}))
    assert (exam.marking_policy.share_of("half"), exam.marking_policy.share_of("next-number")) == (Fraction(1, 4), 0)
    chosen = Settings(exam_folders=(EXAMS,), follow_through=Fraction(1, 2))
    assert load_adjusted("tiny", chosen).marking_policy.follow_through == Fraction(1, 2)


def test_what_the_sheet_of_2013_prints_wrong_counts_where_the_teacher_says_so() -> None:
    """The document prints lPD(4, 4) ≃ 0.5 for ũ₀ = 17; the right value is 29/45."""
    nash = load_exam("nash")
    chosen = adjusted(nash, settings(as_printed=True))
    assert chosen.marking_policy.misprints == (Misprint(17, "7a", 1, Fraction(1, 2)),)
    assert nash.marking_policy.misprints == ()
    assert adjusted(TINY, settings(as_printed=True)).marking_policy.misprints == ()
