"""The exam `verger` against a plain search and plain recursions: keys, and answers that can be written."""

import random
from collections.abc import Mapping
from dataclasses import astuple
from fractions import Fraction
from functools import partial

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import Key, make_key
from answers.exams.verger.draws import DICE, WALK_TREES, Parameters, short_positions, walks
from answers.exams.verger.solved import chain as our_chain
from answers.kinds.numbers.format import MAX_FRACTION_DIGITS
from answers.kinds.parsing import Values
from solvers.verger.markov_chain import absorbing_chances, absorbing_times, after_throws
from solvers.verger.orchard import Die
from tests.answers.exams.seeds import seeds
from tests.oracles.orchard_exam import chain, chance, fair, rough_chance, stands
from tests.oracles.orchard_recursion import outlook

EXAM = load_exam("verger")
SEEDS = (0, 17, 64006, 31, *random.Random(2020).sample(range(1, 64007), 3))
SHORT, ORIGINAL = Fraction(14, 1000), ((1, 1, 1), 2)
Answers = Mapping[str, Values]


def faces(die: Die) -> tuple[tuple[int, int, int], int]:
    return (die.tree_faces, die.basket_faces, die.raven_faces), die.basket_size


def roughly(*values: float) -> object:
    return pytest.approx(values, rel=1e-12)


@pytest.fixture(scope="module", params=seeds(SEEDS, 2))
def key(request: pytest.FixtureRequest) -> Key:
    return make_key(EXAM, request.param)


def test_question_1_by_search(drawn: Parameters, answers: Answers) -> None:
    entries = []
    for start, (trees, ravens) in (tuple(map(astuple, move)) for move in drawn.transitions):
        end = "won" if not trees else "lost" if not ravens else (trees, ravens)
        entries.append(chain(*start, "max", *faces(drawn.die))[start][end])
    assert answers["1a"] == tuple(entries)
    assert answers["1b"] == stands(*astuple(drawn.walk.start), drawn.walk.throws, *faces(drawn.die))


def test_question_2_by_recursion(drawn: Parameters, answers: Answers) -> None:
    outlooks = [outlook(*astuple(position), "max", *faces(drawn.die)) for position in drawn.positions]
    assert (answers["2a"], answers["2b"]) == tuple(zip(*outlooks, strict=True))


def test_questions_3_and_4_by_search(drawn: Parameters, answers: Answers) -> None:
    (trees, ravens), die = astuple(drawn.chain), faces(drawn.die)
    states = chain(trees, ravens, "random", *die)
    playing = [state for state in states if not isinstance(state, str)]
    short = [state for state in playing if chance(*state, "max", *die) - chance(*state, "min", *die) > SHORT]
    assert answers["3"] == (len(states), sum(map(len, states.values())), len(short))
    assert answers["4a"] + answers["4b"] == outlook(trees, ravens, "max", *die)


@pytest.mark.slow
def test_question_5_by_recursion(drawn: Parameters, answers: Answers) -> None:
    for part, orchard, die in (
        ("5a", drawn.edition, ORIGINAL),
        ("5b", drawn.orchard, ORIGINAL),
        ("5c", drawn.orchard, faces(drawn.die)),
    ):
        expected = (rough_chance(*astuple(orchard), strategy, *die) for strategy in ("max", "min", "random"))
        assert tuple(map(float, answers[part])) == roughly(*expected)


def test_question_6_by_recursion(drawn: Parameters, answers: Answers) -> None:
    trees, ravens = astuple(drawn.position)
    basket = sorted(trees)
    for _ in range(2):
        basket[-1] -= 1
        basket.sort()
    assert answers["6"] == (chance(trees, ravens), chance(trees, ravens - 1), chance(tuple(basket), ravens))


@pytest.mark.slow
def test_question_7_by_recursion(drawn: Parameters, answers: Answers) -> None:
    for part, strategy, die in (
        ("7a", "max", ORIGINAL),
        ("7b", "min", ORIGINAL),
        ("7c", "random", faces(drawn.die)),
    ):
        ravens, won = answers[part]
        assert ravens == fair(drawn.fair, strategy, *die)
        assert float(won) == pytest.approx(rough_chance(drawn.fair, ravens, strategy, *die), rel=1e-12)


@pytest.mark.slow
def test_question_8_by_recursion(drawn: Parameters, answers: Answers) -> None:
    trees, ravens = astuple(drawn.small)

    def gain(c: int, over: str) -> float:
        wins = partial(rough_chance, trees, c)
        return wins("max", *faces(drawn.die)) - wins(over, *faces(drawn.die))

    assert tuple(map(float, answers["8a"])) == pytest.approx((gain(ravens, "random"), gain(ravens, "min")), rel=1e-9)
    gains = [gain(c, "min") for c in range(41)]
    best, most = answers["8b"]
    assert best == gains.index(max(gains))
    assert float(most) == pytest.approx(max(gains), rel=1e-9)


@pytest.mark.slow
def test_exact_answers_can_be_written() -> None:
    """No fraction asked exactly has more than twelve digits, whatever is drawn; those of question 2 fit their boxes."""
    fractions: list[Fraction] = []
    for die in DICE:
        for position in short_positions(die):
            small = our_chain(position, die)
            short = [absorbing_chances(small)[0][1], absorbing_times(small)[0]]
            assert max(len(str(value)) for value in short) <= 9
            fractions += short
        for start, throws in walks(die):
            *playing, lost, won = after_throws(our_chain(start, die), 0, throws)
            fractions += (lost, won, sum(playing, Fraction(0)))
    assert {start.trees for die in DICE for start, _ in walks(die)} == set(WALK_TREES)
    assert max(len(f"{value.numerator}{value.denominator}") for value in fractions) <= MAX_FRACTION_DIGITS
