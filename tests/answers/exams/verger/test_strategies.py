"""Questions 5 to 8 of `verger` against a plain recursion: keys, mistakes, lines and the drawing."""

import re

import pytest

from answers.exam.key import Key
from tests.answers.exams.feedback import feedback_line
from tests.answers.exams.verger.common import (
    EXAM,
    SEEDS,
    drawn,
    faces,
    key_of,
    size,
)
from tests.oracles.orchard_exam import chance, draws, fair, rough_chance
from tests.oracles.orchard_recursion import baskets

ORIGINAL = ((1, 1, 1), 2)


def roughly(*values: float) -> object:
    return pytest.approx(values, rel=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("u0", SEEDS)
def test_question_5_by_recursion(u0: int) -> None:
    drawn, answers = draws(u0), key_of(u0).answers
    *first, ravens = drawn["edition"]
    *trees, most = drawn["orchard"]
    orchards = {"5a": (tuple(first), ravens, ORIGINAL), "5b": (tuple(trees), most, ORIGINAL)}
    for part, (orchard, c, die) in {**orchards, "5c": (tuple(trees), most, drawn["die"])}.items():
        expected = (rough_chance(orchard, c, strategy, *die) for strategy in ("max", "min", "random"))
        assert tuple(map(float, answers[part])) == roughly(*expected)


@pytest.mark.parametrize("u0", SEEDS)
def test_question_6_by_recursion(u0: int) -> None:
    *trees, ravens = draws(u0)["position"]
    basket = sorted(trees)
    for _ in range(2):
        basket[-1] -= 1
        basket.sort()
    expected = (chance(tuple(trees), ravens), chance(tuple(trees), ravens - 1), chance(tuple(basket), ravens))
    assert key_of(u0).answers["6"] == expected


@pytest.mark.slow
@pytest.mark.parametrize("u0", SEEDS)
def test_question_7_by_recursion(u0: int) -> None:
    drawn, answers = draws(u0), key_of(u0).answers
    trees = drawn["fair"]
    strategies = {"7a": ("max", *ORIGINAL), "7b": ("min", *ORIGINAL), "7c": ("random", *drawn["die"])}
    for part, (strategy, *die) in strategies.items():
        ravens, won = answers[part]
        assert ravens == fair(trees, strategy, *die)
        assert float(won) == pytest.approx(rough_chance(trees, ravens, strategy, *die), rel=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("u0", SEEDS)
def test_question_8_by_recursion(u0: int) -> None:
    drawn, answers = draws(u0), key_of(u0).answers
    number, fruits, ravens = drawn["small"]

    def gain(c: int, over: str) -> float:
        trees, die = (fruits,) * number, drawn["die"]
        return rough_chance(trees, c, "max", *die) - rough_chance(trees, c, over, *die)

    assert tuple(map(float, answers["8a"])) == pytest.approx((gain(ravens, "random"), gain(ravens, "min")), rel=1e-9)
    gains = [gain(c, "min") for c in range(41)]
    best, most = answers["8b"]
    assert best == gains.index(max(gains))
    assert float(most) == pytest.approx(max(gains), rel=1e-9)


@pytest.mark.parametrize("letter", ["a", "b", "c"])
def test_what_a_basket_leaves_is_what_the_strategies_leave(key: Key, letter: str) -> None:
    orchard = drawn(key).edition if letter == "a" else drawn(key).orchard
    rules = (faces(key), size(key)) if letter == "c" else ((1, 1, 1), 2)
    line = feedback_line(EXAM, key, 5, wrong={letter: (0,)})
    tree, basket, raven = rules[0]
    assert f"F = {tree * len(orchard.trees) + basket + raven};" in line
    for strategy in ("max", "min"):
        match = re.search(rf"(?:leaves|,) ([\d ]+) with {strategy}", line)
        ((left, _),) = baskets(orchard.trees, orchard.ravens, strategy, *rules)
        assert match
        assert [*map(int, match[1].split() if " " in match[1] else match[1])] == sorted(
            filter(None, left), reverse=True
        )


def test_the_terms_of_a_position_are_those_of_the_oracle(key: Key) -> None:
    position, line = drawn(key).position, feedback_line(EXAM, key, 6)
    fewer = [(*position.trees[:i], one - 1, *position.trees[i + 1 :]) for i, one in enumerate(position.trees)]
    match = re.search(r"S ≈ (\d\.\d+)", line)
    assert match
    assert float(match[1]) == pytest.approx(sum(rough_chance(trees, position.ravens) for trees in fewer), rel=1e-3)
    places = re.findall(r"V\((\d+)\|(\d+)\)", line)
    chances = [rough_chance(tuple(map(int, trees)), int(ravens)) for trees, ravens in places]
    assert chances == pytest.approx([float(answer) for answer in key.answers["6"][1:]])


@pytest.mark.slow
def test_a_raven_less_is_not_fair(key: Key) -> None:
    params, line = drawn(key), feedback_line(EXAM, key, 7)
    trees, strategies_asked = params.fair, {"a": "max", "b": "min", "c": "random"}
    printed = re.findall(r"([abc])\) V ≤ 1/2 with (\d+), ([\d.]+) with (\d+)", line)
    assert [letter for letter, *_ in printed] == ["a", "b", "c"]
    for letter, less, won, ravens in printed:
        rules = (faces(key), size(key)) if letter == "c" else ()
        strategy = strategies_asked[letter]
        assert int(ravens) == int(less) + 1
        assert rough_chance(trees, int(less), strategy, *rules) <= 0.5
        assert rough_chance(trees, int(ravens), strategy, *rules) == pytest.approx(float(won), rel=1e-3)


@pytest.mark.slow
def test_random_is_between_max_and_min(key: Key) -> None:
    small = drawn(key).small
    match = re.search(r"d₂ − d₁ ≈ (\d\.\d+)", feedback_line(EXAM, key, 8))
    random, worst = (rough_chance(small.trees, small.ravens, name, faces(key), size(key)) for name in ("random", "min"))
    assert match
    assert float(match[1]) == pytest.approx(random - worst, rel=1e-3)
