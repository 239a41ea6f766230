"""The steps that lines of feedback tell of the exam `jeux`."""

from collections.abc import Iterable, Mapping
from itertools import pairwise

from answers.exam.how import Case, Steps
from answers.exams.jeux import solved, values
from answers.exams.jeux.draws import SIDE, Parameters, begun_grid, mirrored, small_grid
from solvers.board_games.chomp import Chomp, eat
from solvers.board_games.cram import Cram
from solvers.board_games.tic_tac_toe import TicTacToe
from solvers.domineering.board import Board
from solvers.graph_games.arena import unfold
from solvers.graph_games.game_tree import GameTree, Tree

FIRST = 3
"""Moves that are told."""
LOSING = 2
"""Losing bars that are told of the smallest, and of the largest."""


def bars_met(case: Case[Parameters]) -> Mapping[str, object]:
    """The squares of the first bar, and how many bars each player meets, where the arena is asked for."""
    states = unfold(Chomp(case.drawn.graph_bar)).states if "b" in case.wrong else ()
    return {"squares": sum(case.drawn.graph_bar), "met": list(map(len, states))}


def losing_bars(case: Case[Parameters]) -> Mapping[str, object]:
    """What a winning bite of the whole bar leaves; those of the other bar; its smallest and largest losing bars."""
    whole = values.whole(case.drawn.whole_bar)
    losing = sorted(solved.losing_bars_inside(case.drawn.bar), key=lambda bar: (sum(bar), bar))
    return {
        "left": eat(whole, solved.winning_bites(whole)[0]),
        "bites": solved.winning_bites(case.drawn.bar)[:FIRST],
        "squares": sum(case.drawn.bar),
        "losing": (losing[:LOSING], losing[-LOSING:]),
    }


def dominoes_that_win(case: Case[Parameters]) -> Mapping[str, object]:
    """The first dominoes of the play by symmetry; how many fit the grid begun, and some that win."""
    game = Cram(Board(*case.drawn.empty_grid))
    board = begun_grid(case.drawn)
    return {
        "first": [solved.placed(game, *pair) for pair in pairwise(solved.symmetry_play(game)[: FIRST + 1])],
        "legal": sum(len(board.legal(player)) for player in (1, 2)),
        "best": solved.winning_dominoes(board)[:FIRST],
    }


def plays_by_length(case: Case[Parameters]) -> Mapping[str, object]:
    """The nodes of the tree by depth, and the leaves that player 0 wins: those of plays of an odd length."""
    levels = solved.levels(small_grid(case.drawn.small_grid))
    return {"levels": [nodes for nodes, _ in levels], "won": sum(leaves for _, leaves in levels[1::2])}


def calls_by_depth(case: Case[Parameters]) -> Mapping[str, object]:
    """The calls without memory by depth."""
    return {"levels": [calls for calls, _ in solved.levels(TicTacToe(SIDE, case.drawn.memo_grid))]}


def best_cells(case: Case[Parameters]) -> Mapping[str, object]:
    """For either depth, its number, the best cells, their value, and the next best value, None where all are best."""
    return {"mover": case.drawn.depth_grid.mover, "depths": [_depth(case.drawn, depth) for depth in values.DEPTHS]}


def _depth(drawn: Parameters, depth: int) -> Mapping[str, object]:
    grid = drawn.depth_grid
    found = (solved.limited(after, depth - 1).value for after in TicTacToe(SIDE, grid).successors(grid))
    value, *others = sorted(set(found), reverse=grid.mover == 0)
    best = solved.best_cells(grid, depth)
    return {
        "depth": depth,
        "value": value,
        "best": best[:FIRST],
        "has_more": len(best) > FIRST,
        "next": others[0] if others else None,
    }


def leaves_left_out(case: Case[Parameters]) -> Mapping[str, object]:
    """The values of the root's children, the leaves, and those that are left out from the left and from the right."""
    tree = case.drawn.tree
    leaves = [leaf for child in tree for group in child for leaf in group]
    return {
        "children": [min(map(max, child)) for child in tree],
        "leaves": leaves,
        "pruned": {"b": _pruned(tree, leaves), "c": _pruned(mirrored(tree), leaves[::-1])},
    }


def _pruned(tree: Tree, leaves: Iterable[int]) -> list[int]:
    """The leaves that alpha-beta leaves out, in its order; they all differ."""
    game = GameTree(tree)
    seen = {game.heuristic.evaluate(leaf) for leaf in solved.leaves_seen(tree)}
    return [leaf for leaf in leaves if leaf not in seen]


STEPS = Steps(
    {
        1: bars_met,
        2: losing_bars,
        3: dominoes_that_win,
        5: plays_by_length,
        6: calls_by_depth,
        7: best_cells,
        8: leaves_left_out,
    }
)
