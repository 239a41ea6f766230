"""What people read of a result, and what is drawn of it."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.answers.cli.laboratory.conftest import Solved
from tests.answers.cli.running import Corrige

MATRIX = (
    "[[0, 1/4, 1/2, 0, 0, 1/4, 0, 0, 0, 0, 0, 0], [0, 0, 0, 1/2, 0, 0, 0, 1/4, 0, 0, 1/4, 0], "
    "[0, 0, 0, 1/4, 1/4, 1/4, 0, 0, 1/4, 0, 0, 0], [0, 0, 0, 0, 0, 0, 1/4, 1/4, 0, 1/4, 1/4, 0], "
    "[0, 0, 0, 0, 0, 0, 1/3, 0, 1/3, 0, 0, 1/3], [0, 0, 0, 0, 0, 0, 0, 1/4, 1/2, 0, 0, 1/4], "
    "[0, 0, 0, 0, 0, 0, 0, 0, 0, 1/3, 1/3, 1/3], [0, 0, 0, 0, 0, 0, 0, 0, 0, 1/2, 1/4, 1/4], "
    "[0, 0, 0, 0, 0, 0, 0, 0, 0, 1/3, 0, 2/3], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1/3, 2/3], "
    "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]]"
)
"""The chain of two trees of two fruits, as the document prints it."""
CENTRAL = "the first player places the central domino, then answers each domino by its image under the half turn"

LINES = {
    "chomp --board 3x4": "winner   first\nmoves    (1, 2)\n",
    "cram --board 1x2": f"winner   first\nmoves    (0, 0) (0, 1)\ngrundy   1 (the player to move loses if it is 0)\n"
    f"symmetry {CENTRAL}\n",
    "domineering --board 2x1": "winner   second\nmoves    none\n",
    "dice --dice 3 --target 50 --state 49,20": "gain     1\nchoice   1  (equally good: 2, 3)\n",
    "dice --dice 2 --table LP": (
        "maximise z' - z''\n"
        "(1) - 0 p(1) - 0.375 p(2) + z' - z'' <= 0\n"
        "(2) + 0.375 p(1) - 0 p(2) + z' - z'' <= 0\n"
        "p(1) + p(2) <= 1\n"
        "- p(1) - p(2) <= -1\n"
        "z', z'', p(1), p(2) >= 0\n"
    ),
    "verger --orchard 2,2 --ravens 2": (
        "orchard      22|2, strategy max\nprobability  0.677373\nfraction     2341/3456\nthrows       3.50174\n"
    ),
}


@pytest.mark.parametrize("line", LINES)
def test_all_that_is_read(corrige: Corrige, line: str) -> None:
    assert corrige("solve", *line.split()).out == LINES[line]


PARTS = {
    "dice --dice 6 --target 1 --game simultaneous": "choice   2: 0.1756, 3: 0.05294, 5: 0.7715",
    "cram --board 2x2": "symmetry the second player answers",
    "yahtzee-keep --dice 2,2,3,5,6": "keep         2 2\nexpectation  250.5",
    "nash --matrix game.csv --method exp3 --steps 70 --seed 1": "steps    70 with seed 1",
}


@pytest.mark.slow
@pytest.mark.parametrize("line", PARTS)
def test_a_part_of_what_is_read(corrige: Corrige, pennies: None, line: str) -> None:
    assert PARTS[line] in corrige("solve", *line.split()).out


def test_what_is_not_known_is_not_read(corrige: Corrige) -> None:
    for line, word in (
        ("cram --board 3x3", "symmetry"),
        ("verger --orchard 2,2 --ravens 2 --strategy best", "throws"),
        ("verger --no-exact", "exact"),
    ):
        assert word not in corrige("solve", *line.split()).out


DRAWN = {
    "tictactoe --grid oo./xx./o.x": "value    1  (X wins if both players play their best)",
    "chomp --board 3x3": "moves    (1, 1)",
    # player 1 covers (0,1) (0,2), player 2 (0,0) (1,0); then (1,1) alone is free
    "game --board 2x3 --illegal 1,2 --first 1,0,2 --second 0,1,2": " 2  1  1\n 2  .  #\nwinner   second\n",
    # the second 1 of player 1 is passed over
    "game --board 2x3 --illegal 1,2 --first 1,1,0,2 --second 0,1,2": " 2  1  1\n 2  .  #\nwinner   second\n",
    "verger --trees 2 --fruits 2 --ravens 2 --chain": (
        "after 1000 throws from A: K 1115/3456 = 0.322627314815, L 2341/3456 = 0.677372685185\n\n" + MATRIX
    ),
}


@pytest.mark.parametrize("line", DRAWN)
def test_a_drawing_stands_beside_what_is_read(corrige: Corrige, here: Path, line: str) -> None:
    outcome = corrige("solve", *line.split(), "-o", "drawing.svg")
    assert (outcome.code, outcome.err) == (0, "wrote drawing.svg\n")
    assert DRAWN[line] in outcome.out
    assert (here / "drawing.svg").read_text().startswith("<svg ")


def test_the_chain_as_json(solved: Solved) -> None:
    document = solved("verger --trees 2 --fruits 2 --ravens 2 --chain --power 1")
    assert document["states"][:2] == ["22|2", "22|1"]
    assert [cell["exact"] for cell in document["after"][:6]] == ["0", "1/4", "1/2", "0", "0", "1/4"]
    assert document["limits"][4]["win"]["exact"] == "22/27"


def test_phantom_is_learned_and_its_curve_drawn(solved: Solved, corrige: Corrige, here: Path) -> None:
    line = "phantom --board 4x4 --plans 100 --method exp3 --steps 300000 --seed 5"
    document = solved(line)
    assert (document["steps"], document["seed"]) == (300_000, 5)
    # The exact value is 29/45; the mean is biased towards 1/2 when steps are cut.
    assert document["value"]["value"] == pytest.approx(29 / 45, abs=0.08)
    assert corrige("solve", *line.split(), "-o", "curve.svg").code == 0
    drawn = ET.parse(here / "curve.svg").getroot()
    points = next(element for element in drawn.iter() if element.tag.endswith("polyline")).get("points", "").split()
    assert len(points) > 60
    assert f"{document['value']['value']:.4f}" in (here / "curve.svg").read_text()


def test_exp3_is_near_the_value_and_says_its_regret(solved: Solved, pennies: None) -> None:
    document = solved("nash --matrix game.csv --method exp3")
    assert document["value"]["value"] == pytest.approx(0.5, abs=0.05)
    assert 0 <= document["regret"]["value"] < 0.1
