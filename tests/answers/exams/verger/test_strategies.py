"""Questions 5 to 8 of `verger` against a plain recursion: keys, mistakes, lines and the drawing."""

import pytest

from tests.answers.exams.verger.common import (
    SEEDS,
    key_of,
)
from tests.oracles.orchard_exam import chance, draws, fair, rough_chance

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
