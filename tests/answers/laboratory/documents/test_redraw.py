import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import matplotlib as mpl
import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

from answers.exam.catalogue import load_exam
from answers.exam.document import Drawing, Format, Plot
from answers.exam.words import Words
from answers.laboratory.documents.redraw import code_to_complete, plot_files, with_gaps
from tests.answers.exam.locations import home
from tests.programs import needs

JEUX = load_exam("jeux").location


def test_gaps_end_at_a_blank_line_and_those_of_ocaml_are_named() -> None:
    model = "def f(x):\n    # (1) Say y.\n    y = x\n    y += 1\n\n    return y\n"
    assert with_gaps(model, "...") == "def f(x):\n    # (1) Say y.\n    ...\n\n    return y\n"
    model = "let f x =\n  (* (1) Say y. *)\n  let y = x in\n  y + 1\n\nlet g = f\n"
    assert with_gaps(model, 'failwith "{number}"') == ('let f x =\n  (* (1) Say y. *)\n  failwith "(1)"\n\nlet g = f\n')


@pytest.fixture(params=["fr", "en"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    for name, content in code_to_complete(JEUX, "min_max", request.param).items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


def marked(program: Path, text: str) -> tuple[int, list[str]]:
    """Return the number of tests that a program with this text fails, and the lines of the marking."""
    program.write_text(text, "utf-8")
    command = (
        [sys.executable, "mark_min_max.py", "min_max.py"] if program.suffix == ".py" else ["ocaml", "mark_min_max.ml"]
    )
    done = subprocess.run(  # a program of ours on files of ours
        command, cwd=program.parent, capture_output=True, text=True, timeout=100, check=False
    )
    return done.returncode, done.stdout.splitlines()


OCAML = needs("ocaml", "ocaml-nox")


@pytest.mark.parametrize(
    ("ending", "gap", "hidden"),
    [("py", "# ({})", "memory[grid]"), pytest.param("ml", 'failwith "({})"', "Hashtbl.", marks=OCAML)],
)
def test_the_model_is_right_and_the_file_with_gaps_can_be_run_and_is_not(
    folder: Path, ending: str, gap: str, hidden: str
) -> None:
    program = folder / f"min_max.{ending}"
    text = program.read_text("utf-8")
    assert [gap.format(n) in text for n in range(1, 6)] == [True] * 5
    assert hidden not in text
    assert marked(program, text)[0] == 3
    code, lines = marked(program, program.with_stem("min_max_model").read_text("utf-8"))
    assert (code, [line.split()[0] for line in lines]) == (0, ["ok"] * 3)


def in_ocaml(right: str, wrong: str, failing: int) -> object:
    return pytest.param("ml", right, wrong, failing, marks=[OCAML, pytest.mark.slow])


@pytest.mark.parametrize("folder", ["en"], indirect=True)
@pytest.mark.parametrize(
    ("ending", "right", "wrong", "failing"),
    [
        ("py", "        return memory[grid]", "        pass", 1),
        ("py", "    memory[grid] = value", "    pass", 1),
        ("py", "value = (max, min)[player]", "value = (min, max)[player]", 0),
        ("py", "if depth == 0 or", "if depth <= 1 or", 2),
        ("py", "depth - 1", "max(0, depth - 2)", 2),
        in_ocaml("    Hashtbl.find_opt memory grid", "    None", 1),
        in_ocaml("Hashtbl.replace memory grid value", "()", 1),
        in_ocaml("best player (List.map (fun after -> min_max", "best (1 - player) (List.map (fun after -> min_max", 0),
        in_ocaml("    depth = 0 ||", "    depth <= 1 ||", 2),
        in_ocaml("(depth - 1)", "(max 0 (depth - 2))", 2),
    ],
)
def test_each_mistake_is_found(folder: Path, ending: str, right: str, wrong: str, failing: int) -> None:
    model = (folder / f"min_max_model.{ending}").read_text("utf-8")
    assert right in model
    _, lines = marked(folder / f"min_max.{ending}", model.replace(right, wrong))
    assert [n for n, line in enumerate(lines) if not line.startswith("ok")] == [failing]


SVG = "{http://www.w3.org/2000/svg}"
WORDS = load_exam("jeux").words("fr")


def drawing(svg: str) -> Drawing:
    return Drawing("chomp", lambda _: svg)


CAPTION = "plot_two_words"
SIXTY = "word " * 11 + "a & b"
"""60 letters, which a drawing of the least width holds on one line."""


def words(folder: Path, caption: str) -> Words:
    return Words(home(folder, fr=f'{{% set {CAPTION} = "{caption}" %}}'), "fr")


def test_a_drawing_stands_above_its_caption_line_by_line(tmp_path: Path) -> None:
    """As wide as 480 pixels or the drawing, 8 pixels a letter and 18 a line, one line of room below."""
    drawn = Drawing(
        "two-words", lambda texts: f'<svg class="a" width="600" height="70"><rect id="{texts.lang}"/></svg>'
    )
    plot = plot_files(drawn, words(tmp_path, f"{SIXTY} and then some more"))["svg"].decode()
    assert plot == (
        '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="124" viewBox="0 0 600 124" role="img" '
        'font-family="serif" font-size="14" text-anchor="middle">\n'
        f"<title>{SIXTY.replace('&', '&amp;')} and then some more</title>\n"
        '<g transform="translate(0)">\n<svg class="a" width="600" height="70"><rect id="fr"/></svg>\n</g>\n'
        f'<text x="300" y="88">{SIXTY.replace("&", "&amp;")} and then some</text>\n'
        '<text x="300" y="106">more</text>\n'
        "</svg>\n"
    )


def test_a_narrow_drawing_stands_in_the_middle(tmp_path: Path) -> None:
    drawn = Drawing("two-words", lambda _: '<svg width="101" height="10"/>')
    element = ET.fromstring(plot_files(drawn, words(tmp_path, SIXTY))["svg"])
    assert (element.get("width"), element.get("height"), element.get("viewBox")) == ("480", "46", "0 0 480 46")
    assert [group.get("transform") for group in element.iter(f"{SVG}g")] == ["translate(189)"]
    assert [(line.text, line.get("x"), line.get("y")) for line in element.iter(f"{SVG}text")] == [(SIXTY, "240", "28")]


@pytest.fixture
def figures() -> list[Figure]:
    """Return the figures that a test has drawn."""
    return []


@pytest.fixture
def plotted(tmp_path: Path, figures: list[Figure]) -> Callable[[str, Format], bytes]:
    """Return a plot of three points in a format; its caption is the text of `two-words`."""
    texts = words(tmp_path, "Caption")

    def draw(figure: Figure, passed_texts: Words) -> None:
        assert passed_texts is texts
        assert figure.get_layout_engine() is not None  # nothing lies over the caption
        assert mpl.rcParams["axes.grid"] is False
        figures.append(figure)
        axes = figure.subplots()
        axes.plot([0, 1, 2], [0, 1, 0], label="line")
        axes.set_title("Title", clip_on=True)

    return lambda name, form: plot_files(Plot(name, draw), texts)[form]


@pytest.mark.slow
def test_a_plot_is_the_same_every_time(plotted: Callable[[str, Format], bytes]) -> None:
    """There is no date and no random name in the file: figures are compared byte by byte."""
    forms: tuple[Format, ...] = ("svg", "pdf")
    for form in forms:
        first, again = plotted("two-words", form), plotted("two-words", form)
        assert first == again
    svg, pdf = plotted("two-words", "svg"), plotted("two-words", "pdf")
    assert pdf.startswith(b"%PDF-")
    assert b"CreationDate" not in pdf
    assert b"<dc:date>" not in svg
    root = ET.fromstring(svg)
    assert (root.get("width"), root.get("height")) == ("504pt", "331.2pt")  # 7 × 4.6 inches
    assert b"<!-- Caption -->" in svg


def test_a_plot_looks_as_the_house_wants_whatever_the_user_prefers(plotted: Callable[[str, Format], bytes]) -> None:
    usual = plotted("two-words", "svg")
    assert b"CorrigeText" in usual or b"Corrige-Text" in usual
    theirs = {"svg.hashsalt": "theirs", "font.family": "monospace", "axes.grid": True, "text.usetex": True}
    with mpl.rc_context(theirs):  # as a file matplotlibrc of a received folder would; usetex starts LaTeX
        assert plotted("two-words", "svg") == usual
    assert {"svg.hashsalt": mpl.rcParams["svg.hashsalt"]} == {"svg.hashsalt": None}  # theirs is left as it was


def test_a_plot_is_drawn_once_with_a_small_caption_of_as_many_lines_as_it_needs(
    plotted: Callable[[str, Format], bytes], figures: list[Figure]
) -> None:
    plotted("two-words", "pdf")
    assert len(figures) == 1  # for both formats
    (caption,) = (text for text in figures[0].findobj(Text) if text.get_text() == "Caption")
    assert caption.get_wrap()
    assert caption.get_fontsize() < mpl.rcParams["font.size"]


def test_two_plots_on_a_page_have_no_name_in_common(tmp_path: Path) -> None:
    """Names of clip paths and markers are derived from the name of the plot."""
    caption = '{% set plot_one = "x" %}{% set plot_two = "x" %}'
    texts = Words(home(tmp_path, fr=caption), "fr")

    def draw(figure: Figure, _: Words) -> None:
        figure.subplots().plot([0, 1])

    first, second = (
        set(re.findall(rb'id="([mp][0-9a-f]{10})"', plot_files(Plot(n, draw), texts)["svg"])) for n in ("one", "two")
    )
    assert first
    assert not first & second


def test_a_drawing_says_its_size() -> None:
    message = "^a drawing begins with <svg …> and its width and height in pixels, got "
    for svg in ("<svg/>", '<svg height="1" width="1"/>', ' <svg width="1" height="1"/>'):
        with pytest.raises(ValueError, match=f"{message}{re.escape(repr(svg))}$"):
            plot_files(drawing(svg), WORDS)["svg"]
    with pytest.raises(ValueError, match=f"{message}'x{{80}}'$"):
        plot_files(drawing("x" * 81), WORDS)["svg"]
