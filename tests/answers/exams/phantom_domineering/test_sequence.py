"""Questions 1, 2 and 4: keys, what follows from wrong answers, and worked solutions, against plain recursions."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.key_cache import cached_key
from answers.exam.question import SolveContext
from answers.exam.scenario import Scenario
from answers.exams.phantom_domineering.phantom.draws import Parameters
from answers.exams.phantom_domineering.rules import RULES, PhantomParams
from answers.grading.grade import grade
from solvers.sequence.all_drawn import mean_draws_until_all
from tests.answers.exams.solutions import solution_data
from tests.answers.tiny import submission
from tests.oracles.nash_exam import mean_square, plan, terms
from tests.oracles.phantom_exam import draws_until_all
from tests.simulations.wrong_answers import text

SEEDS = (17, 64006)
PARTS = [f"{question}{letter}" for question in (1, 2, 4) for letter in "abc"]


@pytest.fixture(scope="module", params=["nash", "phantom"])
def exam(request: pytest.FixtureRequest) -> Exam:
    return load_exam(request.param)


@pytest.fixture(params=SEEDS)
def key(exam: Exam, request: pytest.FixtureRequest) -> Key:
    return make_key(exam, request.param, parts=PARTS)


def sequence_questions(exam: Exam, u0: int) -> tuple[tuple[tuple[int, ...], ...], int, tuple[int, ...]]:
    """Return the indices of terms, the size of permutations and the numbers of terms that the questions use."""
    if exam.name == "nash":
        return ((0, 1, 2), (3, 4, 5), (6, 7, 8)), 4, (10, 100, 1000)
    drawn = exam.drawn(u0)
    assert isinstance(drawn, Parameters)
    return drawn.ranks, drawn.length, drawn.counts


def fourth(exam: Exam, u: Sequence[int]) -> object:
    """Question 4 on some terms: the mean of the document, or how long it takes until all were drawn."""
    return mean_square(u) if exam.name == "nash" else pytest.approx(drawn_until_all(u), rel=1e-9)


@cache
def drawn_until_all(u: Sequence[int]) -> float:
    """By subsets as long as they are few, which `test_all_drawn` compares with the integral that is taken for more."""
    seldom = tuple(one for one in u if one)
    return float(draws_until_all(seldom)) if len(seldom) < 12 else mean_draws_until_all(u)


@pytest.mark.parametrize("u0", [0, *SEEDS])
def test_keys_as_the_definitions_are_read(exam: Exam, u0: int) -> None:
    ranks, length, counts = sequence_questions(exam, u0)
    u = terms(u0, 64_001)
    expected = [tuple(u[n] for n in some) for some in ranks]
    expected += [tuple(plan(n, length)[:3]) for n in u[:3]]
    expected += [(fourth(exam, tuple(u[:count])),) for count in counts]
    assert list(make_key(exam, u0, parts=PARTS).answers.values()) == expected


def test_the_sums_of_a_worked_solution(exam: Exam, key: Key) -> None:
    u, (_, _, counts) = terms(key.u0, 1000), sequence_questions(exam, key.u0)
    if exam.name == "nash":
        assert solution_data(exam, 4, key) == {"sums": tuple((n, sum(u[:n]), sum(a**3 for a in u[:n])) for n in counts)}
    else:
        waits = [(one["n"], one["total"], one["least"]) for one in solution_data(exam, 4, key)["waits"]]
        assert waits == [(n, sum(u[:n]), min(u[:n])) for n in counts]


def test_permutations_follow_from_terms_with_a_slip_but_not_from_those_of_another_seed(exam: Exam) -> None:
    ranks, length, _ = sequence_questions(exam, 4312)
    u = terms(4312, 4)
    for first, second in ((4312, 999), (17, 519)):
        own = {**dict(enumerate(u)), 0: first, 1: second}
        if first != 4312 and 0 not in ranks[0]:
            continue
        replaced = (("1a", tuple(own[n] for n in ranks[0])),)
        answers_after = make_key(exam, Scenario(4312, answer_overrides=replaced), parts=["2a", "2b"]).answers
        assert answers_after["2a"] == tuple(plan(u[0], length)[:3])
        assert answers_after["2b"] == tuple(plan(999 if first == 4312 else u[1], length)[:3])


@pytest.mark.parametrize(
    ("multiplier", "modulus", "is_slip"),
    [(15901, 64007, True), (1509, 64007, True), (15091, 64077, True), (15091, 46007, True), (12345, 64007, False)],
)
def test_what_a_mistyped_constant_spoils_follows_from_question_1(
    exam: Exam, multiplier: int, modulus: int, is_slip: bool
) -> None:
    """One digit changed, left out or doubled, or two exchanged, in one of the constants."""
    ranks, length, counts = sequence_questions(exam, 4312)
    u = [4312]
    while len(u) < 64_001:
        u.append(multiplier * u[-1] % modulus)
    own = tuple((f"1{letter}", tuple(u[n] for n in some)) for letter, some in zip("abc", ranks, strict=True))
    scenario = Scenario(4312, answer_overrides=own)
    assert make_key(exam, scenario, parts=["2c"]).answers["2c"] == tuple(plan(u[2], length)[:3])
    if not is_slip:
        with pytest.raises(LookupError):  # nobody knows how that sequence goes on
            make_key(exam, scenario, parts=["4a"])
        return
    assert make_key(exam, scenario, parts=["4a"]).answers["4a"] == (fourth(exam, tuple(u[: counts[0]])),)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "u0", "rules"),
    [
        *((name, u0, {"multiplier": 15901}) for name in ("nash", "phantom") for u0 in (4312, 17023)),
        *(("domino", 4312, rules) for rules in ({"multiplier": 15901}, {"bits": 16}, {"moves_last": False})),
    ],
)
def test_an_early_error_costs_once(name: str, u0: int, rules: dict[str, Any]) -> None:
    """A paper that has 15901 for 15091, or other rules, and is right otherwise, loses what question 1 is worth."""
    exam = load_exam(name)
    drawn = exam.drawn(u0)
    assert isinstance(drawn, PhantomParams)
    context = SolveContext(drawn.with_rules(replace(RULES, **rules)), Scenario(u0), lambda _: ())
    answers = {
        part.id: tuple(map(text, exam.question_and_part(part.id)[0].solve(context, part).values)) for part in exam.parts
    }
    paper = grade(exam, submission(answers, u0=str(u0), exam=name), partial(cached_key, exam))
    assert 18 <= paper.score < paper.points == 20
