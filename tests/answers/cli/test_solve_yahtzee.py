import json
import time
from pathlib import Path

import pytest

from answers.cli.common.yahtzee_options import kept_optimum
from solvers.yahtzee.rules.rules import OFFICIAL
from solvers.yahtzee.strategies.weights import Weights
from tests.answers.cli.running import run


def solved(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, object]:
    outcome = run(capsys, "solve", *arguments, "--json")
    assert (outcome.code, outcome.err) == (0, "")
    document: dict[str, object] = json.loads(outcome.out)
    assert document.pop("schema") == "corrige/solve/1"
    return document


def test_the_official_optimum(capsys: pytest.CaptureFixture[str]) -> None:
    found = solved(capsys, "yahtzee")
    assert found["expected_score"] == {"value": pytest.approx(254.58772873450, abs=1e-9), "exact": None}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "score"),
    [
        (("--joker", "free"), 254.58960948196),
        (("--joker", "none"), 253.97024118978),
        (("--joker", "report"), 254.48484588168),
        (("--joker", "report", "--threshold", 65), 250.76761403257),
        (("--joker", "report", "--threshold", 10000), 237.77714951436),
    ],
)
def test_published_optima(capsys: pytest.CaptureFixture[str], arguments: tuple[object, ...], score: float) -> None:
    found = solved(capsys, "yahtzee", "--strategy", "optimal", *arguments)
    assert found["expected_score"] == {"value": pytest.approx(score, abs=1e-9), "exact": None}


@pytest.mark.slow
def test_a_strategy_of_the_report_stays_below_what_its_model_allows(capsys: pytest.CaptureFixture[str]) -> None:
    found = solved(capsys, "yahtzee", "--strategy", "toutes_les_esperances", "--threshold", 10000, "--joker", "report")
    assert found["expected_score"]["value"] < 237.77714951436  # type: ignore[index]


def test_four_sixes_are_kept(capsys: pytest.CaptureFixture[str]) -> None:
    found = solved(capsys, "yahtzee-keep", "--dice", "6,6,1,6,6", "--rolls", 1, "--open", "yahtzee")
    assert found["keep"] == [6, 6, 6, 6]
    assert found["expectation"] == {"value": pytest.approx(50 / 6), "exact": None}


def test_the_bonus_counts(capsys: pytest.CaptureFixture[str]) -> None:
    """Sixes alone, 45 points already: three of them bring 18, the 63 and 35 more."""
    arguments = ("--dice", "6,6,6,1,2", "--rolls", 0, "--open", "sixes", "--upper", 45)
    found = solved(capsys, "yahtzee-keep", *arguments)
    assert (found["box"], found["expectation"]) == ("sixes", {"value": 18 + 35, "exact": None})


def test_a_second_yahtzee_earns_a_hundred(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--dice", "1,1,1,1,1", "--rolls", 0, "--open", "full_house", "--yahtzee-scored")
    found = solved(capsys, "yahtzee-keep", *arguments)
    assert (found["box"], found["expectation"]) == ("full_house", {"value": 125, "exact": None})


def test_the_start_is_the_default(capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run(capsys, "solve", "yahtzee-keep", "--dice", "2,2,3,5,6")
    assert outcome.out.startswith("keep         2 2\nexpectation  250.5")


def test_a_kept_table_is_opened_at_once() -> None:
    kept_optimum(OFFICIAL)
    start = time.perf_counter()
    assert kept_optimum(OFFICIAL).expected_score == pytest.approx(254.58772873450, abs=1e-9)
    assert time.perf_counter() - start < 0.05


def test_a_cache_that_cannot_be_written_is_only_slower(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, here: Path
) -> None:
    (here / "file").write_text("")
    monkeypatch.setenv("CORRIGE_CACHE", str(here / "file" / "below"))
    outcome = run(capsys, "solve", "yahtzee")
    assert (outcome.code, "254.587729" in outcome.out) == (0, True)
    assert "cannot be kept" in outcome.err


@pytest.mark.parametrize("method", ["random-walk", "coordinate"])
def test_without_a_step_the_weights_stay_zero(capsys: pytest.CaptureFixture[str], method: str) -> None:
    """Perturbation without weights is Toutes_les_esperances, and equal players share the games."""
    found = solved(capsys, "yahtzee-weights", "--method", method, "--steps", 0, "--sets", 20)
    assert (found["method"], found["opponent"]) == (method, "toutes_les_esperances")
    assert (found["sets"], found["steps"], found["seed"]) == (20, 0, 2022)
    assert found["weights"] == dict.fromkeys(Weights._fields, 0.0)
    assert found["win_rate"] == {"value": 0.5, "low": 0.5, "high": 0.5, "confidence": 0.95}


def test_weights_are_found_again_with_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("yahtzee-weights", "--opponent", "decision_une", "--steps", 3, "--sets", 50, "--seed", 5)
    found, again = solved(capsys, *arguments), solved(capsys, *arguments)
    assert found == again
    assert found["opponent"] == "decision_une"
    assert found["win_rate"]["low"] < found["win_rate"]["value"] < found["win_rate"]["high"]  # type: ignore[index]


def test_weights_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "solve", "yahtzee-weights", "--steps", 0, "--sets", 20).out.splitlines()
    assert [line.split()[0] for line in lines] == [*Weights._fields, "win"]
    assert lines[-1] == "win rate             0.5  (0.5 to 0.5 at 95%)"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["yahtzee", "--strategy", "lucky"], "decision_une"),
        (["yahtzee", "--joker", "maybe"], "forced"),
        (["yahtzee", "--threshold", "0"], "between 1 and 10000"),
        (["yahtzee-weights", "--method", "gradient"], "coordinate"),
        (["yahtzee-weights", "--opponent", "optimal"], "decision_une"),
        (["yahtzee-weights", "--sets", "1"], "--sets"),
        (["yahtzee-weights", "--steps", "-1"], "--steps"),
        (["yahtzee-weights", "--seed", "1", "--seed", "2"], "--seed is given twice"),
        (["yahtzee-keep", "--dice", "1,2,3"], "a hand has 5 dice"),
        (["yahtzee-keep", "--dice", "1,2,3,4,7"], "a die shows 1 to 6"),
        (["yahtzee-keep", "--dice", "one"], "write it like"),
        (["yahtzee-keep", "--dice", "1,2,3,4,5", "--rolls", "3"], "--rolls"),
        (["yahtzee-keep", "--dice", "1,2,3,4,5", "--open", "luck"], "the boxes are ones"),
        (["yahtzee-keep", "--dice", "1,2,3,4,5", "--open", "ones,ones"], "once"),
        (["yahtzee-keep", "--dice", "1,2,3,4,5", "--upper", "3"], "the filled upper boxes may hold"),
        (["yahtzee-keep", "--dice", "1,2,3,4,5", "--yahtzee-scored"], "cannot hold points"),
    ],
)
def test_what_is_refused(capsys: pytest.CaptureFixture[str], arguments: list[str], told: str) -> None:
    outcome = run(capsys, "solve", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert told in outcome.err
