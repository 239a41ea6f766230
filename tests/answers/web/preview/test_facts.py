"""What a preview computes about known mistakes, for an exam whose later question fails for the answers of a mistake."""

from pathlib import Path

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import make_key
from answers.web.preview.facts import MistakeTally, mistaken_answers
from tests.answers.web.preview.test_render import EXAM

FAILS = "return 4 if product > 20 else 1 // 0"


def written(folder: Path, text: str) -> Exam:
    (folder / "products.py").write_text(text, "utf-8")
    return load_exam("products", [folder / "products.py"])


@pytest.mark.parametrize("fails", [FAILS, FAILS.replace("1 // 0", "float('inf')")])
def test_a_part_that_a_wrong_answer_makes_impossible_is_left_out(tmp_path: Path, fails: str) -> None:
    """Products from 8 · 3 on are above 20, and sums up to 9 + 7 are not."""
    exam = written(tmp_path, EXAM.replace("integer(2, 9)", "integer(8, 9)").replace("return 4", fails))
    (first, second) = exam.drawn(17).pair  # type: ignore[attr-defined]
    assert mistaken_answers(exam, 17, "sum") == {"1": (first + second,)}
    assert mistaken_answers(exam, 17, "none") == {"1": (first * second,), "2": (4,)}
    tally = MistakeTally(exam)
    tally.add(make_key(exam, 17))
    assert [(row["slug"], row["unchanged"]) for row in tally.rows()["rows"]] == [("sum", 0), ("none", 1)]


def test_an_exception_in_the_mistake_itself_is_passed_on(tmp_path: Path) -> None:
    exam = written(tmp_path, EXAM.replace("lambda pair: pair[0] + pair[1]", "lambda pair: pair[2]"))
    with pytest.raises(IndexError):
        mistaken_answers(exam, 17, "sum")
