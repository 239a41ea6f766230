from xml.etree import ElementTree as ET

import numpy as np
import pytest

from answers.exam.catalogue import load_exam
from answers.exam.plot import Drawing, plot_files
from answers.exam.verify import verify
from answers.exams.yahtzee.document import DOCUMENT, _near, _own_intervals, _own_sums, _partial

EXAM = load_exam("yahtzee")
SLIPS = [
    "5.1: wins of Esp",
    "5.1: interval of the margin",
    "5.2: interval of the margin",
    "5.3: interval of the chance",
    "5.3: interval of the gap",
    "5.3: sum of both gaps",
    "6.2: interval of 100 000 games",
    "6.2: objective",
    "6.3.1: points of Perturb",
    "6.3.1: points of Hum",
    "6.3.2: games of the match",
    "6.3.2: gap of Perturb",
    "6.3.2: gap of Esp",
    "6.3.2: interval of Esp",
    "6.3.2: interval of Perturb",
]
FALSE = ["2.1: bonus from 65", "4.6: bonus"]
UNKNOWN = ("6.3.1: total victories of Perturb", "6.3.1: gap of Perturb", "6.3.2: ")
"""What hangs on the weights α, which are not printed."""


@pytest.mark.slow
def test_the_figures_of_the_report_beside_ours() -> None:
    """Once for all that is said of them: a minute of matches.

    What differs is a slip or hangs on weights that are not printed, and says why and how that was established. All that
    sections 5.1 to 5.3 measured of the two first strategies is met, but for a misprint: 22 figures within 3 standard
    errors, and 12 quartiles within the range that sampling gives them.
    """
    compared = verify(EXAM)
    assert compared is not None
    assert len(compared.figures) == len({figure.name for figure in compared.figures}) == 90
    assert all(figure.place for figure in compared.figures)
    differing = {figure.name: figure for figure in compared.figures if not figure.agrees}
    assert {*SLIPS, *FALSE} <= differing.keys()
    assert all(name.startswith(UNKNOWN) for name in differing.keys() - {*SLIPS, *FALSE})
    assert all(figure.note and figure.established for figure in differing.values())
    measured = [one for one in compared.figures if one.name.startswith("5.")]
    sampled = {one.name: one.z for one in measured if one.z is not None}
    assert len(sampled) == 22
    assert [name for name, z in sampled.items() if abs(z) > 3] == ["5.1: wins of Esp"]
    quartiles = [one for one in measured if "quartile" in one.name]
    assert [one.name for one in quartiles if not one.agrees] == []
    assert len(quartiles) == 12
    computed = {figure.name: figure.computed for figure in compared.figures}
    assert computed["situations"] == "264241152"
    assert computed["5.3: gap of Hum"] == "−" + computed["5.3: gap of Esp"]


def test_the_report_has_six_figures_and_one_more() -> None:
    assert [plot.name for plot in DOCUMENT.plots] == [
        "figure-1", "figure-2", "figure-3", "figure-4", "figure-5", "figure-6", "figure-perturbation",
    ]  # fmt: skip


def texts(name: str, lang: str) -> list[str]:
    (drawing,) = (plot for plot in DOCUMENT.plots if plot.name == name and isinstance(plot, Drawing))
    root = ET.fromstring(plot_files(drawing, EXAM.words(lang))["svg"])
    return [text.text or "" for text in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize(("lang", "bonus"), [("fr", "prime à partir de 63 points"), ("en", "bonus from 63 points")])
def test_the_score_sheet_has_every_box_and_the_bonus(lang: str, bonus: str) -> None:
    said = texts("figure-1", lang)
    assert bonus in said
    assert [text for text in said if text in ("25", "30", "35", "40", "50")] == ["35", "25", "30", "40", "50"]


def test_a_full_house_is_recognised_by_its_counts() -> None:
    said = texts("figure-2", "en")
    assert [text for text in said if text.startswith("[")] == ["[0 2 3 0 0 0]", "[0 2 2 0 1 0]", "[0 2 0 1 1 1]"]
    assert [text for text in said if "attain" in text][:3] == [
        "attained", "attainable, one die missing", "neither attained nor attainable",
    ]  # fmt: skip


def test_the_dice_of_a_turn_come_from_the_front_of_the_list() -> None:
    said = [text for text in texts("figure-4", "en") if text.isdigit()]
    assert said[:15] == list("134214552631264")
    assert said[15:20] == list("13421")  # the first throw
    assert said[20:25] == sorted(said[15:20])  # the dice then on the table


def test_partial_victories_by_the_mean_of_the_set_and_by_the_first_list() -> None:
    """Four sets of two games: won twice; one each; one each; one won, one drawn."""
    first = [[200, 210], [250, 100], [150, 260], [200, 180]]
    second = [[100, 110], [110, 220], [190, 230], [100, 180]]
    scores = np.array([first, second])
    # Means: 350 to 330, 410 to 420. On the first list: 250 to 220, 150 to 230.
    assert _partial(scores, same_dice=False) == (1, 1)
    assert _partial(scores, same_dice=True) == (1, 1)
    scores[0, 2, 1] = 280
    assert _partial(scores, same_dice=False) == (2, 0)
    assert _partial(scores, same_dice=True) == (1, 1)


def test_intervals_by_hand() -> None:
    """1.96 deviations over √100 000 = 316.23 or √200 000 = 447.21; of a gap, the root of both squares added."""
    found = {name: float(value) for name, value in _own_intervals()}  # type: ignore[arg-type]
    assert found == {
        "5.1: interval of Esp": pytest.approx(0.32825, abs=1e-5),
        "5.1: interval of Hum": pytest.approx(0.37647, abs=1e-5),
        "5.2: interval of Esp": pytest.approx(0.32937, abs=1e-5),
        "5.2: interval of Hum": pytest.approx(0.37535, abs=1e-5),
        "6.2: interval of 100 000 games": pytest.approx(0.0030990, abs=1e-7),
        "6.3.1: interval of the gap": pytest.approx(0.34910, abs=1e-5),
        "6.3.2: interval of the gaps": pytest.approx(0.32353, abs=1e-5),
        "6.3.2: interval of Esp": pytest.approx(0.23167, abs=1e-5),
        "6.3.2: interval of Perturb": pytest.approx(0.22584, abs=1e-5),
    }


def test_sums_by_hand() -> None:
    """A total victory counts 1, a partial one half; the games of section 6.3.2 are 99 529, 98 618 and 1855 drawn."""
    found = {name: float(value) for name, value in _own_sums()}  # type: ignore[arg-type]
    assert found["5.3: points of Esp"] == 40943
    assert found["5.3: points of Hum"] == 25117
    assert found["6.3.1: points of Hum"] == 25844.5
    assert found["6.3.1: points of Perturb"] == 40606
    assert found["6.3.2: games of the match"] == 200_002
    assert found["6.3.2: wins without draws"] == pytest.approx(0.502299, abs=1e-6)
    assert found["6.3.2: chance of Perturb"] == pytest.approx(0.497640, abs=1e-6)
    assert found["6.3.2: chance of Esp"] == pytest.approx(0.493085, abs=1e-6)
    assert found["6.3.2: gap of Perturb"] == -found["6.3.2: gap of Esp"] == -0.66
    assert (found["6.2: objective"], found["5.3: sum of both gaps"]) == (0.52, 0)


def test_the_shares_beside_a_quartile_by_hand() -> None:
    """4 √(0.25 · 0.75 / 100 000) = 0.0054772."""
    assert _near(0.25, 100_000) == (pytest.approx(0.2445228, abs=1e-7), pytest.approx(0.2554772, abs=1e-7))
    assert _near(0.75, 100_000) == (pytest.approx(0.7445228, abs=1e-7), pytest.approx(0.7554772, abs=1e-7))
