import json
import time
from pathlib import Path

import pytest

from answers.cli.common.yahtzee_options import kept_optimum
from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.rules.rules import OFFICIAL
from solvers.yahtzee.strategies.perturbation import perturbation
from solvers.yahtzee.strategies.strategy import keep
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


def test_boxes_have_the_values_that_are_given(capsys: pytest.CaptureFixture[str]) -> None:
    found = solved(capsys, "yahtzee", "--joker", "none", "--value", "extra=0")
    # Published: Glenn 2006, and yatzy-solver.
    assert found["expected_score"] == {"value": pytest.approx(245.87077451411, abs=1e-9), "exact": None}
    assert found["values"] == {"extra": 0}
    arguments = ("--dice", "6,6,1,6,6", "--rolls", 1, "--open", "yahtzee", "--value", "yahtzee=60")
    assert solved(capsys, "yahtzee-keep", *arguments)["expectation"] == {"value": pytest.approx(10), "exact": None}


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (["chance=3"], "write it like small-straight=30"),
        (["yahtzee"], "write points after ="),
        (["yahtzee=-1"], "write points after ="),
        (["yahtzee=0"], "yahtzee must be between 1 and 10000"),
        (["extra=1", "extra=2"], "'extra=2' gives a second value"),
    ],
)
def test_values_that_are_none_are_refused(capsys: pytest.CaptureFixture[str], values: list[str], words: str) -> None:
    told = run(capsys, "solve", "yahtzee", *(part for value in values for part in ("--value", value)))
    assert (told.code, told.out) == (2, "")
    assert words in told.err


def test_the_aims_of_the_hand_of_section_3_2(capsys: pytest.CaptureFixture[str]) -> None:
    aims = solved(capsys, "yahtzee-aims", "--dice", "2,2,3,3,3")["aims"]
    assert isinstance(aims, list)
    attained = {aim["box"]: aim["lacking"] for aim in aims}
    # Twos, threes, full house, three of a kind; within reach, four of a kind and Yahtzee.
    assert {box for box, lacking in attained.items() if not lacking} == {
        "twos",
        "threes",
        "full_house",
        "three_of_a_kind",
    }
    assert {box for box, lacking in attained.items() if lacking} == {"four_of_a_kind", "yahtzee"}
    full = next(aim for aim in aims if aim["box"] == "full_house")
    assert (full["poids1"], full["poids2"], full["sum"]) == ("25", "50", "75")
    (yahtzee,) = (aim for aim in aims if aim["box"] == "yahtzee")
    assert yahtzee["poids2"] == "400/9"  # equation (3): 50 - 2 · 5/6 · 10 / 3
    arguments = ("--rolls", 1, "--reading", "measured")
    aims = solved(capsys, "yahtzee-aims", "--dice", "2,3,3,3,3", *arguments)["aims"]
    assert isinstance(aims, list)
    (yahtzee,) = (aim for aim in aims if aim["box"] == "yahtzee")
    assert yahtzee["poids2"] == "125/3"  # equation (4): 50 - 5/6 · 10


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
    start = time.process_time()
    assert kept_optimum(OFFICIAL).expected_score == pytest.approx(254.58772873450, abs=1e-9)
    assert time.process_time() - start < 0.05


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


def test_perturbation_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["solve", "yahtzee", "--strategy", "perturbation", "--games", "2000", "--json"]
    found = json.loads(run(capsys, *arguments).out)
    score = found["expected_score"]
    assert (found["games"], found["seed"]) == (2000, 2022)
    # With all weights 0 it averages 228.8 (docs/yahtzee.md, threshold 65): the bonus is worth some points.
    assert 225 < score["low"] < score["value"] < score["high"] < 245


def test_a_played_mean_holds_the_exact_one(capsys: pytest.CaptureFixture[str]) -> None:
    exact = json.loads(run(capsys, "solve", "yahtzee", "--strategy", "decision_une", "--json").out)
    played = json.loads(run(capsys, "solve", "yahtzee", "--strategy", "decision_une", "--games", "20000", "--json").out)
    score, true = played["expected_score"], exact["expected_score"]["value"]
    half = score["high"] - score["value"]
    assert abs(score["value"] - true) < 2.5 * half  # 4.9 standard errors: 1e-6


def test_one_die_of_two_faces(capsys: pytest.CaptureFixture[str]) -> None:
    # Boxes: ones, twos, chance. A 1 is thrown again twice at most: 2 − 1/8 points.
    found = json.loads(run(capsys, "solve", "yahtzee-group", "--open", "chance", "--dice-count", "1", "--faces", "2",
                           "--json").out)  # fmt: skip
    assert found["expectation"]["exact"] == "15/8"


def test_the_yahtzee_alone(capsys: pytest.CaptureFixture[str]) -> None:
    # The chance of a Yahtzee in a turn is 347897/7558272, as any book has it; 50 points.
    found = json.loads(run(capsys, "solve", "yahtzee-group", "--open", "yahtzee", "--json").out)
    assert found["expectation"]["exact"] == "8697425/3779136"


def test_a_game_on_a_list(capsys: pytest.CaptureFixture[str]) -> None:
    faces = ",".join(["6"] * 195)
    arguments = ["solve", "yahtzee-game", "--strategy", "decision_une", "--list", faces, "--json"]
    found = json.loads(run(capsys, *arguments).out)
    assert all(turn["rolls"] == [[6] * 5] * 3 for turn in found["turns"])
    assert found["used"] == sum(5 + sum(5 - len(kept) for kept in turn["keeps"]) for turn in found["turns"])
    assert found["score"] == sum(turn["points"] for turn in found["turns"]) + found["bonus"]
    told = run(capsys, "solve", "yahtzee-game", "--strategy", "decision_une", "--list", faces)
    assert f"score    {found['score']}" in told.out


def test_perturbation_keeps_what_its_strategy_keeps(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--dice", "1,2,2,3,6", "--rolls", "2", "--strategy", "perturbation", "--lead", "-80", "--json"]
    found = json.loads(run(capsys, "solve", "yahtzee-keep", *arguments).out)
    kept = keep(perturbation(OFFICIAL), Position.start(OFFICIAL), (1, 2, 2, 3, 6), 2, -80)
    assert list(kept) in [one["keep"] for one in found["keeps"]]


def test_perturbation_fills_a_box(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--dice", "6,6,6,6,6", "--rolls", "0", "--strategy", "perturbation", "--json"]
    assert json.loads(run(capsys, "solve", "yahtzee-keep", *arguments).out)["box"] == "yahtzee"


def test_a_walk_stops_at_its_target(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["solve", "yahtzee-weights", "--sets", "20", "--steps", "9", "--json"]
    assert json.loads(run(capsys, *arguments, "--until", "0").out)["matches"] == 1
    assert json.loads(run(capsys, *arguments, "--until", "1").out)["matches"] == 10


def test_corrections_alone(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["solve", "yahtzee-weights", "--method", "alone", "--sets", "20", "--values", "0,1"]
    found = json.loads(run(capsys, *arguments, "--json").out)["weights"]
    assert len(found) == 12
    assert all(one["rates"][0]["win_rate"]["value"] == 0.5 and 0 not in one["better"] for one in found.values())
    assert "above 1/2" in run(capsys, *arguments).out
    assert run(capsys, "solve", "yahtzee-weights", "--method", "alone", "--values", "a").code == 2
