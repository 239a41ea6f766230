"""What worked solutions tell, against the oracles, and first unbeaten plans against whole matrices."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exams.phantom_domineering.matches import game_record
from answers.exams.phantom_domineering.rules import RULES
from answers.exams.phantom_domineering.solved import limited_game
from answers.exams.phantom_domineering.values import learned, searches
from answers.flags import DEGENERATE_SEED
from solvers.domineering.board import Board
from tests.oracles.nash_exam import plan, terms
from tests.oracles.phantom_referee import referee


def test_the_game_told_is_that_of_the_terms() -> None:
    u = terms(17, 10)
    texts = game_record(Board(5, 4), 17, 3)
    assert texts["indices"] == (u[3], u[6])
    assert [list(one) for one in texts["lists"]] == [plan(u[3], 15), plan(u[6], 16)]
    _, history = referee(5, 4, (), *texts["lists"])
    assert [(turn.player, turn.placement) for turn in texts["turns"][:-1]] == history
    assert str(texts["drawing"]).startswith("<svg ")


def test_learning_ends_near_the_value() -> None:
    values = learned(17, [("A", Board(2, 6), Fraction(1))], 20)
    ((name, value, tenth, full),) = values["last"]
    assert (name, value) == ("A", 1)
    assert 0.7 < tenth <= 1
    assert abs(full - 1) < 0.1


def test_searches_tell_who_has_an_unbeaten_plan() -> None:
    (wins, loses) = searches(17, (("wide", Board(3, 5)), ("tall", Board(5, 3))), 100)
    assert wins[0] == "wide"
    assert wins[1] is not None
    assert wins[2] is None
    assert loses[1] is None
    assert loses[2] is not None
    assert wins[3] < loses[3] < 20_000


@pytest.mark.parametrize("name", ["nash", "phantom"])
def test_seed_zero_is_flagged_and_every_answer_exists(name: str) -> None:
    exam = load_exam(name)
    key = make_key(exam, 0)
    assert key.flags == (DEGENERATE_SEED,)
    assert set(key.answers) == {part.id for part in exam.parts}


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
