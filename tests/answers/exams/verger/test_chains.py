"""Questions 1 to 4 of `verger` against a plain search and a plain recursion: keys, mistakes and lines."""

from fractions import Fraction

import pytest

from answers.exams.verger.draws import DICE, WALK_TREES, short_positions, walks
from answers.exams.verger.solved import chain as our_chain
from answers.kinds.numbers.format import MAX_FRACTION_DIGITS
from solvers.verger.markov_chain import absorbing_chances, absorbing_times, after_throws
from tests.answers.exams.seeds import seeds
from tests.answers.exams.verger.common import (
    SAMPLE,
    SEEDS,
    key_of,
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
