"""Question 3 of the exams on phantom Domineering: the strategies of game n, and the data of its feedback.

Source: ENS 2013 practical exam, "Équilibres de Nash", question 3.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from answers.exam.question import Evidence
from answers.exams.phantom_domineering.evidence import FinalBoard
from solvers.domineering.board import Board
from solvers.sequence import lcg
from solvers.sequence.permutations import permutation

ROUNDS: Mapping[str, Sequence[int]] = {"a": (1, 2, 3), "b": (4, 5, 6), "c": (7, 8, 9)}
"""Numbers n of the games, by part."""
SHOWN_MOVES = 3
"""Number of first moves of a game, or of a list, that feedback shows."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A choice of the strategies that play game n of question 3.

    `indices` receives the terms u(0), u(1), … of the student's sequence and n, and returns the index of the strategy of
    each player. If `strict`, a player whose next move is illegal loses at once.
    """

    indices: Callable[[Sequence[int], int], tuple[int, int]] = lambda u, n: (u[n], u[2 * n])
    strict: bool = False


PAIRING = Pairing()
"""Strategy of index u(n) of player 1 against strategy of index u(2n) of player 2."""

MISREAD_PAIRINGS: Mapping[str, Pairing] = {
    "lists-exchanged": Pairing(lambda u, n: (u[2 * n], u[n])),
    "twice-the-term": Pairing(lambda u, n: (u[n], 2 * u[n])),
    "same-index-for-both": Pairing(lambda u, n: (u[n], u[n])),
    "illegal-choice-loses": Pairing(strict=True),
}


def game_steps(u0: int, board: Board, n: int, played: Evidence) -> Mapping[str, object]:
    """Return the data of a line of feedback on game n of question 3.

    `lists` has for each player the index k of the term u(k), this term, and the number of the player's moves; the list
    is the permutation P(u(k), b) of these b moves. `first` and `last` have the first cells of the first and of the last
    dominoes, and `moves` is the number of dominoes.
    """
    assert isinstance(played, FinalBoard)
    indices = [(n * player, lcg.term(u0, n * player), board.count(player)) for player in (1, 2)]
    cells = [move.first for move in played.moves]
    return {"n": n, "lists": indices, "first": cells[:SHOWN_MOVES], "moves": len(cells), "last": cells[-1:]}


def game_record(board: Board, u0: int, n: int) -> Mapping[str, object]:
    """Return game n of question 3 turn by turn, with a drawing of its final board."""
    from markupsafe import Markup

    from solvers.domineering.board_svg import dominoes_svg
    from solvers.domineering.phantom import turns

    indices = tuple(lcg.term(u0, n * player) for player in (1, 2))
    lists = tuple(permutation(index, board.count(player)) for player, index in enumerate(indices, 1))
    played = turns(board, *lists)
    drawing = dominoes_svg(board, [turn.cells for turn in played if turn.cells])
    return {"indices": indices, "lists": lists, "turns": played, "drawing": Markup(drawing)}  # noqa: S704 (drawn by us)
