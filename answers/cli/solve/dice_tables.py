"""The tables of Dice Battle as CSV, as pictures, and the linear program of question 12 written out."""

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from answers.cli.common.output import deliver, deliver_json, deliver_text
from answers.errors import CorrigeError
from answers.messages import Message

if TYPE_CHECKING:
    from solvers.compiled.arrays import Floats
    from solvers.dice_battle.checks import Game
    from solvers.dice_battle.sequential_game import Choices

TableName = Literal["EG", "OPT", "EG1", "mixes", "P", "Q", "E1", "LP"]
PICTURES = (".svg", ".png", ".pdf")
IN_TURN = ("EG", "OPT")
OF_ONE_ROUND = ("EG1", "P", "Q")
"""Tables that no target makes larger."""
SHOWN_CELLS = 144
"""Up to as many cells a picture has numbers in them."""


class Asked(NamedTuple):
    """Which game, on which board, in which state."""

    game: "Game"
    dice: int
    target: int
    state: tuple[int, int]


class Table(NamedTuple):
    """A table of numbers; rows and columns are numbered from `first`, and have names."""

    cells: "Floats | Choices"
    rows: str
    columns: str
    first: tuple[int, int]


def deliver_table(name: TableName, asked: Asked, *, as_json: bool, output: Path, force: bool) -> None:
    """Write a table as CSV or JSON, or as a picture where the name of the file says so.

    Raises
    ------
    CorrigeError
        If the game has no such table, or it is no picture.
    Refusal
        If a number is outside its range.
    """
    is_picture = output.suffix.lower() in PICTURES
    if name in ("LP", "mixes") and is_picture:
        raise CorrigeError.one(
            Message("{name} is no picture", name=name), place=str(output), remedy="leave the suffix out, or write .csv"
        )
    if name == "LP":
        deliver_text(_linear_program(_round_matrix(asked)), output, force=force)
        return
    if name == "mixes":
        rows = _mixes(asked)
        _deliver_rows(name, rows, as_json=as_json, output=output, force=force)
        return
    table = _table(name, asked)
    if is_picture:
        deliver(_picture(name, table, output.suffix[1:].lower()), output, force=force)
        return
    head = [f"{table.rows}\\{table.columns}", *range(table.first[1], table.first[1] + table.cells.shape[1])]
    body = ([table.first[0] + n, *row] for n, row in enumerate(table.cells.tolist()))
    _deliver_rows(name, [head, *body], as_json=as_json, output=output, force=force)


def _deliver_rows(
    name: TableName, rows: Sequence[Sequence[object]], *, as_json: bool, output: Path, force: bool
) -> None:
    if as_json:
        cells = [list(row) for row in rows]
        deliver_json({"schema": "corrige/solve/1", "table": name, "rows": cells}, output, force=force)
        return
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    deliver(text.getvalue().encode(), output, force=force)


def _table(name: TableName, asked: Asked) -> Table:
    import numpy as np

    from solvers.dice_battle.one_round import one_round_matrix
    from solvers.dice_battle.throws import throws, throws_without_ones

    if name in IN_TURN:
        return _in_turn(name, asked)
    if name == "EG1":
        return Table(one_round_matrix(asked.dice), "d1", "d2", (1, 1))
    if name == "E1":
        return Table(_round_matrix(asked._replace(game="simultaneous")), "d1", "d2", (1, 1))
    made = throws_without_ones(asked.dice) if name == "Q" else throws(asked.dice, ones=int(asked.game != "scoreless"))
    return Table(np.asarray(made), "d", "k", (1, 0))


def _in_turn(name: TableName, asked: Asked) -> Table:
    from solvers.dice_battle.scoreless import scoreless
    from solvers.dice_battle.sequential import sequential
    from solvers.dice_battle.simultaneous import simultaneous

    if asked.game == "simultaneous":
        if name == "OPT":
            raise CorrigeError.one("the simultaneous game has mixes, no single choices", remedy="ask for --table mixes")
        return Table(simultaneous(asked.dice, asked.target).gain, "i", "j", (0, 0))
    game = (scoreless if asked.game == "scoreless" else sequential)(asked.dice, asked.target)
    cells: Floats | Choices = game.gain if name == "EG" else game.choice
    return Table(cells, "i", "j", (0, 0))


def _mixes(asked: Asked) -> list[list[object]]:
    """A row a state: the points of both players, the optimal mix of the first."""
    from solvers.dice_battle.simultaneous import simultaneous

    game = simultaneous(asked.dice, asked.target)
    head: list[object] = ["i", "j", *(f"p({d})" for d in range(1, asked.dice + 1))]
    states = ((i, j) for i in range(asked.target) for j in range(asked.target))
    return [head, *([i, j, *game.mixes[i, j].tolist()] for i, j in states)]


def _round_matrix(asked: Asked) -> "Floats":
    """The gains of a round: E₁(i, j) of the simultaneous game, or EG₁ of the single round."""
    from solvers.dice_battle.one_round import one_round_matrix
    from solvers.dice_battle.simultaneous import simultaneous

    if asked.game != "simultaneous":
        return one_round_matrix(asked.dice)
    return simultaneous(asked.dice, asked.target).round_matrix(*asked.state)


def _linear_program(gains: "Floats") -> Iterable[str]:
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


def _picture(name: TableName, table: Table, form: str) -> bytes:
    """The table in shades that grow darker with the value, in colour and on grey paper alike."""
    import matplotlib as mpl
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
        metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(form)
        figure.savefig(stream, format=form, metadata=metadata)
        return stream.getvalue()
