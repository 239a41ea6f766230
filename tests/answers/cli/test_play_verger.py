"""The orchard game in the terminal."""

import io
import sys

import pytest

from tests.answers.cli.running import Outcome, run


@pytest.fixture
def played(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    def play(typed: str, *arguments: object) -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        return run(capsys, "play", "verger", *arguments)

    return play


def test_a_game_ends_and_can_be_played_again(played) -> None:  # type: ignore[no-untyped-def]
    arguments = ("--trees", 2, "--fruits", 2, "--ravens", 2, "--seed", 4)
    first, again = (played("1\n2\n" * 20, *arguments) for _ in range(2))
    assert first == again
    assert first.out.splitlines()[-1].startswith(("you win", "you lose"))
    assert first.err == "the same dice again: --seed 4\n"


def test_both_ends_come_as_often_as_they_should(played) -> None:  # type: ignore[no-untyped-def]
    """One fruit, one raven: two faces of three win; of 60 games, 20 to 60 but once in 10⁸."""
    ends = [played("1\n" * 2, "--trees", 1, "--fruits", 1, "--ravens", 1, "--seed", s).out for s in range(60)]
    wins = sum("you win" in end for end in ends)
    assert 20 < wins < 60


def test_odds_and_empty_trees(played) -> None:  # type: ignore[no-untyped-def]
    """Both trees alike: the same odds; a basket on 1 + 1 fruits wins at once."""
    for seed in range(30):
        told = played("odds\n9\n1\n1\n2\n" + "q\n" * 9, "--trees", 2, "--fruits", 1, "--ravens", 9, "--seed", seed).out
        if told.splitlines()[1].startswith("  the basket, 2"):
            assert told.count("1.0000  best") == 2
            assert "tree 1 is empty" in told
            assert told.endswith("you win: no fruit is left\n")
            return
    raise AssertionError("thirty games without a basket first: once in 10⁴")


def test_who_leaves_leaves(played) -> None:  # type: ignore[no-untyped-def]
    assert played("q\n", "--seed", 1).code == 0
