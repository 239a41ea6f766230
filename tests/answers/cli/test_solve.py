import io
import json
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from tests.answers.cli.running import run


def test_a_matrix_from_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("0,-1,1\n1,0,-1\n-1,1,0\n"))
    document = json.loads(run(capsys, "solve", "nash", "--matrix", "-", "--json").out)
    assert document["value"] == {"value": 0.0, "exact": "0"}
    assert document["regret"] == {"value": 0.0, "exact": "0"}
    assert document["row_strategy"] == document["column_strategy"] == pytest.approx([1 / 3] * 3)


def test_decimals_and_fractions_are_exact(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    (here / "game.csv").write_text("0,1;1/2\n1/3;0,2\n")
    document = json.loads(run(capsys, "solve", "nash", "--matrix", "game.csv", "--json").out)
    # without a saddle point, the value of [[a, b], [c, d]] is (ad - bc) / (a + d - b - c)
    a, b, c, d = Fraction("0.1"), Fraction("1/2"), Fraction("1/3"), Fraction("0.2")
    assert document["value"]["exact"] == str((a * d - b * c) / (a + d - b - c))


def test_a_matrix_may_have_the_line_ends_of_old_macs(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    (here / "game.csv").write_bytes(b"1,2\r0,3\r")
    document = json.loads(run(capsys, "solve", "nash", "--matrix", "game.csv", "--json").out)
    assert document["value"]["exact"] == "1"  # the first row's least, and the first column's most


def test_exp3_is_near_the_value_and_says_its_regret(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    (here / "game.csv").write_text("1 0\n0 1\n")
    document = json.loads(run(capsys, "solve", "nash", "--matrix", "game.csv", "--method", "exp3", "--json").out)
    assert document["value"]["value"] == pytest.approx(0.5, abs=0.05)
    assert 0 <= document["regret"]["value"] < 0.1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "empty"),
        ("1,2\n3\n", "line 2: 1 cell"),
        ("1,a\nnan,2\n", "line 1, column 2: 'a' is not a number"),
        ("1,2\ninf,2\n", "line 2, column 1"),
        ("1" * 200_000, "this is no table: field larger than"),
    ],
)
def test_a_wrong_matrix_is_refused_with_its_place(
    capsys: pytest.CaptureFixture[str], here: Path, text: str, told: str
) -> None:
    (here / "game.csv").write_text(text)
    outcome = run(capsys, "solve", "nash", "--matrix", "game.csv")
    assert outcome.code == 2
    assert told in outcome.err


@pytest.mark.parametrize(
    ("arguments", "exact"),
    [
        (["3x3"], "1"),
        (["2x2"], "1"),
        (["4x2"], "0"),
        (["4x4", "--plans", "100"], "29/45"),
        (["3x3", "--illegal", "1,1"], "1/2"),
    ],
)
def test_phantom_values(capsys: pytest.CaptureFixture[str], arguments: list[str], exact: str) -> None:
    document = json.loads(run(capsys, "solve", "phantom", "--board", *arguments, "--json").out)
    assert document["regret"] == {"value": 0.0, "exact": "0"}
    assert document["value"]["exact"] == exact
