"""A plot of a document, redrawn from exact values; captions in both languages, readable in black and white."""

import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from answers.exam.words import Words, plain

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Format = Literal["svg", "pdf"]
FORMATS: tuple[Format, ...] = ("svg", "pdf")


@dataclass(frozen=True, slots=True)
class Plot:
    """One plot: `name` is a file name without suffix; `draw` fills an empty figure with the exam's words.

    Its caption is the text `plot_<name>` of the exam's templates, hyphens written "_".
    """

    name: str
    draw: Callable[["Figure", Words], None]


def plot_bytes(plot: Plot, form: Format, words: Words) -> bytes:
    """Draw `plot` with its caption below, as SVG or PDF; the same bytes every time.

    Raises
    ------
    MissingWordsError
        If the templates lack its caption or a text that it asks for.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    # Letters as outlines: a figure looks the same wherever it is opened.
    with mpl.rc_context({"svg.hashsalt": plot.name, "font.family": "DejaVu Serif", "axes.grid": False}):
        figure = Figure(figsize=(7, 4.6), layout="constrained")
        plot.draw(figure, words)
        caption = plain(words.say(f"plot_{plot.name.replace('-', '_')}"))
        figure.supxlabel(caption, fontsize="small", wrap=True)
        stream = io.BytesIO()
        figure.savefig(stream, format=form, metadata={"Date": None} if form == "svg" else {"CreationDate": None})
        return stream.getvalue()
