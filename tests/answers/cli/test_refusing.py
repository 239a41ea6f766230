from pathlib import Path

import numpy as np
import pytest

from answers.cli.solve.common import refusing
from answers.errors import CorrigeError
from solvers.board_games import chomp_solution
from solvers.refusal import Refusal
from tests.answers.cli.running import run


def refuse() -> None:
    raise Refusal("a board has at most 64 cells, got 81")


def confuse_numpy() -> None:
    np.zeros(2) + np.zeros(3)


def test_a_refusal_was_asked_wrongly() -> None:
    with pytest.raises(CorrigeError, match="at most 64 cells, got 81"):
        refusing(refuse)


def test_any_other_value_error_is_a_defect() -> None:
    with pytest.raises(ValueError, match="broadcast"):
        refusing(confuse_numpy)


def test_a_defect_of_a_solver_is_not_blamed_on_the_user(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, here: Path
) -> None:
    def fail(*_: object) -> None:
        confuse_numpy()

    monkeypatch.setattr(chomp_solution, "chomp_solution", fail)
    monkeypatch.setenv("TMPDIR", str(here))
    monkeypatch.setattr("tempfile.tempdir", None)
    assert run(capsys, "solve", "chomp", "--board", "2x2").code == 70


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["chomp", "--board", "0x3"], "got 0 × 3"),
        (["chomp", "--board", "20x20"], "at most 28"),
        (["cram", "--board", "1x1"], "at least 2 cells"),
        (["cram", "--board", "9x9"], "64 cells"),
        (["domineering", "--board", "1x1"], "at least 2 cells"),
        (["domineering", "--board", "0x5"], "at least 1 row"),
        (["phantom", "--board", "9x9"], "64 cells"),
        (["phantom", "--board", "5x5"], "listed up to 9 placements; 20 have 2.43e+18 orders"),
        (["phantom", "--board", "3x3", "--illegal", "5,5"], "(5, 5)"),
        (["phantom", "--board", "3x3", "--plans", "5", "--u0", "-1"], "got -1"),
        (["phantom", "--board", "3x3", "--plans", "5", "--u0", "64007"], "got 64007"),
        (["nash", "--matrix", "game.csv"], "1 to 1000 rows"),
        (["nash", "--matrix", "game.csv", "--method", "exp3"], "0 and 1"),
    ],
)
def test_what_a_solver_refuses_ends_with_its_reason_and_code_2(
    capsys: pytest.CaptureFixture[str], here: Path, arguments: list[str], told: str
) -> None:
    (here / "game.csv").write_text("2\n" * 1001)
    outcome = run(capsys, "solve", *arguments)
    assert outcome.code == 2
    assert told in outcome.err
