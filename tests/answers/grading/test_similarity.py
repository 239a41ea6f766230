"""Honest classes have no flags, and copied answers are found, in simulations with recorded seeds.

They sit an exam of forty items: integers of many sizes, players, probabilities, exact and rounded.
"""

import random
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from unittest.mock import patch

import pytest

from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.question import Params, Part, QuestionBuilder, Solution, SolveContext, question, questions_of
from answers.flags import Place
from answers.grading import similarity
from answers.grading.mark import Item, Written, mark, parse_responses, wrong_items
from answers.grading.similarity import ClassKeys, class_keys, flags_of_class, similar_seeds
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.format import format_decimal
from answers.kinds.numbers.numbers import Numbers, integers, probabilities
from answers.kinds.parsing import Kind, Value
from answers.kinds.tolerance import EXACT, Tolerance
from answers.paper import Paper
from tests.answers.tiny import TINY

ITEMS = 5
ROUGH = Tolerance(absolute=Fraction(5, 100))
KINDS: tuple[tuple[Kind, Tolerance, int], ...] = (
    (integers(ITEMS, 0, 64006), EXACT, 64007),
    (integers(ITEMS, 0, 3), EXACT, 4),
    (integers(ITEMS, 1, 2), EXACT, 0),
    (integers(ITEMS, 0, 1000), EXACT, 40),
    (probabilities(ITEMS), ROUGH, 0),
    (probabilities(ITEMS), Tolerance(absolute=Fraction(1, 200)), 0),
    (Numbers(ITEMS, Domain(low=0)), Tolerance(relative=Fraction(2, 100)), 0),
    (probabilities(ITEMS), ROUGH, 3),
)
"""Kind, tolerance, and how many values there are; 0 for a player, or a number with many decimals."""


def value(u0: int, number: int, index: int) -> Value:
    """The answer to an item, drawn as if by an exam."""
    source = random.Random(f"{u0} {number} {index}")
    kind, tolerance, size = KINDS[number - 1]
    assert isinstance(kind, Numbers)
    if kind.domain.integer:
        return source.randrange(size) if size else source.choice((1, 2))
    if tolerance.relative:
        return Fraction(source.randrange(10**4, 10**7), 7)
    return Fraction(source.randrange(size), size - 1) if size else Fraction(source.randrange(10**5), 10**5)


def asked(number: int, kind: Kind, tolerance: Tolerance) -> QuestionBuilder[Params]:
    def solve(context: SolveContext[Params], part: Part) -> Solution:
        return Solution(tuple(value(context.params.u0, part.question, index) for index in range(ITEMS)))

    solve.__name__ = f"solve{number}"
    return question(number, kind=kind, points=ITEMS, tolerance=tolerance)(solve)


HALL = Exam(
    "hall",
    17,
    lambda draw: Params(draw.u0),
    questions_of(*(asked(n, kind, tolerance) for n, (kind, tolerance, _) in enumerate(KINDS, 1))),
)


key_of = partial(make_key, HALL)


def text(value: Value) -> str:
    assert isinstance(value, int | Fraction)
    return str(value) if isinstance(value, int) else format_decimal(value, "en", digits=4)


def wrong(true: Value, number: int, source: random.Random) -> Value:
    """A plausible wrong answer: near, usual, of another item, or anything that can be."""
    kind, _, _ = KINDS[number - 1]
    assert isinstance(kind, Numbers)
    assert isinstance(true, int | Fraction)
    if kind.domain.integer:
        near: list[Value] = [true + 1, true - 1, 2 * true, 0, 1]
    else:
        near = [0, 1, Fraction(1, 2), 1 - true if kind.domain.high else 2 * true, round(true * Fraction(11, 10), 4)]
    return source.choice([*near, value(source.randrange(64007), number, source.randrange(ITEMS))])


def honest(key: Key, source: random.Random) -> dict[str, list[Value]]:
    """The answers of a student with independent mistakes."""
    return {
        part.id: [wrong(one, part.question, source) if source.random() < 0.35 else one for one in key.answers[part.id]]
        for part in HALL.parts
    }


def written(answers: Mapping[str, list[Value]]) -> Written:
    return {part_id: tuple(map(text, values)) for part_id, values in answers.items()}


CLASS = 300
COPIERS = 100


def class_of(source: random.Random, known: int = 0) -> ClassKeys:
    """A class, and the keys of some others by which it is known how rare values are."""
    seeds = source.sample(range(1, 64007), CLASS + known)
    others = (key_of(seed).answers for seed in seeds[CLASS:])
    return class_keys(HALL, seeds[:CLASS], key_of, others)


def keys_of(others: ClassKeys) -> list[tuple[int, Key]]:
    return [(u0, key_of(u0)) for u0 in others.answers]


def alike(u0: int, answers: dict[str, list[object]], others: ClassKeys) -> list[int]:
    texts = parse_responses(HALL, written(answers))  # type: ignore[arg-type]
    key = key_of(u0)
    wrong = wrong_items(mark(HALL, key, texts))
    return list(similar_seeds(key, texts, wrong, others))


def flagged_classes(count: int, seed: int, known: int) -> int:
    source = random.Random(seed)
    flagged = 0
    for _ in range(count):
        others = class_of(source, known)
        flagged += any(alike(u0, honest(key, source), others) for u0, key in keys_of(others))  # type: ignore[arg-type]
    return flagged


@pytest.mark.slow
@pytest.mark.parametrize(
    ("count", "seed", "known", "bar"),
    [(1, 2013, 0, 30), (1, 2013, 400, 30), pytest.param(30, 2014, 0, 300, marks=pytest.mark.long)],
)
def test_honest_classes_are_left_alone(
    monkeypatch: pytest.MonkeyPatch, count: int, seed: int, known: int, bar: int
) -> None:
    """Even with a bar a thousand times lower: one honest paper in thirty.

    With a bar a hundred times lower, were one class in ten flagged, 30 classes would fail in 96 % of cases: 1 − 0.9³⁰.
    A likelihood ratio exceeds the bar that is used in one paper of 30 000 at most: one class of 300 in a hundred.
    """
    monkeypatch.setattr("answers.grading.similarity.RARE", bar)
    assert flagged_classes(count, seed, known) == 0


@pytest.mark.slow
@pytest.mark.parametrize("known", [0, 400])
def test_copiers_of_half_a_paper_are_found(known: int) -> None:
    """Were they found in less than 95 % of cases, all of 100 would be with a chance of 0.6 % at most."""
    source = random.Random(2015)
    others = class_of(source, known)
    seeds = list(others.answers)
    hits = 0
    for _ in range(COPIERS):
        own, victim = source.sample(seeds, 2)
        answers = honest(key_of(own), source)
        copied = differing(others, own, victim, source)
        for part_id, index in copied:
            answers[part_id][index] = others.answers[victim][part_id][index]
        hits += alike(own, answers, others)[:1] == [victim]  # type: ignore[arg-type]
    assert hits == COPIERS


def test_who_was_copied_most_is_told_first() -> None:
    """Items of two neighbours, from whichever of them the more: that one comes first, the other after."""
    source = random.Random(2016)
    others = class_of(source)
    own, first, second = source.sample(list(others.answers), 3)
    for more, less in ((first, second), (second, first)):
        answers = honest(key_of(own), source)
        items = source.sample([(part.id, index) for part in HALL.parts for index in range(part.count)], 40)
        for number, (part_id, index) in enumerate(items):
            victim = more if number < 25 else less
            answers[part_id][index] = others.answers[victim][part_id][index]
        assert alike(own, answers, others) == [more, less]  # type: ignore[arg-type]


def differing(others: ClassKeys, own: int, victim: int, source: random.Random) -> list[Item]:
    """Twenty items copied, drawn again until the two keys differ in ten of them or more."""
    items = [(part.id, index) for part in HALL.parts for index in range(part.count)]
    keys = key_of(own), key_of(victim)
    while True:
        chosen = source.sample(items, len(items) // 2)
        apart = [values for values in chosen if len({key.answers[values[0]][values[1]] for key in keys}) == 2]
        if len(apart) >= 10:
            return chosen


def test_the_items_are_the_evidence() -> None:
    """The class has 10, 300 and 7001: 7001 and its double are rare, and 10 is the paper's own."""
    others = class_keys(TINY, (10, 300, 7001), partial(make_key, TINY))
    texts = parse_responses(TINY, {"1a": ("7001 14002",), "1b": ("7002 21",), "2": ("1750.25",)})
    wrong = (("1a", 0), ("1a", 1), ("1b", 0), ("2", 0))
    assert similar_seeds(make_key(TINY, 10), texts, wrong, others) == {7001: wrong}
    assert similar_seeds(make_key(TINY, 10), texts, wrong[:2], others) == {}
    assert similar_seeds(make_key(TINY, 7001), texts, wrong, others) == {}


def test_a_value_that_all_have_is_no_evidence() -> None:
    same = make_key(TINY, 7001)
    others = class_keys(TINY, range(100, 200), lambda scenario: replace(same, scenario=scenario))
    texts = parse_responses(TINY, {"1a": ("7001 14002",), "1b": ("7002 14003",), "2": ("1750.25",)})
    wrong = (("1a", 0), ("1a", 1), ("1b", 0), ("1b", 1), ("2", 0))
    assert similar_seeds(make_key(TINY, 10), texts, wrong, others) == {}


def test_a_value_that_others_have_is_rarer_evidence() -> None:
    """Only one in a class of three has 7001, but a quarter of a hundred other seeds, so it weighs four to one."""
    same, other = (make_key(TINY, u0).answers for u0 in (7001, 20))
    alone = class_keys(TINY, (10, 300, 7001), partial(make_key, TINY))
    often = class_keys(TINY, (10, 300, 7001), partial(make_key, TINY), [same] * 25 + [other] * 75)
    item, value = ("1a", 0), 7001
    assert alone.frequency(TINY.part("1a"), item, value, alone.near(TINY.part("1a"), item, value)) == 0
    assert often.frequency(TINY.part("1a"), item, value, often.near(TINY.part("1a"), item, value)) == 25 / 103
    assert often.near(TINY.part("1a"), item, value) == [7001]
    texts = parse_responses(TINY, {"1a": ("7001 14002",), "1b": ("7002 21",), "2": ("1750.25",)})
    wrong = (("1a", 0), ("1a", 1), ("1b", 0), ("2", 0))
    assert list(similar_seeds(make_key(TINY, 10), texts, wrong, alone)) == [7001]
    assert similar_seeds(make_key(TINY, 10), texts, wrong, often) == {}


def test_values_are_found_within_the_tolerance() -> None:
    others = class_keys(TINY, (10, 11, 400), partial(make_key, TINY))
    part = TINY.part("2")
    assert others.near(part, ("2", 0), Fraction("2.6")) == [10]
    assert others.near(part, ("2", 0), Fraction("2.61")) == []
    assert others.near(part, ("2", 0), Fraction("2.65")) == [11]


ERRING = 30


def flags(others: ClassKeys, papers: Mapping[int, Mapping[str, list[Value]]]) -> dict[int, list[str]]:
    pairs = {}
    for u0, answers in papers.items():
        read = parse_responses(HALL, written(answers))
        marks = mark(HALL, key_of(u0), read)
        pairs[u0] = Paper(Place("a"), "a", "hall", u0, (), marks), read
    return {u0: sorted(map(str, result)) for u0, result in flags_of_class(pairs, others).items()}


def hall(source: random.Random) -> ClassKeys:
    return class_keys(HALL, source.sample(range(1, 64007), ERRING), key_of)


@pytest.fixture(scope="module")
def others() -> ClassKeys:
    return hall(random.Random(2018))


def erring(others: ClassKeys, wrong: Mapping[str, list[Value]]) -> tuple[int, int, dict[int, dict[str, list[Value]]]]:
    """Two students, and a class in which both have the same wrong answers to some parts, all else right."""
    number, other = list(others.answers)[:2]
    papers = {u0: {part_id: list(values) for part_id, values in key.answers.items()} for u0, key in keys_of(others)}
    papers[number] |= wrong
    papers[other] |= wrong
    return number, other, papers


SLIPS: dict[str, list[Value]] = {
    "1": [1234, 4321, 11111, 60001, 77],
    "4": [901, 902, 903, 904, 905],
    "7": [17, 18, 19, 20, 1234],
}
PLAIN: dict[str, list[Value]] = {"2": [3, 3, 3, 3, 3], "3": [1, 2, 1, 2, 1], "4": [0, 1, 0, 1, 1]}


@pytest.mark.parametrize(
    ("wrong", "is_told"),
    [(SLIPS, True), ({"1": SLIPS["1"]}, False), (PLAIN, False)],
    ids=["three questions", "one question", "usual values"],
)
def test_shared_wrong_answers(others: ClassKeys, wrong: dict[str, list[Value]], is_told: bool) -> None:
    number, other, papers = erring(others, wrong)
    messages = {number: [f"wrong-answers-of-seed-{other}"], other: [f"wrong-answers-of-seed-{number}"]}
    assert flags(others, papers) == (messages if is_told else {})


def test_what_many_write_is_no_evidence(others: ClassKeys) -> None:
    """A mistake that forgets the seed, made by a third of the class."""
    _, _, papers = erring(others, SLIPS)
    for u0 in list(others.answers)[:10]:
        papers[u0] |= SLIPS
    assert not flags(others, papers)


def test_what_is_wrong_otherwise_speaks_against_it(others: ClassKeys) -> None:
    """Three questions shared, of seven that are wrong in one of the papers."""
    first, other, papers = erring(others, SLIPS)
    papers[first] |= {number: [Fraction(321, 1000)] * 5 for number in "568"} | {"2": [3, 3, 3, 3, 3]}
    with patch.object(similarity, "RARE", 10**6):
        assert list(flags(others, papers)) == [other]


def test_where_the_right_answer_is_the_same_so_is_a_mistake() -> None:
    """Of two students with one number the same slip is no evidence."""
    same = key_of(7001)
    others = class_keys(HALL, range(100, 130), lambda scenario: same)
    _, _, papers = erring(others, SLIPS)
    assert not flags(others, papers)


def test_a_right_answer_of_somebody_is_evidence_already(others: ClassKeys) -> None:
    """Such a paper is flagged as having the answers of that seed instead."""
    third = list(others.answers)[2]
    _, _, papers = erring(others, {part: list(others.answers[third][part]) for part in "147"})
    assert not flags(others, papers)
