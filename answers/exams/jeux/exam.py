"""Games on graphs: arenas, attractors, min-max, heuristics and pruning.

Source: "Jeux", course notes in computer science, exercises 1.1 to 1.4 and 2.1 to 2.3. Where an exercise asks for a
drawing, a proof or a program, the question asks for numbers that these give.
"""

from fractions import Fraction
from functools import lru_cache

from answers.exam.exam import Exam
from answers.exam.part import Part
from answers.exam.question import Given, Solution, question
from answers.exams.jeux import drawings
from answers.exams.jeux.draws import TREE_DEPTH, Cell, DrawnTree, Grid, Parameters, Size, begun_grid, draw, small_grid
from answers.exams.jeux.evidence import AttractorSizes, GridValue, RightMoves
from answers.kinds.numbers.numbers import integers
from answers.kinds.reading import Values
from solvers.board_games.chomp import Bar, Chomp, chomp_graph
from solvers.board_games.cram import Cram
from solvers.board_games.cram_symmetry import cram_symmetry
from solvers.board_games.tic_tac_toe import TicTacToe
from solvers.domineering.board import Board
from solvers.graph_games.arena import unfold
from solvers.graph_games.attractors import attractor
from solvers.graph_games.game import PlayTree
from solvers.graph_games.game_tree import GameTree, Path
from solvers.graph_games.tree_search import V_MAX, Heuristic, Search, alpha_beta, depth_limited, min_max
from solvers.graph_games.tree_size import tree_size

REMEMBERED = 1024
HALF = Fraction(1, 2)


@question(1, parts="ab", kind={"a": integers(2, 0, 9999), "b": integers(2, 0, 19999)}, points=2)
def chomp_graphs(given: Given[Parameters], part: Part) -> Solution:
    """Vertices and arcs of the graph of bars without players, and of what the bipartite arena reaches.

    Source: "Jeux", exercise 1.1.
    """
    size = given.params.graph
    if part.letter == "b":
        return Solution(unfold(Chomp.rectangle(*size)).count)
    graph = chomp_graph(*size)
    return Solution((len(graph), sum(map(len, graph.values()))))


def _whole(size: Size) -> Bar:
    return (size.columns,) * size.rows


@lru_cache(maxsize=REMEMBERED)
def _winning_bites(bar: Bar) -> tuple[Cell, ...]:
    from solvers.board_games.chomp_solution import chomp_solution

    return tuple(Cell(*square) for square in chomp_solution(len(bar), bar[0]).winning_moves(bar))


def _is_winning_bite(given: Given[Parameters], part: Part, values: Values) -> bool:
    return part.letter == "a" and values in _winning_bites(_whole(given.params.whole_bar))


@question(
    2,
    parts="ab",
    kind={"a": integers(2, 0, 8), "b": integers(2, 0, 24)},
    points={"a": 1, "b": 1 + HALF},
    all_or_nothing={"a": True, "b": False},
    evidence=RightMoves,
    accepts=_is_winning_bite,
    drawing=drawings.bar,
)
def chomp_moves(given: Given[Parameters], part: Part) -> Solution:
    """A winning move on a whole bar; who wins from a bar already eaten at, and by how many first moves.

    Source: "Jeux", exercise 1.1 and example 1.4.
    """
    moves = _winning_bites(_whole(given.params.whole_bar) if part.letter == "a" else given.params.bar)
    values = moves[0] if part.letter == "a" else (0 if moves else 1, len(moves))
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
    return part.letter == "b" and values in _winning_dominoes(begun_grid(given.params))


@question(
    3,
    parts="ab",
    kind={"a": integers(3, 0, 1), "b": integers(3, 0, 4)},
    points=3,
    all_or_nothing={"a": False, "b": True},
    evidence=RightMoves,
    accepts=_is_winning_domino,
    drawing=drawings.dominoes,
)
def cram_moves(given: Given[Parameters], part: Part) -> Solution:
    """Who wins by symmetry on empty grids; a winning domino on a grid begun.

    Source: "Jeux", exercise 1.2.
    """
    if part.letter == "a":
        return Solution(tuple(map(_symmetry_winner, given.params.cram_sizes)))
    moves = _winning_dominoes(begun_grid(given.params))
    return Solution(moves[0], (RightMoves(moves),))


def _symmetry_winner(size: Size) -> int:
    strategy = cram_symmetry(Cram(Board(*size)))
    if strategy is None:
        raise ValueError(f"the symmetry argument needs an even side, got {size}")
    return strategy.player


@question(
    4,
    parts="abc",
    kind=integers(3, 0, 999),
    points=3,
    evidence=AttractorSizes,
    drawing=drawings.attractor_grid,
)
def attractor_sizes(given: Given[Parameters], part: Part) -> Solution:
    """Sizes of A₀, A₁, A₂ of each player, then of the attractors, and how many grids neither player can force.

    Source: "Jeux", exercise 1.3 and definition 1.5.
    """
    arena = unfold(TicTacToe(start=given.params.attractor_grid))
    first, second = (attractor(arena, player) for player in (0, 1))
    if part.letter == "c":
        states, _ = arena.count
        won, lost = first.sizes[-1], second.sizes[-1]
        return Solution((won, lost, states - won - lost), (AttractorSizes(first.sizes), AttractorSizes(second.sizes)))
    found = first if part.letter == "a" else second
    return Solution(tuple(len(found.step(n)) for n in range(3)))


@question(5, kind=integers(3, 0, 9999), points=2, drawing=drawings.small_grid_cells)
def cram_plays(given: Given[Parameters], _: Part) -> Solution:
    """Nodes and leaves of the tree of plays of a small grid, and nodes of it in the attractor of player 0.

    Source: "Jeux", exercise 1.4.
    """
    game = small_grid(given.params.removed)
    size = tree_size(game)
    won = attractor(unfold(PlayTree(game)), 0)
    return Solution((size.calls, size.leaves, won.sizes[-1]))


@question(
    6,
    kind=integers(3, 0, 9999),
    points=2,
    evidence=GridValue,
    drawing=drawings.memo_grid,
)
def calls_saved(given: Given[Parameters], _: Part) -> Solution:
    """Calls of min-max without memory, with it, and those of the latter that find nothing there.

    Source: "Jeux", exercise 2.1 and the function of section 2.1.
    """
    game = TicTacToe(start=given.params.memo_grid)
    found = min_max(game, memo=True)
    return Solution((tree_size(game).calls, found.calls, found.evaluated), (GridValue(found.value),))


@lru_cache(maxsize=REMEMBERED)
def _limited(grid: Grid, depth: int) -> Search[tuple[int, int]]:
    game = TicTacToe(start=grid)
    return depth_limited(game, Heuristic(game.open_lines), depth, memo=True)


def _best_cells(drawn: Parameters) -> tuple[Cell, ...]:
    game = TicTacToe(start=drawn.depth_grid)
    return tuple(Cell(*game.cell(game.start, after)) for after in _limited(drawn.depth_grid, drawn.depth).moves)


def _is_best_cell(given: Given[Parameters], part: Part, values: Values) -> bool:
    return part.letter == "b" and values in _best_cells(given.params)


@question(
    7,
    parts="ab",
    kind={"a": integers(1, -V_MAX, V_MAX), "b": integers(2, 0, 2)},
    points={"a": 1 + HALF, "b": 1},
    all_or_nothing={"a": False, "b": True},
    evidence=RightMoves,
    accepts=_is_best_cell,
    drawing=drawings.depth_grid,
)
def limited_search(given: Given[Parameters], part: Part) -> Solution:
    """Value of a search of limited depth with a heuristic, and a move that it advises.

    Source: "Jeux", exercise 2.2 and definition 2.2; the heuristic is ours.
    """
    if part.letter == "a":
        return Solution((_limited(given.params.depth_grid, given.params.depth).value,))
    moves = _best_cells(given.params)
    return Solution(moves[0], (RightMoves(moves),))


def _searched(tree: DrawnTree) -> Search[Path]:
    game = GameTree(tree)
    return depth_limited(game, game.heuristic, TREE_DEPTH)


def _best_children(tree: DrawnTree) -> tuple[tuple[int, ...], ...]:
    """Children of the root, counted from 1, that are worth as much as it."""
    return tuple((child + 1,) for (child,) in _searched(tree).moves)


def _is_best_child(given: Given[Parameters], part: Part, values: Values) -> bool:
    return part.letter == "b" and values in _best_children(given.params.tree)


@question(
    8,
    parts="abc",
    kind={"a": integers(1, -V_MAX, V_MAX), "b": integers(1, 1, 3), "c": integers(1, 1, 27)},
    points=3,
    evidence=RightMoves,
    accepts=_is_best_child,
    drawing=drawings.tree,
)
def pruned_tree(given: Given[Parameters], part: Part) -> Solution:
    """Value and best child of a tree, and how many leaves alpha-beta looks at.

    Source: "Jeux", exercise 2.3 and proposition 2.4.
    """
    tree = given.params.tree
    if part.letter == "a":
        return Solution((_searched(tree).value,))
    if part.letter == "b":
        best = _best_children(tree)
        return Solution(best[0], (RightMoves(best),))
    game = GameTree(tree)
    return Solution((alpha_beta(game, game.heuristic).leaves,))


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
