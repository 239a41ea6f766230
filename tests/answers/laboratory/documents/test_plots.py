"""Contents of the documents' plots for small games, compared with the approved ones in `plots/`."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import StepPatch

from answers.exam.catalogue import load_exam
from answers.exam.document import Plot
from answers.laboratory.documents import dice, verger, yahtzee
from solvers.verger.orchard import Orchard
from solvers.yahtzee.matches.matches import Method, YahtzeeMatch
from tests.answers.snapshots import compare

FOLDER = Path(__file__).parent / "plots"
SMALL: Mapping[object, Mapping[str, object]] = {
    dice: {"DICE": 6, "TARGET": 8, "LONGEST": 12, "MOST_DICE": 3, "TARGETS": (1, 5, 12), "SHORT": 400, "LONG": 400},
    verger: {"DEFAULT_GAME": Orchard((3, 3), 2), "MOST": 3, "MOST_RAVENS": 4},
    yahtzee: {},
}
SHARED = YahtzeeMatch(
    "coupled",
    np.array([[[203, 258], [251, 199], [300, 120], [209, 204]], [[180, 201], [251, 260], [150, 120], [189, 308]]]),
)
APART = YahtzeeMatch(
    "independent", np.array([[[200], [100], [300], [260], [190], [230]], [[150], [260], [180], [150], [250], [170]]])
)
PLOTS = [(module, plot.name) for module in SMALL for plot in module.DOCUMENT.plots if isinstance(plot, Plot)]  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Replace the games by small ones, and the matches by matches made by hand."""
    for module, values in SMALL.items():
        for name, value in values.items():
            monkeypatch.setattr(module, name, value)

    def played(method: Method, *_: object, **__: object) -> YahtzeeMatch:
        return APART if method == "independent" else SHARED

    monkeypatch.setattr(yahtzee, "measured_match", played)
    monkeypatch.setattr(yahtzee, "perturbed_match", played)
    dice.gain_by_target.cache_clear()
    yield
    dice.gain_by_target.cache_clear()


@pytest.mark.parametrize(
    ("module", "name"), PLOTS, ids=[f"{entry.__name__.rpartition('.')[2]}-{n}" for entry, n in PLOTS]
)  # type: ignore[attr-defined]
def test_a_plot_shows_what_was_looked_at(module: object, name: str) -> None:
    exam = module.__name__.rpartition(".")[2]  # type: ignore[attr-defined]
    (plot,) = (one for one in module.DOCUMENT.plots if one.name == name)  # type: ignore[attr-defined]
    figure = Figure()
    plot.draw(figure, load_exam(exam).words("fr"))
    compare(FOLDER / f"{exam}-{name}.txt", "\n\n".join("\n".join(shown(axes)) for axes in figure.axes) + "\n")


def shown(axes: Axes) -> Iterator[str]:
    """Return the contents of axes, one line for each label, curve, bar, picture and text, to four digits."""
    yield f"axes {axes.get_title()!r}: x {axes.get_xlabel()!r} {axes.get_xscale()}, y {axes.get_ylabel()!r}"
    yield f"from {numbers(axes.get_xlim())} to {numbers(axes.get_ylim())}"
    yield f"numbers {axes.xaxis.get_major_formatter()(2)}, {axes.yaxis.get_major_formatter()(0.5)}"
    for line in axes.lines:
        yield f"line {line.get_label()!r} {line.get_color()} {line.get_linestyle()} {line.get_marker()}"
        yield f"  {numbers(line.get_xdata(orig=False))}: {numbers(line.get_ydata(orig=False))}"
    for patch in axes.patches:
        if isinstance(patch, StepPatch):
            values, edges, _ = patch.get_data()
            steps = [f"{edge:g}: {value:.4g}" for edge, value in zip(edges, values, strict=False) if value]
            yield f"steps {patch.get_label()!r} {numbers(patch.get_edgecolor())}: {', '.join(steps)}"
        else:
            yield f"bar {patch.get_height():.4g} {numbers(patch.get_facecolor())}"  # type: ignore[attr-defined]
    for picture in axes.images:
        yield f"picture {numbers(picture.get_extent())} {picture.origin} {picture.get_cmap().name}"
        yield f"  from {numbers(picture.get_clim())}"
        yield from (f"  {numbers(row)}" for row in np.asarray(picture.get_array()))
    yield from (f"text {text.get_text()!r} {numbers(text.get_position())} {text.get_color()}" for text in axes.texts)
    legend = axes.get_legend()
    if legend is not None:
        yield f"legend {[text.get_text() for text in legend.get_texts()]}"
    yield f"at {[label.get_text() for label in axes.get_xticklabels()]}"


def numbers(values: Iterable[float]) -> str:
    """Return numbers to four digits, on one line."""
    return " ".join(f"{round(float(value), 6) + 0.0:.4g}" for value in values)
