"""A plot or drawing of a document, made anew from exact values; captions in both languages, fit for black and white."""

import io
import re
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import as_file
from typing import TYPE_CHECKING, ClassVar, Literal

from answers.assets import asset
from answers.exam.words import Words, plain

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Format = Literal["svg", "pdf"]

NARROWEST = 480
LETTER = 8
LINE = 18
"""Of a caption under a drawing, in pixels: its least width, a letter's mean width, a line's height."""


@dataclass(frozen=True, slots=True)
class Plot:
    """One plot: `name` is a file name without suffix; `draw` fills an empty figure with the exam's words.

    Its caption is the text `plot_<name>` of the exam's templates, hyphens written "_".
    """

    formats: ClassVar[tuple[Format, ...]] = ("svg", "pdf")

    name: str
    draw: Callable[["Figure", Words], None]


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is no plot, a graph or a board; `svg` gives one ``<svg>`` element of ours, its width and height first.

    Its name and its caption are those of a `Plot`.
    """

    formats: ClassVar[tuple[Format, ...]] = ("svg",)

    name: str
    svg: Callable[[Words], str]


def plot_files(plot: Plot | Drawing, words: Words) -> Mapping[Format, bytes]:
    """Draw `plot` once, with its caption below, in all its formats; the same bytes every time on one machine."""
    caption = plain(words.say(f"plot_{plot.name.replace('-', '_')}"))
    if isinstance(plot, Drawing):
        return {"svg": _captioned(plot.svg(words), caption).encode()}
    return _plotted(plot, words, caption)


def _plotted(plot: Plot, words: Words, caption: str) -> Mapping[Format, bytes]:
    import matplotlib as mpl
    from matplotlib.figure import Figure

    # Letters as outlines: a figure looks the same wherever it is opened.
    with mpl.rc_context({"svg.hashsalt": plot.name, "font.family": _sheet_fonts(), "axes.grid": False}):
        figure = Figure(figsize=(7, 4.6), layout="constrained")
        plot.draw(figure, words)
        figure.supxlabel(caption, fontsize="small", wrap=True)
        return {form: _saved(figure, form) for form in plot.formats}


def _saved(figure: "Figure", form: Format) -> bytes:
    stream = io.BytesIO()
    figure.savefig(stream, format=form, metadata={"Date": None} if form == "svg" else {"CreationDate": None})
    return stream.getvalue()


@cache
def _sheet_fonts() -> list[str]:
    """The face of the sheets, and where it has no glyph, the one that comes with matplotlib."""
    from matplotlib import font_manager

    with as_file(asset("templates", "fonts", "text-regular.otf")) as file:
        font_manager.fontManager.addfont(str(file))
        return [font_manager.FontProperties(fname=str(file)).get_name(), "DejaVu Serif"]


def _captioned(svg: str, caption: str) -> str:
    """Put a drawing above its caption in one element, wide enough for both."""
    size = re.match(r'<svg [^>]*?width="(\d+)" height="(\d+)"', svg)
    if size is None:
        raise ValueError(f"a drawing begins with <svg …> and its width and height in pixels, got {svg[:80]!r}")
    drawn, height = map(int, size.groups())
    width = max(drawn, NARROWEST)
    lines = textwrap.wrap(caption, width // LETTER)
    whole = height + LINE * (len(lines) + 1)
    texts = (
        f'<text x="{width // 2}" y="{height + LINE * row}">{escape(line)}</text>' for row, line in enumerate(lines, 1)
    )
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{whole}" viewBox="0 0 {width} {whole}" '
        'role="img" font-family="serif" font-size="14" text-anchor="middle">'
    )
    inside = f'<g transform="translate({(width - drawn) // 2})">\n{svg}\n</g>'
    return "\n".join([head, f"<title>{escape(caption)}</title>", inside, *texts, "</svg>\n"])
