"""The tables of Dice Battle as CSV, as pictures, and the linear program of question 12 written out."""

import csv
import io
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Literal, NamedTuple

import numpy as np

from answers.errors import CorrigeError
from answers.laboratory.dice import Asked
from answers.laboratory.solution import Solution
from solvers.compiled.arrays import Floats
from solvers.dice_battle.one_round import one_round_matrix
from solvers.dice_battle.scoreless import scoreless
from solvers.dice_battle.sequential import sequential
from solvers.dice_battle.sequential_game import Choices
from solvers.dice_battle.simultaneous import simultaneous
from solvers.dice_battle.throws import throws, throws_without_ones

TableName = Literal["EG", "OPT", "EG1", "mixes", "P", "Q", "E1", "LP"]
PICTURES = (".svg", ".png", ".pdf")
SHOWN_CELLS = 144
"""Up to as many cells a picture has numbers in them."""


class Cells(NamedTuple):
    """A table of numbers; rows and columns are numbered from `first`, and have names."""

    cells: Floats | Choices
    rows: str
    columns: str
    first: tuple[int, int]


def dice_table(name: TableName, asked: Asked) -> Solution:
    """Return a table, which can be drawn, or the mixes of all states, or a linear program."""
    if name == "LP":
        program = list(_linear_program(_round_matrix(asked)))
        return Solution({"table": name, "rows": program}, program)
    if name == "mixes":
        return Solution(*_as_csv(name, _mixes(asked)))
    table = _table(name, asked)
    head = [f"{table.rows}\\{table.columns}", *range(table.first[1], table.first[1] + table.cells.shape[1])]
    body = ([table.first[0] + n, *row] for n, row in enumerate(table.cells.tolist()))
    return Solution(*_as_csv(name, [head, *body]), {form: partial(_picture, name, table, form) for form in PICTURES})


def _as_csv(name: TableName, rows: Sequence[Sequence[object]]) -> tuple[dict[str, object], list[str]]:
    """The document and the lines of a table."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return {"table": name, "rows": rows}, text.getvalue().splitlines()


def _table(name: TableName, asked: Asked) -> Cells:
    if name in ("EG", "OPT"):
        return _in_turn(name, asked)
    if name == "EG1":
        return Cells(one_round_matrix(asked.dice), "d1", "d2", (1, 1))
    if name == "E1":
        return Cells(_round_matrix(asked._replace(game="simultaneous")), "d1", "d2", (1, 1))
    made = throws_without_ones(asked.dice) if name == "Q" else throws(asked.dice, ones=int(asked.game != "scoreless"))
    return Cells(np.asarray(made), "d", "k", (1, 0))


def _in_turn(name: TableName, asked: Asked) -> Cells:
    if asked.game == "simultaneous":
        if name == "OPT":
            raise CorrigeError.one("the simultaneous game has mixes, no single choices", remedy="ask for --table mixes")
        return Cells(simultaneous(asked.dice, asked.target).gain, "i", "j", (0, 0))
    game = (scoreless if asked.game == "scoreless" else sequential)(asked.dice, asked.target)
    return Cells(game.gain if name == "EG" else game.choice, "i", "j", (0, 0))


def _mixes(asked: Asked) -> list[list[object]]:
    """A row a state: the points of both players, the optimal mix of the first."""
    game = simultaneous(asked.dice, asked.target)
    head: list[object] = ["i", "j", *(f"p({d})" for d in range(1, asked.dice + 1))]
    states = ((i, j) for i in range(asked.target) for j in range(asked.target))
    return [head, *([i, j, *game.mixes[i, j].tolist()] for i, j in states)]


def _round_matrix(asked: Asked) -> Floats:
    """The gains of a round: E₁(i, j) of the simultaneous game, or EG₁ of the single round."""
    if asked.game != "simultaneous":
        return one_round_matrix(asked.dice)
    return simultaneous(asked.dice, asked.target).round_matrix(*asked.state)


def _linear_program(gains: Floats) -> Iterable[str]:
    """Question 12, program (7), for a matrix of gains: a constraint a number of dice of player 2."""
    dice = range(1, len(gains) + 1)
    total = " + ".join(f"p({i})" for i in dice)
    yield "maximise z' - z''"
    for j, column in enumerate(gains.T.tolist(), start=1):
        terms = "".join(f" {'-' if gain >= 0 else '+'} {abs(gain):.12g} p({i})" for i, gain in enumerate(column, 1))
        yield f"({j}){terms} + z' - z'' <= 0"
    yield f"{total} <= 1"
    yield f"- {total.replace(' + ', ' - ')} <= -1"
    yield f"z', z'', {', '.join(f'p({i})' for i in dice)} >= 0"


def _picture(name: TableName, table: Cells, suffix: str) -> bytes:
    """The table in shades that grow darker with the value, in colour and on grey paper alike."""
    import matplotlib as mpl  # half a second, which a table in figures does not need
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": name}):
        figure = Figure(figsize=(7, 5.5), layout="constrained")
        axes = figure.subplots()
        rows, columns = table.cells.shape
        first = table.first
        extent = (first[1] - 0.5, first[1] + columns - 0.5, first[0] + rows - 0.5, first[0] - 0.5)
        shown = axes.imshow(table.cells, cmap="cividis_r", extent=extent, interpolation="nearest", aspect="auto")
        if rows * columns <= SHOWN_CELLS:
            middle = (float(table.cells.min()) + float(table.cells.max())) / 2
            for i, row in enumerate(table.cells.tolist(), first[0]):
                for j, value in enumerate(row, first[1]):
                    colour = "white" if value > middle else "black"
                    axes.text(j, i, f"{value:.3g}", ha="center", va="center", fontsize=7, color=colour)
        figure.colorbar(shown, ax=axes, shrink=0.8)
        axes.set(title=name, ylabel=table.rows, xlabel=table.columns)
        stream = io.BytesIO()
        metadata = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(suffix)
        figure.savefig(stream, format=suffix[1:], metadata=metadata)
        return stream.getvalue()
