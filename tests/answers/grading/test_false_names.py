"""Mistakes are not named in papers with random wrong answers, for random seeds."""

import random
from functools import cache

import pytest

from answers.exam.key import Key
from answers.exam.scenario import Scenario
from answers.grading.grade import grade
from tests.answers.grading.chain import CHAIN, key_of, made
from tests.simulations.false_names import named
from tests.simulations.random_papers import gains
from tests.simulations.wrong_answers import paper

PAPERS = 500
PAPERS_GUESSED = 40


@cache
def model_key() -> Key:
    return key_of(Scenario(CHAIN.model_seed))


@pytest.mark.slow
def test_random_wrong_answers_have_no_name() -> None:
    """Were a mistake named in one paper of a hundred, none in 500 would be with a chance of 0.7 %: 0.99⁵⁰⁰."""
    source = random.Random(2013)
    texts, other = list[str](), model_key()
    for _ in range(PAPERS):
        u0 = source.randrange(1, 64007)
        key = key_of(Scenario(u0))
        keys = {Scenario(u0): key, Scenario(CHAIN.model_seed): model_key()}
        handed = paper(CHAIN, key, other, source)
        texts += named(grade(CHAIN, handed, lambda scenario: keys.get(scenario) or key_of(scenario), scenario_key=made))
        other = key
    assert texts == []


@pytest.mark.slow
def test_random_papers_gain_nothing_much_through_worlds() -> None:
    """At most 1 point of 20 in the mean: two of its questions in three follow from another, some among few values."""
    values = list(gains(CHAIN, PAPERS_GUESSED, made))
    assert sum(values) / len(values) <= 1
