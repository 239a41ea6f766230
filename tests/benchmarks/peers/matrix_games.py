"""Matrix games and tic-tac-toe beside peers: python -m tests.benchmarks.peers.matrix_games PYTHON [--large].

PYTHON is an interpreter that has them (`make peers`). Each peer solves each game in a process of its own, on a thread,
its imports and a first run not counted, for at most PATIENCE seconds. The value's error is against our exact value, the
regret of what each returns is computed in floating point, and what fails is told. `--large` adds 1000 × 1000.
"""

import io
import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np

from solvers.board_games.tic_tac_toe import TicTacToe
from solvers.compiled.arrays import Floats
from solvers.graph_games.tree_search import alpha_beta
from solvers.matrix_games.zero_sum import zero_sum
from tests.benchmarks.timing import fastest

THEIRS = Path(__file__).with_name("theirs.py")
PEERS = ("SciPy, HiGHS", "quantecon", "nashpy", "OpenSpiel", "pygambit", "pygambit, rationals")
PATIENCE = 60
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}


def games(*, large: bool) -> dict[str, Floats]:
    """Random ones, and those that are degenerate: equal rows, many equilibria, a cycle, a value of 1/n."""
    drawn, places = np.random.default_rng(2013), np.arange(100)
    random = (drawn.random((100, 100)) < 1 / 2).astype(float)
    made = {"0/1, 100 × 100": random, "… each row and column four times": random[places // 4][:, places // 4]}
    made["… of rank 3"] = (drawn.integers(0, 2, (100, 3)) @ drawn.integers(0, 2, (3, 100)) > 0).astype(float)
    ahead = (places - places[:, np.newaxis]) % 101
    made["who is ahead on a circle, 100"] = np.where(ahead == 0, 0, np.where(ahead <= 50, 1, -1)).astype(float)
    made["identity, 100"] = np.eye(100)
    if large:
        made["0/1, 1000 × 1000"] = (drawn.random((1000, 1000)) < 1 / 2).astype(float)
    return made


def run(python: str, peer: str, matrix: Floats | None = None) -> tuple[float, list[float], list[float]] | str:
    """Return seconds and strategies, or how it failed."""
    stream = io.BytesIO()
    if matrix is not None:
        np.save(stream, matrix)
    repeats = "3" if matrix is None or len(matrix) <= 100 else "0"
    command = [python, str(THEIRS), peer, repeats]
    environment = {**os.environ, **ONE_THREAD}
    try:
        done = subprocess.run(
            command, input=stream.getvalue(), capture_output=True, check=True, timeout=PATIENCE, env=environment
        )
    except subprocess.TimeoutExpired:
        return f"over {PATIENCE} s"
    except subprocess.CalledProcessError as error:
        return "fails: " + error.stderr.decode().strip().splitlines()[-1][:60]
    message = json.loads(done.stdout.splitlines()[-1])
    return message["seconds"], message["row"], message["column"]


def report(python: str, name: str, matrix: Floats) -> None:
    """Print a line of a table a solver."""
    equilibrium = zero_sum(matrix)
    value = equilibrium.approximate_value
    seconds = fastest(partial(zero_sum, matrix))
    print(
        f"| {name} | corrige | {1e3 * seconds:.1f} ms |"
        f" {'exact' if not equilibrium.regret else equilibrium.regret} | 0 |"
    )
    for peer in PEERS:
        messages = run(python, peer, matrix)
        if isinstance(messages, str):
            print(f"| | {peer} | {messages} | | |", flush=True)
            continue
        row, column = (np.clip(side, 0, None) / np.clip(side, 0, None).sum() for side in messages[1:])
        low, high = (row @ matrix).min(), (matrix @ column).max()
        error = max(abs(low - value), abs(high - value))
        line = f"{1e3 * messages[0]:.1f} ms ({messages[0] / seconds:.1f} ×) | {error:.0e} | {max(high - low, 0):.0e}"
        print(f"| | {peer} | {line} |", flush=True)


def main() -> None:
    python, large = sys.argv[1], "--large" in sys.argv[2:]
    print("| game | solver | time | error of the value | regret |\n|---|---|---|---|---|")
    for name, matrix in games(large=large).items():
        report(python, name, matrix)
    ours, theirs = fastest(lambda: alpha_beta(TicTacToe())), run(python, "tic-tac-toe")
    text = (
        theirs
        if isinstance(theirs, str)
        else f"{1e3 * theirs[0]:.0f} ms ({theirs[0] / ours:.0f} ×), value {theirs[1][0]}"
    )
    print(f"tic-tac-toe by α-β without memory: corrige {1e3 * ours:.0f} ms; OpenSpiel {text}")


if __name__ == "__main__":
    main()
