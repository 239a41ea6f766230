"""What is told of a game, against the referee."""

from answers.exams.phantom_domineering.matches import told_game
from solvers.domineering.board import Board
from tests.oracles.nash_exam import plan, terms
from tests.oracles.phantom_referee import referee


def test_the_game_told_is_that_of_the_terms() -> None:
    u = terms(17, 10)
    told = told_game(Board(5, 4), 17, 3)
    assert told["indices"] == (u[3], u[6])
    assert [list(one) for one in told["lists"]] == [plan(u[3], 15), plan(u[6], 16)]
    _, history = referee(5, 4, (), *told["lists"])
    assert [(turn.player, turn.placement) for turn in told["turns"][:-1]] == history
    assert str(told["drawing"]).startswith("<svg ")
