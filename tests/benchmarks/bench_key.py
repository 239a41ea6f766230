"""Keys of the nash exam, on one core: python -m tests.benchmarks.bench_key [SEEDS].

Compiled code is warm and nothing is read from the key cache. In one run:

- the whole key, eight questions and their certificates, over SEEDS seeds drawn at random (recorded seed 2013);
- question 8, against building the whole 10⁴ × 10⁴ matrices with the same compiled referee;
- question 7, against two programs a student would write in plain Python: the referee with pointers into the lists, then
  either the exam's stochastic algorithm (as printed, its weights kept up to date; timed on a sample of its steps and
  scaled), or a linear program of SciPy (kinder than the exam, which gives no such library).
"""

import random
import statistics
import sys
from itertools import accumulate
from math import ceil, exp, log, sqrt

import numpy as np

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exams.phantom_domineering.nash.games import FEW, LIMITED, MANY
from solvers.domineering.board import Board
from solvers.domineering.phantom_game import limited_game
from solvers.sequence.lcg import sequence
from solvers.sequence.permutations import permutation
from tests.benchmarks.timing import seconds
from tests.oracles.matrix_games import linear_program

SAMPLE_SEED = 2013
COMPARED = 5
STUDENT_STEPS = 20_000
BOARDS = [Board(n, p) for sizes in LIMITED.values() for n, p in sizes]
EXAM = load_exam("nash")


def solve_question(number: int, u0: int) -> None:
    make_key(EXAM, u0, parts=[part.id for part in EXAM.questions[number - 1].parts])


def whole_matrices(u0: int) -> None:
    everyone = np.arange(MANY, dtype=np.intp)
    for board in BOARDS:
        limited_game(u0, board, MANY).outcomes(everyone, everyone)


def student_masks(board: Board, player: int, u0: int) -> list[list[int]]:
    masks = [board.mask(player, placement) for placement in range(board.count(player))]
    return [[masks[i] for i in permutation(int(n), len(masks))] for n in sequence(u0, FEW)]


def student_game(first: list[int], second: list[int]) -> int:
    """Pointers into the two lists only move forward: what a plan cannot play now, it never can."""
    occupied, mine, theirs = 0, iter(first), iter(second)
    while True:
        for mask in mine:
            if not mask & occupied:
                occupied |= mask
                break
        else:
            return 0
        for mask in theirs:
            if not mask & occupied:
                occupied |= mask
                break
        else:
            return 1


def student_matrix(board: Board, u0: int) -> list[list[int]]:
    first, second = (student_masks(board, player, u0) for player in (1, 2))
    return [[student_game(mine, theirs) for theirs in second] for mine in first]


def student_exp3(matrix: list[list[int]], steps: int) -> float:
    """The exam's algorithm; only the winner's weight changes, and is kept exponentiated."""
    size = len(matrix)
    n_max = ceil(1000 * 2 * size * log(2 * size))
    eta = 0.8 * sqrt(log(size) / (n_max * size))
    weights = [[1.0] * size, [1.0] * size]
    plans = range(size)
    wins = 0
    for _ in range(steps):
        chosen, chances = [], []
        for own in weights:
            bounds = list(accumulate(own))
            if random.random() < size * eta:
                i = random.choice(plans)
            else:
                (i,) = random.choices(plans, cum_weights=bounds)
            chosen.append(i)
            chances.append(eta + (1 - size * eta) * own[i] / bounds[-1])
        won = matrix[chosen[0]][chosen[1]]
        wins += won
        winner = 1 - won
        weights[winner][chosen[winner]] *= exp(eta / chances[winner])
    return wins / steps


def report_keys(seeds: list[int]) -> None:
    times = sorted(seconds(lambda u0=u0: make_key(EXAM, u0)) for u0 in seeds)
    p95 = times[ceil(0.95 * len(times)) - 1]
    print(f"key, {len(seeds)} seeds: median {1e3 * statistics.median(times):.1f} ms, 95 % {1e3 * p95:.1f} ms, "
          f"slowest {1e3 * times[-1]:.1f} ms")  # fmt: skip


def report_question_8(seeds: list[int]) -> None:
    rows = [(seconds(lambda u0=u0: solve_question(8, u0)), seconds(lambda u0=u0: whole_matrices(u0))) for u0 in seeds]
    ours, theirs = (statistics.median(column) for column in zip(*rows, strict=True))
    ratio = statistics.median(whole / own for own, whole in rows)
    print(f"question 8: {1e3 * ours:.1f} ms; whole matrices {theirs:.2f} s; ratio {ratio:.0f}")


def report_question_7(seeds: list[int]) -> None:
    n_max = ceil(1000 * 2 * FEW * log(2 * FEW))
    for u0 in seeds:
        own = seconds(lambda u0=u0: solve_question(7, u0))
        matrices: list[list[list[int]]] = []
        build = seconds(lambda u0=u0, all_=matrices: all_.extend(student_matrix(board, u0) for board in BOARDS))
        program = build + seconds(lambda all_=matrices: [linear_program(matrix) for matrix in all_])
        sampled = seconds(lambda all_=matrices: [student_exp3(matrix, STUDENT_STEPS) for matrix in all_])
        printed = build + sampled * n_max / STUDENT_STEPS
        ratios = f"ratio {printed / own:.0f}; with a linear program {program:.2f} s, ratio {program / own:.0f}"
        print(f"question 7, u0 = {u0}: {1e3 * own:.1f} ms; student, as printed {printed:.0f} s, {ratios}")


def main(count: int) -> None:
    """Print the figures for `count` random seeds."""
    random.seed(SAMPLE_SEED)
    seeds = random.sample(range(1, 64007), count)
    make_key(EXAM, EXAM.model_seed)
    report_keys(seeds)
    report_question_8([EXAM.model_seed, *seeds[:COMPARED]])
    report_question_7([EXAM.model_seed, *seeds[:2]])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
