from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.exam.exam import Exam
from answers.exam.key import make_key
from answers.flags import NO_SEED, Note, Place
from answers.grading.mark import Written, mark_parts, unmarked_parts
from answers.paper import Paper, Verdict
from tests.answers.tiny import TINY

KEY = make_key(TINY, 10)


def mark(answers: Written, exam: Exam = TINY) -> Paper:
    return Paper(Place("a.txt"), "s01", exam.name, KEY.u0, (), mark_parts(exam, KEY, answers))


def verdicts(answers: dict[str, tuple[str, ...]]) -> dict[str, str]:
    paper = mark(answers)
    return {part_id: " ".join(item.verdict for item in part.items) for part_id, part in paper.parts.items()}


def test_every_item_earns_its_share() -> None:
    paper = mark({"1a": ("10", "21"), "1b": ("11 21",), "2": ("2,45",)})
    assert {part_id: part.score for part_id, part in paper.parts.items()} == {"1a": Fraction(1, 2), "1b": 1, "2": 3}
    assert (paper.score, paper.points) == (Fraction(9, 2), 5)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("10", "20"), "right right"),
        (("10 20",), "right right"),
        (("10 20", ""), "right right"),
        (("", "10 ; 20"), "blank unreadable"),
        (("10", ""), "right blank"),
        (("10", "vingt"), "right unreadable"),
        (("10 20 30",), "unreadable unreadable"),
        (("10", "20", "30"), "unreadable unreadable"),
        (("",), "blank blank"),
        ((), "blank blank"),
        (("10", "1,000"), "right unreadable"),
    ],
)
def test_verdicts_of_a_part(texts: tuple[str, ...], expected: str) -> None:
    assert verdicts({"1a": texts})["1a"] == expected


def test_the_bounds_of_a_tolerance_are_accepted() -> None:
    assert [verdicts({"2": (text,)})["2"] for text in ("2.4", "2.6", "2.39", "2.61")] == [
        "right",
        "right",
        "wrong",
        "wrong",
    ]


def test_all_or_nothing_gives_nothing_for_a_part_that_is_not_all_right() -> None:
    exam = TINY.revised(lambda part: replace(part, all_or_nothing=True))
    paper = mark({"1a": ("10", "21"), "1b": ("11", "21")}, exam)
    assert [paper.parts[part].score for part in ("1a", "1b")] == [0, 1]
    assert paper.parts["1a"].items[0].verdict is Verdict.RIGHT


def test_an_unreadable_item_keeps_its_raw_text_and_needs_the_teacher() -> None:
    paper = mark({"2": ("1 2/3",)})
    item = paper.parts["2"].items[0]
    assert (item.raw, item.verdict, item.note) == ("1 2/3", Verdict.UNREADABLE, Note("ambiguous"))
    assert paper.needs_teacher


def test_without_a_key_everything_written_is_for_the_teacher() -> None:
    parts = unmarked_parts(TINY, {"1a": ("10", "")}, NO_SEED)
    assert [item.verdict for item in parts["1a"].items] == [Verdict.UNREADABLE, Verdict.BLANK]
    assert [item.note for item in parts["1a"].items] == [Note("no-seed"), None]
    assert [part.score for part in parts.values()] == [0, 0, 0]


@given(st.dictionaries(st.sampled_from(["1a", "1b", "2"]), st.lists(st.text(max_size=30), max_size=3).map(tuple)))
def test_any_text_gets_a_verdict_and_the_same_one_twice(answers: dict[str, tuple[str, ...]]) -> None:
    first, second = (mark(answers) for _ in range(2))
    assert first == second
    assert 0 <= first.score <= first.points
