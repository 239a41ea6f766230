"""Draws against the definition: a drawn integer in [a, b] is a + u(k) mod (b - a + 1)."""

from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.exam.draw import STRIDE, TRIES, Draw, DrawError
from tests.oracles.nash_exam import terms
from tests.problems import problems_of

SEEDS = st.integers(0, 64006)
INDICES = st.integers(1000, 1999)


@given(SEEDS, INDICES, st.integers(-50, 50), st.integers(0, 100))
def test_an_integer_is_its_low_end_and_a_term_modulo_the_size(u0: int, k: int, low: int, size: int) -> None:
    assert Draw(u0).integer(k, low, low + size) == low + terms(u0, k + 1)[k] % (size + 1)


@given(SEEDS, INDICES)
def test_a_choice_goes_by_place(u0: int, k: int) -> None:
    assert Draw(u0).choice(k, "abc") == "abc"[terms(u0, k + 1)[k] % 3]


@given(SEEDS, INDICES, st.integers(0, 5))
def test_a_sample_is_the_combination_of_that_rank(u0: int, k: int, n: int) -> None:
    listed = list(combinations("abcde", n))
    assert Draw(u0).sample(k, "abcde", n) == listed[terms(u0, k + 1)[k] % len(listed)]


def test_until_goes_on_along_the_sequence() -> None:
    u = terms(17, 1500 + STRIDE * TRIES)
    result = Draw(17).until(1400, lambda d: (d.term(0), d.term(1)), lambda pair: pair[0] % 7 == 3)
    first = next(i for i in range(TRIES) if u[1400 + STRIDE * i] % 7 == 3)
    assert result == (u[1400 + STRIDE * first], u[1401 + STRIDE * first])


def test_a_condition_that_never_holds_is_told() -> None:
    with pytest.raises(DrawError, match=r"from index 1400 on, none of 60 draws for u0 = 17"):
        Draw(17).until(1400, lambda d: d.term(0), lambda _: False)


def test_no_good_draw_of_the_seed_0_is_no_fault_of_the_exam() -> None:
    (problem,) = problems_of(Draw(0).until, 1400, lambda d: d.term(0), bool)
    assert problem.cause.startswith("u₀ = 0 is not suitable")


def test_the_last_try_is_made_and_lies_on_the_orbit() -> None:
    last = terms(17, 1400 + STRIDE * TRIES)[1400 + STRIDE * (TRIES - 1)]
    tried: list[int] = []
    assert Draw(17).until(1400, lambda d: d.term(0), lambda term: not tried.append(term) and term == last) == last
    assert len(tried) == len({*tried}) == TRIES == 60


def test_an_index_used_twice_is_remembered() -> None:
    draw = Draw(17)
    draw.integer(1000, 0, 1)
    draw.until(1001, lambda d: (d.term(0), d.term(5)), lambda _: True)
    assert draw.repeated == ()
    draw.choice(1006, "ab")
    assert draw.repeated == (1006,)


def test_an_exam_has_a_thousand_indices_and_so_has_a_try() -> None:
    u = terms(17, 3000)
    assert [Draw(17).term(k) for k in (1000, 1999)] == [u[1000], u[1999]]
    assert Draw(17).until(1000, lambda d: (d.term(0), d.term(999)), lambda _: True) == (u[1000], u[1999])
    for k in (0, 999, 2000):
        for draw in (lambda: Draw(17).term(k), lambda: Draw(17).until(k, lambda d: d.term(0), lambda _: True)):
            with pytest.raises(DrawError, match=f"^index {k} is not from 1000 to 1999$"):
                draw()
    for k in (-1, 1000):
        with pytest.raises(DrawError, match=f"^index {k} is not from 0 to 999$"):
            Draw(17).until(1000, lambda d: d.term(k), lambda _: True)


@pytest.mark.parametrize(
    "draw", [lambda d: d.integer(1000, 2, 1), lambda d: d.choice(1000, ()), lambda d: d.sample(1000, "a", 2)]
)
def test_nothing_is_drawn_from_nothing(draw: Callable[[Draw], object]) -> None:
    with pytest.raises(DrawError, match=r"^no integer from .* \(index 1000\)$"):
        draw(Draw(17))


def test_a_sample_is_one_of_no_more_combinations_than_terms() -> None:
    """All C(14, 7) = 3432 combinations can be drawn; 13 513 of the C(20, 7) = 77 520 could not, which is an error."""
    assert len(Draw(17).sample(1000, range(14), 7)) == 7
    with pytest.raises(DrawError, match="7 of 20 is one of 77520, more than one index can draw"):
        Draw(17).sample(1000, range(20), 7)
    assert Draw(17).sample(1000, range(64007), 1) == (terms(17, 1001)[1000],)
