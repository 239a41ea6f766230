"""One peer on one problem, run as a script by the Python that has the peers: theirs.py PEER [REPEATS].

A matrix comes as an array file on standard input; the answer is one line of JSON: seconds of the fastest run after one
to warm up, and the two strategies. `tic-tac-toe` reads no matrix and tells the value. Imports nothing of ours.
"""

import io
import json
import sys
from time import perf_counter

import numpy as np


def nashpy(matrix):
    """The linear program of the zero-sum game."""
    from nashpy import Game

    return Game(matrix).linear_program()


def quantecon(matrix):
    """Its own compiled simplex method."""
    from quantecon.optimize import minmax

    return minmax(matrix)[1:]


def gambit(matrix, *, rational=False):
    """The linear program, by its own simplex method."""
    import pygambit

    game = pygambit.StrategicGame.from_arrays(matrix, -matrix)
    result = pygambit.nash.lp_solve(game, rational=rational).equilibrium
    return [[float(result[player][plan]) for plan in game.get_strategies(player)] for player in ("1", "2")]


def gambit_exact(matrix):
    """The same in rationals, of integer payoffs."""
    return gambit(matrix.astype(int), rational=True)


def open_spiel(matrix):
    """The linear program, by cvxpy."""
    import pyspiel
    from open_spiel.python.algorithms.lp_solver import solve_zero_sum_matrix_game

    row, column, _, _ = solve_zero_sum_matrix_game(pyspiel.create_matrix_game(matrix, -matrix))
    return row, column


def scipy(matrix):
    """HiGHS, the two linear programs in one: the dual values are the other player's strategy."""
    from scipy.optimize import linprog

    rows, columns = matrix.shape
    optimum = linprog(
        np.append(np.zeros(rows), -1),
        A_ub=np.column_stack([-matrix.T, np.ones(columns)]),
        b_ub=np.zeros(columns),
        A_eq=[np.append(np.ones(rows), 0)],
        b_eq=[1],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    return optimum.x[:-1], -optimum.ineqlin.marginals


def tic_tac_toe(_):
    """α-β from the empty board; the value for the first player."""
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    return alpha_beta_search(pyspiel.load_game("tic_tac_toe"))[0], 0


PEERS = {"nashpy": nashpy, "quantecon": quantecon, "pygambit": gambit, "pygambit, rationals": gambit_exact}
PEERS |= {"OpenSpiel": open_spiel, "SciPy, HiGHS": scipy, "tic-tac-toe": tic_tac_toe}


def main(peer, repeats="3"):
    """Warm up, run, and tell."""
    matrix = None if peer == "tic-tac-toe" else np.load(io.BytesIO(sys.stdin.buffer.read()))
    took = []
    for _ in range(1 + int(repeats)):
        start = perf_counter()
        row, column = PEERS[peer](matrix)
        took.append(perf_counter() - start)
    fastest = min(took[1:], default=took[0])
    print(json.dumps({"seconds": fastest, "row": np.ravel(row).tolist(), "column": np.ravel(column).tolist()}))


if __name__ == "__main__":
    main(*sys.argv[1:])
