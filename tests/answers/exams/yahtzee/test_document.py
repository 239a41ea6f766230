import pytest

from answers.exam.catalogue import load_exam
from answers.exam.plot import plot_bytes
from answers.exam.verify import Comparison, verify
from answers.exams.yahtzee.document import DOCUMENT

EXAM = load_exam("yahtzee")
SLIPS = ["6.3.1: points of Perturb", "6.3.1: points of Hum", "6.3.2: games of the match"]
AGREEING = ["combinations", "situations", "5.1: interval of Esp", "5.3: points of Esp", "6.3.2: wins without draws"]


@pytest.fixture(scope="module")
def compared() -> Comparison:
    found = verify(EXAM)
    assert found is not None
    return found


@pytest.mark.slow
def test_every_difference_is_explained(compared: Comparison) -> None:
    figures = {figure.name: figure for figure in compared.figures}
    assert len(figures) == len(compared.figures) == 70
    assert all(figures[name].agrees for name in AGREEING)
    assert not any(figures[name].agrees for name in SLIPS)
    assert all(figure.note and figure.place for figure in compared.figures if not figure.agrees)


@pytest.mark.slow
def test_known_values() -> None:
    """Counts and the report's own sums; exact means within the interval of the sampled ones."""
    values = DOCUMENT.computed()
    assert values["situations"] == 264_241_152
    assert values["6.3.1: points of Perturb"] == 40606
    assert values["6.3.1: points of Hum"] == 25844.5
    assert values["6.3.2: games of the match"] == 200_002
    assert values["6.3.2: interval of Esp"] == pytest.approx(0.232, abs=5e-4)
    assert values["6.3.2: mean of Esp"] == pytest.approx(values["5.1: mean of Esp"], abs=0.6)
    assert values["5.3: gap of Esp"] == -values["5.3: gap of Hum"]  # type: ignore[operator]


def test_the_report_has_four_plots() -> None:
    assert [plot.name for plot in DOCUMENT.plots] == ["figure-3", "figure-5", "figure-6", "figure-perturbation"]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(4))
def test_a_plot_is_the_same_every_time_in_its_language(number: int) -> None:
    plot = DOCUMENT.plots[number]
    drawn = [plot_bytes(plot, "svg", EXAM.words(lang)) for lang in ("fr", "fr", "en")]
    assert drawn[0] == drawn[1] != drawn[2]
    assert plot_bytes(plot, "pdf", EXAM.words("en")).startswith(b"%PDF-")
