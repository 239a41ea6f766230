"""The exam `dice` answered from its subject: NumPy by the definitions, slow, no solver of ours.

Chances are summed by matrix products, gains instead of odds are compared, matrix games go to SciPy's HiGHS: nothing
is computed in the order, or by the method, of the solvers.
"""

from collections.abc import Callable
from functools import cache

import numpy as np

from tests.oracles.matrix_games import linear_program as value

TIE = 1e-9
"""Gains closer than this are equal: the smallest number of dice is thrown."""
State = tuple[int, int]


def throw(dice: int, faces: int = 6, ones: int = 1) -> np.ndarray:
    """P(d, k) for k = 0, 1, …: convolutions of a single die without its 1."""
    die = np.zeros(faces + 1)
    die[2:] = 1 / faces
    points = np.ones(1)
    for _ in range(dice):
        points = np.convolve(points, die)
    points[ones] += 1 - ((faces - 1) / faces) ** dice
    return points


@cache
def throws(dice: int, faces: int = 6, ones: int = 1) -> np.ndarray:
    table = np.zeros((dice, faces * dice + 1))
    for d in range(1, dice + 1):
        table[d - 1, : faces * d + 1] = throw(d, faces, ones)
    return table


def score(dice: int, points: int) -> tuple[float, float]:
    chance = throw(dice)[points]
    return chance, chance * 1.2**dice


def mean_points(dice: int, faces: int) -> float:
    chances = throw(dice, faces)
    return float(chances @ np.arange(len(chances)))


def real_maximiser(faces: int) -> float:
    """By ternary search on the formula for EP."""

    def mean(d: float) -> float:
        through = ((faces - 1) / faces) ** d
        return (faces + 2) / 2 * d * through + 1 - through

    low, high = 0.0, 100.0
    for _ in range(300):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        low, high = (a, high) if mean(a) < mean(b) else (low, b)
    return low


def useful(most: int, missing: int, faces: int) -> tuple[int, float]:
    means = [float(p @ np.minimum(np.arange(len(p)), missing)) for p in (throw(d, faces) for d in range(1, most + 1))]
    return next(d for d, mean in enumerate(means, 1) if mean > max(means) - TIE), max(means)


Choose = Callable[[int, int], np.ndarray]
"""The mix of a player with some points against those of the other one."""


def always(number: int) -> Choose:
    return lambda *_: np.eye(10)[number - 1]


@cache
def sequential(dice: int, target: int, lowest: int) -> tuple[np.ndarray, np.ndarray]:
    """EG and OPT for states with at least `lowest` points each: [i, j]."""
    gain, choice = np.zeros((target, target)), np.zeros((target, target), dtype=int)
    for total in range(2 * target - 2, 2 * lowest - 1, -1):
        for i in range(max(lowest, total - target + 1), min(target - 1, total - lowest) + 1):
            gains = choice_gains(gain, i, total - i, dice)
            gain[i, total - i] = gains.max()
            choice[i, total - i] = np.flatnonzero(gains >= gains.max() - TIE)[0] + 1
    return gain, choice


def choice_gains(gain: np.ndarray, i: int, j: int, dice: int) -> np.ndarray:
    chances, target = throws(dice), len(gain)
    after = np.ones(chances.shape[1])
    short = min(len(after), target - i)
    after[:short] = -gain[j, i : i + short]
    return chances @ after


@cache
def scoreless(dice: int, target: int, lowest: int) -> np.ndarray:
    """The variant of question 6: at (i, j) and (j, i) best answers in turn, until neither gain moves."""
    chances, gain = throws(dice, ones=0), np.zeros((target, target))

    def best(i: int, j: int) -> float:
        after = np.ones(chances.shape[1])
        short = min(len(after), target - i)
        after[:short] = -gain[j, i : i + short]
        return float((chances @ after).max())

    for total in range(2 * target - 2, 2 * lowest - 1, -1):
        for i in range(max(lowest, total - target + 1), total // 2 + 1):
            j, before = total - i, (2.0, 2.0)
            while max(abs(before[0] - gain[i, j]), abs(before[1] - gain[j, i])) > 1e-15:
                before = gain[i, j], gain[j, i]
                gain[i, j] = best(i, j)
                gain[j, i] = best(j, i)
    return gain


def sequential_win(first: Choose, second: Choose, target: int, start: State) -> float:
    """The chance of player 1, who throws first."""
    chances = throws(10)
    width = chances.shape[1]
    ours, theirs = np.zeros((2, target + width, target + width))
    theirs[target:, :] = 1  # player 1 has the points already
    for total in range(2 * target - 2, sum(start) - 1, -1):
        for i in range(max(start[0], total - target + 1), min(target - 1, total - start[1]) + 1):
            j = total - i
            ours[i, j] = first(i, j) @ (chances @ theirs[i : i + width, j])
            theirs[i, j] = second(j, i) @ (chances @ ours[i, j : j + width])
    return float(ours[start])


def one_round(dice: int, ahead: int = 0, faces: int = 6, level: int = 0) -> np.ndarray:
    """EG₁ with player 2 some points ahead, by a sum over all pairs of points; `level` is gained by equal ones."""
    chances = throws(dice, faces)
    k = np.arange(chances.shape[1])
    more = k[:, None] - k[None, :] - ahead
    return chances @ (np.sign(more) + level * (more == 0)) @ chances.T


def order(size: int) -> np.ndarray:
    """Gains of ended states, by the points of both players."""
    return np.sign(np.subtract.outer(np.arange(size), np.arange(size)))


def last_round(state: State, choices: tuple[int, int]) -> tuple[float, ...]:
    """Chances that a round ends the game, and is won, drawn, lost: all pairs of points, one by one."""
    ends = {1: 0.0, 0: 0.0, -1: 0.0}
    for k, p in enumerate(throw(choices[0])):
        for l, q in enumerate(throw(choices[1])):  # noqa: E741
            i, j = state[0] + k, state[1] + l
            if max(i, j) >= 100:
                ends[(i > j) - (i < j)] += p * q
    return tuple(ends.values())


@cache
def simultaneous(dice: int, lowest: int, target: int = 100) -> tuple[np.ndarray, np.ndarray]:
    """EG₁ with final states, and optimal mixes of player 1, for states with at least `lowest` points each."""
    gain = order(target + 6 * dice).astype(float)
    mixes = np.zeros((target, target, dice))
    for total in range(2 * target - 2, 2 * lowest - 1, -1):
        for i in range(max(lowest, total - target + 1), min(target - 1, total - lowest) + 1):
            gain[i, total - i], mixes[i, total - i] = value(round_matrix(gain, i, total - i, dice))
    return gain, mixes


def round_matrix(gain: np.ndarray, i: int, j: int, dice: int) -> np.ndarray:
    chances = throws(dice)
    width = chances.shape[1]
    after = np.zeros((width, width))
    part = gain[i : i + width, j : j + width]
    after[: part.shape[0], : part.shape[1]] = part
    return chances @ after @ chances.T


def simultaneous_chances(first: Choose, second: Choose, start: State, target: int = 100) -> tuple[float, float, float]:
    """Chances of player 1 to win, draw and lose, with at most ten dice."""
    chances = throws(10)
    width = chances.shape[1]
    gains = order(target + width)
    tables = [(gains == sign).astype(float) for sign in (1, 0, -1)]
    for total in range(2 * target - 2, sum(start) - 1, -1):
        for i in range(max(start[0], total - target + 1), min(target - 1, total - start[1]) + 1):
            j = total - i
            ours, theirs = first(i, j) @ chances, second(j, i) @ chances
            for table in tables:
                table[i, j] = ours @ table[i : i + width, j : j + width] @ theirs
    win, draw, loss = (float(table[start]) for table in tables)
    return win, draw, loss
