"""Exact equilibria: python -m tests.benchmarks.bench_zero_sum [--large].

Matrices are compared, in the same run and with the same entries, with the linear program of SciPy (HiGHS), which gives
floating point only. Games on demand are phantom Domineering with 10 000 plans a player, where no plan is unbeaten.
With --large, matrices of 1000 rows and columns and a game of 8! × 8! plans too. Compiled code is warm; the figure is
the best of several, of the processor. OPENBLAS_NUM_THREADS=1 gives steadier figures on a shared machine.
"""

import sys
from functools import partial
from math import factorial
from time import process_time

import numpy as np

from solvers.domineering.board import Board
from solvers.domineering.phantom import limited_plans
from solvers.domineering.phantom_game import PhantomGame
from solvers.matrix_games.double_oracle import double_oracle
from solvers.matrix_games.zero_sum import zero_sum
from tests.benchmarks import timing
from tests.benchmarks.timing import exponent
from tests.oracles.matrix_games import linear_program

fastest = partial(timing.fastest, clock=process_time)
LARGE_MATRIX = 1000
MIXED = [(size, u0, 10_000) for size, u0 in [((4, 5), 21), ((4, 5), 33), ((5, 5), 17), ((4, 6), 17), ((6, 4), 17)]]


def phantom(size: tuple[int, int], u0: int, count: int) -> PhantomGame:
    board = Board(*size)
    return PhantomGame(board, *(limited_plans(u0, count, board.count(player)) for player in (1, 2)))


def matrices(*, large: bool) -> dict[str, np.ndarray]:
    plans = np.arange(100)
    games: dict[str, np.ndarray] = {
        f"lPD{size}, 100 plans": phantom(size, 17, 100).outcomes(plans, plans) for size in [(4, 4), (4, 5), (4, 6)]
    }
    for size in (30, 100, 300, *([LARGE_MATRIX] if large else [])):
        games[f"random 0/1, {size} × {size}"] = np.random.default_rng(0).random((size, size)) < 0.5
    games["random float, 100 × 100"] = np.random.default_rng(0).random((100, 100))
    return games


def main() -> None:
    large = "--large" in sys.argv[1:]
    print(f"{'matrix':30}{'exact':>12}{'HiGHS':>12}{'ratio':>8}  value, support")
    grown: list[tuple[int, float, float]] = []
    for name, matrix in matrices(large=large).items():
        equilibrium = zero_sum(matrix)
        ours = fastest(partial(zero_sum, matrix))
        theirs = fastest(partial(linear_program, matrix))
        if name.startswith("random 0/1"):
            grown.append((len(matrix), ours, theirs))
        exact = f"{equilibrium.approximate_value:.12f}, {len(equilibrium.row.support)}, regret {equilibrium.regret}"
        print(f"{name:30}{ours * 1e3:9.2f} ms{theirs * 1e3:9.2f} ms{theirs / ours:8.1f}  {exact}", flush=True)
    for place, solver in (1, "exact"), (2, "HiGHS"):
        print(f"random 0/1, {solver}: exponent {exponent((row[0], row[place]) for row in grown):.2f} in rows")
    for size, u0, count in [*MIXED, *([((5, 5), 17, factorial(8))] if large else [])]:
        game = phantom(size, u0, count)
        equilibrium = double_oracle(game)
        ours = fastest(partial(double_oracle, game))
        exact = f"{equilibrium.approximate_value:.12f}, {len(equilibrium.row.support)}, regret {equilibrium.regret}"
        print(f"{f'lPD{size}, u0 = {u0}, {count} plans':30}{ours * 1e3:9.2f} ms{'':20}  {exact}", flush=True)


if __name__ == "__main__":
    main()
