"""L. Paternault's "verger — Calcul des probabilités au jeu du verger": the matrix, its limits, and three plots."""

from collections.abc import Mapping
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from answers.exam.exam import Text
from answers.exam.plot import Plot
from answers.kinds.numbers.format import DECIMAL_MARKS
from answers.kinds.reading import Value
from solvers.verger.absorbing import absorbing_chances
from solvers.verger.exact_chance import exact_chance
from solvers.verger.heat_maps import fair_ravens_map, win_chance_map
from solvers.verger.markov_chain import markov_chain
from solvers.verger.orchard import DEFAULT_GAME, Orchard, Strategy
from solvers.verger.win_chance import win_chances

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST: Final = 10
MOST_RAVENS: Final = 20
STYLES: Final[tuple[tuple[Strategy, str, str], ...]] = (("max", "-", "o"), ("random", "--", "s"), ("min", ":", "^"))

CHANCE = Text(fr="probabilité de gagner", en="probability of winning")
RAVENS = Text(fr="corbeaux", en="ravens")
TREES = Text(fr="arbres", en="trees")
FRUITS = Text(fr="fruits par arbre", en="fruits a tree")


def computed() -> Mapping[str, Value]:
    """Return the entries of the matrix, the limits of its ten states, and the chance to win the original game."""
    chain = markov_chain(Orchard((2, 2), 2))
    entries: dict[str, Value] = {
        f"M {start} → {end}": chance
        for start, row in zip(ascii_uppercase, chain.matrix, strict=False)
        for end, chance in zip(ascii_uppercase, row, strict=False)
    }
    limits: dict[str, Value] = {}
    for state, (loss, win) in zip(ascii_uppercase, absorbing_chances(chain), strict=False):
        limits |= {f"{state} ends in K": loss, f"{state} ends in L": win}
    shared = {"A ends in L, in the text": limits["A ends in L"], "original game": exact_chance(DEFAULT_GAME)}
    return entries | limits | shared


def _strategies(figure: "Figure", lang: str) -> None:
    left, right = figure.subplots(1, 2, sharey=True)
    for strategy, line, marker in STYLES:
        style = {"color": "black", "linestyle": line, "marker": marker, "markersize": 4, "label": strategy}
        left.plot(range(MOST_RAVENS + 1), win_chances(Orchard(DEFAULT_GAME.trees, MOST_RAVENS), strategy), **style)
        by_fruits = win_chance_map(len(DEFAULT_GAME.trees), MOST, DEFAULT_GAME.ravens, strategy)[:, -1]
        right.plot(range(1, MOST + 1), by_fruits, **style)
    left.set(title=f"(a)  4 × 10 {Text(fr='fruits', en='fruits')[lang]}", xlabel=RAVENS[lang], ylabel=CHANCE[lang])
    left.set(xticks=range(0, MOST_RAVENS + 1, 5), ylim=(0, 1.02))
    right.set(title=f"(b)  {DEFAULT_GAME.ravens} {RAVENS[lang]}", xlabel=FRUITS[lang], xticks=range(1, MOST + 1))
    right.legend(frameon=False)
    _localise(left.yaxis, lang)


def _chances(figure: "Figure", lang: str) -> None:
    chances = win_chance_map(MOST, MOST, DEFAULT_GAME.ravens)
    texts = [[_decimal(chance, lang) for chance in row] for row in chances]
    _heat_map(figure, chances, texts, lang)


def _fair(figure: "Figure", lang: str) -> None:
    ravens = fair_ravens_map(MOST, MOST)
    _heat_map(figure, -ravens.astype(float), [[str(count) for count in row] for row in ravens], lang)


def _heat_map(figure: "Figure", shades: NDArray[np.float64], texts: list[list[str]], lang: str) -> None:
    """Draw a cell for each number of trees and of fruits, the lighter the easier, with its value in it."""
    axes: Axes = figure.subplots()
    low, high = float(shades.min()), float(shades.max())
    extent = (0.5, MOST + 0.5, 0.5, MOST + 0.5)
    axes.imshow(shades, cmap="gray", vmin=low - (high - low) / 2, origin="lower", extent=extent, aspect="auto")
    for i, row in enumerate(texts):
        for j, text in enumerate(row):
            dark = shades[i, j] < (low + high) / 2 - (high - low) / 4
            axes.text(j + 1, i + 1, text, ha="center", va="center", color="white" if dark else "black")
    axes.set(xlabel=TREES[lang], ylabel=FRUITS[lang], xticks=range(1, MOST + 1), yticks=range(1, MOST + 1))


def _localise(axis: Any, lang: str) -> None:
    axis.set_major_formatter(lambda value, _: f"{value:.1f}".replace(".", DECIMAL_MARKS[lang]))


def _decimal(value: float, lang: str) -> str:
    return f"{value:.2f}".replace(".", DECIMAL_MARKS[lang])


PLOTS = (
    Plot(
        "strategies",
        Text(
            fr="Probabilité de gagner selon la stratégie : (a) 4 arbres de 10 fruits, selon le nombre de corbeaux ; "
            "(b) 4 arbres et 9 corbeaux, selon le nombre de fruits par arbre.",
            en="Probability of winning by strategy: (a) 4 trees of 10 fruits, by number of ravens; (b) 4 trees and 9 "
            "ravens, by number of fruits a tree.",
        ),
        _strategies,
    ),
    Plot(
        "chances",
        Text(
            fr="Probabilité de gagner avec 9 corbeaux et la stratégie max.",
            en="Probability of winning with 9 ravens and the strategy max.",
        ),
        _chances,
    ),
    Plot(
        "fair-ravens",
        Text(
            fr="Plus petit nombre de corbeaux avec lequel la stratégie max gagne plus d’une fois sur deux.",
            en="Smallest number of ravens with which the strategy max wins more often than not.",
        ),
        _fair,
    ),
)
