from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from answers.exams.phantom_domineering.rules import RULES
from answers.exams.phantom_domineering.solved import limited_game
from solvers.domineering.board import Board


@pytest.mark.parametrize(("mover_wins", "second_begins", "illegal_passes"), list(product((False, True), repeat=3)))
def test_the_first_unbeaten_plan_is_the_first_full_row_or_empty_column(
    *, mover_wins: bool, second_begins: bool, illegal_passes: bool
) -> None:
    rules = replace(RULES, mover_wins=mover_wins, second_begins=second_begins, illegal_passes=illegal_passes)
    found = set()
    for sizes, u0 in product([(3, 3), (2, 3), (3, 4), (4, 3)], range(17, 23)):
        game = limited_game(rules, u0, Board(*sizes), 3 if u0 % 2 else 30)
        matrix = game.outcomes(*map(np.arange, game.shape))
        for player, wins in ((1, matrix.all(axis=1)), (2, ~matrix.any(axis=0))):
            first = next(iter(np.flatnonzero(wins)), None)
            assert game.first_unbeaten(player) == first
            found.add(first is None)
    assert found == {False, True}
