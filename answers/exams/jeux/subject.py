"""The subject of the exam `jeux`: drawings, worked examples and values to check, all independent of u₀."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from itertools import pairwise
from typing import Final

from answers.exam.subject import Subject
from answers.exam.words import Words
from answers.exams.jeux import solved
from answers.exams.jeux.drawings import LARGE, grid_drawing, numbered_dominoes, on_sheet
from answers.exams.jeux.draws import LINES, SIDE, Grid, mirrored
from solvers.board_games.chomp import Bar, Chomp, chomp_graph
from solvers.board_games.cram import Cram
from solvers.board_games.tic_tac_toe import TicTacToe
from solvers.domineering.board import Board
from solvers.graph_games.arena import Arena, unfold
from solvers.graph_games.drawing.arena_svg import arena_svg
from solvers.graph_games.game import PlayTree, State
from solvers.graph_games.game_tree import GameTree, Path, Tree
from solvers.graph_games.tree_search import depth_limited, min_max, tree_size

CODE_FONT: Final = "Corrige Code"
SCALE: Final = 0.8
"""Scale of the drawings of arenas: letters of 12 pixels are printed at 7.2 points."""
ENDGAME: Final = Grid(21360, 42117)
"""A grid with 13 marks from which both players may still win."""
MIDDLE_GAME: Final = Grid(0b0000_0110_1000_0011, 0b0001_1001_0001_0100)
"""A grid with 10 marks."""
OPENING: Final = Grid(0b0000_0000_0010_0001, 0b0001_0000_0000_1000)
"""A grid with X at (0, 0) and (1, 1), O at (0, 3) and (3, 0)."""
HOOK: Final = frozenset({(1, 0), (1, 1), (1, 3)})
"""Cells to remove from a grid of 2 × 4; five cells remain."""
FIVE_LEAVES: Final = ((3, 5), (2, 9, 7))
THREE_LEVELS: Final = (((5, 8), (9, 1)), ((4, 6), (2, 3)), ((7, 0), (10, 11)))


def _arena(arena: Arena[State], label: Callable[[State], str]) -> str:
    """Return a drawing of an arena at `SCALE`."""
    svg = arena_svg(arena, label, legend=False).replace("monospace", CODE_FONT)
    return re.sub(r'(?<=width=")(\d+)(" height=")(\d+)', _scaled, svg, count=1)


def _scaled(size: re.Match[str]) -> str:
    """Return the width and the height in the first line of a drawing, multiplied by `SCALE`."""
    width, between, height = size.groups()
    return f"{int(width) * SCALE:.0f}{between}{int(height) * SCALE:.0f}"


def _tree(values: Mapping[Path, str], pruned_nodes: list[Path], tree: Tree) -> str:
    return on_sheet(GameTree(tree).svg(values, pruned_nodes))


_PLAYED, _HOOKED = Cram(Board(3, 4)), Cram(Board(2, 4, HOOK))
_ENDED = TicTacToe(SIDE, ENDGAME)
FIGURES: Final[Mapping[str, Callable[[Words], str]]] = {
    "bar_before": lambda _: grid_drawing(Chomp((5, 4, 4)).text(((5, 4, 4), 0)), LARGE),
    "bar_after": lambda _: grid_drawing(Chomp((5, 4, 4)).text(((5, 2, 2), 1)), LARGE),  # the bite (1, 2)
    "chomp_arena": lambda _: _arena(unfold(Chomp.rectangle(2, 2)), Chomp.rectangle(2, 2).text),
    "cram_play": lambda _: numbered_dominoes(_PLAYED, solved.symmetry_play(_PLAYED)),
    "hook": lambda _: grid_drawing(_HOOKED.text(_HOOKED.start), LARGE),
    "plays_on_the_hook": lambda _: _arena(unfold(PlayTree(_HOOKED)), lambda play: _HOOKED.text(play[-1])),
    "endgame_arena": lambda _: _arena(unfold(_ENDED), _ENDED.text),
    "opening": lambda _: grid_drawing(TicTacToe(SIDE).text(OPENING), LARGE),
    "middle_game": lambda _: grid_drawing(TicTacToe(SIDE).text(MIDDLE_GAME), LARGE),
    "pruned": lambda _: _tree({(): "3", (0,): "3", (1,): "≤2"}, [(1, 1), (1, 2)], FIVE_LEAVES),
    # the same tree searched from right to left, where nothing is pruned
    "pruned_from_the_right": lambda _: _tree({(): "3", (0,): "3", (1,): "2"}, [], FIVE_LEAVES),
    "three_levels": lambda _: _tree({}, [], THREE_LEVELS),
}
"""Drawings by name."""


@cache
def examples() -> Mapping[str, object]:
    """Return the data of the worked examples, and values with which students check their programs."""
    counts = [((line & OPENING.crosses).bit_count(), (line & OPENING.noughts).bit_count()) for line in LINES]
    return {
        "chomp": _chomp((2, 2)),
        "chomp_check": _chomp((4, 3, 1)),
        "play": _symmetry_play(Board(3, 4)),
        "play_check": _symmetry_play(Board(4, 5, frozenset({(0, 2), (3, 2)}))),
        "hook": solved.tree_of_plays(Cram(Board(2, 4, HOOK))),
        "square_check": solved.tree_of_plays(Cram(Board(3, 3))),
        "domino_check": solved.winning_dominoes(Cram(Board(3, 3, frozenset({(2, 2)})))),
        "endgame": _tic_tac_toe(ENDGAME),
        "middle": _tic_tac_toe(MIDDLE_GAME),
        "lines": [(x, o, x * x if not o else -o * o if not x else 0) for x, o in counts],
        "heuristic": TicTacToe(SIDE).squared_lines(OPENING),
        "depths": [solved.limited(TicTacToe(SIDE, OPENING), depth).value for depth in range(4)],
        "best": solved.best_cells(TicTacToe(SIDE, OPENING), 3),
        "seen": [_evaluated(FIVE_LEAVES), _evaluated(mirrored(FIVE_LEAVES))],
        "seen_check": [_evaluated(THREE_LEVELS), _evaluated(mirrored(THREE_LEVELS))],
        "tree_check": depth_limited(GameTree(THREE_LEVELS), GameTree(THREE_LEVELS).heuristic, 3).value,
    }


def _chomp(bar: Bar) -> Mapping[str, object]:
    """Return the sizes of the graph and of the arena, the winning bites and the losing bars of a bar."""
    graph = chomp_graph(bar)
    return {
        "graph": (len(graph), sum(map(len, graph.values()))),
        "arena": unfold(Chomp(bar)).count,
        "moves": solved.winning_bites(bar),
        "losing": solved.losing_bars_inside(bar),
    }


def _symmetry_play(board: Board) -> Mapping[str, object]:
    """Return the dominoes of the play of the symmetry strategy, and the winner."""
    game = Cram(board)
    play = solved.symmetry_play(game)
    return {"moves": [solved.placed(game, *pair) for pair in pairwise(play)], "winner": game.player(play[-2])}


def _tic_tac_toe(grid: Grid) -> Mapping[str, object]:
    """Return the sizes of the attractors and of the arena, and the value and the calls of min-max, of a grid."""
    game = TicTacToe(SIDE, grid)
    first, second, states = solved.attractors(game)
    search = min_max(game, memo=True)
    return {
        "sizes": (first.sizes, second.sizes),
        "states": states,
        "neither": states - first.sizes[-1] - second.sizes[-1],
        "calls": (tree_size(game).calls, search.calls, search.evaluated),
        "value": search.value,
    }


def _evaluated(tree: Tree) -> list[int]:
    """Return the values of the leaves that alpha-beta evaluates."""
    return [GameTree(tree).heuristic.evaluate(leaf) for leaf in solved.evaluated_leaves(tree)]


SUBJECT = Subject(
    minutes=180,
    definitions={1: (), 2: (1,), 3: (1, 2), 4: (1, 2), 5: (1,), 6: (1, 2), 7: (1, 4, 6), 8: (1, 6), 9: (5, 8), 10: ()},
    figures=FIGURES,
    examples=examples,
)
