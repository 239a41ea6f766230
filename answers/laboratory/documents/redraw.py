"""Draw the plots of a document from exact values, and make the programs that the document asks to complete."""

import re
import textwrap
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import as_file

from answers.assets import asset
from answers.exam.document import Drawing, Format, Plot
from answers.exam.location import ExamLocation
from answers.exam.words import Words, plain
from answers.laboratory.result import figure_file, figure_style

NARROWEST = 480
LETTER = 8
LINE = 18
"""Least width of a drawing, mean width of a letter and height of a line of the caption, in pixels."""


def plot_files(plot: Plot | Drawing, words: Words) -> Mapping[Format, bytes]:
    """Return the files of a plot with its caption, by format; on a given machine, their bytes are always the same."""
    caption = plain(words.snippet(f"plot_{plot.name.replace('-', '_')}"))
    if isinstance(plot, Drawing):
        svg = plot.svg(words)
        size = re.match(r'<svg [^>]*?width="(\d+)" height="(\d+)"', svg)
        if size is None:
            raise ValueError(f"a drawing begins with <svg …> and its width and height in pixels, got {svg[:80]!r}")
        drawn, height = map(int, size.groups())
        width = max(drawn, NARROWEST)
        lines = textwrap.wrap(caption, width // LETTER)
        whole = height + LINE * (len(lines) + 1)
        texts = (
            f'<text x="{width // 2}" y="{height + LINE * row}">{escape(line)}</text>'
            for row, line in enumerate(lines, 1)
        )
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{whole}" viewBox="0 0 {width} {whole}" '
            'role="img" font-family="serif" font-size="14" text-anchor="middle">'
        )
        inside = f'<g transform="translate({(width - drawn) // 2})">\n{svg}\n</g>'
        return {"svg": "\n".join([head, f"<title>{escape(caption)}</title>", inside, *texts, "</svg>\n"]).encode()}

    from matplotlib.figure import Figure

    # letters are drawn as outlines, so that the figure looks the same in every program
    with figure_style(plot.name, **{"font.family": _sheet_fonts(), "axes.grid": False}):
        figure = Figure(figsize=(7, 4.6), layout="constrained")
        plot.draw(figure, words)
        figure.supxlabel(caption, fontsize="small", wrap=True)
        return {form: figure_file(figure, form) for form in plot.formats}


@cache
def _sheet_fonts() -> list[str]:
    """Return the names of the font of the answer sheets and, for missing glyphs, of a font of matplotlib."""
    from matplotlib import font_manager

    with as_file(asset("templates", "fonts", "text-regular.otf")) as file:
        font_manager.fontManager.addfont(str(file))
        return [font_manager.FontProperties(fname=str(file)).get_name(), "DejaVu Serif"]


GAP = re.compile(r"^( *)(?:#|\(\*) (\(\d+\)).*$")
"""A comment that begins a gap, in Python or OCaml: a number in brackets, then the task."""

HOLES = {"py": "...", "ml": 'failwith "{number}"'}
"""Code put into a gap, so that the incomplete file can be run, by file suffix."""


def code_to_complete(location: ExamLocation, name: str, lang: str) -> Mapping[str, bytes]:
    """Return the files of a programming exercise, by file name.

    ``NAME.py`` is the program with gaps, ``NAME_model.py`` the complete program, and ``mark_NAME.py`` marks a program;
    files with the suffix ``.ml`` are the same in OCaml. The marking programs are in the folder ``code`` of the exam's
    templates, the models in ``code/LANG``. An exercise may lack one of the programming languages.
    """
    folder = location.templates.joinpath("code")
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
    """Return a program with gaps: the lines after each numbered comment, up to a blank line, are replaced by `hole`.

    ``{number}`` in `hole` is replaced by the number of the comment, with its brackets.
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
