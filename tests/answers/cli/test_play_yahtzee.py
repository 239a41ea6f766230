import io
import sys

import pytest

from tests.answers.cli.running import Outcome, run

AGAIN = "the same dice again: --seed "
KEEP_ALL = "all\nall\n1\n" * 13
"""Whatever is thrown is kept, and goes into the first box that is allowed."""


def played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: str, *arguments: object
) -> Outcome:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    return run(capsys, "play", "yahtzee", *arguments)


def test_a_whole_game_adds_up(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = played(capsys, monkeypatch, KEEP_ALL, "--seed", 4)
    assert (outcome.code, outcome.err) == (0, f"{AGAIN}4\n")
    for name in ("you", "toutes_les_esperances"):
        lines = [line.partition(f"{name}: ")[2] for line in outcome.out.splitlines() if f"{name}: " in line]
        points = [int(line.partition(" point")[0].rpartition(" ")[2]) for line in lines if " in all" in line]
        total = int(lines[-1].rpartition(", ")[2].removesuffix(" in all"))
        assert len(points) == 13
        assert total - sum(points) in (0, 35)
    assert outcome.out.splitlines()[-1].partition(":")[0] in ("you win", "you lose", "a draw")


def test_the_same_seed_plays_the_same_game(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    first, same, other = (played(capsys, monkeypatch, KEEP_ALL, "--seed", seed) for seed in (11, 11, 12))
    assert first == same
    assert first.out != other.out


def test_the_strategy_may_throw_first(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = played(capsys, monkeypatch, "q\n", "--seed", 4, "--second", "--against", "perturbation")
    turns = [line for line in outcome.out.splitlines() if " in all" in line]
    assert len(turns) == 1
    assert turns[0].startswith("  perturbation: ")


def test_advice_is_that_of_the_optimum(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Its best keep is played, and expected points fall by no more than the dice bring."""
    out = played(capsys, monkeypatch, "advice\nall\nall\nadvice\nq\n", "--seed", 3, "--against", "optimal").out
    told = [float(line.split()[-4]) for line in out.splitlines() if line.endswith("points to come")]
    assert len(told) == 10
    assert told[:5] == sorted(told[:5], reverse=True)
    assert told[5:] == sorted(told[5:], reverse=True)


def test_the_sheet_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    out = played(capsys, monkeypatch, "sheet\nq\n", "--seed", 3).out
    assert "open: ones, twos" in out
    assert "upper section: 0 of 63" in out


def test_what_is_no_part_of_the_hand_is_asked_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first hand of seed 3 is 4 5 5 5 6."""
    wrong = "1\n44\n\n4 5 7\n٤\n456555555\nyes\n" + "4" * 5000 + "\n"
    outcome = played(capsys, monkeypatch, wrong + "5, 5\nq\n", "--seed", 3)
    assert outcome.code == 0
    assert outcome.out.count("some of your dice such as 225, all, none, advice, sheet or q") >= 8
    assert outcome.out.count("(1 reroll)") == 1


def test_none_throws_everything_again(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    out = played(capsys, monkeypatch, "none\nnone\n99\n0\n13\nq\n", "--seed", 3).out
    assert out.count("a number from 1 to 13, advice or q") == 2
    assert " in chance, " in out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [(["--against", "nobody"], "decision_une"), (["--threshold", "0"], "between 1"), (["--seed", "-1"], "--seed")],
)
def test_what_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str], told: str
) -> None:
    outcome = played(capsys, monkeypatch, "", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert told in outcome.err
