"""Matches of Yahtzee from the command line: the report's figures, programs, wrong decisions, tournaments."""

import json
from pathlib import Path

import pytest

from tests.answers.cli.running import run

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


def test_a_coupled_match_meets_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--method", "coupled", "--lists", "turn", "--joker", "free", "--games", "20000", "--seed", "1"]
    told = run(capsys, "match", "measured_esperances", "measured_decision_une", *arguments, "--json")
    (found,) = json.loads(told.out)["matches"]
    first, second = found["statistics"]
    # Section 5.2.2 prints 236.94 and 231.11, chance 0.594; five standard errors of 20 000 games, 1e-6 in all.
    assert first["score"]["value"] == pytest.approx(236.94, abs=2)
    assert second["score"]["value"] == pytest.approx(231.11, abs=2.2)
    assert first["wins"]["value"] == pytest.approx(0.594, abs=0.02)
    assert sum(found["histogram"]["games"][0]) == 20_000
    assert (told.code, found["faults"], found["forfeit"]) == (0, [], None)


def test_a_program_plays_and_its_wrong_decisions_are_named(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    (here / "decision.py").write_text(PROGRAM.format(keep="[7] if len(mine) == 5 and rerolls == 2 else dice"))
    told = run(capsys, "match", "decision.py", "decision_une", "--games", "3")
    assert told.code == 1
    assert "wrong decisions: 3" in told.out
    assert "decision.py, game 2, dice [" in told.out
    assert "[7]: the hand [" in told.out
    found = json.loads(run(capsys, "match", "decision.py", "decision_une", "--games", "3", "--json").out)["matches"][0]
    assert found["statistics"][0]["score"]["value"] == 0


def test_it_is_mended_on_request(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    (here / "decision.py").write_text(PROGRAM.format(keep="[7]"))
    arguments = ["--games", "4", "--wrong", "mended", "--json"]
    found = json.loads(run(capsys, "match", "decision.py", "decision_une", *arguments).out)["matches"][0]
    assert len(found["faults"]) == 4 * 13 * 2
    assert found["statistics"][0]["score"]["value"] > 0


def test_one_that_gives_up_loses_the_match(capsys: pytest.CaptureFixture[str], here: Path, program: str) -> None:
    (here / "other.py").write_text("import os\ndef decide(*_):\n    os._exit(1)\n")
    told = run(capsys, "match", program, "other.py", "decision_une", "--tournament", "--games", "3")
    assert told.code == 1
    assert "other.py gave up against decision.py: it ended" in told.out
    lines = told.out.splitlines()
    assert [line.split()[0] for line in lines[3:6]] == ["decision_une", "decision.py", "other.py"]


def test_a_tournament_ranks_by_the_mean(capsys: pytest.CaptureFixture[str]) -> None:
    players = ["decision_une", "perturbation", "toutes_les_esperances"]
    found = json.loads(run(capsys, "match", *players, "--tournament", "--games", "200", "--json").out)["matches"]
    assert [one["players"] for one in found] == [players[:2], [players[0], players[2]], players[1:]]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["decision_une"], "a match has two players, got 1"),
        (["decision_une", "perturbation", "optimal"], "pass --tournament"),
        (["decision_un", "perturbation"], "did you mean decision_une"),
        (["none.py", "perturbation"], "does not exist"),
        (["decision_une", "perturbation", "--dice-count", "9"], "dice must be between 1 and 8"),
    ],
)
def test_wrong_matches(capsys: pytest.CaptureFixture[str], here: Path, arguments: list[str], told: str) -> None:
    outcome = run(capsys, "match", *arguments)
    assert (outcome.code, told in outcome.err) == (2, True)


def test_all_wrong_names_are_told_before_anything_is_computed(
    capsys: pytest.CaptureFixture[str], here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def computed(*_: object) -> None:
        pytest.fail("a strategy was computed")

    monkeypatch.setattr("answers.submissions.decision.contest.strategy", computed)
    (here / "broken.py").write_text("def decide(:\n")
    names = ["optimal", "decision_un", "none.py", "broken.py", "zzz"]
    outcome = run(capsys, "match", *names, "--tournament")
    assert outcome.code == 2
    for told in ("'decision_un'", "did you mean decision_une", "none.py", "does not exist", "broken.py: ", "'zzz'"):
        assert told in outcome.err
