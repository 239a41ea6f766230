import io
import sys

import pytest

from tests.answers.cli.running import Outcome, run

AGAIN = "the same dice again: --seed "


def played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: str, *arguments: object
) -> Outcome:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    return run(capsys, "play", "dice", *arguments)


def test_a_game_to_one_point_is_won_by_the_first_throw(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome = played(capsys, monkeypatch, "3\n", "--target", 1, "--seed", 4)
    assert outcome.code == 0
    assert outcome.err == f"{AGAIN}4\n"
    last = outcome.out.splitlines()[-1]
    assert last.startswith("you win: ")
    assert last.endswith(" to 0")


def test_a_game_to_one_point_is_lost_by_the_second_player(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome = played(capsys, monkeypatch, "", "--target", 1, "--seed", 4, "--second", "--against", "random")
    assert "random" in outcome.out
    assert "you lose: 0 to " in outcome.out


@pytest.mark.parametrize("game", ["sequential", "simultaneous"])
def test_the_same_seed_and_the_same_choices_play_the_same_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    arguments = ("--game", game, "--against", "random", "--target", 60)
    first, same = (played(capsys, monkeypatch, "5\n" * 60, *arguments, "--seed", 11) for _ in range(2))
    other = played(capsys, monkeypatch, "5\n" * 60, *arguments, "--seed", 12)
    assert first == same
    assert first.out != other.out
    assert first.out.splitlines()[-1].split(":")[0] in ("you win", "you lose", "a draw")


def test_a_game_without_a_seed_tells_the_one_it_took(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = played(capsys, monkeypatch, "2\n" * 99, "--target", 30)
    seed = first.err.removeprefix(AGAIN).strip()
    assert played(capsys, monkeypatch, "2\n" * 99, "--target", 30, "--seed", seed).out == first.out


def test_points_are_the_sum_of_the_dice_or_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = played(capsys, monkeypatch, "4\n" * 99, "--seed", 1).out
    throws = [line.partition("  you ")[2].split(":") for line in out.splitlines() if "  you " in line]
    totals = 0
    for shown, scored in throws:
        faces = [int(face) for face in shown.split()]
        points = 1 if 1 in faces else sum(faces)
        totals += points
        assert len(faces) == 4
        assert f" {points} point" in scored
        assert scored.endswith(f" {totals} in all")
    assert len(throws) > 4


@pytest.mark.parametrize("game", ["sequential", "simultaneous"])
def test_odds_are_told_on_request(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """To one point every throw wins in turn; in a single round against 6 dice, EG(5, 6) is what 5 dice gain."""
    out = played(capsys, monkeypatch, "odds\nq\n", "--game", game, "--target", 1, "--against", "blind").out
    told = [line for line in out.splitlines() if line.startswith("  ") and (" dice " in line or " die " in line)]
    assert len(told) == 10
    if game == "sequential":
        assert all(line.endswith("+1.0000  best") for line in told)
    else:
        assert sum("best" in line for line in told) == 1
        assert "  6 dice +0.0000" in "\n".join(told)


def test_what_is_no_number_of_dice_is_asked_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = "0\n11\n-1\nsix\n\n³\n٣\n" + "9" * 5000 + "\n1e1\n"
    outcome = played(capsys, monkeypatch, wrong + "q\n", "--seed", 1)
    assert outcome.code == 0
    assert outcome.out.count("a number from 1 to 10, odds or q") >= 9
    assert "in all" not in outcome.out


@pytest.mark.parametrize("typed", ["", "4\n", "4\nQUIT\n"])
def test_leaving_is_no_error(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    outcome = played(capsys, monkeypatch, typed, "--seed", 5)
    assert (outcome.code, outcome.err) == (0, f"{AGAIN}5\n")
    assert "you win" not in outcome.out


class Keyboard(io.StringIO):
    def readline(self, _: int | None = -1, /) -> str:
        raise KeyboardInterrupt


class Garbage(io.StringIO):
    def __init__(self) -> None:
        super().__init__("q\n")
        self.left = 1

    def readline(self, size: int | None = -1, /) -> str:
        if self.left:
            self.left -= 1
            raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")
        return super().readline(-1 if size is None else size)


def test_an_interruption_tells_the_seed_and_exits_with_130(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", Keyboard())
    outcome = run(capsys, "play", "dice", "--seed", 8)
    assert (outcome.code, outcome.err) == (130, f"{AGAIN}8\n")


def test_bytes_that_are_no_text_are_asked_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", Garbage())
    assert run(capsys, "play", "dice", "--seed", 8).code == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--against", "nobody"], "optimal, blind, random"),
        (["--dice", "0"], "at least 1"),
        (["--target", "0"], "at least 1 point"),
        (["--seed", "-1"], "--seed"),
    ],
)
def test_what_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str], told: str
) -> None:
    outcome = played(capsys, monkeypatch, "", *arguments)
    assert outcome.code == 2
    assert told in outcome.err
    assert outcome.out == ""
