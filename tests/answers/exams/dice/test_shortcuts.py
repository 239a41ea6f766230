"""No short formula, coarse grid or table of another question has the answers of `dice`: searches over many seeds."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import ceil, comb
from statistics import NormalDist

import numpy as np
import pytest

from answers.exam.key import Key, make_key
from answers.exams.dice.draws import HUNDREDTHS, LAST_HUNDREDTHS, LAST_STATES, NUMBERS, Handicap, Parameters, State
from tests.answers.exams.dice.common import EXAM
from tests.oracles import dice_exam as oracle

SEEDS = range(1, 64000, 600)
Guesses = Callable[[Parameters], Iterator[tuple[object, tuple[float, ...]]]]


def luckiest(part_id: str, guesses: Guesses) -> float:
    """The share of the seeds for which the luckiest of some formulas has the first items of a part."""
    part, right = EXAM.asked(part_id)[1], Counter[object]()
    for u0 in SEEDS:
        key = make_key(EXAM, u0, parts=[part_id])
        assert isinstance(key.params, Parameters)
        for name, guess in guesses(key.params):
            expected = map(Fraction, key.answers[part_id])  # type: ignore[arg-type]
            right[name] += all(part.tolerance.accepts(one, Fraction(float(g))) for g, one in zip(guess, expected))  # noqa: B905
    return max(right.values()) / len(SEEDS)


def chance_to_win(p: Parameters) -> Iterator[tuple[object, tuple[float, ...]]]:
    """Question 3: turns are counted, as if each throw without a 1 scored the same; in the short game one is enough."""
    short = p.short
    ours, theirs = (5 / 6) ** short.first, (5 / 6) ** short.second
    for each, up, ones in product((2, 3, 3.5, 4, 4.5, 5, 6, 40), (ceil, round), (False, True)):
        lost = 1 if ones else 0
        needed = [max(1, up((short.target - lost) / (each * dice))) for dice in (short.first, short.second)]
        yield (each, up, ones), (race(ours, theirs, *needed),)


def race(ours: float, theirs: float, first: int, second: int) -> float:
    """The chance to have `first` throws without a 1 before the other player, who throws next, has `second`."""
    before = 0.0
    for turn in range(first, 120):
        last = comb(turn - 1, first - 1) * ours**first * (1 - ours) ** (turn - first)
        waiting = sum(comb(turn - 1, n) * theirs**n * (1 - theirs) ** (turn - 1 - n) for n in range(second))
        before += last * waiting
    return before


def round_over(p: Parameters) -> Iterator[tuple[object, tuple[float, ...]]]:
    """Question 15: from the two chances to reach N alone, however what both reach is shared."""
    last = p.last_round
    a, b = (float(oracle.throw(dice)[100 - own :].sum()) for own, dice in zip(last.state, last.choices, strict=True))
    for drawn, won in product((0, 0.1, 0.2, 1), (0, 0.5, 1, a / (a + b), last.state.own > last.state.other)):
        both = a * b
        yield (
            (drawn, won if won in (0, 0.5, 1) else "ratio"),
            (
                a - both + won * (1 - drawn) * both,
                drawn * both,
                b - both + (1 - won) * (1 - drawn) * both,
            ),
        )


def worst_and_best(matrix: np.ndarray) -> tuple[float, float]:
    return float(matrix.min(axis=1).max()), float(matrix.max(axis=0).min())


VALUES: dict[str, Callable[[np.ndarray], float]] = {
    "best row": lambda matrix: worst_and_best(matrix)[0],
    "best column": lambda matrix: worst_and_best(matrix)[1],
    "half-way": lambda matrix: sum(worst_and_best(matrix)) / 2,
    "mean": lambda matrix: float(matrix.mean()),
    "against the mean": lambda matrix: float((matrix.mean(axis=1).max() + matrix.mean(axis=0).min()) / 2),
}
"""What may be taken for the value of a matrix without a mix."""


@cache
def boards() -> dict[str, np.ndarray]:
    """EG₁ by each of them, from 80 points on; and half-way between the first two."""
    found = {}
    for name, value in VALUES.items():
        gain = oracle.order(160, 100, 0, past=False).astype(float)
        for total in range(198, 159, -1):
            for i in range(max(80, total - 99), min(99, total - 80) + 1):
                gain[i, total - i] = value(oracle.round_matrix(gain, i, total - i, 10))
        found[name] = gain
    return found | {"mean of both": (found["best row"] + found["best column"]) / 2}


def entry(p: Parameters) -> Iterator[tuple[object, tuple[float, ...]]]:
    for name, gain in boards().items():
        matrix = oracle.round_matrix(gain, *p.round_state, 10)
        yield name, (matrix[p.round_choices.first - 1, p.round_choices.second - 1],)


def at_state(letter: str) -> Guesses:
    return lambda p: ((name, (gain[p.value_states[letter]],)) for name, gain in boards().items())


def ten_dice(p: Parameters) -> Iterator[tuple[object, tuple[float, ...]]]:
    """Question 8: the table of ten dice, the points missing being the same; with its number of dice, or with D."""
    gain, choice = oracle.sequential(10, 100, 0)
    state = tuple(points - p.start.target + 100 for points in p.start.state)
    yield "its own", (choice[state], gain[state])
    yield "at most D", (min(choice[state], p.start.dice), gain[state])


def scored(dice: int, faces: int = 6) -> np.ndarray:
    """The law of a throw, where a normal one has the place of the sum of dice without a 1."""
    sums = NormalDist(dice * (faces + 2) / 2, (dice * faces * (faces - 2) / 12) ** 0.5)
    chances = np.diff([sums.cdf(k - 0.5) for k in range(faces * dice + 2)])
    return np.eye(len(chances))[1] + ((faces - 1) / faces) ** dice * (chances / chances.sum() - np.eye(len(chances))[1])


@cache
def normal_round(ahead: int = 0, *, steps: bool = True) -> np.ndarray:
    """R for 1 … 10 dice and a lead, the difference of two throws being normal, in `steps` or not."""
    half, gains = 0.5 if steps else 0, np.zeros((10, 10))

    def even(mean: float, variance: float) -> float:
        law = NormalDist(mean - ahead, variance**0.5)
        return 1 - law.cdf(half) - law.cdf(-half)

    for a, b in product(range(1, 11), repeat=2):
        ours, theirs = (5 / 6) ** a, (5 / 6) ** b
        both, first, second = even(4 * (a - b), 2 * (a + b)), even(4 * a - 1, 2 * a), even(1 - 4 * b, 2 * b)
        ones = (1 - ours) * (1 - theirs) * float(np.sign(-ahead))
        gains[a - 1, b - 1] = ours * theirs * both + ours * (1 - theirs) * first + (1 - ours) * theirs * second + ones
    return gains


def normal_score(p: Parameters) -> Iterator[tuple[object, tuple[float, ...]]]:
    chance = scored(p.throw.dice)[p.throw.points]
    yield "normal", (chance, chance * 1.2**p.throw.dice)


def normal_useful(p: Parameters) -> Iterator[tuple[object, tuple[float, ...]]]:
    laws = [scored(dice, p.means.faces) for dice in range(1, 13)]
    means = [float(law @ np.minimum(np.arange(len(law)), p.means.missing)) for law in laws]
    yield "normal", (means.index(max(means)) + 1, max(means))


def normal_answer(p: Parameters) -> Iterator[tuple[object, tuple[float, ...]]]:
    for steps in (True, False):
        left = np.array(p.mix) / 100 @ normal_round(steps=steps)[:6, :6]
        yield steps, (left.argmin() + 1, left.min())


def normal_match(p: Parameters) -> Iterator[tuple[object, tuple[float, ...]]]:
    mixes = {"blind": np.eye(10)[5], "random": np.full(10, 0.1), "optimal": oracle.value(oracle.one_round(10))[1]}
    one = p.one_round
    for steps in (True, False):
        yield steps, (mixes[one.first] @ normal_round(one.ahead, steps=steps) @ mixes[one.second],)


def normal_end(p: Parameters) -> Iterator[tuple[object, tuple[float, ...]]]:
    """Question 15, won: both throws by normal laws."""
    last = p.last_round
    ours, theirs = (own + np.arange(len(scored(dice))) for own, dice in zip(last.state, last.choices, strict=True))
    over = np.logical_or.outer(ours >= 100, theirs >= 100) & np.greater.outer(ours, theirs)
    yield "normal", (float(scored(last.choices.first) @ over @ scored(last.choices.second)),)


def test_no_law_but_that_of_the_dice_has_the_gain_of_a_throw() -> None:
    """Question 10, all that it draws: scores that do not overlap, or a normal law, be it with its fourth cumulant."""
    tolerance = float(EXAM.asked("10a")[1].tolerance.absolute)
    for a, b in NUMBERS:
        ours, theirs, variance = (5 / 6) ** a, (5 / 6) ** b, 2 * (a + b)
        apart = ours * (1 - theirs) - theirs
        z = (0.5 - 4 * (a - b)) / variance**0.5, (-0.5 - 4 * (a - b)) / variance**0.5
        law = NormalDist()
        fourth = [law.pdf(x) * (x**3 - 3 * x) * -5.2 * (a + b) / variance**2 / 24 for x in z]
        even = 1 - sum(law.cdf(x) - more for x, more in zip(z, fourth, strict=True))
        edgeworth = ours * theirs * even + ours * (1 - theirs) - (1 - ours) * theirs
        guesses = apart, edgeworth, normal_round()[a - 1, b - 1], normal_round(steps=False)[a - 1, b - 1]
        assert min(abs(guess - oracle.one_round(10)[a - 1, b - 1]) for guess in guesses) > 1.9 * tolerance, (a, b)


def test_ten_million_games_are_too_few(key: Key) -> None:
    """The standard error of their mean is four times the precision asked, at least."""
    gains, chances = ((float(key.answers[part][0]), part) for part in ("7a", "7b", "9a", "9b")), ("3", "14b", "15")
    variances = {part: 1 - gain**2 for gain, part in gains}
    variances |= {part: float(key.answers[part][0]) * (1 - float(key.answers[part][0])) for part in chances}
    for part, variance in variances.items():
        assert (variance / 10_000_000) ** 0.5 > 4 * float(EXAM.asked(part)[1].tolerance.absolute), part


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "guesses", "most"),
    [
        ("1", normal_score, 0.05),
        ("2b", normal_useful, 0.1),
        ("3", chance_to_win, 0.05),
        ("8", ten_dice, 0.05),
        ("11", normal_answer, 0.05),
        ("14a", normal_match, 0.1),
        ("15", normal_end, 0.05),
        ("15", round_over, 0.05),
        ("16", entry, 0.05),
        ("18a", at_state("a"), 0.05),
        ("18b", at_state("b"), 0.05),
    ],
)
def test_no_shortcut_gives_more_than_a_few_answers(part: str, guesses: Guesses, most: float) -> None:
    assert luckiest(part, guesses) <= most


@cache
def hundredths() -> np.ndarray:
    """All mixes of at most three numbers of dice in hundredths."""
    thirds = [(a, b, 100 - a - b) for a in range(101) for b in range(101 - a)]
    grid = np.zeros((20, len(thirds), 6))
    for row, places in zip(grid, combinations(range(6), 3), strict=True):
        row[:, places] = np.array(thirds) / 100
    return grid.reshape(-1, 6)


@pytest.mark.slow
def test_no_mix_in_hundredths_is_right() -> None:
    """Questions 13 and 19, all that they draw: on a grid, or rounded from an optimal mix."""
    rounds = [Handicap(faces, ahead) for faces in range(5, 11) for ahead in range(1, 12)]
    matrices = [oracle.one_round(6, one.ahead, one.faces) for one in rounds if one not in HUNDREDTHS]
    gain, _ = oracle.simultaneous(6, 91)
    matrices += [oracle.round_matrix(gain, *state, 6) for state in LAST_STATES if State(*state) not in LAST_HUNDREDTHS]
    tolerance = EXAM.asked("13")[1].tolerance.absolute
    assert tolerance == EXAM.asked("19")[1].tolerance.absolute
    for matrix in matrices:
        worth, mix = oracle.value(matrix)
        rounded = mix.round(2) / mix.round(2).sum()
        assert worth - max((rounded @ matrix).min(), (hundredths() @ matrix).min(axis=1).max()) > tolerance
