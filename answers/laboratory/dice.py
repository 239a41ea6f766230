"""Dice Battle: optimal play from a state, the gain of one strategy against another, and tables of the game."""

import csv
import io
from collections.abc import Sequence
from functools import partial
from typing import Literal, NamedTuple

import numpy as np

from answers.errors import CorrigeError
from answers.laboratory import counts
from answers.laboratory.result import SolverResult, estimate, estimate_text, figure_file, figure_style, number
from answers.laboratory.user_input import check_cost
from answers.messages import Message, joined
from solvers.compiled.arrays import Floats
from solvers.dice_battle.checks import DiceVariant, check_state
from solvers.dice_battle.duel import duel
from solvers.dice_battle.one_round import one_round_matrix
from solvers.dice_battle.sampling import sample
from solvers.dice_battle.scoreless import scoreless
from solvers.dice_battle.sequential import Choices, sequential
from solvers.dice_battle.simultaneous import simultaneous
from solvers.dice_battle.strategies import by_name
from solvers.dice_battle.throws import (
    blind_choice,
    exact_expected_points,
    expected_points,
    relaxed_maximiser,
    throws,
    throws_without_ones,
)

IN_TURN, AT_ONCE = (3e-8, 2.4e-10), (2e-7, 7e-11)
"""Seconds for a state on a usual machine: a constant, and the factor of D² (in turn) or D³ (at once), D being the
greatest number of dice."""
POINT_SECONDS = 3e-9
"""Seconds for a sampled game, for each point of the target."""
LARGEST = 11_000
"""Greatest number of points or dice of a board that fits into memory; the solver refuses larger ones."""
SHARES = {"gain": Message("gain"), "win": Message("win"), "draw": Message("draw"), "loss": Message("loss")}
"""Names of the results in the text for the terminal, by field of `Chances`."""


class DiceGame(NamedTuple):
    """A game of at most `dice` dice a throw to `target`, and the points of the player to throw and the other."""

    game: DiceVariant
    dice: int
    target: int
    state: tuple[int, int]


def check_dice_cost(game: str, dice: int, target: int, *, games: int = 0, long: bool) -> None:
    """Raise CorrigeError if the tables of a game and `games` sampled games take too long, unless `long`.

    `dice` is the largest number of dice of a throw, and `target` the number of points to reach. The solver itself
    refuses a game that is too large for it.
    """
    if max(dice, target) > LARGEST:
        return
    constant, growing = AT_ONCE if game == "simultaneous" else IN_TURN
    tables = target**2 * (constant + growing * dice ** (3 if game == "simultaneous" else 2))
    board = Message(
        "the command would solve a {game} game of Dice Battle with {dice} to {points}",
        game=game,
        dice=counts.dice(dice),
        points=counts.points(target),
    )
    check_cost(board, tables, place="--target", remedy=Message("take fewer dice or points"), long=long)
    played = Message(
        "the command would play {games} of Dice Battle to {points}",
        games=counts.games(games),
        points=counts.points(target),
    )
    seconds = POINT_SECONDS * games * target
    check_cost(played, seconds, place="--games", remedy=Message("ask for fewer games: --games N"), long=long)


def optimum(dice_game: DiceGame) -> SolverResult:
    """Return the gain (chance to win less chance to lose) of optimal play at a state, and an optimal choice or mix."""
    game, dice, target, state = dice_game
    if game == "simultaneous":
        at_once = simultaneous(dice, target)
        check_state(*state, target)
        mix, gain = at_once.mixes[state].tolist(), float(at_once.gain[state])
        shares = (Message("{strategy}: {share:.4g}", strategy=d, share=p) for d, p in enumerate(mix, 1) if p)
        return SolverResult({"gain": number(gain), "choice": mix}, _lines(gain, joined(", ", shares)))
    in_turn = (scoreless if game == "scoreless" else sequential)(dice, target)
    optimal, gain = list(in_turn.optimal_choices(*state)), float(in_turn.gain[state])
    others = Message("  (equally good: {optimal})", optimal=", ".join(map(str, optimal[1:]))) if optimal[1:] else ""
    document = {"gain": number(gain), "choice": optimal[0], "optimal": optimal}
    return SolverResult(document, _lines(gain, joined("", (str(optimal[0]), others))))


def _lines(gain: float, choice: str) -> list[str]:
    """Return the expected gain (from -1 to 1) and the best choice at one score, as lines to print."""
    return [Message("gain     {gain:.6g}", gain=gain), Message("choice   {choice}", choice=choice)]


def gain(dice_game: DiceGame, names: tuple[str, str], games: int | None, seed: int) -> SolverResult:
    """Return the gain and chances of a strategy against another, who throws second; with `games`, sampled ones too."""
    game, dice, target, state = dice_game
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
    return SolverResult(document, lines)


TableName = Literal["EG", "OPT", "EG1", "mixes", "P", "Q", "EP", "E1", "LP"]
PICTURES = (".svg", ".png", ".pdf")
SHOWN_CELLS = 144
"""Greatest number of cells of a picture with the numbers written in the cells."""


class Cells(NamedTuple):
    """A table of numbers, the names of its rows and columns, such as "i" and "j", and the numbers of the first ones."""

    cells: Floats | Choices
    rows: str
    columns: str
    first: tuple[int, int]


def dice_table(name: TableName, dice_game: DiceGame) -> SolverResult:
    """Return the table called `name` as CSV; all tables but "mixes" and "LP" (the linear program) can also be drawn."""
    if name == "EP":
        return _mean_points(dice_game)
    if name == "LP":
        # the linear program (7) of question 12 for the gains of player 1, who chooses rows
        gains = _round_matrix(dice_game)
        shares = [f"p({i})" for i in range(1, len(gains) + 1)]
        program = ["maximise z' - z''"]
        for j, column in enumerate(gains.T.tolist(), start=1):
            terms = (
                f" {'-' if gain >= 0 else '+'} {abs(gain):.12g} {p}" for gain, p in zip(column, shares, strict=True)
            )
            program.append(f"({j}){''.join(terms)} + z' - z'' <= 0")
        program += [f"{' + '.join(shares)} <= 1", f"- {' - '.join(shares)} <= -1", f"z', z'', {', '.join(shares)} >= 0"]
        return SolverResult({"table": name, "rows": program}, program)
    if name == "mixes":
        game = simultaneous(dice_game.dice, dice_game.target)
        dice, points = range(1, dice_game.dice + 1), range(dice_game.target)
        mixes: list[list[object]] = [["i", "j", *(f"p({d})" for d in dice)]]
        mixes += ([i, j, *game.mixes[i, j].tolist()] for i in points for j in points)
        return SolverResult(*_as_csv(name, mixes))
    table = _table(name, dice_game)
    head = [f"{table.rows}\\{table.columns}", *range(table.first[1], table.first[1] + table.cells.shape[1])]
    body = ([table.first[0] + n, *row] for n, row in enumerate(table.cells.tolist()))
    return SolverResult(
        *_as_csv(name, [head, *body]), {form: partial(_picture, name, table, form) for form in PICTURES}
    )


def _mean_points(dice_game: DiceGame) -> SolverResult:
    """Return the expected points EP(d) of d dice and the best number of dice d*(d), for d up to D (question 2)."""
    if dice_game.game == "scoreless":
        cause = Message(
            "EP, the mean points of a throw, is only defined for the rules in which a throw with a 1 scores 1 point"
        )
        raise CorrigeError.single(cause, remedy="leave --game out, or ask for another table")
    dice = range(1, dice_game.dice + 1)
    means, best = [exact_expected_points(d) for d in dice], [blind_choice(d) for d in dice]
    rows: list[list[object]] = [["d", "EP(d)", "d*(d)"]]
    rows += ([d, float(mean), star] for d, mean, star in zip(dice, means, best, strict=True))
    document, lines = _as_csv("EP", rows)
    document |= {"choice": best[-1], "expected_points": number(means[best[-1] - 1]), "maximiser": relaxed_maximiser()}
    return SolverResult(
        document, lines, {form: partial(_curves, [*map(float, means)], best, form) for form in PICTURES}
    )


def _as_csv(name: TableName, rows: Sequence[Sequence[object]]) -> tuple[dict[str, object], list[str]]:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return {"table": name, "rows": rows}, text.getvalue().splitlines()


def _table(name: TableName, dice_game: DiceGame) -> Cells:
    """Return the table a user asks for by its name in the dice document, as cells to print."""
    if name in ("EG", "OPT"):
        if dice_game.game == "simultaneous":
            if name == "OPT":
                raise CorrigeError.single(
                    "an optimal strategy of the simultaneous game chooses the number of dice at random, so there is no "
                    "table OPT of numbers of dice",
                    remedy="use --table mixes instead",
                )
            return Cells(simultaneous(dice_game.dice, dice_game.target).gain, "i", "j", (0, 0))
        game = (scoreless if dice_game.game == "scoreless" else sequential)(dice_game.dice, dice_game.target)
        return Cells(game.gain if name == "EG" else game.choice, "i", "j", (0, 0))
    if name == "EG1":
        return Cells(one_round_matrix(dice_game.dice), "d1", "d2", (1, 1))
    if name == "E1":
        return Cells(_round_matrix(dice_game._replace(game="simultaneous")), "d1", "d2", (1, 1))
    if name == "Q":
        return Cells(np.asarray(throws_without_ones(dice_game.dice)), "d", "k", (1, 0))
    return Cells(np.asarray(throws(dice_game.dice, ones=int(dice_game.game != "scoreless"))), "d", "k", (1, 0))


def _round_matrix(dice_game: DiceGame) -> Floats:
    """Return the gains of player 1 in a state of the simultaneous game (E₁), or in the game of one round (EG₁)."""
    if dice_game.game != "simultaneous":
        return one_round_matrix(dice_game.dice)
    return simultaneous(dice_game.dice, dice_game.target).round_matrix(*dice_game.state)


def _curves(means: Sequence[float], best: Sequence[int], suffix: str) -> bytes:
    """Return a picture of the expected points `means` and of the best numbers of dice `best`."""
    from matplotlib.figure import Figure  # as in _picture

    with figure_style("EP"):
        figure = Figure(figsize=(9, 4), layout="constrained")
        left, right = figure.subplots(1, 2)
        dice, top = range(1, len(means) + 1), relaxed_maximiser()
        real = np.linspace(1, max(len(means), 2), 400)
        left.plot(real, expected_points(real), color="gray", linewidth=1)
        left.plot(dice, means, "ko", markersize=4)
        if len(means) > top:
            left.axvline(top, color="black", linestyle=":", linewidth=1, label=f"{top:.3f}")
            left.legend(frameon=False)
        left.set(xlabel="d", ylabel="EP(d)")
        right.plot(dice, best, "ko", markersize=4)
        right.set(xlabel="D", ylabel="d*(D)", ylim=(0, max(best) + 1))
        for axes in (left, right):
            axes.xaxis.get_major_locator().set_params(integer=True)
        return figure_file(figure, suffix[1:])


def _picture(name: TableName, table: Cells, suffix: str) -> bytes:
    """Return a picture of a table; greater values are darker, also in greyscale."""
    from matplotlib.figure import Figure  # takes half a second to import, and a table as text does not need it

    with figure_style(name):
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
        return figure_file(figure, suffix[1:])
