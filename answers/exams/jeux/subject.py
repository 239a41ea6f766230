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


def bar_before(_: Words) -> str:
    """Draw a bar of Chomp."""
    return grid_drawing(Chomp((5, 4, 4)).text(((5, 4, 4), 0)), LARGE)


def bar_after(_: Words) -> str:
    """Draw the bar of `bar_before` after the bite (1, 2)."""
    return grid_drawing(Chomp((5, 4, 4)).text(((5, 2, 2), 1)), LARGE)


def chomp_arena(_: Words) -> str:
    """Draw the arena of Chomp on a bar of 2 × 2 squares, with the attractors."""
    game = Chomp.rectangle(2, 2)
    return _arena(unfold(game), game.text)


def cram_play(_: Words) -> str:
    """Draw a play of Cram by symmetry on a grid of 3 × 4 cells, with numbered dominoes."""
    game = Cram(Board(3, 4))
    return numbered_dominoes(game, solved.symmetry_play(game))


def hook(_: Words) -> str:
    """Draw a board of five cells for Cram."""
    game = Cram(Board(2, 4, HOOK))
    return grid_drawing(game.text(game.start), LARGE)


def plays_on_the_hook(_: Words) -> str:
    """Draw the tree of plays of Cram on the board that `hook` draws."""
    game = Cram(Board(2, 4, HOOK))
    return _arena(unfold(PlayTree(game)), lambda play: game.text(play[-1]))


def endgame_arena(_: Words) -> str:
    """Draw the arena of tic-tac-toe from a grid with three free cells."""
    game = TicTacToe(SIDE, ENDGAME)
    return _arena(unfold(game), game.text)


def opening(_: Words) -> str:
    """Draw the grid of tic-tac-toe that illustrates the heuristic."""
    return grid_drawing(TicTacToe(SIDE).text(OPENING), LARGE)


def middle_game(_: Words) -> str:
    """Draw the grid of tic-tac-toe with which students check their programs."""
    return grid_drawing(TicTacToe(SIDE).text(MIDDLE_GAME), LARGE)


def pruned(_: Words) -> str:
    """Draw a tree of five leaves pruned by alpha-beta from left to right."""
    return _tree({(): "3", (0,): "3", (1,): "≤2"}, [(1, 1), (1, 2)], FIVE_LEAVES)


def pruned_from_the_right(_: Words) -> str:
    """Draw the tree of `pruned` searched from right to left, where nothing is pruned."""
    return _tree({(): "3", (0,): "3", (1,): "2"}, [], FIVE_LEAVES)


def three_levels(_: Words) -> str:
    """Draw a tree of three levels: round max nodes and square min nodes."""
    return _tree({}, [], THREE_LEVELS)


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
    figures={
        draw.__name__: draw
        for draw in (
            bar_before,
            bar_after,
            chomp_arena,
            cram_play,
            hook,
            plays_on_the_hook,
            endgame_arena,
            opening,
            middle_game,
            pruned,
            pruned_from_the_right,
            three_levels,
        )
    },
    examples=examples,
)
