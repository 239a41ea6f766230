import random

import pytest

from solvers.board_games.cram import Cram
from solvers.board_games.cram_symmetry import cram_symmetry
from solvers.domineering.board import Board
from solvers.graph_games.arena import unfold
from tests.oracles.check_strategy import check_strategy


def cram(rows, cols, *removed):
    return Cram(Board(rows, cols, frozenset(removed)))


GAMES = [
    (cram(2, 2), 1),
    (cram(2, 4), 1),
    (cram(4, 3), 0),
    (cram(1, 2), 0),
    (cram(1, 6), 0),
    (cram(5, 2), 0),
    (cram(2, 4, (0, 0), (1, 3)), 1),
    (cram(3, 3, (1, 1)), 1),
    (cram(2, 5, (0, 2), (1, 2)), 1),
    (cram(4, 3, (0, 0), (3, 2)), 0),
    (cram(2, 2, (0, 0), (0, 1), (1, 0), (1, 1)), 1),
]


@pytest.mark.parametrize(("game", "player"), GAMES)
def test_it_wins_every_play(game, player):
    symmetry = cram_symmetry(game)
    assert symmetry.player == player
    arena = unfold(game)
    met, strategy = [arena.start], {}
    for state in met:
        after = arena.arcs[state]
        if after and state[1] == player:
            strategy[state] = symmetry.reply(state)
            after = (strategy[state],)
        met += [s for s in after if s not in strategy]
    assert check_strategy(arena, player, strategy).verdict == "wins"


@pytest.mark.parametrize(("sides", "player"), [((8, 8), 1), ((8, 7), 0), ((5, 12), 0), ((1, 64), 0)])
def test_it_wins_large_grids_against_random_play(sides, player):
    game = cram(*sides)
    symmetry = cram_symmetry(game)
    rng = random.Random(3)
    for _ in range(20):
        state = game.start
        while successors := game.successors(state):
            state = symmetry.reply(state) if state[1] == player else rng.choice(successors)
        assert game.outcome(state) == (-1 if player else 1)


@pytest.mark.parametrize("game", [cram(3, 3), cram(1, 3), cram(2, 2, (0, 0)), cram(2, 4, (0, 0), (1, 2))])
def test_where_the_argument_does_not_apply(game):
    assert cram_symmetry(game) is None


def test_positions_that_the_strategy_does_not_meet():
    symmetry = cram_symmetry(cram(2, 2))
    for state in [(0, 0), (0, 1), (0b1111, 1)]:
        with pytest.raises(ValueError, match="player 1 does not meet"):
            symmetry.reply(state)
