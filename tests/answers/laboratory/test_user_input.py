"""Work of more than a minute is refused with an estimate, unless --long is given."""

import pytest

from answers.errors import CorrigeError
from answers.laboratory import user_input
from answers.laboratory.user_input import check_cost
from answers.messages import Message
from tests.problems import problems_of

WORK = Message("much")
LESS = Message("ask for less")


def test_an_estimate_says_where_and_what_to_do() -> None:
    (problem,) = problems_of(check_cost, WORK, 1e6, place="--games", remedy=LESS, long=False)
    assert (problem.place, problem.remedy) == ("--games", "ask for less, or add --long")
    assert problem.cause.startswith("much, which would take about ")
    assert problem.cause.endswith(" days")  # 10⁶ s are 11.6 days on a usual machine, more on a slow one


@pytest.mark.parametrize(("seconds", "long"), [(0.0, False), (user_input.QUICK, False), (1e9, True)])
def test_little_work_and_work_that_is_wanted_are_done(seconds: float, long: bool) -> None:
    check_cost(WORK, seconds, place="--games", remedy=LESS, long=long)


def test_a_slow_machine_is_given_its_own_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_input, "repeat", lambda *_, **__: [10 * user_input.USUAL_SECONDS])
    check_cost(WORK, 5.9, place="--games", remedy=LESS, long=False)
    with pytest.raises(CorrigeError, match="which would take about 2 min"):
        check_cost(WORK, 12, place="--games", remedy=LESS, long=False)
