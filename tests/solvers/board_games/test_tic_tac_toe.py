from collections import Counter
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.board_games.tic_tac_toe import TicTacToe
from solvers.graph_games.arena import unfold
from solvers.graph_games.attractors import attractor
from solvers.graph_games.game import drawn_play
from solvers.graph_games.tree_search import Heuristic, alpha_beta, depth_limited, min_max, tree_size

GAME = TicTacToe()
X_WINS = (0b000000111, 0b000011000)


def test_known_counts():
    """5478 positions, 255 168 games: recounted by OpenSpiel and by a program of its own."""
    arena = unfold(GAME)
    assert arena.count[0] == 5478
    by_marks = Counter(sum(map(int.bit_count, state)) for state in arena.arcs)
    assert [by_marks[marks] for marks in range(10)] == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    assert tuple(map(len, (*arena.wins, arena.draws))) == (626, 316, 16)
    assert [len(attractor(arena, player).states) for player in (0, 1)] == [2936, 1474]
    assert tree_size(GAME).leaves == 255_168


def test_searches_agree_on_a_draw():
    plain = tree_size(GAME)
    memo = min_max(GAME, memo=True)
    assert (memo.value, memo.evaluated, memo.states, memo.leaves) == (0, 5478, 5478, 958)
    assert memo.calls < plain.calls == 549_946  # nodes of the tree: the known 549 946
    for pruned in (alpha_beta(GAME), alpha_beta(GAME, memo=True)):
        assert pruned.value == 0
        assert pruned.evaluated < plain.calls


def test_example_1_2():
    """Both players always take the first free cell: player 0 wins with the seventh mark."""
    play = drawn_play(GAME, [0] * 9)
    assert GAME.text(play[-1]) == "XOX\nOXO\nX.."
    assert GAME.outcome(play[-1]) == 1
    assert [GAME.cell(a, b) for a, b in pairwise(play)][:4] == [(0, 0), (0, 1), (0, 2), (1, 0)]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 8), max_size=9), st.sampled_from([2, 3, 4]))
def test_reachable_positions(draws, size):
    game = TicTacToe(size)
    state = drawn_play(game, draws)[-1]
    # The eight images: turning and reflecting the text.
    text = game.text(state).split("\n")
    for _ in range(4):
        text = ["".join(column) for column in zip(*text[::-1], strict=True)]
        for image in (text, text[::-1]):
            cells = "".join(image)
            masks = tuple(sum(1 << k for k, mark in enumerate(cells) if mark == own) for own in "XO")
            assert game.outcome(masks) == game.outcome(state)
    assert -100 <= game.open_lines(state) <= 100
    assert abs(game.open_lines(state)) == 100 or not game.outcome(state)


def test_open_lines():
    """Centre taken by X: the four lines through it are closed to O; 8 - 4."""
    assert GAME.open_lines((1 << 4, 0)) == 4
    assert GAME.open_lines((0, 0)) == 0
    assert GAME.open_lines(X_WINS) == 100
    assert depth_limited(GAME, Heuristic(GAME.open_lines), 1).value == 4
    assert depth_limited(GAME, Heuristic(GAME.open_lines), 1).moves == ((1 << 4, 0),)


def test_squared_lines():
    """X at 0, 1 and O at 15 on 4 × 4: the first row counts 4, two columns 1 each, the diagonal is closed to both.

    O takes off 1 for its row and 1 for its column.
    """
    game = TicTacToe(4, (0b11, 1 << 15))
    assert game.squared_lines(game.start) == 4 + 1 + 1 - 1 - 1
    assert game.squared_lines((0b1111, 0b111 << 8)) == 100
    assert game.squared_lines((0b111 << 8, 0b1111)) == -100
    assert game.squared_lines((0, 0)) == 0
