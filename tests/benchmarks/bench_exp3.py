"""Steps a second of the exam's stochastic algorithm, on one core: python -m tests.benchmarks.bench_exp3 [full].

Question 8: 10 000 plans a player (u0 = 17), n_max = 198 069 752 steps. The first STEPS of them are played, with
the η of the whole run, and extrapolated linearly; `full` plays them all once. Compared in one run, compilation
and tables excluded, fastest of several:

- exp3: `solvers.matrix_games.exp3`;
- binary: the plain compiled program, a binary sum tree a player, lists of masks played on a bitboard.

Choices are the same whatever the program, so both must win the same number of steps.
The target is 45 s for all steps; the binary tree, written in C, took 40 to 60 s.
"""

import sys
from math import exp, log, sqrt

import numpy as np

from solvers.compiled.jit import jit
from solvers.domineering.board import Board
from solvers.domineering.phantom_games import limited_game
from solvers.matrix_games.exp3 import CHUNK, default_steps
from solvers.matrix_games.exp3_learner import new_learner
from tests.benchmarks.bench_playouts import bitboard_game
from tests.benchmarks.timing import fastest, seconds

PLANS = 10_000
STEPS = 61 * CHUNK
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
def binary_tree(first, second, eta, steps, generator):
    """The plain program. It does not rescale: exp(η v) stays below e³⁴⁷ in a run of n_max steps."""
    arms = len(first)
    size = 1
    while size < arms:
        size *= 2
    trees, logs = np.zeros((2, 2 * size)), np.zeros((2, arms))
    trees[:, size : size + arms] = 1
    for node in range(size - 1, 0, -1):
        trees[:, node] = trees[:, 2 * node] + trees[:, 2 * node + 1]
    wins = 0
    for _ in range(steps):
        i = choose(generator.random(), eta, trees[0], size, arms)
        j = choose(generator.random(), eta, trees[1], size, arms)
        if bitboard_game(first[i], second[j]):
            wins += 1
            reward(i, eta, logs[0], trees[0], size, arms)
        else:
            reward(j, eta, logs[1], trees[1], size, arms)
    return wins


def compare(board: Board) -> None:
    game, n_max = limited_game(17, board, PLANS), default_steps(PLANS, PLANS)
    plans = (game.lists.first, game.lists.second)
    masks = [np.array(board.masks(player), dtype=np.uint64)[plans[player - 1]] for player in (1, 2)]
    eta = 4 / 5 * sqrt(log(PLANS) / (n_max * PLANS))

    def ours(steps: int = STEPS) -> int:
        learners, generator = [new_learner(PLANS, n_max) for _ in range(2)], np.random.default_rng(SEED)
        chunks = (generator.random((min(CHUNK, steps - n), 2)) for n in range(0, steps, CHUNK))
        return sum(game.play_learners(*learners, uniforms) for uniforms in chunks)

    def binary(steps: int = STEPS) -> int:
        return binary_tree(*masks, eta, steps, np.random.default_rng(SEED))

    assert ours(1000) == binary(1000)
    times = {"exp3": fastest(ours), "binary": fastest(binary)}
    size = f"{board.rows}x{board.cols}"
    for name, time in times.items():
        per_step, ratio = time / STEPS, times["binary"] / time
        print(f"{size} {name:6s} {per_step * 1e9:6.0f} ns/step {per_step * n_max:6.1f} s in all {ratio:6.3f} × binary")
    if "full" in sys.argv[1:]:
        print(f"{size} exp3 all {n_max} steps: {seconds(lambda: ours(n_max)):.1f} s")


if __name__ == "__main__":
    for sides in ((4, 4), (4, 5)):
        compare(Board(*sides))
