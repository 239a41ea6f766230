"""The drawings that the course notes "Jeux" ask for, with the attractors of both players."""

from answers.exam.plot import Drawing
from answers.exam.words import Words
from solvers.board_games.chomp import Chomp
from solvers.board_games.cram import Cram, State
from solvers.domineering.board import Board
from solvers.graph_games.arena import unfold
from solvers.graph_games.drawing.arena_svg import arena_svg
from solvers.graph_games.game import PlayTree

REMOVED = frozenset({(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)})
"""Cells that the grid of 3 × 4 lacks."""


def _chomp(_: Words) -> str:
    """Source: "Jeux", exercise 1.1, question 2."""
    game = Chomp.rectangle(3, 2)
    return arena_svg(unfold(game), game.text)


def _cram(_: Words) -> str:
    """On a grid of seven cells of ours; the one that the notes draw is not known.

    Source: "Jeux", exercise 1.4.
    """
    game = Cram(Board(3, 4, REMOVED))
    empty = game.text(game.start)

    def cells(play: tuple[State, ...]) -> str:
        """The position reached; cells removed are no cells at all."""
        return "".join(" " if first == "#" else mark for first, mark in zip(empty, game.text(play[-1]), strict=True))

    return arena_svg(unfold(PlayTree(game)), cells)


PLOTS = (Drawing("chomp", _chomp), Drawing("cram", _cram))
