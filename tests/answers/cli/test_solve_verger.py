import json
from fractions import Fraction

import pytest

from solvers.verger.orchard import DEFAULT_DIE, Orchard
from tests.answers.cli.running import run
from tests.solvers.verger.zoo import expected


@pytest.mark.parametrize(
    ("arguments", "exact"),
    [
        # 2341/3456 is the document's limit of state A.
        (["--trees", "2", "--fruits", "2", "--ravens", "2"], "2341/3456"),
        (["--orchard", "2,2", "--ravens", "2", "--strategy", "best"], "2341/3456"),
        (["--orchard", "2, 0, 2", "--ravens", "2", "--strategy", "min"], "257/384"),
        (["--orchard", "2,2", "--ravens", "2", "--strategy", "random"], "2327/3456"),
        (["--orchard", "2,2", "--ravens", "2", "--strategy", "random-fruit"], "6995/10368"),
        (["--orchard", "1", "--ravens", "1"], "2/3"),
        (["--orchard", "0"], "1"),
        (["--ravens", "0"], "0"),
    ],
)
def test_small_orchards(capsys: pytest.CaptureFixture[str], arguments: list[str], exact: str) -> None:
    document = json.loads(run(capsys, "solve", "verger", *arguments, "--json").out)
    assert document["schema"] == "corrige/solve/1"
    assert document["probability"] == {"value": float(Fraction(exact)), "exact": exact}


def test_the_original_game_is_the_default(capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(run(capsys, "solve", "verger", "--json").out)
    assert (document["trees"], document["ravens"], document["strategy"]) == ([10] * 4, 9, "max")
    probability = document["probability"]
    assert probability["value"] == pytest.approx(0.6840474981279716, rel=1e-15)
    assert float(Fraction(probability["exact"])) == probability["value"]


def test_text_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "solve", "verger", "--orchard", "2,2", "--ravens", "2").out
    assert out.splitlines() == [
        "orchard      22|2, max",
        "probability  0.677373",
        "exact        2341/3456",
        "throws       3.50174",
    ]


@pytest.mark.parametrize("strategy", ["max", "min", "random", "random-fruit"])
def test_the_expected_number_of_throws(capsys: pytest.CaptureFixture[str], strategy: str) -> None:
    arguments = ["--orchard", "2,2", "--ravens", "2", "--strategy", strategy]
    throws = json.loads(run(capsys, "solve", "verger", *arguments, "--json").out)["throws"]
    assert throws == {
        "value": pytest.approx(float(expected(Orchard((2, 2), 2), strategy, DEFAULT_DIE)[1])),
        "exact": None,
    }


def test_equally_good_baskets_leave_the_length_open(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--orchard", "2,2", "--ravens", "2", "--strategy", "best"]
    assert json.loads(run(capsys, "solve", "verger", *arguments, "--json").out)["throws"] is None
    assert "throws" not in run(capsys, "solve", "verger", *arguments).out


@pytest.mark.parametrize(
    "arguments",
    [
        ["--no-exact"],
        ["--trees", "8"],  # 43 758 positions: the fraction would take a second
        ["--trees", "1", "--fruits", "1", "--ravens", "10000"],  # a fraction of thousands of digits
    ],
)
def test_no_fraction_when_it_is_slow_or_long_or_not_wanted(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    outcome = run(capsys, "solve", "verger", *arguments, "--json")
    assert outcome.code == 0
    probability = json.loads(outcome.out)["probability"]
    assert probability["exact"] is None
    assert 0 < probability["value"] <= 1
    assert "exact" not in run(capsys, "solve", "verger", *arguments).out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--orchard", "3,x"], "write it like 3,2,1"),
        (["--orchard", ""], "write it like 3,2,1"),
        (["--orchard", "-1"], "write it like 3,2,1"),
        (["--orchard", "3,2", "--fruits", "4"], "--orchard excludes --trees and --fruits"),
        (["--trees", "-1"], "--trees"),
        (["--trees", "99999999999"], "--trees"),
        (["--fruits", "99999999999"], "at most 33,554,432 are admitted"),
        (["--ravens", "10001"], "0 to 10000 ravens, got 10001"),
        (["--ravens", "many"], "--ravens"),
        (["--strategy", "greedy"], "random-fruit"),
        (["--trees", "12", "--exact"], "at most 1,048,576 are admitted"),
        (["--trees", "1", "--fruits", "8", "--ravens", "10000", "--exact"], "14000 are printed"),
    ],
)
def test_bad_input_is_refused_with_its_reason(
    capsys: pytest.CaptureFixture[str], arguments: list[str], told: str
) -> None:
    outcome = run(capsys, "solve", "verger", *arguments)
    assert outcome.code == 2
    assert told in outcome.err
    assert outcome.out == ""


def test_figures_are_written_in_two_formats(capsys: pytest.CaptureFixture[str], here) -> None:
    assert run(capsys, "figures", "verger", "-o", "plots").code == 0
    names = ("strategies", "strategies-bars", "chances", "fair-ravens")
    assert {path.name for path in (here / "plots").iterdir()} == {
        "chain.svg",
        *(f"{n}.{form}" for n in names for form in ("svg", "pdf")),
    }


def test_verify_says_that_all_agree(capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run(capsys, "verify", "verger")
    assert outcome.code == 0
    assert "162 of 162 figures agree, 0 differ" in outcome.out
    assert "c − 1" in outcome.out
