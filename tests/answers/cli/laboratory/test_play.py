"""Games in the terminal: what is typed, what is told, and how they end."""

import io
import sys

import pytest

from tests.answers.cli.running import Corrige

AGAIN = "to play with the same dice again: --seed "
KEEP_ALL = "all\nall\n1\n" * 13
"""Whatever is thrown is kept, and goes into the first box that is allowed."""
ENDS = ("you win: ", "you lose: ", "a draw: ")


@pytest.mark.parametrize(
    ("game", "typed", "words"),
    [
        ("dice", "5\n" * 60, "--game sequential --against random --target 60"),
        ("dice", "5\n" * 60, "--game simultaneous --against random --target 60"),
        ("verger", "1\n2\n" * 20, "--trees 2 --fruits 2 --ravens 2"),
        ("yahtzee", KEEP_ALL, ""),
    ],
)
def test_the_same_seed_and_the_same_choices_play_the_same_game(
    played: Corrige, game: str, typed: str, words: str
) -> None:
    first, same = (played(game, typed, *words.split(), "--seed", 11) for _ in range(2))
    other = played(game, typed, *words.split(), "--seed", 13)
    assert first == same
    assert first.out != other.out
    assert (first.code, first.err) == (0, f"{AGAIN}11\n")
    assert any(end in first.out.splitlines()[-1] for end in ENDS)


def test_a_game_without_a_seed_tells_the_one_it_took(played: Corrige) -> None:
    first = played("dice", "2\n" * 99, "--target", 30)
    seed = first.err.removeprefix(AGAIN).strip()
    assert played("dice", "2\n" * 99, "--target", 30, "--seed", seed).out == first.out


@pytest.mark.parametrize("game", ["dice", "verger", "yahtzee"])
@pytest.mark.parametrize("typed", ["", "q\n", "QUIT\n"])
def test_leaving_is_no_error(played: Corrige, game: str, typed: str) -> None:
    outcome = played(game, typed, "--seed", 5)
    assert (outcome.code, outcome.err) == (0, f"{AGAIN}5\n")
    assert "you win" not in outcome.out


class Keyboard(io.StringIO):
    def readline(self, _: int | None = -1, /) -> str:
        raise KeyboardInterrupt


class Garbage(io.StringIO):
    left = 1

    def readline(self, _: int | None = -1, /) -> str:
        if self.left:
            self.left = 0
            raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")
        return "q\n"


@pytest.mark.parametrize(("stream", "code"), [(Keyboard, 130), (Garbage, 0)])
def test_an_interruption_tells_the_seed_and_bytes_that_are_no_text_are_asked_again(
    corrige: Corrige, monkeypatch: pytest.MonkeyPatch, stream: type[io.StringIO], code: int
) -> None:
    monkeypatch.setattr(sys, "stdin", stream())
    outcome = corrige("play", "dice", "--seed", 8)
    assert (outcome.code, outcome.err) == (code, f"{AGAIN}8\n")


def test_a_game_to_one_point_is_won_by_the_first_throw(played: Corrige) -> None:
    last = played("dice", "3\n", "--target", 1, "--seed", 4).out.splitlines()[-1]
    assert (last.startswith("you win: "), last.endswith(" to 0")) == (True, True)
    out = played("dice", "", "--target", 1, "--seed", 4, "--second", "--against", "random").out
    assert "random" in out
    assert "you lose: 0 to " in out


def test_points_are_the_sum_of_the_dice_or_1(played: Corrige) -> None:
    out = played("dice", "4\n" * 99, "--seed", 1).out
    throws = [line.partition("  you ")[2].split(":") for line in out.splitlines() if "  you " in line]
    total = 0
    for shown, scored in throws:
        faces = [int(face) for face in shown.split()]
        points = 1 if 1 in faces else sum(faces)
        total += points
        assert len(faces) == 4
        assert f" {points} point" in scored
        assert scored.endswith(f" {total} in all")
    assert len(throws) > 4


@pytest.mark.parametrize("game", ["sequential", "simultaneous"])
def test_odds_are_told_on_request(played: Corrige, game: str) -> None:
    """To one point every throw wins in turn; in a single round against 6 dice, EG(5, 6) is what 5 dice gain."""
    out = played("dice", "odds\nq\n", "--game", game, "--target", 1, "--against", "blind").out
    texts = [line for line in out.splitlines() if line.startswith("  ") and (" dice " in line or " die " in line)]
    assert len(texts) == 10
    if game == "sequential":
        assert all(line.endswith("+1.0000  best") for line in texts)
    else:
        assert sum("best" in line for line in texts) == 1
        assert "  6 dice +0.0000" in "\n".join(texts)


WRONG_NUMBERS = "0\n11\n-1\nsix\n\n³\n٣\n" + "9" * 5000 + "\n1e1\n"
WRONG_DICE = "1\n44\n\n4 5 7\n٤\n456555555\nyes\n" + "4" * 5000 + "\n"
"""No part of the first hand of seed 3, which is 4 5 5 5 6."""


def test_what_is_no_answer_is_asked_again(played: Corrige) -> None:
    out = played("dice", f"{WRONG_NUMBERS}q\n", "--seed", 1).out
    assert out.count("a number from 1 to 10, or odds or q") >= 9
    assert "in all" not in out
    out = played("yahtzee", f"{WRONG_DICE}5, 5\nq\n", "--seed", 3).out
    assert out.count("the dice to keep, such as 225, or all, or none, or advice, sheet or q") >= 8
    assert out.count("(1 reroll)") == 1
    out = played("yahtzee", "none\nnone\n99\n0\n13\nq\n", "--seed", 3).out
    assert out.count("a number from 1 to 13, or advice, sheet or q") == 2
    assert " in chance, " in out


def test_both_ends_of_the_orchard_come_as_often_as_they_should(played: Corrige) -> None:
    """One fruit, one raven: two faces of three win; of 60 games, 20 to 60 but once in 10⁸."""
    words = ("--trees", 1, "--fruits", 1, "--ravens", 1, "--seed")
    wins = sum("you win" in played("verger", "1\n" * 2, *words, seed).out for seed in range(60))
    assert 20 < wins < 60


def test_odds_and_empty_trees(played: Corrige) -> None:
    """Both trees alike: the same odds; a basket on 1 + 1 fruits wins at once."""
    typed, words = "odds\n9\n1\n1\n2\n" + "q\n" * 9, ("--trees", 2, "--fruits", 1, "--ravens", 9, "--seed")
    games = (played("verger", typed, *words, seed).out for seed in range(30))
    out = next(out for out in games if out.splitlines()[1].startswith("  basket: 2 "))  # once in 10⁴ there is none
    assert out.count("1.0000  best") == 2
    assert "tree 1 is empty" in out
    assert out.endswith("you win: no fruit is left\n")


def test_a_whole_game_of_yahtzee_adds_up(played: Corrige) -> None:
    out = played("yahtzee", KEEP_ALL, "--seed", 4).out
    for name in ("you", "toutes_les_esperances"):
        lines = [line.partition(f"{name}: ")[2] for line in out.splitlines() if f"{name}: " in line]
        points = [int(line.partition(" point")[0].rpartition(" ")[2]) for line in lines if " in all" in line]
        total = int(lines[-1].rpartition(", ")[2].removesuffix(" in all"))
        assert len(points) == 13
        assert total - sum(points) in (0, 35)


def test_the_strategy_may_throw_first(played: Corrige) -> None:
    out = played("yahtzee", "q\n", "--seed", 4, "--second", "--against", "perturbation").out
    (turn,) = (line for line in out.splitlines() if " in all" in line)
    assert turn.startswith("  perturbation: ")


@pytest.mark.slow
def test_advice_is_that_of_the_optimum_and_the_sheet_is_told(played: Corrige) -> None:
    """Its best keep is played, and expected points fall by no more than the dice bring."""
    out = played("yahtzee", "sheet\nadvice\nall\nall\nadvice\nsheet\nq\n", "--seed", 3, "--against", "optimal").out
    messages = [float(line.split()[-6]) for line in out.splitlines() if "points expected" in line]
    assert len(messages) == 10
    assert messages[:5] == sorted(messages[:5], reverse=True)
    assert messages[5:] == sorted(messages[5:], reverse=True)
    # asked once for the dice to keep, once for the box
    assert out.count("open boxes: ones, twos") == out.count("upper section of the score sheet: 0 of the 63 points") == 2
