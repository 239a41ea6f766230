"""Texts with a value known by construction are parsed exactly or refused; ambiguous texts are refused."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answers.kinds.numbers.text import read_numbers
from answers.kinds.parsing import Unreadable
from tests.attack.spellings import _TRAPS, spelling, trap

MANY = settings(max_examples=500, deadline=None)
SEEDS = st.integers(0, 2**64)


@pytest.mark.slow
@MANY
@given(SEEDS)
def test_a_spelling_is_read_exactly_or_refused(seed: int) -> None:
    spelled = spelling(Random(seed))
    read = read_numbers(spelled.text, spelled.count, spelled.domain)
    assert isinstance(read, Unreadable) or read == spelled.values, spelled


def test_most_spellings_are_read() -> None:
    """Otherwise the property above would be vacuous."""
    spellings = [spelling(Random(seed)) for seed in range(500)]
    refused = [
        spelled
        for spelled in spellings
        if isinstance(read_numbers(spelled.text, spelled.count, spelled.domain), Unreadable)
    ]
    assert len(refused) < 100


@pytest.mark.slow
@MANY
@given(SEEDS)
def test_what_says_two_things_is_refused(seed: int) -> None:
    spelled = trap(Random(seed))
    assert isinstance(read_numbers(spelled.text, spelled.count, spelled.domain), Unreadable), spelled


@pytest.mark.parametrize("make", _TRAPS, ids=lambda make: make.__name__)
def test_every_trap_is_refused(make: object) -> None:
    for seed in range(50):
        text, count, domain = make(Random(seed))  # type: ignore[operator]
        assert isinstance(read_numbers(text, count, domain), Unreadable), (text, count, domain)
