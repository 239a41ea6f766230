"""What holds of every paper: of the order of files, of right answers that are added, of what following can earn."""

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answers.exam.key import Key
from answers.exam.scenario import Scenario
from answers.flags import Place
from answers.grading.grade import grade, seed_of
from answers.grading.similarity import class_keys
from answers.paper import Paper
from answers.submissions.raw.submission import Submission
from tests.answers.grading.chain import CHAIN, key_of, made

SEED = 1000
RIGHT = {"1a": "3007", "1b": "39792", "2a": "6015", "2b": "10", "3": "0.66306", "4": "429 4", "5": "15035"}
LIKELY = {
    "1a": ["3008", "3046", "58"],
    "1b": ["5948", "289", "45000"],
    "2a": ["6017", "6093", "117"],
    "2b": ["11", "13"],
    "3": ["0.3369", "0.0991", "0.5"],
    "4": ["429 5", "435 1", "429 6", "8 2"],
    "5": ["15040", "15230", "290"],
}
"""Slips and what follows from them, the misconception, the model's answers."""
TEXTS = st.fixed_dictionaries(
    {
        part: st.sampled_from([RIGHT[part], "", *wrong]) | st.text("0123456789,. ;x", max_size=6)
        for part, wrong in LIKELY.items()
    }
)


@cache
def known_key(scenario: Scenario) -> Key:
    return key_of(scenario)


def handed_in(texts: dict[str, str], u0: int = SEED, name: str = "a") -> Submission:
    return Submission(Place(name), name, str(u0), "chain", {part: (text,) for part, text in texts.items()})


def marked(texts: dict[str, str]) -> Paper:
    return grade(CHAIN, handed_in(texts), known_key, scenario_key=made)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(TEXTS, st.sampled_from(list(RIGHT)))
def test_a_right_answer_that_is_added_never_lowers_a_score(texts: dict[str, str], part: str) -> None:
    """Where nothing stood before: an answer that others follow from may well be mended to their loss."""
    without = {**texts, part: ""}
    assert marked({**without, part: RIGHT[part]}).score >= marked(without).score


@settings(max_examples=60, deadline=None)
@given(TEXTS)
def test_no_paper_gets_more_than_a_right_one(texts: dict[str, str]) -> None:
    paper, whole = marked(texts), marked(RIGHT)
    for part_id, marks in paper.parts.items():
        assert Fraction(0) <= marks.score <= marks.points == whole.parts[part_id].score
        for item in marks.items:
            assert item.score <= marks.points / len(marks.items)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(TEXTS, st.sampled_from([17, 999, SEED, 1013])), min_size=2, max_size=5), st.randoms())
def test_marks_do_not_depend_on_the_order_of_files(papers: list[tuple[dict[str, str], int]], source: object) -> None:
    files = [handed_in(texts, u0, name) for name, (texts, u0) in zip("abcde", papers, strict=False)]
    shuffled = list(files)
    source.shuffle(shuffled)  # type: ignore[attr-defined]
    first, second = (sorted(class_marks(order), key=lambda paper: paper.student) for order in (files, shuffled))
    assert first == second


def class_marks(files: list[Submission]) -> list[Paper]:
    seeds = (seed_of(submission).u0 for submission in files)
    others = class_keys(CHAIN, (seed for seed in seeds if seed is not None), known_key)
    return [grade(CHAIN, submission, known_key, scenario_key=made, others=others) for submission in files]
