"""The subject of `verger`: its definitions, drawings and worked examples."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from math import hypot
from typing import Final

from answers.exam.subject import Subject
from answers.exam.words import Words, plain
from answers.exams.verger.chains import SHORT, non_zero
from solvers import svg
from solvers.verger.exact_chance import exact_chance, exact_chances, positions_short
from solvers.verger.heat_maps import fair_ravens, ravens_of_most_gain
from solvers.verger.markov_chain import absorbing_chances, absorbing_times, after_throws, markov_chain
from solvers.verger.orchard import DEFAULT_GAME, Die, Orchard, OrchardStrategy

CHECK_DIE, LARGE_BASKET = Die(2, 3, 1, 2), Die(2, 3, 1, 3)
"""Dice of the check values, which no seed draws."""
CHECKED = Orchard((3, 2, 2), 3)
PRINTED = Orchard((2, 2), 2)
SHORT_IN = Orchard((3, 2), 2)
MOST_SHOWN = 8
STRATEGIES: tuple[OrchardStrategy, ...] = ("max", "min", "random")


EXAMPLE: Final = Orchard((2, 1), 1)
"""The orchard whose chain is drawn, with the original die."""
BASKET_TREES: Final = (4, 2, 2, 1)
TAKEN: Final = {"max": {4: 1, 3: 2, 6: 3}, "min": {9: 1, 8: 2, 7: 3}}
"""Fruits of a basket of three by strategy: order in the basket, by the number of the fruit along the trees, from 1."""

STYLE: Final = 'font-family="Corrige Text" font-size="11" text-anchor="middle"'
_LINE: Final = 'fill="none" stroke="black"'
_PLACES: Final = {"21|1": (26, 78), "2|1": (116, 34), "11|1": (176, 124), "1|1": (262, 78)}
_WIN: Final = (362, 78)
_LOSS: Final = 178
_BENT: Final = {("2|1", "win"): (270, 10), ("11|1", "win"): (315, 152)}
"""Control points of the edges that are not straight."""
_RADIUS: Final = 19


def board(words: Words) -> str:
    """Draw the original game: its trees, the raven's puzzle, and the six faces of the die."""
    ravens = (f'<rect x="{8 + 18 * i}" y="34" width="12" height="12"/>' for i in range(DEFAULT_GAME.ravens))
    shapes = [_trees(DEFAULT_GAME.trees, 8, 6), *ravens]
    tree, basket, raven = (plain(words.snippet(name)) for name in ("tree", "basket", "raven"))
    faces = [*(f"{tree} {i}" for i in range(1, 5)), basket, raven]
    for i, face in enumerate(faces):
        x = 8 + 96 * i
        shapes.append(f'<rect {_LINE} x="{x}" y="60" width="86" height="26" rx="5"/>')
        shapes.append(svg.text(x + 43, 77, face))
    return svg.drawing(632, 92, shapes, style=STYLE)


def baskets(words: Words) -> str:
    """Draw the fruits that the strategies "max" and "min" put into a basket of three, numbered in their order."""
    shapes = []
    for row, strategy in enumerate(("max", "min")):
        y = 6 + 32 * row
        shapes.append(svg.text(30, y + 14, plain(words.snippet("strategy", slug=strategy))))
        shapes.append(_trees(BASKET_TREES, 60, y, TAKEN[strategy]))
    return svg.drawing(290, 66, shapes, style=STYLE)


def chain_graph(words: Words) -> str:
    """Draw the chain of 21|1 (trees of 2 and 1 fruits, 1 raven), with dashed arrows to the loss."""
    chain = markov_chain(EXAMPLE)
    win, loss = plain(words.snippet("won")), plain(words.snippet("lost"))
    shapes = [_ARROW]
    names = [str(state) for state in chain.states]
    for name, row in zip(names, chain.matrix, strict=False):
        for end, chance in zip((*names, "loss", "win"), row, strict=True):
            if chance:
                shapes.append(_edge(name, end, chance))
    for name, (x, y) in (*_PLACES.items(), (win, _WIN)):
        shapes.append(f'<circle {_LINE} cx="{x}" cy="{y}" r="{_RADIUS}"/>{svg.text(x, y + 4, name)}')
    shapes.append(f'<rect {_LINE} x="6" y="{_LOSS}" width="290" height="20" rx="6"/>{svg.text(150, _LOSS + 14, loss)}')
    return svg.drawing(388, 202, shapes, style=STYLE)


_ARROW: Final = (
    '<defs><marker id="verger-arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" '
    'orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>'
)


def _edge(start: str, end: str, chance: Fraction) -> str:
    """Draw an arrow with its probability between two circles of the graph of a Markov chain."""
    x, y = _PLACES[start]
    if end == "loss":
        at, height = float(x), float(_LOSS - 22)
        curve, dashes = f"M{x} {y + _RADIUS}V{_LOSS}", ' stroke-dasharray="3 2"'
    else:
        to = _WIN if end == "win" else _PLACES[end]
        middle = _BENT.get((start, end), ((x + to[0]) / 2, (y + to[1]) / 2))
        ends = []
        for centre in ((x, y), to):  # the point of the circle in the direction of the control point
            dx, dy = middle[0] - centre[0], middle[1] - centre[1]
            share = _RADIUS / hypot(dx, dy)
            ends.append((centre[0] + share * dx, centre[1] + share * dy))
        (x0, y0), (x1, y1) = ends
        curve, dashes = f"M{x0:.1f} {y0:.1f}Q{middle[0]:.1f} {middle[1]:.1f} {x1:.1f} {y1:.1f}", ""
        at, height = (x0 + 2 * middle[0] + x1) / 4, (y0 + 2 * middle[1] + y1) / 4
    return (
        f'<path {_LINE}{dashes} marker-end="url(#verger-arrow)" d="{curve}"/>'
        f'<rect x="{at - 10:.1f}" y="{height - 7:.1f}" width="20" height="14" fill="white"/>'
        f"{svg.text(at, height + 4, str(chance))}"
    )


def _trees(trees: Iterable[int], left: float, top: float, basket_order: dict[int, int] | None = None) -> str:
    """Draw trees in a row, a box for each tree and a ring for each fruit."""
    shapes, number = [], 0
    for fruits in trees:
        shapes.append(f'<rect {_LINE} x="{left}" y="{top}" width="{14 * fruits + 4}" height="20" rx="4"/>')
        for i in range(fruits):
            number += 1
            x, order = left + 14 * i + 9, (basket_order or {}).get(number)
            shapes.append(f'<circle {_LINE} cx="{x}" cy="{top + 10}" r="5.5"/>')
            shapes.append(svg.text(x, top + 13.5, str(order), size=9.5) if order else "")
        left += 14 * fruits + 14
    return "".join(shapes)


@cache
def examples() -> Mapping[str, object]:
    """Return the data of the worked examples, and values with which students check their programs."""
    chain = markov_chain(EXAMPLE)
    size = len(chain.states)
    wins = [win for _, win in absorbing_chances(chain)]
    *playing, lost, won = after_throws(chain, 0, 2)
    short = positions_short(SHORT_IN, "min", of="max", by=SHORT)
    trees = (4, 4, 4)
    high, low = (exact_chances(Orchard(trees, MOST_SHOWN), strategy)[1:] for strategy in ("max", "min"))
    return {
        "chain": {
            "names": [str(state) for state in chain.states],
            "matrix": chain.matrix,
            "wins": wins[:size],
            "lengths": absorbing_times(chain)[:size],
            "non_zero": non_zero(chain),
            "after_two": {"won": won, "lost": lost, "going": sum(playing, Fraction(0))},
        },
        "basket": _basket(),
        "short": {
            "chain": SHORT_IN,
            "states": len(markov_chain(SHORT_IN).states),
            "positions": short,
            "min": exact_chance(short[0], "min"),
            "max": exact_chance(short[0], "max"),
        },
        "ravens": {
            "rows": tuple(zip(range(1, MOST_SHOWN + 1), high, low, strict=True)),
            "fair": (fair_ravens(trees, "max"), fair_ravens(trees, "min")),
            "most": ravens_of_most_gain(trees, "min"),
        },
        "checks": _checks(),
    }


def _basket() -> Mapping[Orchard, Fraction]:
    """Return the positions that a random basket of two fruits leaves of the position 31|1, with their chances."""
    chain = markov_chain(Orchard((3, 1), 1), "random", Die(0, 1, 0, 2))
    return {state: chance for state, chance in zip(chain.states, chain.matrix[0], strict=False) if chance}


def _checks() -> Mapping[str, object]:
    """Return values with which students check their programs, for orchards and dice that no student has."""
    chain, printed = markov_chain(CHECKED, "max", CHECK_DIE), markov_chain(PRINTED)
    *playing, lost, won = after_throws(printed, 0, 3)
    fair = {strategy: fair_ravens((6,) * 6, strategy) for strategy in STRATEGIES}
    gain = ravens_of_most_gain((8, 8), "min", LARGE_BASKET)
    return {
        "original": {strategy: exact_chance(DEFAULT_GAME, strategy) for strategy in STRATEGIES},
        "printed": {
            "win": absorbing_chances(printed)[0][1],
            "length": absorbing_times(printed)[0],
            "after": (won, lost, sum(playing, Fraction(0))),
        },
        "chain": {
            "rows": len(chain.matrix),
            "max": non_zero(chain),
            "random": non_zero(markov_chain(CHECKED, "random", CHECK_DIE)),
            "short": len(positions_short(CHECKED, "min", CHECK_DIE, of="max", by=SHORT)),
            "win": absorbing_chances(chain)[0][1],
            "length": absorbing_times(chain)[0],
        },
        "fair": {name: (c, exact_chance(Orchard((6,) * 6, c), name)) for name, c in fair.items()},
        "gain": (
            gain,
            *(exact_chance(Orchard((8, 8), gain), strategy, LARGE_BASKET) for strategy in STRATEGIES),
        ),
    }


SUBJECT = Subject(
    minutes=150,
    definitions={1: (), 2: (1,), 3: (2,), 4: (3,), 5: (4,), 6: (3,), 7: (4, 6)},
    figures={"board": board, "baskets": baskets, "chain": chain_graph},
    examples=examples,
)
