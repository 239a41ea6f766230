"""Exact equilibria: python -m tests.benchmarks.bench_zero_sum [--large].

Matrices are compared, in the same run and with the same entries, with the linear program of SciPy (HiGHS), which gives
floating point only. With --large, matrices of 1000 rows and columns too. Compiled code is warm; the figure is the best
of several, of the processor. OPENBLAS_NUM_THREADS=1 gives steadier figures on a shared machine.
"""

import sys
from functools import partial
from time import process_time

import numpy as np

from solvers.matrix_games.zero_sum import zero_sum
from tests.benchmarks import timing
from tests.benchmarks.timing import exponent
from tests.oracles.matrix_games import linear_program

fastest = partial(timing.fastest, clock=process_time)
LARGE_MATRIX = 1000


def main() -> None:
    large = "--large" in sys.argv[1:]
    print(f"{'matrix':30}{'exact':>12}{'HiGHS':>12}{'ratio':>8}  value, support")
    grown: list[tuple[int, float, float]] = []
    for size in (30, 100, 300, *([LARGE_MATRIX] if large else [])):
        matrix = np.random.default_rng(0).random((size, size)) < 0.5
        equilibrium = zero_sum(matrix)
        ours = fastest(partial(zero_sum, matrix))
        theirs = fastest(partial(linear_program, matrix))
        grown.append((size, ours, theirs))
        name = f"random 0/1, {size} × {size}"
        exact = f"{equilibrium.approximate_value:.12f}, {len(equilibrium.row.support)}, regret {equilibrium.regret}"
        print(f"{name:30}{ours * 1e3:9.2f} ms{theirs * 1e3:9.2f} ms{theirs / ours:8.1f}  {exact}", flush=True)
    for place, solver in (1, "exact"), (2, "HiGHS"):
        print(f"random 0/1, {solver}: exponent {exponent((row[0], row[place]) for row in grown):.2f} in rows")


if __name__ == "__main__":
    main()
