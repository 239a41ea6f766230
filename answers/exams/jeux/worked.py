"""What the worked solutions of the exam `jeux` show of one seed: positions, tables and certificates."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from markupsafe import Markup

from answers.exam.key import Key
from answers.exam.subject import Worked
from answers.exams.jeux import solved
from answers.exams.jeux.drawings import SHEET_FONT, numbered_dominoes
from answers.exams.jeux.draws import CELLS, SIDE, Grid, Parameters, begun_grid, mirrored, small_grid
from solvers.board_games.chomp import Bar, Chomp, Square, chomp_graph, eat, squares
from solvers.board_games.cram import Cram
from solvers.board_games.cram_grundy import cram_grundy
from solvers.board_games.tic_tac_toe import TicTacToe
from solvers.domineering.board import Board
from solvers.graph_games.arena import unfold
from solvers.graph_games.drawing.grid_svg import grid_svg
from solvers.graph_games.game_tree import MINUS, GameTree, Path, Tree
from solvers.graph_games.tree_search import depth_limited
from solvers.graph_games.tree_size import tree_size

CELL: Final = 20
MOST_REPLIES: Final = 8
"""How many answers to a losing bar's bites are shown."""


def chomp_graphs(drawn: Parameters, _: Key) -> Mapping[str, object]:
    """How many bars each player meets, and those that only one of them meets."""
    arena = unfold(Chomp(drawn.graph_bar))
    first, second = ({bar for bar, _ in states} for states in arena.states)
    bars = chomp_graph(drawn.graph_bar)
    alone = [(bar, 0 if bar in first else 1) for bar in bars if bar not in first or bar not in second]
    return {"bars": len(bars), "squares": sum(map(sum, bars)), "met": (len(first), len(second)), "alone": alone}


def chomp_moves(drawn: Parameters, _: Key) -> Mapping[str, object]:
    """What the winning bite of the whole bar leaves; the winning bites of the other one, or answers to all of its."""
    whole = (drawn.whole_bar.columns,) * drawn.whole_bar.rows
    bites = solved.winning_bites(drawn.bar)
    losing = solved.losing_bars_inside(drawn.bar)
    replies = [] if bites else list(_replies(drawn.bar))
    return {
        "left": [(bite, eat(whole, bite)) for bite in solved.winning_bites(whole)],
        "left_of_bar": [(bite, eat(drawn.bar, bite)) for bite in bites],
        "replies": replies[:MOST_REPLIES],
        "more_replies": len(replies) > MOST_REPLIES,
        "losing": losing,
    }


def _replies(bar: Bar) -> Iterator[tuple[Square, Square, Bar]]:
    """Each bite of a losing bar but that of the poison, a winning answer to it, and the losing bar that this leaves."""
    for bite in squares(bar)[1:]:
        left = eat(bar, bite)
        answer = solved.winning_bites(left)[0]
        yield bite, answer, eat(left, answer)


def cram_moves(drawn: Parameters, _: Key) -> Mapping[str, object]:
    """The play by symmetry, drawn; the grid begun with its winning dominoes, and what one of them leaves."""
    game = Cram(Board(*drawn.empty_grid))
    play = solved.symmetry_play(game)
    board = begun_grid(drawn)
    values = cram_grundy(board).options
    best = solved.winning_dominoes(board)[0]
    return {
        "play": Markup(numbered_dominoes(game, play, CELL)),  # noqa: S704 (drawn by us)
        "opening": [solved.placed(game, *play[n : n + 2]) for n in range(4)],
        "legal": len(values),
        "values": sorted(Counter(values.values()).items()),
        "best": best,
        "after": Markup(_marked(board, best)),  # noqa: S704
    }


def _marked(board: Board, domino: tuple[int, int, int]) -> str:
    """A grid with one more domino, drawn as D on two cells."""
    i, j, d = domino
    rows = [list(row) for row in board.text(0).split("\n")]
    rows[i][j] = rows[i + d][j + 1 - d] = "D"
    return _grid(rows, "Cram")


def attractor_sizes(drawn: Parameters, _: Key) -> Mapping[str, object]:
    """The sizes of all steps, the arena, and whose the first grid is."""
    first, second, states = solved.attractors(drawn.attractor_grid)
    start = drawn.attractor_grid
    rank = next(((player.player, player.rank[start]) for player in (first, second) if start in player.rank), None)
    return {"states": states, "sizes": (first.sizes, second.sizes), "rank": rank}


def cram_plays(drawn: Parameters, _: Key) -> Mapping[str, object]:
    """How many nodes the tree has at each depth, how many positions the game, and who wins."""
    game = small_grid(drawn.small_grid)
    arena = unfold(game)
    return {
        "levels": [beginnings for beginnings, _ in solved.levels(game)],
        "positions": len(arena.arcs),
        "winner": 0 if solved.winning_dominoes(game.board) else 1,
        "cells": len(CELLS) - len(game.board.forbidden),
    }


def calls_saved(drawn: Parameters, _: Key) -> Mapping[str, object]:
    """The arena behind the counts."""
    game = TicTacToe(SIDE, drawn.memo_grid)
    vertices, arcs = unfold(game).count
    return {"vertices": vertices, "arcs": arcs, "leaves": tree_size(game).leaves, "free": _free(drawn.memo_grid)}


def limited_search(drawn: Parameters, _: Key) -> Mapping[str, object]:
    """The value of each free cell at both depths, on the grid."""
    grid = drawn.depth_grid
    return {"tables": [_table(grid, depth) for depth in (2, 3)], "free": _free(grid), "mover": grid.mover}


def _free(grid: Grid) -> int:
    return SIDE**2 - grid.crosses.bit_count() - grid.noughts.bit_count()


def _table(grid: Grid, depth: int) -> list[list[str]]:
    """The marks of a grid, and on free cells the value of playing there, one move less deep."""
    game = TicTacToe(SIDE, grid)
    table = [[mark if mark != "." else "" for mark in row] for row in game.text(grid).split("\n")]
    for after in game.successors(grid):
        i, j = game.cell(grid, after)
        table[i][j] = str(solved.limited(Grid(*after), depth - 1).value).replace("-", MINUS)
    return table


def pruned_tree(drawn: Parameters, _: Key) -> Mapping[str, object]:
    """The tree with the values of all nodes, and what either order leaves out."""
    tree: Tree = drawn.tree
    game = GameTree(tree)
    values = {path: _value(game, path) for path in game.nodes() if game.successors(path)}
    shown = {path: str(value).replace("-", MINUS) for path, value in values.items()}
    from_left = solved.leaves_seen(tree)
    from_right = [_mirrored_path(game, path) for path in solved.leaves_seen(mirrored(tree))]
    return {
        "children": [values[child] for child in game.successors(())],
        "leaves": sum(not game.successors(path) for path in game.nodes()),
        "drawings": [
            Markup(game.svg(shown, _unseen(game, seen)).replace("sans-serif", SHEET_FONT))  # noqa: S704
            for seen in (from_left, from_right)
        ],
        "seen": [[game.heuristic.evaluate(leaf) for leaf in seen] for seen in (from_left, from_right)],
    }


def _value(game: GameTree, path: Path) -> int:
    return depth_limited(game, game.heuristic, len(path) + 3, path).value


def _mirrored_path(game: GameTree, path: Path) -> Path:
    """The node of the tree that a path leads to in its mirror image."""
    found: Path = ()
    for child in path:
        found = (*found, len(game.successors(found)) - 1 - child)
    return found


def _unseen(game: GameTree, seen: Iterable[Path]) -> list[Path]:
    """Nodes below which no leaf was evaluated."""
    met = {leaf[:n] for leaf in seen for n in range(len(leaf) + 1)}
    return [path for path in game.nodes() if path not in met]


def _grid(rows: list[list[str]], title: str) -> str:
    return grid_svg(rows, title, CELL).replace("sans-serif", SHEET_FONT)


WORKED = Worked(
    {
        1: chomp_graphs,
        2: chomp_moves,
        3: cram_moves,
        4: attractor_sizes,
        5: cram_plays,
        6: calls_saved,
        7: limited_search,
        8: pruned_tree,
    }
)
