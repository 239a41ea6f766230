"""What the solvers refuse, and what they say of it; the three rooms of most refusals have a table of their own."""

from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from solvers.board_games.chess_material import chess_material
from solvers.board_games.chomp import Chomp, chomp_graph, eat
from solvers.board_games.chomp_solution import chomp_solution
from solvers.board_games.cram import Cram, cram_symmetry
from solvers.board_games.tic_tac_toe import TicTacToe
from solvers.domineering.board import Board
from solvers.domineering.hidden_cell import hidden_cell
from solvers.domineering.phantom import all_plans, play
from solvers.graph_games.arena import unfold
from solvers.graph_games.drawing.arena_svg import MAX_STATES, arena_svg
from solvers.graph_games.tree_search import Heuristic, alpha_beta, depth_limited, min_max, tree_size
from solvers.invalid_input import InvalidInput
from solvers.matrix_games.exp3 import exp3
from solvers.matrix_games.small_matrix_game import small_matrix_game
from solvers.matrix_games.win_matrix import win_matrix
from solvers.matrix_games.zero_sum import expected_payoff, integer_game, zero_sum
from solvers.sequence.lcg import sequence, term
from solvers.sequence.permutations import permutation
from tests.solvers.graph_games.zoo import GraphGame, small

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
WRONG_MATRICES = [
    ([], "1 to 1000 rows and columns, got 0"),
    ([[]], "got 1 × 0"),
    (5, "a single value"),
    ([1, 2], "got 2$"),
    (np.zeros((2, 2, 2)), "got 2 × 2 × 2"),
    (np.zeros((1001, 1)), "got 1001 × 1"),
    (np.zeros((1, 1001)), "got 1 × 1001"),
    ([[1, 2], [3]], "rows of equal length"),
    ([["a", "b"]], "integers, fractions or floats"),
    ([[1j, 0]], "integers, fractions or floats"),
    ([[1.0, float("nan")]], "got nan in row 0, column 1"),
    ([[1.0], [-float("inf")]], "got -inf in row 1, column 0"),
    ([[Fraction(1, 2), float("inf")]], "got inf in row 0, column 1"),
    ([[Fraction(1, 2), float("nan")]], "got nan in row 0, column 1"),
    ([[Fraction(1, 2), None]], "got None in row 0, column 1"),
    ([[Fraction(1, 2), "1"]], "got '1' in row 0, column 1"),
]
F = Fraction
ONE_COLUMN = partial(expected_payoff, [[F(1)], [F(0)]], column=[F(1)])
MATRICES = [
    *((partial(integer_game, matrix), message) for matrix, message in WRONG_MATRICES),
    (lambda: zero_sum([[None]]), "got None"),
    *((partial(small_matrix_game, matrix), "at least one row and one column") for matrix in ([], [[]], [1, 2])),
    *((partial(small_matrix_game, [[0, bad], [1, 2]]), r"between -1e\+300 and") for bad in (np.nan, np.inf, -1e301)),
    *((partial(win_matrix, wrong), r"row and column, got shape \(") for wrong in (1, [], [1, 0], [[]], [[[1]]])),
    *((partial(win_matrix, [[wrong]]), f"only 1 and 0, got {wrong}") for wrong in (2, -1, 0.5, float("nan"))),
    (lambda: exp3([[1, 2]], seed=1), "a game"),
    (lambda: exp3([[1]], seed=-1), "seed of .* must be"),
    (lambda: exp3([[1]], seed=1, steps=0), "number of steps .* must"),
    (lambda: ONE_COLUMN(row=[F(1)]), "2 probabilities, got 1"),
    (lambda: ONE_COLUMN(row=[F(2), F(-1)]), "at least 0"),
    (lambda: ONE_COLUMN(row=[F(1, 3), F(1, 3)]), "have the sum 1, got 2/3"),
]
SEQUENCES = [
    *((partial(term, u0, 1), f"between 0 and 64006, got {u0}") for u0 in (-1, 64007, 10**20)),
    *((partial(sequence, u0, 1), f"between 0 and 64006, got {u0}") for u0 in (-1, 64007)),
    (lambda: term(17, -1), "at least 0[,;] got -1"),
    (lambda: sequence(17, -1), "at least 0[,;] got -1"),
    (lambda: permutation(-1, 3), "n = -1, b = 3"),
    (lambda: permutation(1, -3), "n = 1, b = -3"),
]
NUMBERS = "numbered from 0, got"
BOARDS = [
    *((partial(Board, *size), "at most 64 cells, got {} × {}".format(*size)) for size in ((0, 3), (3, 0), (5, 13))),
    *(
        (partial(Board, 2, 3, frozenset({cell})), "is not on the board: rows are 0 … 1, columns 0 … 2")
        for cell in ((2, 0), (0, 3), (-1, 0), (0, -1))
    ),
    (lambda: Board(2, 3).legal(3), r"player must be 1 .* got 3"),
    (lambda: Board(2, 3).cells(1, -1), "player 1 has 4 placements .* got -1"),
    (lambda: Board(2, 3).cells(1, 4), "player 1 has 4 placements .* got 4"),
    *((partial(play, Board(2, 3), *lists), NUMBERS) for lists in (([4], []), ([-1], []), ([], [3]), ([0, 9], [0]))),
    (lambda: all_plans(Board(1, 11), 1), "9 legal moves; player 1 has 10"),
    (lambda: all_plans(Board(2, 2), 0), "player must be"),
    *((partial(hidden_cell, Board(2, 3), chances), "weight") for chances in ({}, {(0, 0): 0}, {(0, 0): -1, (0, 1): 2})),
    (lambda: hidden_cell(Board(2, 3), {(0, 3): 1}), "not on the board"),
    (lambda: hidden_cell(Board(3, 4), {(0, 0): 1}), "more than the limit of 1000000"),
    (lambda: hidden_cell(Board(4, 4), {(0, 0): 1}), "up to 9"),
    (lambda: Cram(Board(1, 1)), "at least 2 cells"),
    *(
        (partial(cram_symmetry(Cram(Board(2, 2))).reply, state), "does not occur when player 1 answers by symmetry")
        for state in ((0, 0), (0, 1), (0b1111, 1))
    ),
    *((partial(Chomp, bar), "none longer than the row above") for bar in ((), (0,), (2, 0), (1, 2), (65,), (1,) * 65)),
    (lambda: Chomp.rectangle(0, 3), "1 to 64 rows and columns, got 0 × 3"),
    (lambda: chomp_graph((65,)), "none longer than the row above"),
    *((partial(eat, (2, 1), cell), "is not on the bar") for cell in ((0, 2), (2, 0), (-1, 0), (0, -1))),
    *((partial(chomp_solution, *sides), r"at most 28 of both") for sides in ((0, 3), (3, 0), (14, 15))),
    *((partial(chomp_solution(2, 3).winner, bar), "bars of chocolate inside 2 × 3") for bar in ((4,), (1, 1, 1))),
    (lambda: chess_material("8/8"), "8 rows separated by '/', got 2"),
    (lambda: chess_material(START.replace("8", "7", 1)), "row 6 of the chess position has 7 squares"),
    (lambda: chess_material(START.replace("R", "X", 1)), "row 1 of the chess position: 'X' is neither a piece"),
    (lambda: chess_material(START.replace("8", "9", 1)), "row 6 of the chess position: '9' is neither"),
    (lambda: TicTacToe(1), "2 × 2 to 8 × 8 cells, got 1"),
    (lambda: TicTacToe(9), "got 9"),
    *((partial(TicTacToe, 3, marks), "disjoint sets of 9 cells") for marks in ((1, 1), (1 << 9, 0), (-1, 0))),
    (lambda: TicTacToe(3, (0, 1)), "or one more, got -1 more"),
    (lambda: TicTacToe(3, (7, 0)), "got 3 more"),
    (lambda: TicTacToe(3, (0b111, 0b111000)), "both players have a complete line"),
]
EMPTY = frozenset()
LOOP = GraphGame({(0, 0): [1], (1, 1): [0]}, {})
SEVEN = GraphGame({(0, 0): [1], (1, 1): [2]}, {(2, 0): 7})
LADDER = GraphGame({(n, n % 2): [n + 1] for n in range(MAX_STATES)}, {})
ARENAS = [
    ({"states": (("a", "b", "d"), ("b", "c"))}, "'b' belongs to both players"),
    ({"arcs": {"a": ("b", "c", "e"), "b": ("d",)}}, "the state 'e', which belongs to neither player"),
    ({"start": "z"}, "the state 'z', which belongs to neither player"),
    ({"draws": frozenset("dy")}, "the state 'y', which belongs to neither player"),
    ({"arcs": {"a": ("c", "d"), "b": ("a",)}}, "not bipartite: the arc 'a' → 'd' joins two states of player 0"),
    ({"draws": EMPTY}, "'d' has no move, .* it is in none"),
    ({"draws": frozenset("cd")}, "it is in T₀ and T_null"),
    ({"draws": frozenset("bd")}, "'b' is in the set T_null .* but has a move"),
]
GRAPHS = [
    *((partial(small, **changes), message) for changes, message in ARENAS),
    (lambda: unfold(SEVEN, limit=2), "more than 2 states"),
    (lambda: unfold(SEVEN), r"is -1, 0 or 1, got 7 in the state \(2, 0\)"),
    (lambda: arena_svg(unfold(LADDER)), "300 states, got 301"),
    *(
        (partial(search, LOOP), r"a play can come back to the state \(0, 0\)")
        for search in (min_max, partial(min_max, memo=True), alpha_beta, tree_size)
    ),
    *(
        (partial(depth_limited, LOOP, Heuristic(lambda _, v=value: v), 1), f"between -100 and 100, got {value}")
        for value in (100, -100, 101)
    ),
]


@pytest.mark.parametrize(("call", "message"), [*MATRICES, *SEQUENCES, *BOARDS, *GRAPHS])
def test_a_refusal_says_what_is_accepted(call, message):
    with pytest.raises(InvalidInput, match=message):
        call()


@pytest.mark.skipif(np.finfo(np.longdouble).bits == 64, reason="long doubles are doubles here")
def test_long_doubles_are_refused():
    with pytest.raises(InvalidInput, match="at most 64 bits"):
        integer_game(np.ones((1, 1), dtype=np.longdouble))
