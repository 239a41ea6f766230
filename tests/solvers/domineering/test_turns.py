"""Games told turn by turn are those of the referee on a grid, and nothing of a list is lost on the way."""

import random

from solvers.domineering.board import Board
from solvers.domineering.turns import turns
from tests.oracles.phantom_referee import covered, referee


def test_turns_are_the_moves_of_the_referee() -> None:
    for seed in range(40):
        rng = random.Random(seed)
        n, p = rng.randint(1, 6), rng.randint(1, 6)
        cells = [(i, j) for i in range(n) for j in range(p)]
        forbidden = frozenset(rng.sample(cells, min(len(cells) - 1, rng.randint(0, 2))))
        board = Board(n, p, forbidden)
        lists = tuple(rng.sample(range(board.count(player)), board.count(player)) for player in (1, 2))
        played = turns(board, *lists)
        winner, history = referee(n, p, forbidden, *lists)
        assert [(turn.player, turn.placement) for turn in played[:-1]] == history
        assert [turn.cells for turn in played[:-1]] == [covered(n, p, player, move) for player, move in history]
        assert (played[-1].player, played[-1].placement, played[-1].cells) == (3 - winner, None, ())
        for player, plan in enumerate(lists, 1):
            read = [
                k for turn in played if turn.player == player for k in (*turn.skipped, turn.placement) if k is not None
            ]
            assert read == plan[: len(read)]
