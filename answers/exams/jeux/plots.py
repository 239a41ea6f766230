"""The drawings that the course notes "Jeux" ask for, with the attractors of both players."""

from answers.exam.document import Drawing
from answers.exam.words import Words
from solvers.board_games.chomp import Chomp
from solvers.board_games.cram import Cram, CramState
from solvers.domineering.board import Board
from solvers.graph_games.arena import unfold
from solvers.graph_games.drawing.arena_svg import arena_svg
from solvers.graph_games.game import PlayTree
from solvers.graph_games.game_tree import MINUS, GameTree, Path, Tree, pruning
from solvers.graph_games.tree_search import depth_limited

REMOVED = frozenset({(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)})
"""Cells that the grid of 3 × 4 lacks."""


TREE: Tree = (((3, -2), (5, 1, 8)), ((-4, 2), (7, 6)), ((4,), (9, 0), (-1, 3)))
"""Of ours; those that the notes draw are not known."""


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

    def cells(play: tuple[CramState, ...]) -> str:
        """The position reached; cells removed are no cells at all."""
        return "".join(" " if first == "#" else mark for first, mark in zip(empty, game.text(play[-1]), strict=True))

    return arena_svg(unfold(PlayTree(game)), cells)


def _min_max(_: Words) -> str:
    """Source: "Jeux", section 2.1, definition 2.1."""
    game = GameTree(TREE)
    return game.svg(_values(game))


def _alpha_beta(_: Words) -> str:
    """Source: "Jeux", section 2.2, exercise 2.3."""
    game = GameTree(TREE)
    search = pruning(game)
    known = {path: text for path, text in search.texts(game.v_max).items() if game.successors(path)}
    return game.svg(known, search.unseen)


def _values(game: GameTree) -> dict[Path, str]:
    """The value of each node that is no leaf."""
    nodes = (path for path in game.nodes() if game.successors(path))
    deepest = max(map(len, game.nodes()))
    return {path: str(depth_limited(game, game.heuristic, deepest, path).value).replace("-", MINUS) for path in nodes}


PLOTS = (
    Drawing("chomp", _chomp),
    Drawing("cram", _cram),
    Drawing("min-max", _min_max),
    Drawing("alpha-beta", _alpha_beta),
)
