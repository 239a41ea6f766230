"""corrige solve tictactoe: the value of a grid, its best moves, and what each search costs."""

from math import comb
from typing import TYPE_CHECKING, Annotated

import typer

from answers.cli.common.cost import Long, check_cost
from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output
from answers.cli.common.output import working
from answers.cli.solve.common import Json, deliver_solution, refusing
from answers.errors import CorrigeError, Problem
from answers.messages import Message

if TYPE_CHECKING:
    from solvers.board_games.tic_tac_toe import TicTacToe

POSITION_SECONDS = 2e-5
"""Of a position on a usual machine, all searches together."""
EXAMPLE = "write it like XO./.X./..O, X before O, a dot for a free cell"


def tictactoe(
    *,
    long: Long = False,
    grid: Annotated[str, typer.Option("--grid", metavar="XO./…", help="The grid, row by row; X begins.")] = "",
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Find the value of a grid of tic-tac-toe for X (1, 0 or -1), the best moves, and the calls of each search.

    Rows may be separated by slashes; the grid has 2 to 8 rows, and as many columns and marks to align. By default it is
    empty, 3 x 3. -o FILE.svg draws the arena of the positions to come, when they are few.
    """
    game = refusing(_game, grid or "." * 9)
    _check_cost(game, long=long)
    with working("searching"):
        found, lines = refusing(_solve, game)
    deliver_solution(found, lines, as_json=as_json, output=output, force=force, svg=lambda: refusing(_svg, game))


def _game(text: str) -> "TicTacToe":
    from solvers.board_games.tic_tac_toe import MAX_SIZE, TicTacToe

    marks = text.upper().replace("/", "").replace(" ", "")
    size = round(len(marks) ** 0.5)
    if size * size != len(marks) or not 2 <= size <= MAX_SIZE:
        raise CorrigeError.one(
            Message("--grid has {count} cells, which are no square", count=len(marks)), remedy=EXAMPLE
        )
    problems = [
        Problem(
            Message("{mark!r} is no mark", mark=mark),
            Message("--grid, row {row}, column {column}", row=k // size, column=k % size),
            EXAMPLE,
        )
        for k, mark in enumerate(marks)
        if mark not in "XO."
    ]
    if problems:
        raise CorrigeError(problems)
    masks = [sum(1 << k for k, mark in enumerate(marks) if mark == own) for own in "XO"]
    return TicTacToe(size, (masks[0], masks[1]))


def _check_cost(game: "TicTacToe", *, long: bool) -> None:
    """Refuse what would take hours: n moves later at most C(f, n) C(n, ⌈n/2⌉) grids can be met, f cells being free."""
    free = game.size**2 - sum(map(int.bit_count, game.start))
    most = sum(comb(free, n) * comb(n, n // 2) for n in range(free + 1))
    what = Message("{free} free cells make up to {most:,} positions", free=free, most=most)
    remedy = Message("fill some cells: 11 free ones are quick")
    check_cost(what, POSITION_SECONDS * most, place="--grid", remedy=remedy, long=long)


def _solve(game: "TicTacToe") -> tuple[Json, list[str]]:
    from solvers.graph_games.tree_search import alpha_beta, min_max
    from solvers.graph_games.tree_size import tree_size

    exact, pruned, both = min_max(game, memo=True), alpha_beta(game), alpha_beta(game, memo=True)
    calls = {
        "min_max": tree_size(game).calls,
        "min_max_memo": exact.calls,
        "alpha_beta": pruned.calls,
        "alpha_beta_memo": both.calls,
    }
    mover = "XO"[game.player(game.start)]
    moves = [game.cell(game.start, after) for after in exact.moves]
    found = {"value": exact.value, "player": mover, "moves": moves, "positions": exact.states, "calls": calls}
    lines = [
        game.text(game.start),
        Message("to play  {mover}", mover=mover),
        Message(
            "value    {value}  ({outcome})",
            value=exact.value,
            outcome=(Message("O wins"), Message("a draw"), Message("X wins"))[exact.value + 1],
        ),
        Message("moves    {moves}", moves=" ; ".join(map(str, moves)) or Message("none")),
        Message("states   {states}", states=exact.states),
        *(
            Message("calls    {count:>9}  {method}", count=count, method=name.replace("_", " "))
            for name, count in calls.items()
        ),
    ]
    return found, lines


def _svg(game: "TicTacToe") -> str:
    from solvers.graph_games.arena import unfold
    from solvers.graph_games.drawing.arena_svg import MAX_STATES, arena_svg

    return arena_svg(unfold(game, MAX_STATES), game.text)
