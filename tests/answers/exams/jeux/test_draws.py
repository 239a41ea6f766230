"""What the exam `jeux` draws from, against plain plays, and that every seed draws; `tests.golden` has what it draws."""

from itertools import combinations_with_replacement

import pytest

from answers.exam.draw import Draw
from answers.exams.jeux.draws import FIRST_BITES, LOSING_BARS, draw
from tests.oracles import jeux_exam as oracle

BARS = [tuple(filter(None, rows)) for rows in combinations_with_replacement(range(8, -1, -1), 5)]


def inside(bar: tuple[int, ...]) -> int:
    """How many bars are inside one, row by row from the last."""
    ways = [1] * (bar[-1] + 1)
    for above in bar[-2::-1]:
        ways = [sum(ways[: n + 1]) for n in range(above + 1)]
    return sum(ways)


LARGE_BARS = [
    bar
    for n, p, i, j in FIRST_BITES
    for top in range(1, n)
    for left in range(1, p)
    for bar in [(p,) * top + (left,) * (n - top)]
    if (top < i or left < j) and 1000 <= inside(bar) <= 80_000
]


@pytest.mark.slow
def test_a_large_bar_is_not_won_by_the_bite_that_wins_the_whole_one() -> None:
    """Nor lost: a bar that is what this bite leaves is not drawn."""
    assert len(set(LARGE_BARS)) == len(LARGE_BARS) > 700
    for bar in LARGE_BARS[::60]:
        won = oracle.winning_bites(bar)
        (first,) = (bite for n, p, *bite in FIRST_BITES if (n, p) == (len(bar), bar[0]))
        assert won
        assert tuple(first) not in won


def test_the_losing_bars_are_all_those_of_sixteen_to_twenty_five_squares() -> None:
    assert set(LOSING_BARS) == {bar for bar in BARS if 16 <= sum(bar) <= 25 and oracle.chomp_loses(bar)}
    assert len(set(LOSING_BARS)) == len(LOSING_BARS)


@pytest.mark.slow
def test_many_different_things_are_drawn() -> None:
    drawn = [draw(Draw(u0)) for u0 in range(1, 63512, 211)]  # a step that meets no period of the moduli
    assert len(drawn) == 301
    least = {"graph_bar": 200, "large_bar": 200, "covered": 290, "bar": 100, "attractor_grid": 290, "small_grid": 250}
    for name, count in (*least.items(), ("tree", 300)):
        assert len({getattr(params, name) for params in drawn}) >= count, name
