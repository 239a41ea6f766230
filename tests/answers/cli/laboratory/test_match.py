"""Matches of Yahtzee from the command line: the report's figures, programs, wrong decisions, tournaments."""

import json
from pathlib import Path

import pytest

from tests.answers.cli.running import Corrige

PROGRAM = """def decide(dice, rerolls, mine, theirs):
    if rerolls:
        return {keep}
    order = ["chance", "ones", "twos", "threes", "fours", "fives", "sixes", "three_of_a_kind", "four_of_a_kind",
             "full_house", "small_straight", "large_straight", "yahtzee"]
    return next(box for box in order if box not in mine)
"""


@pytest.fixture
def program(here: Path) -> str:
    (here / "decision.py").write_text(PROGRAM.format(keep="dice"))
    return "decision.py"


@pytest.mark.slow
def test_a_coupled_match_meets_the_report(corrige: Corrige) -> None:
    arguments = ["--method", "coupled", "--lists", "turn", "--joker", "free", "--games", "20000", "--seed", "1"]
    outcome = corrige("match", "measured_esperances", "measured_decision_une", *arguments, "--json")
    (match,) = json.loads(outcome.out)["matches"]
    first, second = match["statistics"]
    # Section 5.2.2 prints 236.94 and 231.11, chance 0.594; five standard errors of 20 000 games, 1e-6 in all.
    assert first["score"]["value"] == pytest.approx(236.94, abs=2)
    assert second["score"]["value"] == pytest.approx(231.11, abs=2.2)
    assert first["wins"]["value"] == pytest.approx(0.594, abs=0.02)
    assert sum(match["histogram"]["games"][0]) == 20_000
    assert (outcome.code, match["faults"], match["forfeit"]) == (0, [], None)


@pytest.mark.slow
def test_a_match_as_tables(corrige: Corrige) -> None:
    """A player meets itself, in ten sets of two games with the dice exchanged: both halves are the same."""
    words = ("match", "decision_une", "decision_une", "--games", 10)
    rows = corrige(*words, "--method", "antithetic").out.splitlines()
    firsts = [row.strip().partition("  ")[0] for row in rows[1:10]]
    assert firsts == [
        "mean score", "standard deviation", "quartiles", "probability of winning", "probability of a draw",
        "points ahead in the games won",
        "sets of two games: both won", "sets of two games: one won, and more points in all",
        "points from sets of two games",
    ]  # fmt: skip
    assert rows[10] == "mean score of decision_une minus that of decision_une: 0.00 ± 0.00"
    assert sum(int(row.split()[-1]) for row in rows[13:-2]) == 2 * 20
    assert "sets of two games" not in corrige(*words, "--method", "coupled").out


@pytest.mark.slow
def test_a_program_plays_and_its_wrong_decisions_are_named(corrige: Corrige, here: Path) -> None:
    (here / "decision.py").write_text(PROGRAM.format(keep="[7] if len(mine) == 5 and rerolls == 2 else dice"))
    outcome = corrige("match", "decision.py", "decision_une", "--games", "3")
    assert outcome.code == 1
    assert "decision.py, game 2, dice [" in outcome.out
    assert "[7]: the hand [" in outcome.out
    match = json.loads(corrige("match", "decision.py", "decision_une", "--games", "3", "--json").out)["matches"][0]
    assert len(match["faults"]) == 3
    assert match["statistics"][0]["score"]["value"] == 0


def test_it_is_mended_on_request(corrige: Corrige, here: Path) -> None:
    (here / "decision.py").write_text(PROGRAM.format(keep="[7]"))
    arguments = ["--games", "4", "--wrong", "mended", "--json"]
    match = json.loads(corrige("match", "decision.py", "decision_une", *arguments).out)["matches"][0]
    assert len(match["faults"]) == 4 * 13 * 2
    assert match["statistics"][0]["score"]["value"] > 0


def test_one_that_gives_up_loses_the_match(corrige: Corrige, here: Path, program: str) -> None:
    (here / "other.py").write_text("import os\ndef decide(*_):\n    os._exit(1)\n")
    outcome = corrige("match", program, "other.py", "decision_une", "--tournament", "--games", "3")
    assert outcome.code == 1
    assert "other.py lost by forfeit against decision.py: " in outcome.out
    lines = outcome.out.splitlines()
    assert [line.split()[0] for line in lines[3:6]] == ["decision_une", "decision.py", "other.py"]


@pytest.mark.slow
def test_a_tournament_ranks_by_the_mean(corrige: Corrige) -> None:
    players = ["decision_une", "perturbation", "toutes_les_esperances"]
    matches = json.loads(corrige("match", *players, "--tournament", "--games", "200", "--json").out)["matches"]
    assert [match["players"] for match in matches] == [players[:2], [players[0], players[2]], players[1:]]


def test_all_wrong_names_are_told_before_anything_is_computed(
    corrige: Corrige, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def computed(*_: object) -> None:
        pytest.fail("a strategy was computed")

    monkeypatch.setattr("answers.laboratory.yahtzee.match.strategy", computed)
    (here / "broken.py").write_text("def decide(:\n")
    names = ["optimal", "decision_un", "none.py", "broken.py", "zzz"]
    outcome = corrige("match", *names, "--tournament")
    assert outcome.code == 2
    for words in ("'decision_un'", "did you mean decision_une", "none.py", "does not exist", "broken.py: ", "'zzz'"):
        assert words in outcome.err


@pytest.mark.slow
def test_the_dice_are_drawn_for_each_match_and_told_after_it(corrige: Corrige, program: str) -> None:
    """Two matches have other dice; the second again, with the seed that it told, has the same."""
    words = ("match", program, program, "--method", "coupled", "--games", "4")
    first, second = (corrige(*words) for _ in range(2))
    assert first.out != second.out
    text = second.out.splitlines()[-1]
    assert text.startswith("to play with the same dice again: --seed ")
    assert corrige(*words, "--seed", text.split()[-1]).out == second.out


def test_no_match_of_a_tournament_has_the_dice_of_another(corrige: Corrige, here: Path, program: str) -> None:
    """A program that runs through all of them would know the dice before they fall."""
    for name in ("b.py", "c.py"):
        (here / name).write_text((here / program).read_text())
    words = ("match", program, "b.py", "c.py", "--tournament", "--games", "3", "--seed", "5", "--json")
    matches = json.loads(corrige(*words).out)["matches"]
    assert len({str(match["statistics"]) for match in matches}) == 3
