"""The document an exam comes from: what it prints, computed again, and its plots, redrawn from exact values.

An exam has them in `document.py` beside its `exam.py`, as a `DOCUMENT`; many exams come from none. Captions are in both
languages, drawings fit for black and white.
"""

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
from answers.exam.home import Home
from answers.exam.words import Words, plain
from answers.kinds.reading import Value

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


Computed = tuple[str, Value]
"""A computed figure, under the name that it has in `printed.json`."""


BY_SLIP = ", by a slip"
"""Ends the name of a value that a slip of the document gives, and which it prints in place of the right one."""


@dataclass(frozen=True, slots=True)
class Document:
    """What can be computed of a document.

    `computed` gives our value of every figure that it prints, by the names used in `printed.json`, and where a slip is
    understood, what it gives (`BY_SLIP`); `exercises` names the programs that it asks to complete.
    """

    computed: Callable[[], Mapping[str, Value]]
    plots: tuple[Plot | Drawing, ...] = ()
    exercises: tuple[str, ...] = ()


GAP = re.compile(r"^( *)(?:#|\(\*) (\(\d+\)).*$")
"""The comment that begins a gap, in Python or in OCaml: what is asked, behind its number."""

HOLES = {"py": "...", "ml": 'failwith "{number}"'}
"""What stands in a gap, so that the file can be run before it is complete, by the ending of its language."""


def code_to_complete(home: Home, name: str, lang: str) -> Mapping[str, bytes]:
    """Return the files of an exercise by name: ``NAME.py``, ``NAME_model.py``, ``mark_NAME.py``, and so in OCaml.

    What marks stands in the folder ``code`` of the exam's templates, models in ``code/LANG``. An exercise may lack a
    language.
    """
    folder = home.templates.joinpath("code")
    files = dict[str, bytes]()
    for ending, hole in HOLES.items():
        model = folder.joinpath(lang, f"{name}_model.{ending}")
        if not model.is_file():
            continue
        marking = f"mark_{name}.{ending}"
        files[f"{name}.{ending}"] = with_gaps(model.read_text("utf-8"), hole).encode()
        files[model.name] = model.read_bytes()
        files[marking] = folder.joinpath(marking).read_bytes()
    return files


def with_gaps(model: str, hole: str) -> str:
    """Return a model without what its numbered comments ask for: the lines from each to the next blank one.

    In their place stands `hole`, its ``{number}`` replaced by that of the comment.
    """
    lines, is_gap = list[str](), False
    for line in model.splitlines():
        begins = GAP.match(line)
        is_gap = bool(begins) or (is_gap and bool(line.strip()))
        if begins:
            lines += [line, begins[1] + hole.format(number=begins[2])]
        elif not is_gap:
            lines.append(line)
    return "\n".join(lines) + "\n"
