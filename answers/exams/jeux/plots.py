"""The drawings that the course notes "Jeux" ask for, with the attractors of both players."""

from answers.exam.draw import Draw
from answers.exam.plot import Drawing
from answers.exam.words import Words
from answers.exams.jeux.draws import draw, small_grid
from answers.exams.jeux.exam import EXAM
from solvers.board_games.chomp import Chomp
from solvers.board_games.cram import State
from solvers.graph_games.arena import unfold
from solvers.graph_games.drawing.arena_svg import arena_svg
from solvers.graph_games.game import PlayTree


def _chomp(_: Words) -> str:
    """Source: "Jeux", exercise 1.1, question 2."""
    game = Chomp.rectangle(3, 2)
    return arena_svg(unfold(game), game.text)


def _cram(_: Words) -> str:
    """On the grid of the model; the one that the notes draw is not known.

    Source: "Jeux", exercise 1.4.
    """
    game = small_grid(draw(Draw(EXAM.model_seed)).removed)
    empty = game.text(game.start)

    def cells(play: tuple[State, ...]) -> str:
        """The position reached; cells removed are no cells at all."""
        return "".join(" " if first == "#" else mark for first, mark in zip(empty, game.text(play[-1]), strict=True))

    return arena_svg(unfold(PlayTree(game)), cells)


PLOTS = (Drawing("chomp", _chomp), Drawing("cram", _cram))
