"""What worked solutions of phantom Domineering show of one seed, in every exam that asks for it."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from markupsafe import Markup

from answers.exam.books.learning_curve import Curve, learning_curve
from solvers.domineering.board import Board
from solvers.domineering.board_svg import dominoes_svg
from solvers.domineering.phantom_games import limited_game
from solvers.domineering.turns import turns
from solvers.domineering.unbeaten import unbeaten
from solvers.matrix_games.exp3 import default_steps, exp3
from solvers.sequence import lcg
from solvers.sequence.permutations import permutation

STEPS = (1000, 3000, 10_000, 30_000, 100_000, 300_000)
"""Where the curve of the stochastic algorithm is looked at, before its last step."""


def told_game(board: Board, u0: int, n: int) -> Mapping[str, object]:
    """Return the game of the strategies of indices u(n) and u(2n), turn by turn, with its drawing."""
    indices = tuple(lcg.term(u0, n * player) for player in (1, 2))
    lists = tuple(permutation(index, board.count(player)) for player, index in enumerate(indices, 1))
    told = turns(board, *lists)
    drawing = dominoes_svg(board, [turn.cells for turn in told if turn.cells])
    return {"indices": indices, "lists": lists, "turns": told, "drawing": Markup(drawing)}  # noqa: S704 (drawn by us)


def sums(u0: int, counts: Iterable[int]) -> tuple[tuple[int, int, int], ...]:
    """Return N, Σ u(i) and Σ u(i)³ over i < N for each N."""
    found = ((n, lcg.sequence(u0, n)) for n in counts)
    return tuple((n, int(u.sum()), int((u**3).sum())) for n, u in found)


def learned(u0: int, games: Sequence[tuple[str, Board, Fraction]], count: int) -> Mapping[str, object]:
    """Return how the stochastic algorithm approaches the values of up to three games of `count` plans.

    Every point is a run of its own, of so many steps; the last one is of all the steps that the document prescribes.
    """
    total = default_steps(count, count)
    curves = []
    for name, board, value in games:
        game = limited_game(u0, board, count)
        means = tuple((n, exp3(game, seed=u0, steps=n).value) for n in (*STEPS, total))
        curves.append(Curve(name, value, means))
    last = tuple((curve.name, curve.value, curve.means[-3][1], curve.means[-1][1]) for curve in curves)
    return {"steps": total, "drawing": learning_curve(curves), "last": last}


def searches(
    u0: int, boards: Iterable[tuple[str, Board]], count: int
) -> tuple[tuple[str, int | None, int | None, int], ...]:
    """Return, for each board, an unbeaten plan of a player, if any, and the games played to find or exclude it."""
    found = []
    for name, board in boards:
        lists = limited_game(u0, board, count).lists
        first = unbeaten(lists, 1)
        second = unbeaten(lists, 2) if first.index is None else None
        games = first.playouts + (second.playouts if second else 0)
        found.append((name, first.index, second.index if second else None, games))
    return tuple(found)
