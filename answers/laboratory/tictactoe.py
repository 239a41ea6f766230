"""Tic-tac-toe from any grid: its value, its best moves, and what each search costs."""

from math import comb

from answers.errors import CorrigeError, Problem
from answers.laboratory.cost import check_cost
from answers.laboratory.solution import Solution, svg
from answers.messages import Message
from solvers.board_games.tic_tac_toe import MAX_SIZE, TicTacToe
from solvers.graph_games.arena import unfold
from solvers.graph_games.drawing.arena_svg import MAX_STATES, arena_svg
from solvers.graph_games.tree_search import alpha_beta, min_max, tree_size

POSITION_SECONDS = 2e-5
"""Of a position on a usual machine, all searches together."""
EMPTY = "." * 9
EXAMPLE = "write it like XO./.X./..O, X before O, a dot for a free cell"


def tictactoe(grid: str, *, long: bool) -> Solution:
    """Return the value of a grid for X, the best moves, and the calls of each search."""
    game = _game(grid or EMPTY)
    _check_positions(game, long=long)
    exact = min_max(game, memo=True)
    calls = {
        "min_max": tree_size(game).calls,
        "min_max_memo": exact.calls,
        "alpha_beta": alpha_beta(game).calls,
        "alpha_beta_memo": alpha_beta(game, memo=True).calls,
    }
    mover = "XO"[game.player(game.start)]
    moves = [game.cell(game.start, after) for after in exact.moves]
    document = {"value": exact.value, "player": mover, "moves": moves, "positions": exact.states, "calls": calls}
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
    return Solution(document, lines, svg(lambda: arena_svg(unfold(game, MAX_STATES), game.text)))


def _game(text: str) -> TicTacToe:
    marks = text.upper().replace("/", "").replace(" ", "")
    size = round(len(marks) ** 0.5)
    if size * size != len(marks) or not 2 <= size <= MAX_SIZE:
        cause = Message("--grid has {count} cells, which are no square", count=len(marks))
        raise CorrigeError.one(cause, remedy=EXAMPLE)
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
    first, second = (sum(1 << k for k, mark in enumerate(marks) if mark == own) for own in "XO")
    return TicTacToe(size, (first, second))


def _check_positions(game: TicTacToe, *, long: bool) -> None:
    """Refuse what would take hours: n moves later at most C(f, n) C(n, ⌈n/2⌉) grids can be met, f cells being free."""
    free = game.size**2 - sum(map(int.bit_count, game.start))
    most = sum(comb(free, n) * comb(n, n // 2) for n in range(free + 1))
    what = Message("{free} free cells make up to {most:,} positions", free=free, most=most)
    remedy = Message("fill some cells: 11 free ones are quick")
    check_cost(what, POSITION_SECONDS * most, place="--grid", remedy=remedy, long=long)
