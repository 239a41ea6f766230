"""What a student earns in the exam `dice` with other right answers, and with what the key prints."""

from dataclasses import replace

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exam.question import Given
from answers.exam.world import World
from answers.exams.dice.draws import Means
from answers.flags import ANOTHER_RIGHT_ANSWER
from answers.grading.mark import mark_part, mark_parts
from answers.kinds.reading import Values
from answers.paper import Verdict

EXAM = load_exam("dice")


@pytest.mark.parametrize("faces", range(4, 13))
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_what_the_key_prints_for_question_2_is_right(faces: int, lang: str) -> None:
    question, part = EXAM.asked("2a")
    drawn = replace(EXAM.drawn(17), means=Means(faces, faces, faces))
    values = question.solve(Given(drawn, World(17), dict[str, Values]().__getitem__), part).values
    marks = mark_part(part, values, tuple(part.kind.format(value, lang) for value in values))
    assert {item.verdict for item in marks.items} == {Verdict.RIGHT}


def test_another_optimal_mix_earns_the_whole_point() -> None:
    key = make_key(EXAM, 17, parts=["13", "19"])
    answers = {"13": ("0 0,3 0,2 0 0 0,5 -0,359",), "19": ("0 0,1 0,2 0 0,7 0",)}
    marked = mark_parts(EXAM, key, answers)
    assert {item.note for item in marked["13"].items} == {ANOTHER_RIGHT_ANSWER}
    assert marked["13"].score == 1
    assert marked["19"].score == 0
    assert [item.verdict for item in marked["19"].items].count(Verdict.RIGHT) == 3


@pytest.mark.parametrize("u0", range(2, 60, 3))
def test_three_significant_digits_are_always_enough(u0: int) -> None:
    key = make_key(EXAM, u0)
    answers = {part: tuple(f"{float(value):.3g}" for value in values) for part, values in key.answers.items()}
    marked = mark_parts(EXAM, key, answers)
    assert {part: marks.score for part, marks in marked.items()} == {part.id: part.points for part in EXAM.parts}
