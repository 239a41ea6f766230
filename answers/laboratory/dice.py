"""Dice Battle: optimal play from a state, and one strategy against another."""

import csv
import io
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Literal, NamedTuple

import numpy as np

from answers.errors import CorrigeError
from answers.laboratory import counts
from answers.laboratory.asked import check_cost
from answers.laboratory.solution import Solution, estimate, estimate_text, number
from answers.messages import Message, joined
from solvers.compiled.arrays import Floats
from solvers.dice_battle.checks import Game, check_state
from solvers.dice_battle.duel import duel
from solvers.dice_battle.one_round import one_round_matrix
from solvers.dice_battle.sampling import sample
from solvers.dice_battle.scoreless import scoreless
from solvers.dice_battle.sequential import Choices, sequential
from solvers.dice_battle.simultaneous import simultaneous
from solvers.dice_battle.strategies import by_name
from solvers.dice_battle.throws import throws, throws_without_ones

IN_TURN, AT_ONCE = (3e-8, 2.4e-10), (2e-7, 7e-11)
"""Seconds of a state on a usual machine: a constant, and what grows with the square of D, or its cube."""
POINT_SECONDS = 3e-9
"""Of a game that is played, for each point of the target."""
LARGEST = 11_000
"""No board of more points, or dice, fits into memory: the solver says so, with what would."""
SHARES = {"gain": Message("gain"), "win": Message("win"), "draw": Message("draw"), "loss": Message("loss")}
"""How the shares are called on the terminal."""


class DiceGame(NamedTuple):
    """Which game, with at most how many dice, to how many points, and the points of both in a state of it."""

    game: Game
    dice: int
    target: int
    state: tuple[int, int]


def check_dice_cost(game: str, dice: int, target: int, *, games: int = 0, long: bool) -> None:
    """Refuse a board whose tables, or games, would take more than a minute, as `check_cost` does."""
    if max(dice, target) > LARGEST:
        return
    constant, growing = AT_ONCE if game == "simultaneous" else IN_TURN
    tables = target**2 * (constant + growing * dice ** (3 if game == "simultaneous" else 2))
    board = Message(
        "a {game} game of {dice} to {points}", game=game, dice=counts.dice(dice), points=counts.points(target)
    )
    check_cost(board, tables, place="--target", remedy=Message("take fewer dice or points"), long=long)
    played = Message("{games} to {points}", games=counts.games(games), points=counts.points(target))
    seconds = POINT_SECONDS * games * target
    check_cost(played, seconds, place="--games", remedy=Message("ask for fewer games"), long=long)


def optimum(asked: DiceGame) -> Solution:
    """Return the gain of a state and an optimal choice: a number of dice, or a mix of them."""
    game, dice, target, state = asked
    if game == "simultaneous":
        at_once = simultaneous(dice, target)
        check_state(*state, target)
        mix, gain = at_once.mixes[state].tolist(), float(at_once.gain[state])
        shares = (Message("{strategy}: {share:.4g}", strategy=d, share=p) for d, p in enumerate(mix, 1) if p)
        return Solution({"gain": number(gain), "choice": mix}, _lines(gain, joined(", ", shares)))
    in_turn = (scoreless if game == "scoreless" else sequential)(dice, target)
    optimal, gain = list(in_turn.optimal_choices(*state)), float(in_turn.gain[state])
    others = Message("  (equally good: {optimal})", optimal=", ".join(map(str, optimal[1:]))) if optimal[1:] else ""
    document = {"gain": number(gain), "choice": optimal[0], "optimal": optimal}
    return Solution(document, _lines(gain, joined("", (str(optimal[0]), others))))


def _lines(gain: float, choice: str) -> list[str]:
    return [Message("gain     {gain:.6g}", gain=gain), Message("choice   {choice}", choice=choice)]


def gain(asked: DiceGame, names: tuple[str, str], games: int | None, seed: int) -> Solution:
    """Return the exact expected gain of a strategy against another, and a sampled one when games are asked for."""
    game, dice, target, state = asked
    first, second = (by_name(name, game, dice, target) for name in names)
    chances = duel(game, first, second).chances(*state)
    exact = {name: float(getattr(chances, name)) for name in SHARES}
    document: dict[str, object] = {name: number(chance) for name, chance in exact.items()}
    lines: list[str] = [Message("{name:<8} {chance:.6g}", name=SHARES[name], chance=exact[name]) for name in SHARES]
    if games is not None:
        played = sample(game, first, second, games, seed)
        shares = dict(zip(SHARES, (played.gain(), *played.chances()), strict=True))
        document["sampled"] = {"games": games, "seed": seed} | {name: estimate(share) for name, share in shares.items()}
        lines.append(Message("played   {games} with seed {seed}", games=counts.games(games), seed=seed))
        lines += [
            Message("{name:<8} {chance}", name=SHARES[name], chance=estimate_text(share))
            for name, share in shares.items()
        ]
    return Solution(document, lines)


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


def dice_table(name: TableName, asked: DiceGame) -> Solution:
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


def _table(name: TableName, asked: DiceGame) -> Cells:
    if name in ("EG", "OPT"):
        return _in_turn(name, asked)
    if name == "EG1":
        return Cells(one_round_matrix(asked.dice), "d1", "d2", (1, 1))
    if name == "E1":
        return Cells(_round_matrix(asked._replace(game="simultaneous")), "d1", "d2", (1, 1))
    made = throws_without_ones(asked.dice) if name == "Q" else throws(asked.dice, ones=int(asked.game != "scoreless"))
    return Cells(np.asarray(made), "d", "k", (1, 0))


def _in_turn(name: TableName, asked: DiceGame) -> Cells:
    if asked.game == "simultaneous":
        if name == "OPT":
            raise CorrigeError.one(
                "the simultaneous game has mixes, not single choices", remedy="ask for --table mixes"
            )
        return Cells(simultaneous(asked.dice, asked.target).gain, "i", "j", (0, 0))
    game = (scoreless if asked.game == "scoreless" else sequential)(asked.dice, asked.target)
    return Cells(game.gain if name == "EG" else game.choice, "i", "j", (0, 0))


def _mixes(asked: DiceGame) -> list[list[object]]:
    """A row a state: the points of both players, the optimal mix of the first."""
    game = simultaneous(asked.dice, asked.target)
    head: list[object] = ["i", "j", *(f"p({d})" for d in range(1, asked.dice + 1))]
    states = ((i, j) for i in range(asked.target) for j in range(asked.target))
    return [head, *([i, j, *game.mixes[i, j].tolist()] for i, j in states)]


def _round_matrix(asked: DiceGame) -> Floats:
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
