"""What holds of every paper: of the order of files, of answers that are added or random, of what following earns."""

import random
from fractions import Fraction
from functools import cache, partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.question import (
    Params,
    Part,
    Solution,
    SolveContext,
    misconception_from_params,
    question,
    questions_of,
)
from answers.exam.scenario import Scenario
from answers.flags import Place
from answers.grading.grade import grade, seed_of
from answers.grading.scenario_keys import ScenarioKeys
from answers.grading.similarity import class_keys
from answers.kinds.numbers.numbers import integers
from answers.paper import Paper
from answers.submissions.raw.submission import Submission
from tests.answers.grading.chain import CHAIN, draw, key_of, made
from tests.simulations.false_names import named
from tests.simulations.random_papers import gains
from tests.simulations.wrong_answers import paper

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


def exam_of_multiples(*, wanted_only: bool) -> Exam:
    """One question, n k mod 997 for six k, with misconceptions; a solution may leave out items that nobody wants."""

    @question(1, parts="ab", kind=integers(3, 0, 996), points=6)
    def multiples(context: SolveContext[Params], part: Part) -> Solution:
        values = [context.params.u0 * k % 997 for k in ((3, 4, 5) if part.letter == "a" else (6, 7, 8))]
        return Solution(tuple(values[: context.first_items if wanted_only else None]))

    shifts = [partial(lambda k, params: Params(params.u0 + k), k) for k in (1, 2, 997)]
    misconceptions = (misconception_from_params(f"shift-{n}")(shift) for n, shift in enumerate(shifts))
    return Exam("chain", 17, draw, questions_of(multiples), misconceptions=tuple(misconceptions))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from([0, 1, 2, 5]), st.booleans()), min_size=6, max_size=6))
def test_solutions_of_the_wanted_items_give_the_same_marks(written: list[tuple[int, bool]]) -> None:
    values = [str((SEED + shift) * k % 997) if is_written else "" for k, (shift, is_written) in enumerate(written, 3)]
    texts = {"1a": tuple(values[:3]), "1b": tuple(values[3:])}
    submission = Submission(Place("a"), "a", str(SEED), "chain", texts)
    whole, first = (
        grade(exam, submission, partial(make_key, exam), scenario_key=ScenarioKeys(exam))
        for exam in (exam_of_multiples(wanted_only=False), exam_of_multiples(wanted_only=True))
    )
    assert (whole.parts, whole.flags) == (first.parts, first.flags)


@pytest.mark.slow
def test_random_wrong_answers_have_no_name() -> None:
    """Were a mistake named in one paper of a hundred, none in 500 would be with a chance of 0.7 %: 0.99⁵⁰⁰."""
    source = random.Random(2013)
    texts, other = list[str](), known_key(Scenario(CHAIN.model_seed))
    for _ in range(500):
        key = known_key(Scenario(source.randrange(1, 64007)))
        handed = paper(CHAIN, key, other, source)
        texts += named(grade(CHAIN, handed, known_key, scenario_key=made))
        other = key
    assert texts == []


@pytest.mark.slow
def test_random_papers_gain_nothing_much_through_worlds() -> None:
    """At most 1 point of 20 in the mean: two of its questions in three follow from another, some among few values."""
    values = list(gains(CHAIN, 40, made))
    assert sum(values) / len(values) <= 1
