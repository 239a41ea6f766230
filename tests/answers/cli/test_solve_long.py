"""What would run for more than a minute is refused with an estimate, unless it is asked for."""

from pathlib import Path

import pytest

from answers.cli.common import cost
from answers.cli.common.cost import check_cost
from answers.errors import CorrigeError
from answers.messages import Message
from tests.answers.cli.running import run

WORK = Message("much")
LESS = Message("ask for less")


def test_an_estimate_says_where_and_what_to_do() -> None:
    with pytest.raises(CorrigeError) as refused:
        check_cost(WORK, 1e6, place="--games", remedy=LESS, long=False)
    (problem,) = refused.value.problems
    assert (problem.place, problem.remedy) == ("--games", "ask for less, or pass --long")
    assert problem.cause.startswith("much: about ")
    assert problem.cause.endswith(" days of computing")  # 10⁶ s are 11.6 days on a usual machine, more on a slow one


@pytest.mark.parametrize(("seconds", "long"), [(0.0, False), (cost.QUICK, False), (1e9, True)])
def test_little_work_and_work_that_is_wanted_are_done(seconds: float, long: bool) -> None:
    check_cost(WORK, seconds, place="--games", remedy=LESS, long=long)


def test_a_slow_machine_is_given_its_own_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cost, "_loop", lambda: 10 * cost.USUAL_SECONDS)
    check_cost(WORK, 5.9, place="--games", remedy=LESS, long=False)
    with pytest.raises(CorrigeError, match="about 2 min of computing"):
        check_cost(WORK, 12, place="--games", remedy=LESS, long=False)


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        ("solve dice --dice 50 --target 5000 --game simultaneous", "--target"),
        ("solve dice --dice 100 --target 5000", "--target"),
        ("solve dice --table EG --dice 100 --target 5000", "--target"),
        ("solve dice --table E1 --dice 200 --target 1000", "--target"),
        ("solve dice-gain --dice 100 --target 5000 --game scoreless", "--target"),
        ("solve dice-gain --games 100000000 --target 2000", "--games"),
        ("play dice --dice 100 --target 5000", "--target"),
        ("solve yahtzee --dice-count 8 --faces 8", "--dice-count"),
        ("solve yahtzee --dice-count 7 --faces 7 --games 100", "--dice-count"),
        ("solve yahtzee --strategy perturbation --games 10000000", "--games"),
        ("solve yahtzee-game --strategy optimal --dice-count 8 --faces 8", "--dice-count"),
        ("solve yahtzee-group --open chance,fours,ones --dice-count 8 --faces 8", "--dice-count"),
        ("solve yahtzee-weights --sets 1000000", "--sets"),
        ("solve yahtzee-weights --method alone --sets 1000000", "--sets"),
        ("solve yahtzee-weights --method coordinate --steps 100000", "--sets"),
        ("solve domineering --board 8x8", "--board"),
        ("solve domineering --board 8x8 --illegal 0,0", "--board"),
        ("solve cram --board 8x8", "--board"),
        ("solve tictactoe --grid ................", "--grid"),
        ("solve phantom --board 3x3 --method exp3 --steps 10000000000", "--steps"),
        ("solve phantom --board 4x5 --plans 64006 --method exp3", "--steps"),
        ("solve nash --matrix game.csv --method exp3 --steps 10000000000", "--steps"),
        ("solve verger --trees 8 --fruits 8 --ravens 10000", "--trees"),
        ("solve verger --games 100000000", "--games"),
        ("solve verger --orchard 5,2 --ravens 50 --chain --power 100000", "--power"),
        ("match decision_une perturbation --games 1000000 --method antithetic --tournament optimal", "--games"),
        ("match decision_une decision.py --games 1000000", "--games"),
        ("match optimal decision_une --dice-count 8 --faces 8", "--dice-count"),
    ],
)
def test_what_would_run_long_is_refused(
    capsys: pytest.CaptureFixture[str], here: Path, monkeypatch: pytest.MonkeyPatch, arguments: str, place: str
) -> None:
    monkeypatch.setattr(cost, "_loop", lambda: 10 * cost.USUAL_SECONDS)
    (here / "game.csv").write_text("1,0\n0,1\n")
    (here / "decision.py").write_text("def decide(*_):\n    return []\n")
    outcome = run(capsys, *arguments.split())
    assert (outcome.code, outcome.out) == (2, "")
    assert f"{place}: " in outcome.err
    assert " of computing\n" in outcome.err
    assert "or pass --long" in outcome.err


@pytest.mark.parametrize(
    "arguments",
    ["solve cram --board 2x2", "solve domineering --board 2x2", "solve tictactoe", "solve dice --target 5"],
)
def test_long_work_is_done_when_it_is_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: str
) -> None:
    monkeypatch.setattr(cost, "QUICK", -1)
    monkeypatch.setattr(cost, "PATIENCE", -1)
    assert run(capsys, *arguments.split()).code == 2
    assert run(capsys, *arguments.split(), "--long").code == 0
