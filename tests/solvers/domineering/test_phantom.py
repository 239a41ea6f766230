import itertools

from hypothesis import given
from hypothesis import strategies as st

from solvers.domineering.board import Board
from solvers.domineering.phantom import all_plans, limited_plans, play, turns
from solvers.sequence.lcg import sequence
from solvers.sequence.permutations import permutation
from tests.oracles.phantom_referee import covered, referee


@st.composite
def boards(draw, most=6):
    rows, cols = draw(st.integers(1, most)), draw(st.integers(1, most))
    cells = list(itertools.product(range(rows), range(cols)))
    return Board(rows, cols, draw(st.frozensets(st.sampled_from(cells), max_size=len(cells))))


def plans(board, player):
    """Any list of placements: short, long, empty, with repetitions, legal or not."""
    count = board.count(player)
    return st.lists(st.integers(0, count - 1), max_size=2 * count) if count else st.just([])


@given(st.data())
def test_play_equals_the_referee(data):
    """A list is read in order, once: what turns skip, then lay, up to the end of the game."""
    board = data.draw(boards())
    lists = data.draw(plans(board, 1)), data.draw(plans(board, 2))
    game, (*played, last) = play(board, *lists), turns(board, *lists)
    winner, history = referee(board.rows, board.cols, board.forbidden, *lists)
    assert (game.winner, [(move.player, move.placement) for move in game.moves]) == (winner, history)
    assert [(turn.player, turn.placement) for turn in played] == history
    assert [turn.cells for turn in played] == [covered(board.rows, board.cols, *move) for move in history]
    assert (last.player, last.placement, last.cells) == (3 - winner, None, ())
    for player, plan in enumerate(lists, 1):
        steps = [turn for turn in (*played, last) if turn.player == player]
        read = [number for turn in steps for number in (*turn.skipped, turn.placement) if number is not None]
        assert read == plan[: len(read)]


def test_printed_winners():
    """Answer sheet of the ENS 2013 exam, question 3, u0 = 17."""
    u = sequence(17, 19)
    games = [play(Board(5, 5), permutation(u[n], 20), permutation(u[2 * n], 20)) for n in range(1, 10)]
    assert [game.winner for game in games] == [1, 2, 2, 1, 2, 1, 2, 2, 2]


def test_a_game_worked_by_hand():
    game = play(Board(2, 3, frozenset({(1, 0)})), [2, 3, 0, 1], [0, 1, 1, 2])
    # Placement 2 lies over the forbidden cell; player 1 takes (1,1)-(1,2) and leaves no vertical domino.
    assert game.winner == 1
    assert [move.cells for move in game.moves] == [((1, 1), (1, 2))]
    assert game.grid() == ((0, 0, 0), (-1, 1, 1))
    assert game.draw() == "...\n#<>"


def test_all_plans_order_the_legal_placements():
    board = Board(3, 3, frozenset({(1, 1)}))
    plans = all_plans(board, 1)
    assert sorted(map(tuple, plans.tolist())) == list(itertools.permutations((0, 1, 4, 5)))
    assert tuple(plans[0]) == tuple((0, 1, 4, 5)[p] for p in permutation(0, 4))


def test_all_plans_without_any_placement():
    assert all_plans(Board(1, 4), 2).shape == (1, 0)
    assert all_plans(Board(1, 1), 1).shape == (1, 0)
    assert limited_plans(17, 3, 0).shape == (3, 0)
