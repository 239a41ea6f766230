"""Dice Battle, warm, on one core: python -m tests.benchmarks.bench_dice [ratios|growth …].

Times are the fastest of several runs, compilation and imports excluded.

ratios: the sequential game beside plain NumPy, the simultaneous game beside SciPy's HiGHS (one linear program a
state, matrices by products, as the report does).
growth: processor time, which other processes change little, against D (N = 100) and against N (D = 10), with
exponents fitted on the larger half of the sizes.
"""

import argparse
from collections.abc import Callable
from time import perf_counter, thread_time

import numpy as np
from numpy.typing import NDArray

from solvers.dice_battle.duel import duel
from solvers.dice_battle.sequential import sequential
from solvers.dice_battle.simultaneous import simultaneous
from solvers.dice_battle.strategies import STRATEGIES
from solvers.dice_battle.throws import throws
from tests.benchmarks.timing import exponent, fastest
from tests.oracles.matrix_games import linear_program

Floats = NDArray[np.float64]

DICE = [5, 7, 10, 14, 20, 28, 40]
TARGETS = [50, 100, 200, 400, 800, 1600]


def plain_sequential(dice: int, target: int) -> Floats:
    """EG by NumPy, a matrix product a state."""
    probabilities, width = throws(dice)[:, 1:], target + 6 * dice
    gain = np.ones((width, width))
    gain[:target, target:] = -1
    for total in range(2 * target - 2, -1, -1):
        for i in range(max(0, total - target + 1), min(total, target - 1) + 1):
            j = total - i
            gain[i, j] = (-probabilities @ gain[j, i + 1 : i + 1 + 6 * dice]).max()
    return gain[:target, :target]


def plain_simultaneous(dice: int, target: int) -> Floats:
    """EG₁ by NumPy products and one linear program a state."""
    probabilities, points = throws(dice)[:, 1:], np.arange(target + 6 * dice)
    board = np.sign(points[:, np.newaxis] - points).astype(float)
    for i in range(target - 1, -1, -1):
        for j in range(target - 1, -1, -1):
            after = board[i + 1 : i + 1 + 6 * dice, j + 1 : j + 1 + 6 * dice]
            reach = probabilities[:, : len(after)], probabilities[:, : after.shape[1]]
            board[i, j] = linear_program(reach[0] @ after @ reach[1].T)[0]
    return board


def ratios() -> None:
    """Print the games of the report, D = 10 and N = 100, beside their peers."""
    own, peer = fastest(lambda: sequential(10, 100)), fastest(lambda: plain_sequential(10, 100), 3)
    print(f"sequential, N = 100: {1e3 * own:.2f} ms; NumPy {1e3 * peer:.0f} ms, ratio 1 : {peer / own:.0f}")
    print(f"  largest difference {abs(plain_sequential(10, 100) - sequential(10, 100).gain).max():.1e}")
    own, start = fastest(lambda: simultaneous(10, 100)), perf_counter()
    board = plain_simultaneous(10, 100)
    peer = perf_counter() - start
    game = simultaneous(10, 100)
    print(f"simultaneous, N = 100: {1e3 * own:.1f} ms; SciPy {peer:.1f} s, ratio 1 : {peer / own:.0f}")
    print(f"  antisymmetry {abs(game.board + game.board.T).max():.0e} against {abs(board + board.T).max():.0e}")
    print(f"  largest difference {abs(board - game.board).max():.0e}")


def growth() -> None:
    """Print the tables that docs/speed.md sums up."""
    runs: dict[str, Callable[[int, int], object]] = {"sequential": sequential, "simultaneous": simultaneous}
    for kind in ("sequential", "simultaneous"):
        for name in ("blind", "random"):
            runs[f"{kind} duel, {name} v {name}"] = lambda d, n, kind=kind, name=name: duel(
                kind, *[STRATEGIES[name](d, n)] * 2
            )
    _table("D (N = 100)", DICE, runs, lambda run, size: run(size, 100))
    _table("N (D = 10)", TARGETS, runs, lambda run, size: run(10, size))


def main() -> None:
    """Read the arguments and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    tasks = {"ratios": ratios, "growth": growth}
    parser.add_argument("tasks", nargs="*", choices=[*tasks, []], help="what to measure; everything by default")
    for name in parser.parse_args().tasks or tasks:
        tasks[name]()


def _table(
    title: str,
    sizes: list[int],
    runs: dict[str, Callable[[int, int], object]],
    call: Callable[[Callable[[int, int], object], int], object],
) -> None:
    print(f"| {title} | " + " | ".join(map(str, sizes)) + " | exponent |")
    print("|---" * (len(sizes) + 2) + "|")
    for name, run in runs.items():
        seconds = [fastest(lambda size=size, run=run: call(run, size), clock=thread_time) for size in sizes]
        cells = [f"{1e3 * s:.3g} ms" if s < 1 else f"{s:.3g} s" for s in seconds]
        print(f"| {name} | " + " | ".join(cells) + f" | {exponent(zip(sizes, seconds, strict=True)):.2f} |", flush=True)


if __name__ == "__main__":
    main()
