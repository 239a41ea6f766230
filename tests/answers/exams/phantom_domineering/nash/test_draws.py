"""The illegal cells of question 6: (u(1000) mod N, u(1001) mod P), as the document writes."""

import pytest

from answers.exam.draw import Draw
from answers.exams.phantom_domineering.nash.draws import draw
from answers.exams.phantom_domineering.rules import Dimensions
from tests.oracles.nash_exam import terms

BOARDS = ((1, 4), (2, 3), (3, 2), (2, 4), (3, 3), (4, 2))


@pytest.mark.parametrize("u0", [0, 1, 17, 64006, *range(5, 64006, 1999)])
def test_draws_are_those_of_the_document(u0: int) -> None:
    u, parameters = terms(u0, 1002), draw(Draw(u0))
    assert parameters.u0 == u0
    assert parameters.illegal == {f"{n},{p}": (u[1000] % n, u[1001] % p) for n, p in BOARDS}
    assert str(Dimensions(2, 3)) == "2,3"
