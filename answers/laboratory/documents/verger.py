"""The document "verger — Calcul des probabilités au jeu du verger" by L. Paternault: its matrix, limits and plots."""

from collections.abc import Mapping
from string import ascii_uppercase
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from answers.exam.document import Document, Drawing, Plot
from answers.exam.words import Words, plain
from answers.kinds.numbers.format import DECIMAL_MARKS
from answers.kinds.parsing import Value
from solvers.verger.chain_svg import chain_svg
from solvers.verger.exact_chance import exact_chance
from solvers.verger.heat_maps import fair_ravens_map, win_chance_map
from solvers.verger.markov_chain import absorbing_chances, markov_chain
from solvers.verger.orchard import DEFAULT_GAME, Orchard, OrchardStrategy
from solvers.verger.printed_recursion import printed_chances
from solvers.verger.win_chance import win_chances

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PRINTED: Final = Orchard((2, 2), 2)
"""The game whose graph and matrix the document prints, with states A … L."""
MOST: Final = 10
"""Greatest number of trees, and of fruits on a tree."""
MOST_RAVENS: Final = 20
STYLES: Final[tuple[tuple[OrchardStrategy, str, str], ...]] = (
    ("max", "-", "o"),
    ("random", "--", "s"),
    ("min", ":", "^"),
)


def computed() -> Mapping[str, Value]:
    """Return every printed number by its name in `fixtures/verger/printed.json`; a statement is 1 or 0."""
    printed = markov_chain(PRINTED)
    entries: dict[str, Value] = {
        f"M {start} → {end}": chance
        for start, row in zip(ascii_uppercase, printed.matrix, strict=False)
        for end, chance in zip(ascii_uppercase, row, strict=False)
    }
    limits: dict[str, Value] = {}
    for state, (loss, win) in zip(ascii_uppercase, absorbing_chances(printed), strict=False):
        limits |= {f"{state} ends in K": loss, f"{state} ends in L": win}
    shared = {"A ends in L, in the text": limits["A ends in L"], "original game": exact_chance(DEFAULT_GAME)}
    claims: dict[str, Value] = {
        "recursion: c − 1 in every term": int(printed_chances(PRINTED)[-1] == limits["A ends in L"]),
        "states: K is the victory": int(exact_chance(PRINTED) == limits["A ends in K"]),
    }
    return entries | limits | shared | claims


def _strategies(figure: "Figure", words: Words) -> None:
    """Draw the probability of winning with each strategy, by number of ravens (left) and number of fruits (right)."""
    left, right = figure.subplots(1, 2, sharey=True)
    ravens, fruits = plain(words.snippet("ravens")), plain(words.snippet("fruits"))
    for strategy, line, marker in STYLES:
        label = plain(words.snippet("strategy", slug=strategy))
        style = {"color": "black", "linestyle": line, "marker": marker, "markersize": 4, "label": label}
        left.plot(range(MOST_RAVENS + 1), win_chances(Orchard(DEFAULT_GAME.trees, MOST_RAVENS), strategy), **style)
        by_fruits = win_chance_map(len(DEFAULT_GAME.trees), MOST, DEFAULT_GAME.ravens, strategy)[:, -1]
        right.plot(range(1, MOST + 1), by_fruits, **style)
    left.set(title=f"(a)  4 × 10 {fruits}", xlabel=ravens, ylabel=plain(words.snippet("chance")))
    left.set(xticks=range(0, MOST_RAVENS + 1, 5), ylim=(0, 1.02))
    right.set(title=f"(b)  {DEFAULT_GAME.ravens} {ravens}", xlabel=plain(words.snippet("fruits_a_tree")))
    right.set(xticks=range(1, MOST + 1))
    right.legend(frameon=False)
    left.yaxis.set_major_formatter(lambda value, _: _decimal(value, 1, words.lang))


def _chances(figure: "Figure", words: Words) -> None:
    """Draw the probability of winning with the strategy max (fullest trees first), by numbers of trees and fruits."""
    chances = win_chance_map(MOST, MOST, DEFAULT_GAME.ravens)
    _heat_map(figure, chances, [[_decimal(chance, 2, words.lang) for chance in row] for row in chances], words)


def _fair(figure: "Figure", words: Words) -> None:
    """Draw the least number of ravens for which the strategy max wins with probability above 1/2."""
    ravens = fair_ravens_map(MOST, MOST)
    _heat_map(figure, -ravens.astype(float), [[str(count) for count in row] for row in ravens], words)


def _heat_map(figure: "Figure", shades: NDArray[np.float64], texts: list[list[str]], words: Words) -> None:
    """Draw a cell with its text for each number of trees (across) and fruits (up); greater `shades` are lighter."""
    axes: Axes = figure.subplots()
    low, high = float(shades.min()), float(shades.max())
    extent = (0.5, MOST + 0.5, 0.5, MOST + 0.5)
    axes.imshow(shades, cmap="gray", vmin=low - (high - low) / 2, origin="lower", extent=extent, aspect="auto")
    for i, row in enumerate(texts):
        for j, text in enumerate(row):
            dark = shades[i, j] < low + (high - low) / 4
            axes.text(j + 1, i + 1, text, ha="center", va="center", color="white" if dark else "black")
    axes.set(xlabel=plain(words.snippet("trees")), ylabel=plain(words.snippet("fruits_a_tree")))
    axes.set(xticks=range(1, MOST + 1), yticks=range(1, MOST + 1))


def _decimal(value: float, digits: int, lang: str) -> str:
    return f"{value:.{digits}f}".replace(".", DECIMAL_MARKS[lang])


def _bars(figure: "Figure", words: Words) -> None:
    """Draw the probability of winning the original game as a bar for each strategy."""
    axes: Axes = figure.subplots()
    names = [plain(words.snippet("strategy", slug=strategy)) for strategy, _, _ in STYLES]
    chances = [float(win_chances(DEFAULT_GAME, strategy)[-1]) for strategy, _, _ in STYLES]
    bars = axes.bar(names, chances, color=("#333", "#999", "#ddd"), edgecolor="black", width=0.5)
    axes.bar_label(bars, [_decimal(chance, 4, words.lang) for chance in chances], padding=3)
    axes.set(ylabel=plain(words.snippet("chance")), ylim=(0, 1))
    axes.yaxis.set_major_formatter(lambda value, _: _decimal(value, 1, words.lang))


PLOTS = (
    # the chain for two trees of two fruits and two ravens (section "Calcul mathématique")
    Drawing(
        "chain",
        lambda words: chain_svg(markov_chain(PRINTED), plain(words.snippet("lost")), plain(words.snippet("won"))),
    ),
    Plot("strategies", _strategies),
    Plot("strategies-bars", _bars),
    Plot("chances", _chances),
    Plot("fair-ravens", _fair),
)
DOCUMENT = Document(computed, PLOTS)
