"""A paper composed of `tiny` and `rich` has their answers, and its own points and numbers."""

import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from answers.errors import CorrigeError, Problem
from answers.exam.composed_exam import ComposedExam, compose
from answers.exam.exam import Exam, drawn_of
from answers.exam.key import make_key, solve_context
from answers.exam.key_json import key_from_json, key_to_json
from answers.exam.location import NOWHERE
from answers.exam.paper_file import PaperPlan, PaperQuestion
from answers.exam.scenario import Scenario
from tests.answers.exam.rich import RICH
from tests.answers.grading.test_exam_checks import check_named
from tests.answers.tiny import TINY
from tests.problems import problems_of

TITLES = {"fr": "Les deux", "en": "Both"}
EXAMS = {"tiny": TINY, "rich": RICH}


def load(name: str) -> Exam:
    if name not in EXAMS:
        raise CorrigeError.single(f"there is no exam {name!r}", remedy="did you mean tiny?")
    return EXAMS[name]


def plan(*questions: tuple[str, int, object]) -> PaperPlan:
    chosen = (
        PaperQuestion(exam, number, Fraction(str(points)), f"line {k}")
        for k, (exam, number, points) in enumerate(questions)
    )
    return PaperPlan("both", TITLES, 60, tuple(chosen), "both.toml")


def paper(*questions: tuple[str, int, object], exams: Any = load) -> ComposedExam:
    return compose(plan(*questions), exams, NOWHERE)


PAPER = paper(("rich", 1, 3), ("tiny", 2, 1), ("rich", 2, 5), ("tiny", 1, "2.5"))


def test_points_keep_the_proportions_of_the_parts() -> None:
    uneven = TINY.revised(lambda part: replace(part, points=Fraction(3 if part.letter == "b" else 1)))
    composed_exam = paper(("tiny", 1, 2), exams=lambda _: uneven)
    assert [part.points for part in composed_exam.parts] == [Fraction(1, 2), Fraction(3, 2)]
    worthless = TINY.revised(lambda part: replace(part, points=Fraction(0)))
    assert [part.points for part in paper(("tiny", 1, 2), exams=lambda _: worthless).parts] == [1, 1]


@pytest.mark.parametrize("u0", [1, 17, 64006])
def test_the_answers_are_those_of_the_exams(u0: int) -> None:
    key, tiny, rich = (make_key(exam, u0) for exam in (PAPER, TINY, RICH))
    assert key.answers == {
        "1": rich.answers["1"], "2": tiny.answers["2"], "3a": rich.answers["2a"], "3b": rich.answers["2b"],
        "4a": tiny.answers["1a"], "4b": tiny.answers["1b"],
    }  # fmt: skip
    assert key.evidence == {"1": rich.evidence["1"]}
    assert key.margins == {"3a": 0.125}
    assert (drawn_of(key.params, TINY), drawn_of(key.params, RICH)) == (tiny.params, rich.params)
    assert key_from_json(PAPER, json.loads(json.dumps(key_to_json(PAPER, key)))) == key


@pytest.mark.parametrize(
    ("slug", "exam", "own"),
    [("tiny-half", TINY, "half"), ("tiny-next-number", TINY, "next-number"), ("rich-treble", RICH, "treble"),
     ("rich-swapped", RICH, "swapped"), ("rich-quadruple", RICH, "quadruple")],
)  # fmt: skip
def test_known_mistakes_are_those_of_the_exams(slug: str, exam: Exam, own: str) -> None:
    assert slug in PAPER.mistakes
    key, mistaken = make_key(PAPER, Scenario(10, (slug,))), make_key(exam, Scenario(10, (own,)))
    right = make_key(PAPER, 10)
    ids = {"tiny": {"2": "2", "1a": "4a", "1b": "4b"}, "rich": {"1": "1", "2a": "3a", "2b": "3b"}}[exam.name]
    assert {part_id: key.answers[ids[part_id]] for part_id in ids} == mistaken.answers
    others = set(right.answers) - set(ids.values())
    assert all(key.answers[part_id] == right.answers[part_id] for part_id in others)


def test_a_students_own_answer_is_followed_through() -> None:
    key = make_key(PAPER, Scenario(10, answer_overrides=(("3a", (7,)),)))
    assert key.answers["3b"] == make_key(RICH, Scenario(10, answer_overrides=(("2a", (7,)),))).answers["2b"]


def test_properties_and_drawings_see_their_own_exam() -> None:
    visited: list[Any] = []
    question, two = TINY.questions
    odd = replace(two, accepts=lambda context, part, values: visited.append((context.params, part)) or True)
    drawn = replace(question, drawing=lambda params: f"<svg>{params.n}</svg>")
    exams = {**EXAMS, "tiny": replace(TINY, questions=(drawn, odd))}
    composed_exam = paper(("rich", 1, 1), ("tiny", 2, 6), ("tiny", 1, 1), exams=exams.get)
    key = make_key(composed_exam, 10)
    accepts, drawing = composed_exam.questions[1].accepts, composed_exam.questions[2].drawing
    assert accepts is not None
    assert drawing is not None
    assert accepts(solve_context(composed_exam, key, composed_exam.part("2")), composed_exam.part("2"), (1,))
    params, part = visited[0]
    assert params == TINY.drawn(10)
    assert part == replace(TINY.part("2"), question=2, points=Fraction(6))
    assert drawing(key.params) == "<svg>10</svg>"


def problems(*questions: tuple[str, int, object], known: Sequence[Problem] = ()) -> tuple[Problem, ...]:
    return problems_of(compose, plan(*questions), load, NOWHERE, known)


def test_all_problems_at_once_each_with_its_place() -> None:
    known = Problem("the duration is missing", "both.toml")
    result = problems(("tiyn", 1, 1), ("tiny", 3, 1), ("tiny", 1, 1), ("tiyn", 2, 1), ("tiny", 1, 2), known=[known])
    assert result[0] == known
    assert [(problem.place, problem.remedy) for problem in result[1:]] == [
        ("line 0", "did you mean tiny?"),
        ("line 3", "did you mean tiny?"),
        ("line 1", "possible choices: 1, 2"),
        ("line 4", "remove one of the two entries; the other is line 2"),
    ]


def test_a_question_comes_after_those_that_it_builds_on() -> None:
    for questions in ((("rich", 2, 1), ("tiny", 1, 1)), (("rich", 2, 1), ("rich", 1, 1))):
        (problem,) = problems(*questions)
        assert problem.place == "line 0"
        assert "question 1 before" in problem.remedy


def test_what_only_follows_an_earlier_question_may_stand_alone() -> None:
    first, second = RICH.questions
    soft = {"depends_on_labels": (first.name,), "soft_depends_on": (first.name,), "depends_on": ("1",)}
    free = replace(RICH, questions=(first, replace(second, parts=(replace(second.parts[0], **soft),))))  # type: ignore[arg-type]
    only = paper(("rich", 2, 1), exams=lambda _: free)
    alone, after = only.part("1a"), paper(("rich", 1, 1), ("rich", 2, 1), exams=lambda _: free).part("2a")
    assert (alone.depends_on_labels, alone.depends_on) == ((), ())
    assert (after.depends_on_labels, after.depends_on) == ((first.name,), ("1",))
    assert solve_context(only, make_key(only, 17), alone).override(first.name) is None


def sharing(*, declared: bool) -> Exam:
    """Return `tiny` with a drawing of question 1 that question 2 refers to."""
    first, second = TINY.questions

    def picture(drawn: Any) -> str:
        return f"<svg>{drawn.n}</svg>"

    second = replace(second, shared_drawing=picture if declared else None)
    return replace(TINY, questions=(replace(first, drawing=picture), second))


@pytest.mark.parametrize(
    ("numbers", "declared", "drawn", "is_lost"),
    [
        ((2,), True, [True], False),
        ((1, 2), True, [True, False], False),
        ((2, 1), True, [True, True], False),
        ((2,), False, [False], True),
        ((1, 2), False, [True, False], False),
    ],
)
def test_a_drawing_that_questions_share_is_on_the_paper_or_the_check_fails(
    numbers: tuple[int, ...], declared: bool, drawn: list[bool], is_lost: bool
) -> None:
    exam = sharing(declared=declared)
    composed_exam = paper(*(("tiny", number, 1) for number in numbers), exams=lambda _: exam)
    pictures = [question.drawing and question.drawing(composed_exam.drawn(10)) for question in composed_exam.questions]
    assert pictures == ["<svg>10</svg>" if one else None for one in drawn]
    lost = check_named("drawings").problems(composed_exam)
    assert [problem.place for problem in lost] == (["line 0"] if is_lost else [])
