"""corrige solve game: one game of phantom Domineering between two plans, move by move."""

from typing import TYPE_CHECKING, Annotated

import typer

from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output
from answers.cli.solve.common import deliver_solution, pair, refusing
from answers.cli.solve.outcome import BoardSize, Illegal, board_with
from answers.errors import CorrigeError
from answers.messages import Message

if TYPE_CHECKING:
    from solvers.domineering.board import Board
    from solvers.domineering.turns import Turn

Plan = tuple[int, ...]
LONGEST_PLAN = 10_000


def game(
    *,
    board: BoardSize,
    illegal: Illegal = None,
    first: Annotated[
        str | None, typer.Option("--first", metavar="N,N,…", help="The plan of player 1, who lays horizontally.")
    ] = None,
    second: Annotated[str | None, typer.Option("--second", metavar="N,N,…", help="The plan of player 2.")] = None,
    indices: Annotated[
        str | None, typer.Option("--indices", metavar="I,J", help="Instead: the plans P(I, b) and P(J, b).")
    ] = None,
    u0: Annotated[
        int | None, typer.Option("--u0", metavar="N", help="With --indices: the plans P(u(I), b) and P(u(J), b).")
    ] = None,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Play phantom Domineering between two plans, lists of placements by priority; -o FILE.svg draws the final board.

    A placement has the number of its first cell, in the numbering of the exam: each row without its last cell for
    player 1, all rows but the last for player 2.
    """
    from solvers.domineering.turns import turns

    ground = refusing(board_with, board, illegal)
    plans = refusing(_plans, ground, first, second, indices, u0)
    told = refusing(turns, ground, *plans)
    moves = [
        {"player": turn.player, "skipped": turn.skipped, "placement": turn.placement, "cells": turn.cells}
        for turn in told
    ]
    winner = "second" if told[-1].player == 1 else "first"
    found = {"winner": winner, "plans": plans, "moves": moves}
    lines = [
        *(
            Message("plan {player}   {plan}", player=player, plan=" ".join(map(str, plan)))
            for player, plan in enumerate(plans, 1)
        ),
        *map(_told, told),
        *_drawn(ground, told),
        Message("winner   {winner}", winner=Message("first" if winner == "first" else "second")),
    ]
    deliver_solution(found, lines, as_json=as_json, output=output, force=force, svg=lambda: _svg(ground, told))


def _plans(board: "Board", first: str | None, second: str | None, indices: str | None, u0: int | None) -> list[Plan]:
    from solvers.sequence.lcg import term
    from solvers.sequence.permutations import permutation

    if indices is not None and first is None and second is None:
        numbers = pair(indices, ",", "--indices", "519,23375")
        if u0 is not None:
            numbers = term(u0, numbers[0]), term(u0, numbers[1])
        return [permutation(n, board.count(player)) for player, n in enumerate(numbers, 1)]
    if first is None or second is None or indices is not None or u0 is not None:
        remedy = Message("give --first and --second, or --indices I,J, with --u0 for the strategies of a seed")
        raise CorrigeError.one("a game needs two plans", remedy=remedy)
    return [_plan(first, "--first"), _plan(second, "--second")]


def _plan(text: str, option: str) -> Plan:
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if len(parts) > LONGEST_PLAN or not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        raise CorrigeError.one(
            Message("{option} is {text!r}", option=option, text=text[:40]), remedy="write placements like 3,0,5,1"
        )
    plan = tuple(map(int, parts))
    _check_once(plan, option)
    return plan


def _check_once(plan: Plan, option: str) -> None:
    for place, placement in enumerate(plan):
        if placement in plan[:place]:
            cause = Message("{option} names the placement {twice} twice", option=option, twice=placement)
            raise CorrigeError.one(cause, remedy="name each once")


def _told(turn: "Turn") -> str:
    over = Message("  (passes over {skipped})", skipped=" ".join(map(str, turn.skipped))) if turn.skipped else ""
    if turn.placement is None:
        return Message("  player {player} cannot lay{over}", player=turn.player, over=over)
    return Message(
        "  player {player} lays {placement:2} on {cells}{over}",
        player=turn.player,
        placement=turn.placement,
        cells=" ".join(map(str, turn.cells)),
        over=over,
    )


def _drawn(board: "Board", told: "tuple[Turn, ...]") -> list[str]:
    """The final board, each domino by its number."""
    marks = {cell: str(n) for n, turn in enumerate(told, 1) for cell in turn.cells}
    marks.update(dict.fromkeys(board.forbidden, "#"))
    return [" ".join(f"{marks.get((i, j), '.'):>2}" for j in range(board.cols)) for i in range(board.rows)]


def _svg(board: "Board", told: "tuple[Turn, ...]") -> str:
    from solvers.domineering.board_svg import dominoes_svg

    return dominoes_svg(board, [turn.cells for turn in told if turn.cells])
