"""What worked solutions tell, against the oracles."""

from fractions import Fraction

from answers.exam.books.worked_phantom import learned, searches, sums, told_game
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


def test_sums_are_plain() -> None:
    u = terms(17, 12)
    assert sums(17, (5, 12)) == ((5, sum(u[:5]), sum(n**3 for n in u[:5])), (12, sum(u), sum(n**3 for n in u)))


def test_learning_ends_near_the_value() -> None:
    found = learned(17, [("A", Board(2, 6), Fraction(1))], 20)
    ((name, value, tenth, full),) = found["last"]
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
