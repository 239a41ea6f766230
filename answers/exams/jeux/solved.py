"""Results of the solvers for the exam `jeux`, shared by keys, subject and worked solutions."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from operator import le
from typing import Final

from answers.exam.question import Evidence
from answers.exams.jeux.draws import GridCell
from solvers.board_games.chomp import Bar
from solvers.board_games.cram import Cram, CramState, CramSymmetry, cram_symmetry
from solvers.board_games.tic_tac_toe import Marks, TicTacToe
from solvers.graph_games.arena import unfold
from solvers.graph_games.attractors import Attractor, attractor
from solvers.graph_games.game import Game, State, strategy_play
from solvers.graph_games.game_tree import GameTree, Path, Tree
from solvers.graph_games.tree_search import Heuristic, SearchResult, alpha_beta, depth_limited

CACHE_SIZE: Final = 1024


@dataclass(frozen=True, slots=True)
class RightMoves(Evidence):
    """Evidence with all right moves, from 0: (i, j) for a bite or a cell, (i, j, d) for a domino, d = 1 if vertical."""

    moves: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=CACHE_SIZE)
def winning_bites(bar: Bar) -> tuple[GridCell, ...]:
    """Return the winning moves of Chomp on a bar, row by row."""
    from solvers.board_games.chomp_solution import chomp_solution

    return tuple(GridCell(*square) for square in chomp_solution(len(bar), bar[0]).winning_moves(bar))


@lru_cache(maxsize=CACHE_SIZE)
def losing_bars_inside(bar: Bar) -> tuple[Bar, ...]:
    """Return the bars inside `bar`, including `bar`, from which the player to move loses."""
    from solvers.board_games.chomp_solution import chomp_solution

    losing = chomp_solution(len(bar), bar[0]).losing_bars()
    return tuple(inside for inside in losing if len(inside) <= len(bar) and all(map(le, inside, bar)))


@lru_cache(maxsize=CACHE_SIZE)
def winning_dominoes(game: Cram) -> tuple[tuple[int, int, int], ...]:
    """Return the winning moves (i, j, d) of Cram, horizontal ones (d = 0) first; (i, j) is the upper left cell."""
    arena = unfold(game)
    won = attractor(arena, 0).rank
    return tuple(placed(game, arena.start, after) for after in arena.arcs[arena.start] if after in won)


def symmetry_strategy(game: Cram) -> CramSymmetry:
    """Return the strategy of exercise 1.2, which plays symmetrically; a ValueError if the board has two odd sides."""
    strategy = cram_symmetry(game)
    if strategy is None:
        raise ValueError(f"the symmetry argument needs an even side, got {game.board}")
    return strategy


def symmetry_play(game: Cram) -> tuple[CramState, ...]:
    """Return the positions of a play: one player plays by symmetry, and the other lays the first legal domino."""
    strategy = symmetry_strategy(game)
    if strategy.player == 0:
        return strategy_play(game, strategy.reply, game.first_domino)
    return strategy_play(game, game.first_domino, strategy.reply)


def placed(game: Cram, before: CramState, after: CramState) -> tuple[int, int, int]:
    """Return the domino (i, j, d) from a position to another: upper left cell, and 0 if horizontal, 1 if vertical."""
    (i, j), (below, _) = game.cells(before, after)
    return i, j, below - i


def tree_of_plays(game: Cram) -> tuple[int, int, int]:
    """Return the nodes, leaves, and nodes in the attractor of player 0 of the tree of plays."""
    arena = unfold(game)
    plays = Counter({arena.start: 1})
    for state in sorted(arena.arcs, key=lambda state: state[0].bit_count()):
        for after in arena.arcs[state]:
            plays[after] += plays[state]
    leaves = sum(plays[state] for state, successors in arena.arcs.items() if not successors)
    return plays.total(), leaves, sum(plays[state] for state in attractor(arena, 0).states)


@lru_cache(maxsize=16)
def levels(game: Game[State]) -> tuple[tuple[int, int], ...]:
    """Return for each depth of the tree of plays, from 0, the number of its nodes and the number of its leaves."""
    arena = unfold(game)
    counts, plays = list[tuple[int, int]](), Counter({arena.start: 1})
    while plays:
        longer = Counter[State]()
        for state, count in plays.items():
            longer.update(dict.fromkeys(arena.arcs[state], count))
        counts.append((plays.total(), sum(count for state, count in plays.items() if not arena.arcs[state])))
        plays = longer
    return tuple(counts)


@lru_cache(maxsize=16)
def attractors(game: TicTacToe) -> tuple[Attractor[Marks], Attractor[Marks], int]:
    """Return the attractors of players 0 and 1 in tic-tac-toe, and the number of vertices of the arena."""
    arena = unfold(game)
    return attractor(arena, 0), attractor(arena, 1), arena.count[0]


@lru_cache(maxsize=CACHE_SIZE)
def limited(game: TicTacToe, depth: int) -> SearchResult[Marks]:
    """Search tic-tac-toe to a limited depth, with the heuristic of question 7."""
    return depth_limited(game, Heuristic(game.squared_lines), depth, memo=True)


def best_cells(game: TicTacToe, depth: int) -> tuple[GridCell, ...]:
    """Return the best cells to mark, by a search to a limited depth, row by row."""
    return tuple(GridCell(*game.cell(game.start, after)) for after in limited(game, depth).moves)


def evaluated_leaves(tree: Tree, first: int = 0) -> tuple[Path, ...]:
    """Return the leaves that alpha-beta evaluates, in order; the root is a max node if `first` is 0, else a min."""
    game, leaves = GameTree(tree, first), list[Path]()

    def evaluate(leaf: Path) -> int:
        leaves.append(leaf)
        return game.heuristic.evaluate(leaf)

    alpha_beta(game, Heuristic(evaluate))
    return tuple(leaves)
