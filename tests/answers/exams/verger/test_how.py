"""How the answers of `verger` are obtained, in a line: each equation told is one that holds."""

import re
from fractions import Fraction
from itertools import product

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import Key, make_key
from answers.exams.verger.draws import Parameters
from tests.answers.exams.how import check_lines, how
from tests.oracles import orchard_exam as oracle
from tests.oracles.orchard_recursion import baskets, outlook

EXAM = load_exam("verger")
SEEDS = (17, 4242, 50001)
ENDS = {"w": {"W": 1, "L": 0}, "ℓ": {"W": 0, "L": 0}}
"""What the two ends are worth: to the chance to win, and to the mean number of throws."""
TERM = re.compile(r"(\d*) ?[wℓ]\((\d*)\|?([\dWL]+)\)")


@pytest.fixture(scope="module", params=SEEDS)
def key(request: pytest.FixtureRequest) -> Key:
    return make_key(EXAM, request.param)


@pytest.mark.parametrize("u0", [0, 1, 17, 64006])
def test_every_line_is_short_and_in_one_language(u0: int) -> None:
    check_lines(EXAM, make_key(EXAM, u0))


def drawn(key: Key) -> Parameters:
    assert isinstance(key.params, Parameters)
    return key.params


def faces(key: Key) -> tuple[int, int, int]:
    die = drawn(key).die
    return die.tree_faces, die.basket_faces, die.raven_faces


def value_told(line: str, key: Key) -> Fraction:
    """What the equation of a line gives, the values of its positions being the oracle's."""
    told = re.search(r"([wℓ]) = (1 \+ )?\((.+)\)/(\d+)", line)
    assert told
    name, more, terms, total = told.groups()
    found = Fraction(0)
    for count, trees, ravens in TERM.findall(terms):
        if trees:
            outlooks = outlook(tuple(map(int, trees)), int(ravens), "max", faces(key), size(key))
            found += int(count or 1) * outlooks["wℓ".index(name)]
        else:
            found += int(count or 1) * ENDS[name][ravens]
    return found / int(total) + (1 if more else 0)


def size(key: Key) -> int:
    return drawn(key).die.basket_size


def test_transitions_count_faces_of_all_those_that_count(key: Key) -> None:
    told = re.findall(r"(\S+)\|\d+ → \S+: (\d+)/(\d+)", how(EXAM, key, 1))
    tree, basket, raven = faces(key)
    assert [Fraction(int(led), int(total)) for _, led, total in told] == [*key.answers["1a"]]
    assert [int(total) for *_, total in told] == [len(trees) * tree + basket + raven for trees, *_ in told]


def test_the_three_ends_of_a_walk_add_up(key: Key) -> None:
    told = re.search(r"going on = 1 − (\S+) − (\S+)\.", how(EXAM, key, 1))
    assert told
    assert 1 - Fraction(told[1]) - Fraction(told[2]) == key.answers["1b"][2]


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("letter", ["a", "b"])
def test_the_equation_of_a_small_position_holds(key: Key, letter: str, place: int) -> None:
    line, right = how(EXAM, key, 2, wrong={letter: (place,)}), key.answers[f"2{letter}"][place]
    assert f"from {drawn(key).positions[place]}:" in line
    assert value_told(line, key) == right
    assert f" = {right}," in line


@pytest.mark.parametrize("letter", ["a", "b"])
def test_the_equation_of_the_chain_holds(key: Key, letter: str) -> None:
    assert value_told(how(EXAM, key, 4, wrong={letter: (0,)}), key) == key.answers[f"4{letter}"][0]


def test_states_are_counted_by_trees_and_ravens(key: Key) -> None:
    chain = drawn(key).chain
    boxes = product(*(range(fruits + 1) for fruits in chain.trees))
    trees = {tuple(sorted(box)) for box in boxes if any(box)}
    line = how(EXAM, key, 3)
    assert line.startswith(f"N = {len(trees)} sets of trees × {chain.ravens} numbers of ravens")
    assert f"the {len(trees) * chain.ravens} positions" in line


@pytest.mark.parametrize("letter", ["a", "b", "c"])
def test_what_a_basket_leaves_is_what_the_strategies_leave(key: Key, letter: str) -> None:
    orchard = drawn(key).edition if letter == "a" else drawn(key).orchard
    rules = (faces(key), size(key)) if letter == "c" else ((1, 1, 1), 2)
    line = how(EXAM, key, 5, wrong={letter: (0,)})
    tree, basket, raven = rules[0]
    assert f"F = {tree * len(orchard.trees) + basket + raven};" in line
    for strategy in ("max", "min"):
        told = re.search(rf"(?:leaves|,) ([\d ]+) with {strategy}", line)
        ((left, _),) = baskets(orchard.trees, orchard.ravens, strategy, *rules)
        assert told
        assert [*map(int, told[1].split())] == sorted(filter(None, left), reverse=True)


def test_the_terms_of_a_position_are_those_of_the_oracle(key: Key) -> None:
    position, line = drawn(key).position, how(EXAM, key, 6)
    fewer = [(*position.trees[:i], one - 1, *position.trees[i + 1 :]) for i, one in enumerate(position.trees)]
    told = re.search(r"S ≈ (\d\.\d+)", line)
    assert told
    assert float(told[1]) == pytest.approx(
        sum(oracle.rough_chance(trees, position.ravens) for trees in fewer), rel=1e-3
    )
    places = re.findall(r"V\(([\d ]+) \| (\d+)\)", line)
    found = [oracle.rough_chance(tuple(map(int, trees.split())), int(ravens)) for trees, ravens in places]
    assert found == pytest.approx([float(answer) for answer in key.answers["6"][1:]])


def test_a_raven_less_is_not_fair(key: Key) -> None:
    params, line = drawn(key), how(EXAM, key, 7)
    equal = (params.equal.fruits,) * params.equal.number
    games = {"a": (equal, "max"), "b": (equal, "min"), "c": (params.orchard.trees, "random")}
    told = re.findall(r"([abc])\) V ≤ 1/2 with (\d+), ([\d.]+) with (\d+)", line)
    assert [letter for letter, *_ in told] == ["a", "b", "c"]
    for letter, less, chance, ravens in told:
        rules = (faces(key), size(key)) if letter == "c" else ()
        trees, strategy = games[letter]
        assert int(ravens) == int(less) + 1
        assert oracle.rough_chance(trees, int(less), strategy, *rules) <= 0.5
        assert oracle.rough_chance(trees, int(ravens), strategy, *rules) == pytest.approx(float(chance), rel=1e-3)


def test_random_is_between_max_and_min(key: Key) -> None:
    small = drawn(key).small
    told = re.search(r"d₂ − d₁ ≈ (\d\.\d+)", how(EXAM, key, 8))
    random, worst = (
        oracle.rough_chance(small.trees, small.ravens, name, faces(key), size(key)) for name in ("random", "min")
    )
    assert told
    assert float(told[1]) == pytest.approx(random - worst, rel=1e-3)
