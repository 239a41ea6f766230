"""Strategies of Yahtzee: what they score, keep and weigh."""

import time
from pathlib import Path
from typing import Any

import pytest

from answers.laboratory.yahtzee.game import cached_optimum
from solvers.monte_carlo import Estimate
from solvers.yahtzee.matches.weight_search import SingleWeight
from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.rules.rules import OFFICIAL
from solvers.yahtzee.strategies.perturbation import Weights, perturbation
from solvers.yahtzee.strategies.strategy import Automatic
from tests.answers.cli.laboratory.conftest import Solved
from tests.answers.cli.running import Corrige

WEIGHTS = "yahtzee-weights --sets 20"


def score(value: float) -> dict[str, Any]:
    return {"value": pytest.approx(value, abs=1e-9), "exact": None}


@pytest.mark.slow
def test_a_strategy_of_the_report_stays_below_what_its_model_allows(solved: Solved) -> None:
    document = solved("yahtzee --strategy toutes_les_esperances --threshold 10000 --joker report")
    assert document["expected_score"]["value"] < 237.77714951436


@pytest.mark.slow
def test_boxes_have_the_values_that_are_given(solved: Solved) -> None:
    document = solved("yahtzee --joker none --value extra=0")
    assert document["expected_score"] == score(245.87077451411)  # published: Glenn 2006, and yatzy-solver
    assert document["values"] == {"extra": 0}
    document = solved("yahtzee-keep --dice 6,6,1,6,6 --rolls 1 --open yahtzee --value yahtzee=60")
    assert document["expectation"] == score(10)


@pytest.mark.slow
def test_a_played_mean_holds_the_exact_one(solved: Solved) -> None:
    true = solved("yahtzee --strategy decision_une")["expected_score"]["value"]
    sampled = solved("yahtzee --strategy decision_une --games 20000")["expected_score"]
    assert abs(sampled["value"] - true) < 2.5 * (sampled["high"] - sampled["value"])  # 4.9 standard errors: 1e-6


def test_perturbation_is_played(solved: Solved) -> None:
    document = solved("yahtzee --strategy perturbation --games 2000")
    sampled = document["expected_score"]
    assert (document["games"], document["seed"]) == (2000, 2022)
    # With all weights 0 it averages 228.8 (docs/yahtzee.md, threshold 65): the bonus is worth some points.
    assert 225 < sampled["low"] < sampled["value"] < sampled["high"] < 245


def test_a_kept_table_is_opened_at_once() -> None:
    cached_optimum(OFFICIAL, pytest.fail)
    start = time.process_time()
    assert cached_optimum(OFFICIAL, pytest.fail).expected_score == pytest.approx(254.58772873450, abs=1e-9)
    assert time.process_time() - start < 0.05


def test_a_cache_that_cannot_be_written_is_only_slower(
    corrige: Corrige, monkeypatch: pytest.MonkeyPatch, here: Path
) -> None:
    words = ("solve", "yahtzee", "--dice-count", 2, "--faces", 3)
    kept = corrige(*words)
    (here / "file").write_text("")
    monkeypatch.setenv("CORRIGE_CACHE", str(here / "file" / "below"))
    outcome = corrige(*words)
    assert (outcome.code, outcome.out, "cannot be saved" in outcome.err) == (0, kept.out, True)


def test_the_aims_of_the_hand_of_section_3_2(solved: Solved) -> None:
    aims = {aim["box"]: aim for aim in solved("yahtzee-aims --dice 2,2,3,3,3")["aims"]}
    lacking = {box for box, aim in aims.items() if aim["lacking"]}
    assert aims.keys() - lacking == {"twos", "threes", "full_house", "three_of_a_kind"}
    assert lacking == {"four_of_a_kind", "yahtzee"}
    full = aims["full_house"]
    assert (full["poids1"], full["poids2"], full["sum"]) == ("25", "50", "75")
    assert aims["yahtzee"]["poids2"] == "400/9"  # equation (3): 50 - 2 · 5/6 · 10 / 3
    measured = solved("yahtzee-aims --dice 2,3,3,3,3 --rolls 1 --reading measured")["aims"]
    assert [aim["poids2"] for aim in measured if aim["box"] == "yahtzee"] == ["125/3"]  # equation (4): 50 - 5/6 · 10


def test_perturbation_keeps_what_its_strategy_keeps(solved: Solved) -> None:
    document = solved("yahtzee-keep --dice 1,2,2,3,6 --rolls 2 --strategy perturbation --lead -80")
    kept_dice = Automatic(perturbation(OFFICIAL)).keep(Position.start(OFFICIAL), (1, 2, 2, 3, 6), 2, -80)
    assert list(kept_dice) in [one["keep"] for one in document["keeps"]]


@pytest.mark.slow
def test_a_game_on_a_list(solved: Solved, corrige: Corrige) -> None:
    line = f"yahtzee-game --strategy decision_une --list {','.join('6' * 195)}"
    document = solved(line)
    turns = document["turns"]
    assert all(turn["rolls"] == [[6] * 5] * 3 for turn in turns)
    assert document["used"] == sum(5 + sum(5 - len(kept) for kept in turn["keeps"]) for turn in turns)
    assert document["score"] == sum(turn["points"] for turn in turns) + document["bonus"]
    assert f"score    {document['score']}" in corrige("solve", *line.split()).out


def test_without_a_step_the_weights_stay_zero(solved: Solved, corrige: Corrige) -> None:
    """Perturbation without weights is Toutes_les_esperances, and equal players share the games."""
    for method in ("random-walk", "coordinate"):
        document = solved(f"{WEIGHTS} --method {method} --steps 0")
        assert (document["method"], document["opponent"]) == (method, "toutes_les_esperances")
        assert (document["sets"], document["steps"], document["seed"]) == (20, 0, 2022)
        assert document["weights"] == dict.fromkeys(Weights._fields, 0.0)
        assert document["win_rate"] == {"value": 0.5, "low": 0.5, "high": 0.5, "confidence": 0.95}
    lines = corrige("solve", *WEIGHTS.split(), "--steps", 0).out.splitlines()
    assert [line.split()[0] for line in lines] == [*Weights._fields, "win"]
    assert lines[-1] == "win rate             0.5  (0.5 to 0.5 at 95%)"


@pytest.mark.slow
def test_weights_are_found_again_with_the_same_seed(solved: Solved) -> None:
    line = "yahtzee-weights --opponent decision_une --steps 3 --sets 50 --seed 5"
    document = solved(line)
    assert solved(line) == document
    assert document["opponent"] == "decision_une"
    assert document["win_rate"]["low"] < document["win_rate"]["value"] < document["win_rate"]["high"]


def test_a_walk_stops_at_its_target(solved: Solved) -> None:
    assert [solved(f"{WEIGHTS} --steps 9 --until {rate}")["matches"] for rate in (0, 1)] == [1, 10]


def test_corrections_alone(solved: Solved, corrige: Corrige) -> None:
    line = f"{WEIGHTS} --method alone --values 0,1"
    weights = solved(line)["weights"]
    assert len(weights) == 12
    assert all(
        weight["rates"][0]["win_rate"]["value"] == 0.5 and 0 not in weight["better"] for weight in weights.values()
    )
    assert "weights that win more than half" in corrige("solve", *line.split()).out


def test_the_weights_that_win_more_than_half_are_listed(corrige: Corrige, monkeypatch: pytest.MonkeyPatch) -> None:
    rate, other = (Estimate(value, 0.01, value - 0.05, value + 0.05, 100, 0.95) for value in (0.6, 0.5))
    single_weights = [
        SingleWeight(name, ((1.0, estimate), (2.0, estimate))) for name, estimate in (("some", rate), ("none", other))
    ]
    monkeypatch.setattr("answers.laboratory.yahtzee.weights.single_weights", lambda *_: single_weights)
    some, none = corrige("solve", *WEIGHTS.split(), "--method", "alone", "--values", "1,2").out.splitlines()[1:]
    assert (some.split("  ")[-1].strip(), none.split()[-1]) == ("1, 2", "—")
    assert "0.6000 ± 0.0500" in some
