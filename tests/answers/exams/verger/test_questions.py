"""Keys of the verger exam against a plain search and a plain recursion."""

import json
import random
from fractions import Fraction
from itertools import islice, pairwise, product

import numpy as np
import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import Key, make_key
from answers.exam.key_json import key_from_json, key_to_json
from answers.exams.verger.draws import DICE, EDITIONS, EQUAL, POSITIONS, WALK_TREES, walks
from answers.exams.verger.questions import CHANCE
from answers.exams.verger.solved import chain as our_chain
from answers.kinds.numbers.format import MAX_FRACTION_DIGITS
from solvers.verger.absorbing import absorbing_chances, absorbing_times, after_throws
from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, Strategy
from solvers.verger.positions import positions
from solvers.verger.raven_layers import raven_layers
from solvers.verger.win_chance import win_chances
from tests.oracles.orchard_exam import after, chain, chance, draws, fair, rough_chance
from tests.oracles.orchard_recursion import outlook

EXAM = load_exam("verger")
SEEDS = (0, 17, 64006, 31)
SAMPLE = random.Random(2020).sample(range(1, 64007), 100)
ORIGINAL = ((1, 1, 1), 2)

CHAINS = {tuple(sorted(trees, reverse=True)) for trees in product((4, 5, 6), (3, 4, 5), (1, 2))}
ORCHARDS = {tuple(sorted(trees, reverse=True)) for trees in product(range(6, 10), (4, 5, 6), (2, 3, 4), (1, 2))}
SMALL = [(fruits,) * trees for trees, fruits in product((3, 4, 5), (4, 5, 6))]


def key(u0: int) -> Key:
    return make_key(EXAM, u0)


def roughly(*values: float) -> object:
    return pytest.approx(values, rel=1e-12)


def test_a_key_comes_back_from_json() -> None:
    found = key(17)
    assert key_from_json(EXAM, json.loads(json.dumps(key_to_json(EXAM, found)))) == found


@pytest.mark.parametrize("u0", [*SEEDS, *SAMPLE[:10]])
def test_question_1_by_search(u0: int) -> None:
    drawn, answers = draws(u0), key(u0).answers
    entries = []
    for start, (trees, ravens) in drawn["transitions"]:
        end = "won" if not trees else "lost" if not ravens else (trees, ravens)
        entries.append(chain(*start, "max", *drawn["die"])[start][end])
    assert answers["1a"] == tuple(entries)
    start, throws = drawn["walk"]
    reached = after(*start, throws, *drawn["die"])
    won, lost = reached["won"], reached["lost"]
    assert answers["1b"] == (won, lost, 1 - won - lost)


@pytest.mark.parametrize("u0", [*SEEDS, *SAMPLE[:10]])
def test_question_2_by_recursion(u0: int) -> None:
    drawn, answers = draws(u0), key(u0).answers
    found = [outlook(*position, "max", *drawn["die"]) for position in drawn["positions"]]
    assert (answers["2a"], answers["2b"]) == tuple(zip(*found, strict=True))


@pytest.mark.parametrize("u0", SEEDS)
def test_questions_3_and_4_by_search(u0: int) -> None:
    drawn, found = draws(u0), key(u0).answers
    (*trees, ravens), die = drawn["chain"], drawn["die"]
    states = chain(tuple(trees), ravens, "random", *die)
    playing = [state for state in states if not isinstance(state, str)]
    short = [state for state in playing if chance(*state, "min", *die) < chance(*state, "best", *die)]
    assert found["3"] == (len(states), sum(map(len, states.values())), len(short))
    assert found["4a"] + found["4b"] == outlook(tuple(trees), ravens, "max", *die)


@pytest.mark.slow
@pytest.mark.parametrize("u0", SEEDS)
def test_question_5_by_recursion(u0: int) -> None:
    drawn, answers = draws(u0), key(u0).answers
    number, fruits, ravens = drawn["edition"]
    *trees, most = drawn["orchard"]
    asked = {"5a": ((fruits,) * number, ravens, ORIGINAL), "5b": (tuple(trees), most, ORIGINAL)}
    for part, (orchard, c, die) in {**asked, "5c": (tuple(trees), most, drawn["die"])}.items():
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
    assert key(u0).answers["6"] == expected


@pytest.mark.parametrize("u0", SEEDS)
def test_question_7_by_recursion(u0: int) -> None:
    drawn, answers = draws(u0), key(u0).answers
    number, fruits = drawn["equal"]
    equal, orchard = (fruits,) * number, tuple(drawn["orchard"][:-1])
    asked = {"7a": (equal, "max", *ORIGINAL), "7b": (equal, "min", *ORIGINAL)}
    for part, (trees, strategy, *die) in {**asked, "7c": (orchard, "random", *drawn["die"])}.items():
        ravens, won = answers[part]
        assert ravens == fair(trees, strategy, *die)
        assert float(won) == pytest.approx(rough_chance(trees, ravens, strategy, *die), rel=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("u0", SEEDS)
def test_question_8_by_recursion(u0: int) -> None:
    drawn, answers = draws(u0), key(u0).answers
    number, fruits, ravens = drawn["small"]

    def gain(c: int, over: str) -> float:
        trees, die = (fruits,) * number, drawn["die"]
        return rough_chance(trees, c, "max", *die) - rough_chance(trees, c, over, *die)

    assert tuple(map(float, answers["8a"])) == pytest.approx((gain(ravens, "random"), gain(ravens, "min")), rel=1e-9)
    gains = [gain(c, "min") for c in range(41)]
    best, most = answers["8b"]
    assert best == gains.index(max(gains))
    assert float(most) == pytest.approx(max(gains), rel=1e-9)


def test_oral_questions() -> None:
    # Seed 17: three throws after 21|3 with the die (2, 3, 2; 1). Faces that take a fruit: 7 of 9 with two trees, 5 of 7
    # with one. From 21 a basket takes from the tree of two, as a tree's face does: 5 of 9 lead to 11, 2 to the tree of
    # two alone; then 7/9 · 5/7, or 5/7 · 5/7.
    won = Fraction(5, 9) * Fraction(7, 9) * Fraction(5, 7) + Fraction(2, 9) * Fraction(5, 7) ** 2
    oral = key(17).oral
    assert (oral["recursion-as-printed"], oral["max-is-best"]) == ((won,), (0,))
    # The chain of 432|2: 5 · 4 · 3 lists, but the empty one; nine fruits and a raven before the throw that ends it.
    assert (oral["trees-in-order"][0], oral["games-end"]) == (59, (10,))


@pytest.mark.parametrize("u0", SAMPLE[:12])
def test_answers_are_in_range(u0: int) -> None:
    answers = {part: list(map(Fraction, values)) for part, values in key(u0).answers.items()}
    for part in ("1a", "1b", "2a", "4a", "5a", "5b", "5c", "6", "8a"):
        assert all(0 < value < 1 for value in answers[part]), part
    assert sum(answers["1b"]) == 1
    rows, entries, short = answers["3"]
    assert 0 < short < rows - 2 < rows < entries
    for part in ("5a", "5b", "5c"):
        top, bottom, between = answers[part]
        assert bottom < between < top
    before, raven, basket = answers["6"]
    assert raven < before < basket
    assert all(1 < ravens <= 40 and chance * 2 > 1 for ravens, chance in (answers[f"7{c}"] for c in "abc"))
    assert answers["8b"][1] >= answers["8a"][1] > answers["8a"][0]


@pytest.mark.slow
def test_exact_answers_can_be_written() -> None:
    """No fraction asked exactly has more than twelve digits, whatever is drawn."""
    asked: list[Fraction] = []
    for die in DICE:
        for position in POSITIONS:
            small = our_chain(position, die)
            asked += (absorbing_chances(small)[0][1], absorbing_times(small)[0])
        for start, throws in walks(die):
            *playing, lost, won = after_throws(our_chain(start, die), 0, throws)
            asked += (lost, won, sum(playing, Fraction(0)))
    assert {sum(start.trees) for die in DICE for start, _ in walks(die)} == {sum(trees) for trees in WALK_TREES}
    assert max(len(f"{value.numerator}{value.denominator}") for value in asked) <= MAX_FRACTION_DIGITS


def margins(orchard: Orchard, die: Die, ravens: range) -> float:
    bottom, between, top = (win_chances(orchard, strategy, die)[ravens] for strategy in ("min", "random", "max"))
    return float(np.minimum(between - bottom, top - between).min())


@pytest.mark.slow
def test_tolerances_tell_strategies_apart() -> None:
    """Whatever is drawn, the answer for one strategy is never accepted for another."""
    least = min(margins(edition, DEFAULT_DIE, range(edition.ravens, edition.ravens + 1)) for edition in EDITIONS)
    for trees, die in product(ORCHARDS, (DEFAULT_DIE, *DICE)):
        least = min(least, margins(Orchard(trees, 7), die, range(4, 8)))
    for trees, die in product(SMALL, DICE):
        least = min(least, margins(Orchard(trees, 6), die, range(3, 7)))
    assert least > 3 * CHANCE.absolute


@pytest.mark.slow
def test_no_rounding_decides_which_positions_are_short_of_best() -> None:
    """What min loses to best is nothing at all, or at least 10⁻⁵: the subject counts what is above 10⁻⁹."""
    least, noise = 1.0, 0.0
    for trees, die in product(CHAINS, DICE):
        graph = positions(trees)
        ours, best = (
            np.array([layer.chance[0].copy() for layer in islice(raven_layers(graph, strategy, die), 7)])
            for strategy in ("min", "best")
        )
        lost = (best - ours).ravel()
        least, noise = min(least, lost[lost > 1e-12].min()), max(noise, np.abs(lost[lost <= 1e-12]).max())
    assert least > 1e-5
    assert noise < 1e-14


@pytest.mark.slow
def test_no_rounding_decides_a_fair_number() -> None:
    asked: list[tuple[tuple[int, ...], Strategy, Die]] = [
        ((equal.fruits,) * equal.number, strategy, DEFAULT_DIE) for equal in EQUAL for strategy in ("max", "min")
    ]
    asked += [(trees, "random", die) for trees in ORCHARDS for die in DICE]
    nearest = min(np.abs(win_chances(Orchard(trees, 40), strategy, die) - 0.5).min() for trees, strategy, die in asked)
    assert nearest > 1e-5


@pytest.mark.slow
def test_no_rounding_decides_where_max_gains_most() -> None:
    nearest = 1.0
    for trees, die in product(SMALL, DICE):
        gains = win_chances(Orchard(trees, 40), "max", die) - win_chances(Orchard(trees, 40), "min", die)
        first, second = np.sort(gains)[:-3:-1]
        nearest = min(nearest, first - second)
        # One hill: who looks no further than its top misses nothing.
        steps = np.sign(np.diff(gains[np.arange(41) <= gains.argmax() + 3]))
        assert all(one >= other for one, other in pairwise(steps))
    assert nearest > 1e-6
