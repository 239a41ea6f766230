"""Yahtzee at full size, on two threads: python -m tests.benchmarks.bench_yahtzee [PYTHON].

Compiled code is warm (each work is done once before the clock), fastest of several. PYTHON is an interpreter that has
the package `yatzy-solver` 1.0.0, a compiled program for the same optimum; without it that comparison is left out. Each
of its repeats is a process of its own, timed inside, in the same run as ours.
"""

import subprocess
import sys

from solvers.yahtzee.matches.matches import destinies
from solvers.yahtzee.matches.play import play
from solvers.yahtzee.rules.rules import YahtzeeRules
from solvers.yahtzee.strategies.optimal import optimal
from solvers.yahtzee.strategies.optimal_policy import optimal_policy
from tests.benchmarks.timing import fastest

REPEATS = 3
GAMES = 100_000
SEED = 2022
OTHER = """
from time import perf_counter
import yatzy_solver
start = perf_counter()
solver = yatzy_solver.Solver.build(yatzy_solver.Variant("american"))
built = perf_counter()
solver.simulate(20000, seed=1)
print(built - start, 20000 / (perf_counter() - built), solver.state_value("upper 0 | filled -"))
"""


def other_solver(python: str) -> tuple[float, float, float]:
    """Return the fastest time to solve, the most games a second, and the value found."""
    runs = []
    for _ in range(REPEATS):
        done = subprocess.run([python, "-c", OTHER], check=True, capture_output=True, text=True)
        runs.append([float(word) for word in done.stdout.split()])
    return min(run[0] for run in runs), max(run[1] for run in runs), runs[0][2]


def report_optimum(python: str | None) -> None:
    free = YahtzeeRules(joker="free")
    ours = fastest(lambda: optimal(free))
    print(f"optimum, bonus and joker: {ours:.2f} s")
    optimum = optimal(free)
    policy = optimal_policy(optimum)
    lists = destinies(free, GAMES, SEED)
    played = GAMES / fastest(lambda: play([policy], [lists]))
    print(f"optimal play: {played:,.0f} games/s")
    if python:
        theirs, games, value = other_solver(python)
        print(f"yatzy-solver: {theirs:.2f} s, {theirs / ours:.1f} times ours")
        print(f"its optimal play: {games:,.0f} games/s, ours {played / games:.0f} times faster")
        print(f"values: {optimum.expected_score:.11f} and {value:.11f}")


if __name__ == "__main__":
    report_optimum(sys.argv[1] if len(sys.argv) > 1 else None)
