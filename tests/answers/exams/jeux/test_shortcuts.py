"""Formulas tried in the place of games: none earns a part on more than a few seeds."""

import random
from collections import Counter
from collections.abc import Iterable
from itertools import product

import pytest

from answers.exam.draw import Draw
from answers.exams.jeux.draws import FIRST_BITES, Parameters, draw
from tests.oracles import jeux_exam as oracle

SEEDS = random.Random(24).sample(range(1, 64007), 120)
DRAWN = [draw(Draw(u0)) for u0 in SEEDS]


def commonest(found: Iterable[Iterable[object]]) -> tuple[object, int]:
    """The formula that is right most often, from those that are right for each seed."""
    return Counter(formula for formulas in found for formula in formulas).most_common(1)[0]


def linear(value: int, *sides: int) -> list[tuple[int, int, int]]:
    """How a number may be told from sides: the place of a side, its part (none, half, all), and what is added."""
    return [(k, part, value - part * side // 2) for k, side in enumerate(sides) for part in (0, 1, 2, -1, -2)]


@pytest.mark.slow
def test_the_play_by_symmetry_is_told_by_no_formula() -> None:
    """Before: (1, np/2, n/2, 0, 0) where both sides are even. Tried: numbers from free cells, dominoes from sides."""

    def right(drawn: Parameters) -> Iterable[object]:
        n, p = drawn.symmetric_grid
        _, count, i, j, d = oracle.symmetry_play(n, p, drawn.covered)
        even = n % 2 == p % 2 == 0
        counts = [count - (n * p - len(drawn.covered)) // 2, count]
        return ((even, number, *where, d) for number, *where in product(counts, linear(i, n), linear(j, p)))

    formula, seeds = commonest(map(right, DRAWN))
    assert seeds <= len(DRAWN) // 10, formula  # of some five thousand


@pytest.mark.slow
def test_the_arena_does_not_follow_from_the_graph_of_the_first_part() -> None:
    """Before: twice the graph less the bars that only one player meets, those with some of the corners eaten."""
    right = 0
    for drawn in DRAWN:
        (bars, _), _ = oracle.chomp_graphs(drawn.graph_bar)
        vertices, _ = oracle.chomp_graphs(drawn.arena_bar)[1]
        right += vertices in {2 * bars - 2 ** len(set(bar)) for bar in (drawn.graph_bar, drawn.arena_bar)}
    assert right <= len(DRAWN) // 30


@pytest.mark.slow
def test_winning_bites_are_not_told_by_a_short_table() -> None:
    """Before: one of 35 sizes. Now: neither the bite of the whole bar, nor one place from the corners of the rest."""
    first = {(n, p): (i, j) for n, p, i, j in FIRST_BITES}

    def right(drawn: Parameters) -> Iterable[object]:
        bar = drawn.large_bar
        whole, left = bar.count(bar[0]), bar[-1]
        bites = [(i, j) for i, length in enumerate(bar) for j in range(length)]
        for (i, j), rest in zip(bites, oracle.bitten(bar), strict=True):
            if oracle.chomp_loses(rest):
                assert (i, j) != first[len(bar), bar[0]]
                yield from product(linear(i, whole, len(bar)), linear(j, left, bar[0]))

    small = [drawn for drawn in DRAWN if sum(drawn.large_bar) < 60]
    formula, seeds = commonest(map(right, small))
    assert seeds <= len(small) // 5, formula
    assert len({drawn.large_bar for drawn in DRAWN}) > 100


@pytest.mark.slow
def test_attractors_are_not_their_second_step() -> None:
    """Before: that of player 0 on 27 seeds of 74, that of player 1 on 40."""
    for drawn in DRAWN[:100]:
        for who in (0, 1):
            steps, _ = oracle.attractor_steps(oracle.grid(*drawn.attractor_grid), who, 4)
            assert len(steps[3]) > len(steps[2])
