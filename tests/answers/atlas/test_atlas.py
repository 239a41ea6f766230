"""All values of an atlas, counted again from the remainders of its seeds."""

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from answers.atlas.atlas import Atlas, PointsWithoutWork, goals, make_atlas, missed
from answers.atlas.atlas_json import atlas_json
from answers.atlas.seed_summary import atlas_seeds
from answers.executors.workers import Engine, workers
from tests.answers.atlas.remainders import load

SEEDS = atlas_seeds(100)
PAPERS, LEARNT, OTHERS = SEEDS[:40], SEEDS[40:65], SEEDS[:40] + SEEDS[65:]
PARITY, FIFTH, TENTH = (Counter(u0 % m for u0 in LEARNT).most_common(1)[0][0] for m in (2, 5, 10))


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    return make_atlas(load, 100)


def near(a: int, b: int) -> bool:
    return abs(a % 10 - b % 10) <= 1


def earned(key: int, parity: int, third: int, pair: tuple[int, int], tenth: int, near_tenth: int) -> list[Fraction]:
    """Return the points of the four questions for the seed `key` and these answers."""
    rights = [
        Fraction(key % 2 == parity),
        3 * Fraction((key - third) % 3 == 0),
        2 * Fraction(pair == (key % 2, key % 5)) + 2 * Fraction(key % 10 == tenth),
        2 * Fraction(near(key, near_tenth)),
    ]
    return [*rights, sum(rights, Fraction(0))]


def free(papers: list[list[Fraction]], place: int) -> PointsWithoutWork:
    marks = [paper[place] for paper in papers]
    return PointsWithoutWork(sum(marks, Fraction(0)) / len(marks), max(marks))


def test_papers_copied_from_each_other(atlas: Atlas) -> None:
    papers = [earned(a, b % 2, b, (b % 2, b % 5), b % 10, b) for a, b in permutations(PAPERS, 2)]
    assert len(papers) == 40 * 39
    assert [question.copied for question in atlas.questions] == [free(papers, place) for place in range(4)]
    assert atlas.copied == free(papers, 4)


def test_the_paper_of_constants_is_marked_on_other_seeds_than_it_comes_from(atlas: Atlas) -> None:
    centre = max((u0 % 10 for u0 in LEARNT), key=lambda digit: sum(near(digit, u0) for u0 in LEARNT))
    papers = [earned(u0, PARITY, LEARNT[0], (PARITY, FIFTH), TENTH, centre) for u0 in OTHERS]
    assert len(papers) == 75
    assert [question.constants for question in atlas.questions] == [free(papers, place) for place in range(4)]
    assert atlas.constants == free(papers, 4)
    assert [item.constant for item in atlas.questions[2].items] == [PARITY, FIFTH, TENTH]


def test_answers_and_their_frequency(atlas: Atlas) -> None:
    assert [question.variety.distinct for question in atlas.questions] == [2, 100, 10, 10]
    digit, often = Counter(u0 % 10 for u0 in SEEDS).most_common(1)[0]
    assert atlas.questions[2].variety.share == Fraction(often, 100)
    assert atlas.questions[2].variety.commonest == (digit % 2, digit % 5, digit)
    assert [item.variety.distinct for item in atlas.questions[2].items] == [2, 5, 10]


def test_items_share_what_their_question_earns(atlas: Atlas) -> None:
    question_atlas = atlas.questions[2]
    assert (
        sum(item.part.points / item.part.count * item.copied for item in question_atlas.items)
        == question_atlas.copied.mean
    )
    assert [(item.part.id, item.item) for item in question_atlas.items] == [("3a", 1), ("3a", 2), ("3b", 1)]


def test_trivial_values_and_nearest_ties(atlas: Atlas) -> None:
    assert [question.trivial for question in atlas.questions][:2] == [1, 0]
    zeros_and_ones = sum(sum(value in (0, 1) for value in (u0 % 2, u0 % 5, u0 % 10)) for u0 in SEEDS)
    assert atlas.questions[2].trivial == Fraction(zeros_and_ones, 300)
    assert atlas.questions[2].nearest_tie == (1 / 8, min(u0 for u0 in SEEDS if u0 % 7 == 0))
    assert atlas.questions[1].nearest_tie is None


@pytest.mark.slow
def test_the_atlas_does_not_depend_on_the_number_of_processes(atlas: Atlas) -> None:
    done: list[int] = []
    with workers(Engine(2)) as parallel_map:
        result = make_atlas(load, 100, parallel_map, done.append)
    assert done == list(range(1, 101))
    assert untimed(result) == untimed(atlas)
    assert all(0 < median <= most for question in result.questions for median, most in [question.seconds])


def untimed(atlas: Atlas) -> tuple[object, ...]:
    questions = [replace(question, seconds=(0, 0)) for question in atlas.questions]
    return atlas.seeds, atlas.copied, atlas.constants, questions


NOTHING = PointsWithoutWork(Fraction(0), Fraction(0))


@pytest.fixture(scope="module")
def worthless(atlas: Atlas) -> Atlas:
    """Return an atlas, of an exam with ten points, in which papers without work earn nothing."""
    questions = tuple(replace(question, copied=NOTHING, constants=NOTHING) for question in atlas.questions)
    return replace(atlas, copied=NOTHING, constants=NOTHING, questions=questions)


def with_question(atlas: Atlas, place: int, **changed: object) -> Atlas:
    questions = list(atlas.questions)
    questions[place] = replace(questions[place], **changed)  # type: ignore[arg-type]
    return replace(atlas, questions=tuple(questions))


def test_all_goals_met(worthless: Atlas) -> None:
    assert missed(worthless) == ()


@pytest.mark.parametrize(
    ("name", "limit", "slug"),
    [
        ("copied", PointsWithoutWork(Fraction(3, 4), Fraction(2)), None),  # of ten points: 1.5 and 4 of twenty
        ("copied", PointsWithoutWork(Fraction(4, 5), Fraction(1)), "copied-mean"),
        ("copied", PointsWithoutWork(Fraction(0), Fraction(21, 10)), "copied-most"),
        ("constants", PointsWithoutWork(Fraction(1), Fraction(10)), None),
        ("constants", PointsWithoutWork(Fraction(101, 100), Fraction(2)), "constants-mean"),
    ],
)
def test_marks_are_judged_out_of_twenty(
    worthless: Atlas, name: str, limit: PointsWithoutWork, slug: str | None
) -> None:
    goals_missed = missed(replace(worthless, **{name: limit}))  # type: ignore[arg-type]
    assert [goal.slug for goal in goals_missed] == ([] if slug is None else [slug])


@pytest.mark.parametrize("name", ["copied", "constants"])
def test_a_quarter_of_a_question(worthless: Atlas, name: str) -> None:
    at_most = with_question(worthless, 2, **{name: PointsWithoutWork(Fraction(1), Fraction(4))})  # of four points
    assert missed(at_most) == ()
    (goal,) = missed(with_question(at_most, 1, **{name: PointsWithoutWork(Fraction(1), Fraction(3))}))  # of three
    assert (goal.slug, goal.questions, goal.value) == (f"{name}-question", (2,), 1 / 3)


def test_a_choice_that_the_order_of_a_sum_may_change(worthless: Atlas) -> None:
    (goal,) = missed(with_question(worthless, 3, nearest_tie=(1e-12, 7)))
    assert (goal.slug, goal.questions, goal.value) == ("nearest-tie", (4,), 1e-12)


def test_an_exam_kept_as_printed_misses_no_goal(worthless: Atlas) -> None:
    weak = replace(worthless, copied=PointsWithoutWork(Fraction(9), Fraction(10)))
    assert missed(weak)
    printed = replace(weak, exam=replace(weak.exam, as_printed=True))
    assert missed(printed) == ()
    assert not all(goal.met for goal in goals(printed))


def test_the_document(atlas: Atlas) -> None:
    document = json.loads(json.dumps(atlas_json(atlas, "en"), allow_nan=False))
    assert len(document["fingerprint"]) == 16
    assert {name: value for name, value in document.items() if isinstance(value, str | int | float)} == {
        "schema": "corrige/atlas/1", "exam": "remainders", "points": 10, "seeds": 100, "papers": 40, "learnt": 25,
        "as_printed": False, "fingerprint": document["fingerprint"],
    }  # fmt: skip
    first = document["questions"][0]
    odd = sum(u0 % 2 for u0 in SEEDS)
    common = max(odd, 100 - odd)
    text = "1" if common == odd else "0"
    assert (first["distinct"], first["commonest"]) == (2, {"text": text, "share": common / 100})
    assert (first["trivial"], first["nearest_tie"]) == (1, None)
    third = document["questions"][2]
    assert [(item["part"], item["item"]) for item in third["items"]] == [("3a", 1), ("3a", 2), ("3b", 1)]
    assert third["nearest_tie"] == {"margin": 1 / 8, "u0": min(u0 for u0 in SEEDS if u0 % 7 == 0)}
    assert third["copied"]["share"] == third["copied"]["mean"] / 4
    digits = [u0 % 10 for u0 in SEEDS[40:65]]
    centre = max(digits, key=lambda number: sum(abs(number - other) <= 1 for other in digits))
    assert document["questions"][3]["items"][0]["constant"].endswith(f" = 0.{centre}")
    slugs = {goal["goal"]: goal for goal in document["goals"]}
    assert slugs["copied-question"]["met"] is False
    assert 1 in slugs["copied-question"]["questions"]
    assert slugs["copied-mean"]["value"] == document["copied"]["mean"] * 2
    assert document["copied"]["share"] == document["copied"]["mean"] / 10
    assert 0 <= first["seconds"]["median"] <= first["seconds"]["most"]
