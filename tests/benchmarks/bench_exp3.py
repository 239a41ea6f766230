"""Steps a second of the exam's stochastic algorithm, on one core: python -m tests.benchmarks.bench_exp3 [full].

Question 8: 10 000 plans a player (u0 = 17), n_max = 198 069 752 steps. The first STEPS of them are played, with
the η of the whole run, and extrapolated linearly; `full` plays them all once. Compared in one run, compilation
and tables excluded, fastest of REPEATS:

- exp3: `solvers.matrix_games.exp3`;
- binary: the plain compiled program, a binary sum tree a player, lists of masks played on a bitboard;
- naive: the algorithm as printed, numpy, whole vectors in every step, on a small sample.

Choices are the same whatever the program, so all three must win the same number of steps.
The target is 45 s for all steps; the binary tree, written in C, took 40 to 60 s.
"""

import sys
from collections.abc import Callable
from math import exp, log, sqrt
from time import perf_counter

import numpy as np

from solvers.compiled.jit import jit
from solvers.domineering.board import Board
from solvers.domineering.phantom import limited_plans
from solvers.domineering.playouts import PhantomGame
from solvers.matrix_games.exp3 import _play, default_steps
from solvers.matrix_games.exp3_learner import new_learner
from tests.benchmarks.bench_playouts import bitboard_game
from tests.oracles.naive_exp3 import naive_exp3

PLANS = 10_000
STEPS = 4_000_000
SAMPLE = 500
REPEATS = 3
SEED = 17


@jit
def choose(u, eta, tree, size, arms):
    floor = arms * eta
    if u < floor:
        return min(int(u / eta), arms - 1)
    point = (u - floor) / (1 - floor) * tree[1]
    node = 1
    while node < size:
        node *= 2
        if point >= tree[node]:
            point -= tree[node]
            node += 1
    return min(node - size, arms - 1)


@jit
def reward(i, eta, logs, tree, size, arms):
    old = tree[size + i]
    logs[i] += eta / (eta + (1 - arms * eta) * old / tree[1])
    node = size + i
    increase = exp(logs[i]) - old
    while node:
        tree[node] += increase
        node //= 2


@jit
def binary_tree(first, second, etas, steps, generator):
    """The plain program. It does not rescale: exp(η v) stays below e³⁴⁷ in a run of n_max steps."""
    a, b = len(first), len(second)
    size = 1
    while size < max(a, b):
        size *= 2
    tree1, tree2 = np.zeros(2 * size), np.zeros(2 * size)
    tree1[size : size + a] = 1
    tree2[size : size + b] = 1
    for node in range(size - 1, 0, -1):
        tree1[node] = tree1[2 * node] + tree1[2 * node + 1]
        tree2[node] = tree2[2 * node] + tree2[2 * node + 1]
    logs1, logs2 = np.zeros(a), np.zeros(b)
    counts1, counts2 = np.zeros(a, dtype=np.int64), np.zeros(b, dtype=np.int64)
    wins = 0
    for _ in range(steps):
        i = choose(generator.random(), etas[0], tree1, size, a)
        j = choose(generator.random(), etas[1], tree2, size, b)
        counts1[i] += 1
        counts2[j] += 1
        if bitboard_game(first[i], second[j]):
            wins += 1
            reward(i, etas[0], logs1, tree1, size, a)
        else:
            reward(j, etas[1], logs2, tree2, size, b)
    return wins


class Referee:
    """A matrix played on demand, for the naive program."""

    def __init__(self, game: PhantomGame) -> None:
        self.game, self.shape = game, game.shape

    def __getitem__(self, pair):
        row, column = pair
        return self.game.outcomes(np.array([row]), np.array([column]))[0, 0]


def fastest(run: Callable[[], int], repeats: int = REPEATS) -> tuple[float, int]:
    """Seconds, and the steps that player 1 won."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        wins = run()
        times.append(perf_counter() - start)
    return min(times), wins


def compare(board: Board) -> None:
    plans = [limited_plans(17, PLANS, board.count(player)) for player in (1, 2)]
    game = PhantomGame(board, *plans)
    masks = [np.array(board.masks(player), dtype=np.uint64)[plans[player - 1]] for player in (1, 2)]
    size, n_max = f"{board.rows}x{board.cols}", default_steps(PLANS, PLANS)
    eta = 4 / 5 * sqrt(log(PLANS) / (n_max * PLANS))

    def tree_of_eight(steps=STEPS):
        return _play(game, new_learner(PLANS, n_max), new_learner(PLANS, n_max), SEED, steps)

    def binary(steps=STEPS):
        return binary_tree(*masks, np.array([eta, eta]), steps, np.random.default_rng(SEED))

    def naive():
        referee = Referee(game)
        uniforms = np.random.default_rng(SEED).random((SAMPLE, 2))
        return sum(int(referee[pair]) for pair in naive_exp3(referee, uniforms, n_max))

    assert tree_of_eight(SAMPLE) == binary(SAMPLE) == naive()  # also compiles
    times = [fastest(tree_of_eight), fastest(binary)]
    assert times[0][1] == times[1][1]
    per_step = [time / STEPS for time, _ in times] + [fastest(naive, 1)[0] / SAMPLE]
    for name, seconds in zip(("exp3", "binary", "naive"), per_step, strict=True):
        total, ratio = seconds * n_max, per_step[1] / seconds
        sys.stdout.write(f"{size} {name:6s} {seconds * 1e9:9.0f} ns/step {total:9.1f} s in all {ratio:6.3f} × binary\n")
    if "full" in sys.argv[1:]:
        time, wins = fastest(lambda: tree_of_eight(n_max), 1)
        sys.stdout.write(f"{size} exp3 all {n_max} steps: {time:.1f} s, mean r1 {wins / n_max:.6f}\n")


def main() -> None:
    for rows, cols in ((4, 4), (4, 5)):
        compare(Board(rows, cols))


if __name__ == "__main__":
    main()
