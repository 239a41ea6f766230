"""What is told of a game, against the referee."""

from answers.exams.phantom_domineering.matches import game_record
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
