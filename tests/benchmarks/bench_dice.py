"""Dice Battle, warm, on one core: python -m tests.benchmarks.bench_dice [--quantecon PYTHON] [ratios|growth|memory …].

Times are the fastest of several runs, compilation and imports excluded.

ratios: the sequential game beside plain NumPy, the simultaneous game beside SciPy's HiGHS (one linear program a
state, matrices by products, as the report does), duels and a million sampled games.
growth: processor time, which other processes change little, against D (N = 100) and against N (D = 10), with
exponents fitted on the larger half of the sizes.
memory: what the largest tables take, and the peak of a process that solves N = 2000 (Linux).
"""

import argparse
import io
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from time import perf_counter, thread_time

import numpy as np
from numpy.typing import NDArray

from solvers.dice_battle.duel import duel
from solvers.dice_battle.one_round import one_round
from solvers.dice_battle.sampling import sample
from solvers.dice_battle.scoreless import scoreless
from solvers.dice_battle.sequential import sequential
from solvers.dice_battle.simultaneous import simultaneous
from solvers.dice_battle.strategies import STRATEGIES
from solvers.dice_battle.throws import throws
from tests.benchmarks.timing import exponent, fastest
from tests.benchmarks.timing import seconds as seconds_of
from tests.oracles.matrix_games import linear_program

Floats = NDArray[np.float64]

DICE = [5, 7, 10, 14, 20, 28, 40]
TARGETS = [50, 100, 200, 400, 800, 1600]
GAMES = 1_000_000
QUANTECON = """
import io, sys
from time import perf_counter
import numpy as np
from quantecon.optimize import minmax

probabilities = np.load(io.BytesIO(sys.stdin.buffer.read()))
dice, target = len(probabilities), 100
points = np.arange(target + 6 * dice)

def solve():
    board = np.sign(points[:, np.newaxis] - points).astype(float)
    for i in range(target - 1, -1, -1):
        for j in range(target - 1, -1, -1):
            after = board[i + 1 : i + 1 + 6 * dice, j + 1 : j + 1 + 6 * dice]
            reach = probabilities[:, : len(after)], probabilities[:, : after.shape[1]]
            board[i, j] = minmax(reach[0] @ after @ reach[1].T)[0]
    return board

board = solve()
seconds = []
for _ in range(5):
    start = perf_counter()
    solve()
    seconds.append(perf_counter() - start)
print(f"{1e3 * min(seconds):.1f} ms, antisymmetry {abs(board + board.T).max():.0e}")
"""
"""The report's method with another solver of matrix games, for a Python that has quantecon."""


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


def ratios(quantecon: str | None = None) -> None:
    """Print the games of the report, D = 10 and N = 100, beside their peers, and the larger ones."""
    _compare("sequential, N = 100", lambda: sequential(10, 100), lambda: plain_sequential(10, 100), "NumPy")
    peer, mine = plain_sequential(10, 100), sequential(10, 100).gain
    print(f"  largest difference {abs(peer - mine).max():.1e}")
    _line("sequential, N = 2000", fastest(lambda: sequential(10, 2000)))
    _line("variant of question 6, N = 100", fastest(lambda: scoreless(10, 100)))
    _line("one round", fastest(lambda: one_round(10)))
    seconds = fastest(lambda: simultaneous(10, 100))
    start = perf_counter()
    board = plain_simultaneous(10, 100)
    slow = perf_counter() - start
    game = simultaneous(10, 100)
    print(f"simultaneous, N = 100: {1e3 * seconds:.1f} ms; SciPy {slow:.1f} s, ratio 1 : {slow / seconds:.0f}")
    print(f"  antisymmetry {abs(game.board + game.board.T).max():.0e} against {abs(board + board.T).max():.0e}")
    print(f"  regret at most {game.regret:.0e}; largest difference {abs(board - game.board).max():.0e}")
    if quantecon is not None:
        stream = io.BytesIO()
        np.save(stream, throws(10)[:, 1:])
        done = subprocess.run([quantecon, "-c", QUANTECON], input=stream.getvalue(), capture_output=True, check=True)
        print(f"  NumPy products and quantecon's minmax: {done.stdout.decode().strip()}")
    _line("simultaneous, N = 1000", fastest(lambda: simultaneous(10, 1000)))
    strategies = {name: make(10, 100) for name, make in STRATEGIES.items()}
    for kind in ("sequential", "simultaneous"):
        pairs = [(a, b) for a in strategies for b in strategies]
        seconds, pair = max((fastest(lambda: duel(kind, strategies[a], strategies[b])), (a, b)) for a, b in pairs)
        _line(f"exact {kind} duel, slowest pair ({' v '.join(pair)})", seconds)
        sample(kind, strategies["blind"], strategies["blind"], 1, 17)
        seconds, pair = max(
            (seconds_of(lambda: sample(kind, strategies[a], strategies[b], GAMES, 17)), (a, b)) for a, b in pairs
        )
        _line(f"a million {kind} games, slowest pair ({' v '.join(pair)})", seconds)


def growth() -> None:
    """Print the tables that docs/speed.md sums up."""
    runs: dict[str, Callable[[int, int], object]] = {
        "sequential": sequential,
        "variant of question 6": scoreless,
        "simultaneous": simultaneous,
    }
    for kind in ("sequential", "simultaneous"):
        for name in ("blind", "random"):
            runs[f"{kind} duel, {name} v {name}"] = lambda d, n, kind=kind, name=name: duel(
                kind, *[STRATEGIES[name](d, n)] * 2
            )
    _table("D (N = 100)", DICE, runs, lambda run, size: run(size, 100))
    _table("N (D = 10)", TARGETS, runs, lambda run, size: run(10, size))


def memory() -> None:
    """Print the peak of the arrays of each solver, and of a fresh process for the sequential game."""
    for name, run in {
        "sequential, N = 2000": lambda: sequential(10, 2000),
        "simultaneous, N = 1000": lambda: simultaneous(10, 1000),
    }.items():
        run()
        tracemalloc.start()
        run()
        print(f"{name}: arrays {tracemalloc.get_traced_memory()[1] / 2**20:.0f} MiB")
        tracemalloc.stop()
    code = (
        "import sys; from solvers.dice_battle.sequential import sequential; sequential(10, int(sys.argv[1]));"
        "print(open('/proc/self/status').read().partition('VmHWM:')[2].split()[0])"
    )
    for target in ("10", "2000"):
        run = subprocess.run([sys.executable, "-c", code, target], capture_output=True, check=True, text=True)
        print(f"a process that solves the sequential game, N = {target}: peak {int(run.stdout) / 1024:.0f} MiB")


def main() -> None:
    """Read the arguments and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    names = ("ratios", "growth", "memory")
    parser.add_argument("tasks", nargs="*", choices=[*names, []], help="what to measure; everything by default")
    parser.add_argument("--quantecon", metavar="PYTHON", help="a Python that has quantecon, to be measured beside")
    namespace = parser.parse_args()
    tasks = {"ratios": lambda: ratios(namespace.quantecon), "growth": growth, "memory": memory}
    for name in namespace.tasks or names:
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


def _compare(name: str, run: Callable[[], object], peer: Callable[[], object], peer_name: str) -> None:
    mine, theirs = fastest(run), fastest(peer, 3)
    print(f"{name}: {1e3 * mine:.2f} ms; {peer_name} {1e3 * theirs:.0f} ms, ratio 1 : {theirs / mine:.0f}")


def _line(name: str, seconds: float) -> None:
    print(f"{name}: {1e3 * seconds:.2f} ms", flush=True)


if __name__ == "__main__":
    main()
