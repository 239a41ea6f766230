"""Games on graphs: arenas, attractors, min-max, heuristics and pruning.

Source: "Jeux", course notes in computer science, exercises 1.1 to 1.4 and 2.1 to 2.3. Where an exercise asks for a
drawing, a proof or a program, the question asks for numbers that these give.
"""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from operator import le

from answers.exam.exam import Exam
from answers.exam.part import Part
from answers.exam.question import Given, Solution, question
from answers.exams.jeux import drawings
from answers.exams.jeux.draws import SIDE, TREE_DEPTH, Cell, Grid, Parameters, Size, begun_grid, draw, small_grid
from answers.exams.jeux.evidence import AttractorSizes, GridValue, RightMoves
from answers.kinds.numbers.numbers import integers
from answers.kinds.reading import Values
from solvers.board_games.chomp import Bar, Chomp, chomp_graph
from solvers.board_games.cram import Cram
from solvers.board_games.cram_symmetry import CramSymmetry, cram_symmetry
from solvers.board_games.tic_tac_toe import State as Marks
from solvers.board_games.tic_tac_toe import TicTacToe
from solvers.domineering.board import Board
from solvers.graph_games.arena import unfold
from solvers.graph_games.attractors import Attractor, attractor
from solvers.graph_games.game import strategy_play
from solvers.graph_games.game_tree import GameTree, Path, Tree
from solvers.graph_games.tree_search import V_MAX, Heuristic, Search, alpha_beta, depth_limited, min_max
from solvers.graph_games.tree_size import tree_size

REMEMBERED = 1024
DEPTHS = 2, 3
"""Of the searches of question 7."""
HALF = Fraction(1, 2)


@question(1, parts="ab", kind=integers(2, 0, 99999), points=2, definitions=(1, 3))
def chomp_graphs(given: Given[Parameters], part: Part) -> Solution:
    """Vertices and arcs of the graph of bars without players, and of what the bipartite arena reaches.

    Source: "Jeux", exercise 1.1.
    """
    bar = given.params.graph_bar
    if part.letter == "b":
        return Solution(unfold(Chomp(bar)).count)
    graph = chomp_graph(bar)
    return Solution((len(graph), sum(map(len, graph.values()))))


def _whole(size: Size) -> Bar:
    return (size.columns,) * size.rows


@lru_cache(maxsize=REMEMBERED)
def _winning_bites(bar: Bar) -> tuple[Cell, ...]:
    from solvers.board_games.chomp_solution import chomp_solution

    return tuple(Cell(*square) for square in chomp_solution(len(bar), bar[0]).winning_moves(bar))


def _losing_bars_inside(bar: Bar) -> int:
    """How many bars that play can reach from this one, itself included, lose for the player to move."""
    from solvers.board_games.chomp_solution import chomp_solution

    return sum(
        len(losing) <= len(bar) and all(map(le, losing, bar))
        for losing in chomp_solution(len(bar), bar[0]).losing_bars()
    )


def _is_winning_bite(given: Given[Parameters], part: Part, values: Values) -> bool:
    return part.letter == "a" and values in _winning_bites(_whole(given.params.whole_bar))


@question(
    2,
    parts="ab",
    kind={"a": integers(2, 0, 16), "b": integers(3, 0, 999)},
    points={"a": 1, "b": 1 + HALF},
    all_or_nothing=True,
    evidence=RightMoves,
    accepts=_is_winning_bite,
    drawing=drawings.bar,
    definitions=(2, 3),
)
def chomp_moves(given: Given[Parameters], part: Part) -> Solution:
    """A winning move on a whole bar; who wins from an eaten bar, by how many moves, and the losing bars inside it.

    Source: "Jeux", exercise 1.1 and example 1.4.
    """
    bar = _whole(given.params.whole_bar) if part.letter == "a" else given.params.bar
    moves = _winning_bites(bar)
    values = moves[0] if part.letter == "a" else (0 if moves else 1, len(moves), _losing_bars_inside(bar))
    return Solution(values, (RightMoves(moves),))


@lru_cache(maxsize=REMEMBERED)
def _winning_dominoes(board: Board) -> tuple[tuple[int, int, int], ...]:
    """Winning moves (i, j, d): the upper left cell, and 0 for a horizontal domino, 1 for a vertical one."""
    from solvers.board_games.cram_grundy import cram_grundy

    corners = [(*board.cells(player, n)[0], player - 1) for player in (1, 2) for n in board.legal(player)]
    return tuple(
        corner for corner, value in zip(corners, cram_grundy(board).options.values(), strict=True) if value == 0
    )


def _is_winning_domino(given: Given[Parameters], part: Part, values: Values) -> bool:
    moves = _winning_dominoes(begun_grid(given.params))
    return part.letter == "b" and values[0] == len(moves) and values[1:] in moves


@question(
    3,
    parts="ab",
    kind={"a": integers(5, 0, 99), "b": integers(4, 0, 40)},
    points=3,
    all_or_nothing=True,
    evidence=RightMoves,
    accepts=_is_winning_domino,
    drawing=drawings.dominoes,
    definitions=(2, 4),
)
def cram_moves(given: Given[Parameters], part: Part) -> Solution:
    """A play that symmetry wins; how many dominoes win on a grid begun, and one of them.

    Source: "Jeux", exercise 1.2 and, for the opponent's strategy, example 1.2.
    """
    if part.letter == "a":
        return Solution(_symmetry_play(given.params.empty_grid))
    moves = _winning_dominoes(begun_grid(given.params))
    return Solution((len(moves), *moves[0]), (RightMoves(moves),))


def _symmetry_play(size: Size) -> tuple[int, int, int, int, int]:
    """Who wins, the number of dominoes, and (i, j, d) of the last one."""
    game = Cram(Board(*size))
    strategy = _symmetry(game)
    players = strategy.reply, game.first_domino
    play = strategy_play(game, *(players if strategy.player == 0 else reversed(players)))
    (i, j), (below, _) = game.cells(play[-2], play[-1])
    return strategy.player, len(play) - 1, i, j, below - i


def _symmetry(game: Cram) -> CramSymmetry:
    strategy = cram_symmetry(game)
    if strategy is None:
        raise ValueError(f"the symmetry argument needs an even side, got {game.board}")
    return strategy


@question(
    4,
    parts="abc",
    kind=integers(3, 0, 9999),
    points=3,
    evidence=AttractorSizes,
    drawing=drawings.attractor_grid,
    definitions=(5, 6),
)
def attractor_sizes(given: Given[Parameters], part: Part) -> Solution:
    """Sizes of A₀, A₁, A₂ of each player, then of the attractors, and how many grids neither player can force.

    Source: "Jeux", exercise 1.3 and definition 1.5.
    """
    first, second, states = _attractors(given.params.attractor_grid)
    if part.letter == "c":
        won, lost = first.sizes[-1], second.sizes[-1]
        return Solution((won, lost, states - won - lost), (AttractorSizes(first.sizes), AttractorSizes(second.sizes)))
    found = first if part.letter == "a" else second
    return Solution(tuple(len(found.step(n)) for n in range(3)))


@lru_cache(maxsize=16)
def _attractors(grid: Grid) -> tuple[Attractor[Marks], Attractor[Marks], int]:
    """Those of players 0 and 1, and the number of vertices of the arena."""
    arena = unfold(TicTacToe(SIDE, grid))
    return attractor(arena, 0), attractor(arena, 1), arena.count[0]


@question(5, kind=integers(3, 0, 99999), points=2, drawing=drawings.small_grid_cells, definitions=(4, 6, 7))
def cram_plays(given: Given[Parameters], _: Part) -> Solution:
    """Nodes and leaves of the tree of plays of a small grid, and nodes of it in the attractor of player 0.

    Source: "Jeux", exercise 1.4.
    """
    arena = unfold(small_grid(given.params.small_grid))
    plays = Counter({arena.start: 1})
    for state in sorted(arena.arcs, key=lambda state: state[0].bit_count()):
        for after in arena.arcs[state]:
            plays[after] += plays[state]
    leaves = sum(plays[state] for state, successors in arena.arcs.items() if not successors)
    return Solution((plays.total(), leaves, sum(plays[state] for state in attractor(arena, 0).states)))


@question(
    6,
    kind=integers(3, 0, 199999),
    points=2,
    evidence=GridValue,
    drawing=drawings.memo_grid,
    definitions=(5, 8),
)
def calls_saved(given: Given[Parameters], _: Part) -> Solution:
    """Calls of min-max without memory, with it, and those of the latter that find nothing there.

    Source: "Jeux", exercise 2.1 and the function of section 2.1.
    """
    game = TicTacToe(SIDE, given.params.memo_grid)
    found = min_max(game, memo=True)
    return Solution((tree_size(game).calls, found.calls, found.evaluated), (GridValue(found.value),))


@lru_cache(maxsize=REMEMBERED)
def _limited(grid: Grid, depth: int) -> Search[Marks]:
    game = TicTacToe(SIDE, grid)
    return depth_limited(game, Heuristic(game.squared_lines), depth, memo=True)


def _best_cells(grid: Grid) -> tuple[Cell, ...]:
    game = TicTacToe(SIDE, grid)
    return tuple(Cell(*game.cell(game.start, after)) for after in _limited(grid, DEPTHS[-1]).moves)


def _is_best_cell(given: Given[Parameters], part: Part, values: Values) -> bool:
    best = _best_cells(given.params.depth_grid)
    return part.letter == "b" and values[0] == len(best) and values[1:] in best


@question(
    7,
    parts="ab",
    kind={"a": integers(2, -V_MAX, V_MAX), "b": integers(3, 0, 16)},
    points={"a": 1 + HALF, "b": 1},
    all_or_nothing=True,
    evidence=RightMoves,
    accepts=_is_best_cell,
    drawing=drawings.depth_grid,
    definitions=(5, 9),
)
def limited_search(given: Given[Parameters], part: Part) -> Solution:
    """Values of searches of two depths with a heuristic; how many moves the deeper one advises, and one of them.

    Source: "Jeux", exercise 2.2 and definition 2.2; the heuristic is ours.
    """
    grid = given.params.depth_grid
    if part.letter == "a":
        return Solution(tuple(_limited(grid, depth).value for depth in DEPTHS))
    moves = _best_cells(grid)
    return Solution((len(moves), *moves[0]), (RightMoves(moves),))


@question(
    8,
    parts="abc",
    kind={"a": integers(2, -V_MAX, V_MAX), "b": integers(2, -999, 999), "c": integers(2, -999, 999)},
    points=3,
    all_or_nothing=True,
    drawing=drawings.tree,
    definitions=(10,),
)
def pruned_tree(given: Given[Parameters], part: Part) -> Solution:
    """Value and best child of a tree; number and sum of the leaves that alpha-beta looks at, from either side.

    Source: "Jeux", exercise 2.3 and proposition 2.4.
    """
    tree = given.params.tree
    if part.letter == "a":
        game = GameTree(tree)
        found = depth_limited(game, game.heuristic, TREE_DEPTH)
        ((child,),) = found.moves  # leaves all differ
        return Solution((found.value, child + 1))
    seen = _leaves_seen(tree if part.letter == "b" else _mirrored(tree))
    return Solution((len(seen), sum(seen)))


def _leaves_seen(tree: Tree) -> tuple[int, ...]:
    """Values of the leaves that alpha-beta looks at, from left to right."""
    game, seen = GameTree(tree), list[int]()

    def noted(leaf: Path) -> int:
        seen.append(game.heuristic.evaluate(leaf))
        return seen[-1]

    alpha_beta(game, Heuristic(noted))
    return tuple(seen)


def _mirrored(tree: Tree) -> Tree:
    return tree if isinstance(tree, int) else tuple(map(_mirrored, reversed(tree)))


EXAM = Exam(
    name="jeux",
    model_seed=17,
    draw=draw,
    questions=(
        chomp_graphs,
        chomp_moves,
        cram_moves,
        attractor_sizes,
        cram_plays,
        calls_saved,
        limited_search,
        pruned_tree,
    ),
)
