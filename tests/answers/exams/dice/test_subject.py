"""What the subject and the worked solutions of `dice` show: examples beside oracles, certificates that prove."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exams.dice.games import certificate
from answers.sheets.booklet import solution_html, subject_html
from answers.sheets.subject import subject_of
from tests.answers.exams.solutions import solution_data
from tests.oracles import dice_exam, dice_sequential, dice_simultaneous, dice_throws, matrix_games

EXAM = load_exam("dice")
NEAR = 1e-9


@pytest.fixture(scope="module")
def examples() -> Mapping[str, Any]:
    return subject_of(EXAM).examples()


def test_examples_of_a_throw(examples: Mapping[str, Any]) -> None:
    throw = dice_throws.throw(3, 6)
    assert examples["P"] == throw[10]
    assert examples["Q"] == throw[10] / Fraction(5, 6) ** 3
    means = [sum(min(k, 6) * p for k, p in dice_throws.throw(d, 6).items()) for d in (1, 2, 3, 4)]
    assert examples["useful"] == pytest.approx([float(mean) for mean in means], rel=1e-12)
    assert means.index(max(means)) == 1  # d* = 2, as it says


def test_examples_of_the_sequential_game(examples: Mapping[str, Any]) -> None:
    gains = dice_sequential.sequential(3, 6, 6)
    for (i, j), choices in gains.items():
        assert examples["EG"][i][j] == pytest.approx(float(max(choices)), abs=NEAR)
        assert examples["OPT"][i][j] == choices.index(max(choices)) + 1
    assert examples["choices"] == pytest.approx([float(gain) for gain in gains[3, 2]], abs=NEAR)
    assert examples["OPT"][3][2] == 2  # as it says
    assert examples["variant"] == pytest.approx(dice_exam.scoreless(3, 6, 0), abs=NEAR)
    assert examples["variant"][5][5] == pytest.approx(5 / 7, abs=NEAR)


def test_examples_of_matrix_games(examples: Mapping[str, Any]) -> None:
    dice, faces, ahead = examples["uneven"]
    throws = [dice_throws.throw(d, faces) for d in range(1, dice + 1)]
    matrix = [
        [sum(p * q * ((k > m + ahead) - (k < m + ahead)) for k, p in a.items() for m, q in b.items()) for b in throws]
        for a in throws
    ]
    assert np.allclose(examples["matrix"], np.array(matrix, dtype=float), atol=NEAR)
    assert examples["value"] == pytest.approx(float(matrix_games.shapley_snow_value(matrix)), abs=NEAR)
    assert min(examples["columns"]) == pytest.approx(examples["value"], abs=NEAR)
    assert max(examples["pure"]) == examples["pure"][1] < examples["value"] - 0.01


def test_examples_of_the_simultaneous_game(examples: Mapping[str, Any]) -> None:
    gains = dice_simultaneous.simultaneous(3, 6, 6)
    assert examples["EG1"] == pytest.approx(
        np.array([[float(gains[i, j]) for j in range(6)] for i in range(6)]), abs=NEAR
    )
    matrix = np.array(examples["E1"])
    assert matrix[2, 2] == matrix[2].min() == matrix[:, 2].max()  # the saddle point that it names
    assert examples["EG1"][2][3] == pytest.approx(matrix[2, 2], abs=NEAR)


@pytest.mark.parametrize("u0", [17, 4242, 64006])
def test_certificates_prove_the_values(u0: int) -> None:
    key = make_key(EXAM, u0)
    games = [solution_data(EXAM, number, key) for number in (12, 13, 19)]
    shown = solution_data(EXAM, 18, key)["games"]
    assert isinstance(shown, list)
    for game in (*games, *shown):
        row, column, matrix = (np.array(game[name]) for name in ("row", "column", "matrix"))
        assert (row @ matrix).min() == pytest.approx((matrix @ column).max(), abs=NEAR)
        assert game["value"] == pytest.approx((row @ matrix).min(), abs=NEAR)
    first, second = solution_data(EXAM, 6, key)["rows"]
    assert first["gain"] == pytest.approx(first["scored"] - first["stay"] * second["gain"], abs=NEAR)
    assert second["gain"] == pytest.approx(second["scored"] - second["stay"] * first["gain"], abs=NEAR)


def test_what_a_product_leaves_of_zero_is_zero() -> None:
    bounds = certificate(np.array([[1e-17, 0.5], [-0.5, -2e-17]]))
    assert bounds["matrix"] == [[0.0, 0.5], [-0.5, 0.0]]
    assert (bounds["value"], bounds["against_row"]) == (0.0, [0.0, 0.5])


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_booklets_say_numbers_in_their_language(lang: str) -> None:
    wrong = re.compile(r"\b0\.\d" if lang == "fr" else r"\b0,\d")
    subject = subject_html(EXAM, lang=lang).partition("</header>")[2]
    solution = solution_html(EXAM, make_key(EXAM, 4242), lang=lang).partition("</header>")[2]
    for page in (subject, solution):
        text = " ".join(part.partition(">")[2] for part in page.split("<"))
        assert not wrong.search(text)
