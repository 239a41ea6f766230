"""Phantom Domineering, in which players do not see each other's dominoes: its value, and a game move by move."""

from collections.abc import Sequence
from math import factorial

from answers.errors import CorrigeError
from answers.laboratory.boards import board_with
from answers.laboratory.matrix_games import equilibrium
from answers.laboratory.result import SolverResult, svg
from answers.laboratory.user_input import integers, pair
from answers.messages import Message
from solvers.domineering.board import Board
from solvers.domineering.board_svg import dominoes_svg
from solvers.domineering.phantom import MAX_ORDERED, turns
from solvers.domineering.phantom_game import PhantomGame, all_plans_game, limited_game
from solvers.matrix_games.double_oracle import double_oracle
from solvers.sequence.lcg import term
from solvers.sequence.permutations import permutation

Plan = tuple[int, ...]


def phantom(game: PhantomGame) -> SolverResult:
    """Return the value and an equilibrium of a game of phantom Domineering."""
    return equilibrium(double_oracle(game))


def phantom_game(size: str, illegal: Sequence[str], plans: int | None, u0: int) -> PhantomGame:
    """Return the game with all strategies, or with `plans` of the seed `u0`; CorrigeError if all are too many."""
    board = board_with(size, illegal)
    if plans is not None:
        return limited_game(u0, board, plans)
    most = max(len(board.legal(player)) for player in (1, 2))
    if most > MAX_ORDERED:
        cause = Message(
            "all strategies (orders of a player's moves) are listed only for up to {listed} moves; {most} moves have "
            "{orders:.3g} orders",
            listed=MAX_ORDERED,
            most=most,
            orders=float(factorial(most)),
        )
        raise CorrigeError.single(
            cause, remedy="take a smaller board, or only 100 strategies drawn from a seed: --plans 100"
        )
    return all_plans_game(board)


def played(board: Board, plans: Sequence[Plan]) -> SolverResult:
    """Return the game of phantom Domineering between two strategies: its moves, the final board, and the winner."""
    moves = turns(board, *plans)
    winner = "second" if moves[-1].player == 1 else "first"
    document = {
        "winner": winner,
        "plans": plans,
        "moves": [
            {"player": turn.player, "skipped": turn.skipped, "placement": turn.placement, "cells": turn.cells}
            for turn in moves
        ],
    }
    steps = []
    for turn in moves:
        skipped: Message | str = ""
        if turn.skipped:
            skipped = Message(
                "  (skips its placements {skipped}, which are no longer legal)",
                skipped=" ".join(map(str, turn.skipped)),
            )
        steps.append(
            Message("  player {player} has no legal placement left{skipped}", player=turn.player, skipped=skipped)
            if turn.placement is None
            else Message(
                "  player {player} places {placement:2} on {cells}{skipped}",
                player=turn.player,
                placement=turn.placement,
                cells=" ".join(map(str, turn.cells)),
                skipped=skipped,
            )
        )
    marks = {cell: str(n) for n, turn in enumerate(moves, 1) for cell in turn.cells}
    marks.update(dict.fromkeys(board.forbidden, "#"))
    lines = [
        *(
            Message("priority list of player {player}: {plan}", player=player, plan=" ".join(map(str, plan)))
            for player, plan in enumerate(plans, 1)
        ),
        *steps,
        *[" ".join(f"{marks.get((i, j), '.'):>2}" for j in range(board.cols)) for i in range(board.rows)],
        Message("winner   {winner}", winner=Message("first" if winner == "first" else "second")),
    ]
    return SolverResult(document, lines, svg(lambda: dominoes_svg(board, [turn.cells for turn in moves if turn.cells])))


def two_plans(board: Board, first: str | None, second: str | None, indices: str | None, u0: int | None) -> list[Plan]:
    """Return two strategies: those listed in `first` and `second`, or those numbered by `indices`, a text "i,j".

    A strategy is a list of placements in order of priority. The number i stands for the permutation P(i, b) of the b
    placements of the player; with a seed `u0`, for P(u(i), b), where u is the exam's sequence from this seed.
    CorrigeError if the options do not give two strategies in one of these ways.
    """
    if indices is not None and first is None and second is None:
        numbers = pair(indices, ",", "--indices", "519,23375")
        if u0 is not None:
            numbers = term(u0, numbers[0]), term(u0, numbers[1])
        return [permutation(n, board.count(player)) for player, n in enumerate(numbers, 1)]
    if first is None or second is None or indices is not None or u0 is not None:
        remedy = Message("give --first and --second, or --indices I,J, with --u0 for the strategies of a seed")
        raise CorrigeError.single(
            "the options must give exactly one strategy for each of the two players", remedy=remedy
        )
    return [_plan(first, "--first"), _plan(second, "--second")]


def _plan(text: str, option: str) -> Plan:
    """Parse a strategy, a list of placements such as "3,0,5,1"."""
    placements = text.strip(", ")
    return (
        integers(placements, option, Message("write the numbers of moves in order of priority, for instance 3,0,5,1"))
        if placements
        else ()
    )
