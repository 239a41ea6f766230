"""What is asked wrongly of a solver or a game: exit code 2, the reason, nothing else."""

import shlex
from pathlib import Path

import pytest

from solvers.yahtzee.rules.rules import OFFICIAL
from tests.answers.cli.running import Corrige

HAND = "solve yahtzee-keep --dice 1,2,3,4,5"
MIXES = "solve nash --matrix game.csv"
ORCHARD = "solve verger --trees 2 --fruits 2 --ravens 2"
PLANS = "solve game --board 2x2"

REFUSED = {
    "solve cram --board 1x1": "at least 2 cells",
    "solve cram": "the game needs one board",
    "solve cram --grid grid --illegal 0,0": "--illegal can only be given with --board, not with --grid",
    "solve cram --board 2x2 -o tree.png": "file of the format .png",
    "solve domineering --board 1x1": "at least 2 cells",
    "solve domineering --board 8x8 --illegal 0,0": "at most 49 free cells, got 63",
    "solve domineering --board axb": "write for instance 3x4",
    "solve chomp --board 20x20": "at most 28",
    "solve chomp --board 3": "write for instance 3x4",
    "solve chomp --board 6x7 -o arena.svg": "more than 300 states",
    "solve tictactoe --grid XZ./.../..Y": "--grid, row 0, column 1: 'Z' is not a mark of a player, X or O",
    "solve tictactoe --grid .../.../..Y": "--grid, row 2, column 2: 'Y' is not a mark of a player, X or O",
    **{
        f"solve {game} --board 2x2 --illegal {cell}": text
        for game in ("phantom", "domineering", "cram")
        for cell, text in (("5,5", "(5, 5) is not on the board"), ("a", "--illegal has the value 'a'"))
    },
    "solve phantom --board 3x3 --plans 5 --u0 -1": "got -1",
    f"{PLANS} --first 0": "exactly one strategy for each",
    f"{PLANS} --first 0 --second 1 --indices 1,2": "exactly one strategy for each",
    f"{PLANS} --first 0 --second 1 --u0 17": "exactly one strategy for each",
    f"{PLANS} --first 0,x --second 1": "for instance 3,0,5,1",
    f"{PLANS} --indices 1": "--indices has the value '1'",
    "solve nash --matrix long.csv --method exp3": "0 and 1",
    f"{MIXES} --steps 10": "add --method exp3",
    f"{MIXES} -o curve.svg": "add --method exp3",
    f"{MIXES} --method exp3 --steps 99 -o curve.svg": "99 steps are too few to draw a curve",
    f"{MIXES} --row-mix 1/2,1/2": "--column-mix is missing",
    f"{MIXES} --column-mix 1/2,1/2": "--row-mix is missing",
    f"{MIXES} --row-mix a,b --column-mix 1,0": "--row-mix, line 1, column 1",
    f"{MIXES} --row-mix '1,0\n0,1' --column-mix 1,0": "given with --row-mix has more than one line",
    "solve dice --dice 0": "at least 1, got 0",
    "solve dice --state 4": "write for instance 40,52",
    "solve dice --game simultaneous --table OPT": "use --table mixes",
    f"solve yahtzee-win --open {','.join(OFFICIAL.boxes)} --lead -200": "give fewer open boxes to --open",
    "solve yahtzee-win --open chance --dice 1,2,3": "a hand has 5 dice",
    "solve yahtzee-win --open luck": "the boxes are ones",
    "solve dice --game scoreless --table EP": "leave --game out",
    "solve dice --dice 3 --table mixes -o mixes.png": "file of the format .png",
    "solve dice-gain --first lucky": "optimal, blind, random",
    "solve dice-gain --games 10 --seed -1": "--seed",
    "solve dice-gain --games 10 --state 1,1": "--games plays whole games, which begin at 0,0 and not at --state",
    "solve verger --orchard 3,x": "write for instance 3,2,1",
    "solve verger --orchard ''": "write for instance 3,2,1",
    "solve verger --orchard 3,2 --fruits 4": "--orchard cannot be combined with --trees or --fruits",
    "solve verger --trees 99999999999": "--trees",
    "solve verger --trees 1 --fruits 8 --ravens 10000 --exact": "14000 bits are printed",
    "solve verger --chain": "the limit is 1000",
    "solve verger --power 3": "--power is possible only with --chain",
    f"{ORCHARD} --die 1,1": "write for instance 1,1,1",
    "solve yahtzee --value chance=3": "write for instance small-straight=30",
    "solve yahtzee --value yahtzee": "write a number of points after =",
    "solve yahtzee --value yahtzee=-1": "write a number of points after =",
    "solve yahtzee --value extra=1 --value extra=2": "'extra=2' gives points to a box",
    "solve yahtzee-weights --method alone --values a": "write for instance 0.5,1,2",
    "solve yahtzee-keep --dice one": "write for instance",
    f"{HAND} --rolls 3": "--rolls",
    "solve yahtzee-weights --sets 1": "--sets",
    "solve yahtzee-weights --steps -1": "--steps",
    f"{HAND} --strategy decision_une --weights 1": "the strategy decision_une has no weights",
    f"{HAND} --strategy perturbation --weights 1": "needs 12 weights",
    f"{HAND} --strategy perturbation --weights a": "write twelve numbers",
    f"solve tictactoe --depth 1 --grid {'.' * 25}": "at most 4 rows",
    "solve arena arena --play b": "not at b",
    "solve arena arena --play a,d": "no move of the arena leads from a to d",
    "solve arena arena --strategy b=a,a=b": "player 1 has a move for the state a",
    "solve arena arena --strategy c=d": "has no move for the state b",
    f"{HAND} --open luck": "the boxes are ones",
    "play dice --against nobody": "optimal, blind, random",
    "match decision_une": "got only 1",
    "match decision_une perturbation optimal": "add --tournament",
    "match decision_un perturbation": "did you mean decision_une",
    "match none.py perturbation": "does not exist",
}


@pytest.mark.parametrize("line", REFUSED)
def test_it_ends_with_its_reason_and_exit_code_2(corrige: Corrige, pennies: None, here: Path, line: str) -> None:
    (here / "long.csv").write_text("2\n" * 1001)
    (here / "grid").write_text("..\n")
    (here / "arena").write_text("a 0: b c\nb 1: a d\nc 1: d\nd 0: wins 0\n")
    outcome = corrige(*shlex.split(line))
    assert (outcome.code, outcome.out) == (2, "")
    assert REFUSED[line] in outcome.err
    assert "Traceback" not in outcome.err
    assert {path.name for path in here.iterdir()} == {"arena", "game.csv", "long.csv", "grid"}


LONG = {
    "solve dice --dice 50 --target 5000 --game simultaneous": "--target",
    "solve dice --dice 100 --target 5000": "--target",
    "solve dice --table EG --dice 100 --target 5000": "--target",
    "solve dice --table E1 --dice 200 --target 1000": "--target",
    "solve dice-gain --dice 100 --target 5000 --game scoreless": "--target",
    "solve dice-gain --games 100000000 --target 2000": "--games",
    "play dice --dice 100 --target 5000": "--target",
    "solve yahtzee --dice-count 8 --faces 8": "--dice-count",
    "solve yahtzee --dice-count 7 --faces 7 --games 100": "--dice-count",
    "solve yahtzee --strategy perturbation --games 10000000": "--games",
    "solve yahtzee-game --strategy optimal --dice-count 8 --faces 8": "--dice-count",
    "solve yahtzee-group --open chance,fours,ones --dice-count 8 --faces 8": "--dice-count",
    "solve yahtzee-weights --sets 1000000": "--sets",
    "solve yahtzee-weights --method alone --sets 1000000": "--sets",
    "solve yahtzee-weights --method coordinate --steps 100000": "--sets",
    "solve domineering --board 7x7": "--board",
    "solve cram --board 8x8": "--board",
    "solve tictactoe --grid ................": "--grid",
    "solve phantom --board 3x3 --method exp3 --steps 10000000000": "--steps",
    "solve phantom --board 4x5 --plans 64006 --method exp3": "--steps",
    "solve nash --matrix game.csv --method exp3 --steps 10000000000": "--steps",
    "solve verger --trees 8 --fruits 8 --ravens 10000": "--trees",
    "solve verger --games 100000000": "--games",
    "solve verger --orchard 5,2 --ravens 50 --chain --power 100000": "--power",
    "match decision_une perturbation --games 1000000 --method antithetic --tournament optimal": "--games",
    "match decision_une decision.py --games 1000000": "--games",
    "match optimal decision_une --dice-count 8 --faces 8": "--dice-count",
}
"""What would run for more than a minute, on a machine ten times as slow as a usual one, and the option to change."""


@pytest.mark.parametrize("line", LONG)
def test_what_would_run_long_is_refused(
    corrige: Corrige, pennies: None, here: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.setattr("answers.laboratory.user_input.repeat", lambda *_, **__: [0.055])
    (here / "decision.py").write_text("def decide(*_):\n    return []\n")
    outcome = corrige(*line.split())
    assert (outcome.code, outcome.out) == (2, "")
    assert f"{LONG[line]}: " in outcome.err
    assert " would take about " in outcome.err
    assert "or add --long" in outcome.err


def test_long_work_is_done_when_it_is_asked_for(corrige: Corrige, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("answers.laboratory.user_input.QUICK", -1)
    monkeypatch.setattr("answers.laboratory.user_input.PATIENCE", -1)
    for line in ("cram --board 2x2", "domineering --board 2x2", "tictactoe", "dice --target 5"):
        assert corrige("solve", *line.split()).code == 2
        assert corrige("solve", *line.split(), "--long").code == 0


def test_a_defect_of_a_solver_is_not_blamed_on_the_user(
    corrige: Corrige, monkeypatch: pytest.MonkeyPatch, here: Path
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("operands could not be broadcast together")

    monkeypatch.setattr("answers.laboratory.boards.chomp_solution", fail)
    monkeypatch.setenv("TMPDIR", str(here))
    monkeypatch.setattr("tempfile.tempdir", None)
    assert corrige("solve", "chomp", "--board", "2x2").code == 70
