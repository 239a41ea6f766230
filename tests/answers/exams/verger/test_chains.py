"""Questions 1 to 4 of `verger` against a plain search and a plain recursion: keys, mistakes and lines."""

import re
from fractions import Fraction
from itertools import product

import pytest

from answers.exam.key import Key
from answers.exams.verger.draws import DICE, WALK_TREES, short_positions, walks
from answers.exams.verger.solved import chain as our_chain
from answers.kinds.numbers.format import MAX_FRACTION_DIGITS
from solvers.verger.markov_chain import absorbing_chances, absorbing_times, after_throws
from tests.answers.exams.feedback import feedback_line
from tests.answers.exams.seeds import seeds
from tests.answers.exams.verger.common import (
    EXAM,
    SAMPLE,
    SEEDS,
    drawn,
    faces,
    key_of,
    size,
)
from tests.oracles.orchard_exam import chain, chance, draws
from tests.oracles.orchard_exam import stands as plain_stands
from tests.oracles.orchard_recursion import outlook

SHORT = Fraction(14, 1000)


@pytest.mark.parametrize("u0", seeds([*SEEDS, *SAMPLE[:3]], 2))
def test_question_1_by_search(u0: int) -> None:
    drawn, answers = draws(u0), key_of(u0).answers
    entries = []
    for start, (trees, ravens) in drawn["transitions"]:
        end = "won" if not trees else "lost" if not ravens else (trees, ravens)
        entries.append(chain(*start, "max", *drawn["die"])[start][end])
    assert answers["1a"] == tuple(entries)
    assert answers["1b"] == stands(u0, drawn["walk"][1])


@pytest.mark.parametrize("u0", seeds([*SEEDS, *SAMPLE[:3]], 2))
def test_question_2_by_recursion(u0: int) -> None:
    drawn, answers = draws(u0), key_of(u0).answers
    outlooks = [outlook(*position, "max", *drawn["die"]) for position in drawn["positions"]]
    assert (answers["2a"], answers["2b"]) == tuple(zip(*outlooks, strict=True))


@pytest.mark.parametrize("u0", SEEDS)
def test_questions_3_and_4_by_search(u0: int) -> None:
    drawn, answers = draws(u0), key_of(u0).answers
    (*trees, ravens), die = drawn["chain"], drawn["die"]
    states = chain(tuple(trees), ravens, "random", *die)
    playing = [state for state in states if not isinstance(state, str)]
    short = [state for state in playing if chance(*state, "max", *die) - chance(*state, "min", *die) > SHORT]
    assert answers["3"] == (len(states), sum(map(len, states.values())), len(short))
    assert answers["4a"] + answers["4b"] == outlook(tuple(trees), ravens, "max", *die)


@pytest.mark.slow
def test_exact_answers_can_be_written() -> None:
    """No fraction asked exactly has more than twelve digits, whatever is drawn."""
    fractions: list[Fraction] = []
    for die in DICE:
        for position in short_positions(die):
            small = our_chain(position, die)
            fractions += (absorbing_chances(small)[0][1], absorbing_times(small)[0])
        for start, throws in walks(die):
            *playing, lost, won = after_throws(our_chain(start, die), 0, throws)
            fractions += (lost, won, sum(playing, Fraction(0)))
    assert {start.trees for die in DICE for start, _ in walks(die)} == set(WALK_TREES)
    assert max(len(f"{value.numerator}{value.denominator}") for value in fractions) <= MAX_FRACTION_DIGITS


def stands(u0: int, throws: int) -> tuple[Fraction, ...]:
    """Won, lost, going on after so many throws of the walk."""
    return plain_stands(*draws(u0)["walk"][0], throws, *draws(u0)["die"])


ENDS = {"w": {"W": 1, "L": 0}, "ℓ": {"W": 0, "L": 0}}
"""What the two ends are worth: to the chance to win, and to the mean number of throws."""
TERM = re.compile(r"(\d*) ?[wℓ]\((\d*)\|?([\dWL]+)\)")


def value_told(line: str, key: Key) -> Fraction:
    """What the equation of a line gives, the values of its positions being the oracle's."""
    match = re.search(r"([wℓ]) = (1 \+ )?\((.+)\)/(\d+)", line)
    assert match
    name, more, terms, total = match.groups()
    fraction = Fraction(0)
    for count, trees, ravens in TERM.findall(terms):
        if trees:
            outlooks = outlook(tuple(map(int, trees)), int(ravens), "max", faces(key), size(key))
            fraction += int(count or 1) * outlooks["wℓ".index(name)]
        else:
            fraction += int(count or 1) * ENDS[name][ravens]
    return fraction / int(total) + (1 if more else 0)


def test_transitions_count_faces_of_all_those_that_count(key: Key) -> None:
    shown = re.findall(r"(\S+)\|\d+ → \S+: (\d+)/(\d+)", feedback_line(EXAM, key, 1))
    tree, basket, raven = faces(key)
    assert [Fraction(int(led), int(total)) for _, led, total in shown] == [*key.answers["1a"]]
    assert [int(total) for *_, total in shown] == [len(trees) * tree + basket + raven for trees, *_ in shown]


def test_the_three_ends_of_a_walk_add_up(key: Key) -> None:
    match = re.search(r"going on = 1 − (\S+) − (\S+)\.", feedback_line(EXAM, key, 1))
    assert match
    assert 1 - Fraction(match[1]) - Fraction(match[2]) == key.answers["1b"][2]


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("letter", ["a", "b"])
def test_the_equation_of_a_small_position_holds(key: Key, letter: str, place: int) -> None:
    line, right = feedback_line(EXAM, key, 2, wrong={letter: (place,)}), key.answers[f"2{letter}"][place]
    assert f"from {drawn(key).positions[place]}:" in line
    assert value_told(line, key) == right
    assert f" = {right}," in line


@pytest.mark.parametrize("letter", ["a", "b"])
def test_the_equation_of_the_chain_holds(key: Key, letter: str) -> None:
    assert value_told(feedback_line(EXAM, key, 4, wrong={letter: (0,)}), key) == key.answers[f"4{letter}"][0]


def test_states_are_counted_by_trees_and_ravens(key: Key) -> None:
    chain = drawn(key).chain
    boxes = product(*(range(fruits + 1) for fruits in chain.trees))
    trees = {tuple(sorted(box)) for box in boxes if any(box)}
    line = feedback_line(EXAM, key, 3)
    assert line.startswith(f"N = {len(trees)} sets of trees × {chain.ravens} numbers of ravens")
    assert f"the {len(trees) * chain.ravens} positions" in line
