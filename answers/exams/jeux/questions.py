"""Games on graphs: arenas, attractors, min-max, heuristics and pruning.

Source: "Jeux", course notes in computer science, exercises 1.1 to 1.4 and 2.1 to 2.3. Where an exercise asks for a
drawing, a proof or a program, the question asks for numbers that these give.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from answers.exam.exam import Exam, Part, Question, Solution, Text
from answers.exams.jeux.draws import PROMPTS, TREE_DEPTH, Domino, Parameters, Size, draw, small_grid, solved_bars
from answers.kinds.kind import Value
from answers.kinds.numbers.numbers import integers
from answers.kinds.tolerance import EXACT
from solvers.board_games.chomp import Bar, Chomp, chomp_graph
from solvers.board_games.cram import Cram
from solvers.board_games.cram_grundy import cram_options
from solvers.board_games.cram_symmetry import cram_symmetry
from solvers.board_games.tic_tac_toe import State as Grid
from solvers.board_games.tic_tac_toe import TicTacToe
from solvers.domineering.board import Board, Cell
from solvers.graph_games.arena import unfold
from solvers.graph_games.attractors import attractor
from solvers.graph_games.drawing.grid_svg import grid_svg
from solvers.graph_games.game import PlayTree
from solvers.graph_games.game_tree import GameTree, Path, Tree
from solvers.graph_games.tree_search import Heuristic, Search, alpha_beta, depth_limited, min_max
from solvers.graph_games.tree_size import tree_size

Values = tuple[Value, ...]
Answer = Callable[[Parameters, Part], Solution]
Drawing = Callable[[Parameters], str]
Accepts = Callable[[Parameters, Part, Values], bool]

SHEET_FONT = "Corrige Field"


def _part(part_id: str, *labels: str, points: str, high: int, low: int = 0, is_move: bool = False) -> Part:
    """A part with integers from `low` to `high`; a move is right as a whole or not at all."""
    kind = integers(len(labels), low, high)
    return Part(int(part_id[0]), part_id[1:], labels, kind, Fraction(points), EXACT, all_or_nothing=is_move)


def _ask(
    *parts: Part, drawing: Drawing | None = None, accepts: Accepts | None = None
) -> Callable[[Answer], Question[Parameters]]:
    number = parts[0].question
    return lambda solve: Question(number, PROMPTS[number], parts, solve, drawing, accepts)


def _on_sheet(svg: str) -> str:
    """The same drawing in a font that every sheet carries."""
    return svg.replace("sans-serif", SHEET_FONT)


@_ask(
    _part("1a", "s =", "a =", points="1", high=9999),
    _part("1b", "s =", "a =", points="1", high=19999),
)
def chomp_graphs(params: Parameters, part: Part) -> Solution:
    """Vertices and arcs of the graph without players, and of what the bipartite arena reaches."""
    if part.letter == "b":
        return Solution(unfold(Chomp.rectangle(*params.graph)).count)
    graph = chomp_graph(*params.graph)
    return Solution((len(graph), sum(map(len, graph.values()))))


def _is_winning_bite(params: Parameters, part: Part, values: Values) -> bool:
    return part.letter == "a" and values in _winning_bites(_whole(params.whole_bar))


def _winning_bites(bar: Bar) -> tuple[Cell, ...]:
    return solved_bars(len(bar), bar[0]).winning_moves(bar)


def _whole(size: Size) -> Bar:
    rows, cols = size
    return (cols,) * rows


def _bar_drawing(params: Parameters) -> str:
    game = Chomp(params.bar)
    return _on_sheet(game.svg(game.start))


@_ask(
    _part("2a", "i =", "j =", points="1", high=8, is_move=True),
    _part("2b", "p =", "w =", points="3/2", high=24),
    drawing=_bar_drawing,
    accepts=_is_winning_bite,
)
def chomp_moves(params: Parameters, part: Part) -> Solution:
    """A winning move on a whole bar; who wins from a bar already eaten at, and by how many moves."""
    if part.letter == "a":
        moves = _winning_bites(_whole(params.whole_bar))
        return Solution(moves[0], ({"moves": moves},))
    moves = _winning_bites(params.bar)
    return Solution((0 if moves else 1, len(moves)), ({"moves": moves},))


def _is_winning_domino(params: Parameters, part: Part, values: Values) -> bool:
    return part.letter == "b" and values in _winning_dominoes(params.cram_grid, params.dominoes)


@lru_cache(maxsize=1024)
def _winning_dominoes(grid: Size, laid: tuple[Domino, ...]) -> tuple[tuple[int, int, int], ...]:
    """Winning moves as row, column and direction."""
    board = Board(*grid, frozenset(cell for domino in laid for cell in domino))
    corners = [(*board.cells(direction, n)[0], direction - 1) for direction in (1, 2) for n in board.legal(direction)]
    return tuple(corner for corner, value in zip(corners, cram_options(board).values(), strict=True) if value == 0)


def _dominoes_drawing(params: Parameters) -> str:
    game = Cram(Board(*params.cram_grid, frozenset(cell for domino in params.dominoes for cell in domino)))
    return _on_sheet(game.svg(game.start))


@_ask(
    _part("3a", "1) p =", "2) p =", "3) p =", points="3/2", high=1),
    _part("3b", "i =", "j =", "d =", points="3/2", high=4, is_move=True),
    drawing=_dominoes_drawing,
    accepts=_is_winning_domino,
)
def cram_moves(params: Parameters, part: Part) -> Solution:
    """Who wins by symmetry on empty grids; a winning domino on a grid begun."""
    if part.letter == "a":
        return Solution(tuple(_symmetry_winner(size) for size in params.cram_sizes))
    moves = _winning_dominoes(params.cram_grid, params.dominoes)
    return Solution(moves[0], ({"moves": moves},))


def _symmetry_winner(size: Size) -> int:
    strategy = cram_symmetry(Cram(Board(*size)))
    if strategy is None:
        raise ValueError(f"the symmetry argument needs an even side, got {size}")
    return strategy.player


def _grid_drawing(grid: Grid) -> str:
    return _on_sheet(TicTacToe().svg(grid))


@_ask(
    _part("4a", "|A₀(0)| =", "|A₁(0)| =", "|A₂(0)| =", points="1", high=999),
    _part("4b", "|A₀(1)| =", "|A₁(1)| =", "|A₂(1)| =", points="1", high=999),
    _part("4c", "|A(0)| =", "|A(1)| =", "n =", points="1", high=999),
    drawing=lambda params: _grid_drawing(params.attractor_grid),
)
def attractor_sizes(params: Parameters, part: Part) -> Solution:
    """Sizes of the first steps and of the attractors, and what neither player can force."""
    arena = unfold(TicTacToe(start=params.attractor_grid))
    first, second = (attractor(arena, player) for player in (0, 1))
    if part.letter == "c":
        states, _ = arena.count
        won, lost = first.sizes[-1], second.sizes[-1]
        return Solution((won, lost, states - won - lost), ({"sizes": first.sizes}, {"sizes": second.sizes}))
    found = first if part.letter == "a" else second
    return Solution(tuple(len(found.step(n)) for n in range(3)))


def _small_grid_drawing(params: Parameters) -> str:
    """The cells removed are no cells at all."""
    game = small_grid(params.removed)
    rows = game.text(game.start).replace("#", " ").split("\n")
    return _on_sheet(grid_svg(rows, "Cram"))


@_ask(_part("5", "N =", "f =", "|A(0)| =", points="2", high=9999), drawing=_small_grid_drawing)
def cram_plays(params: Parameters, _: Part) -> Solution:
    """The tree of plays of a small grid and the attractor of player 0 on it."""
    game = small_grid(params.removed)
    size = tree_size(game)
    won = attractor(unfold(PlayTree(game)), 0)
    return Solution((size.calls, size.leaves, won.sizes[-1]))


@_ask(
    _part("6", "C =", "M =", "E =", points="2", high=9999),
    drawing=lambda params: _grid_drawing(params.memo_grid),
)
def calls_saved(params: Parameters, _: Part) -> Solution:
    """Calls of min-max without and with memory."""
    game = TicTacToe(start=params.memo_grid)
    found = min_max(game, memo=True)
    return Solution((tree_size(game).calls, found.calls, found.evaluated), ({"value": found.value},))


@lru_cache(maxsize=1024)
def _limited(grid: Grid, depth: int) -> Search[Grid]:
    game = TicTacToe(start=grid)
    return depth_limited(game, Heuristic(game.open_lines), depth, memo=True)


def _best_cells(params: Parameters) -> tuple[Cell, ...]:
    game = TicTacToe(start=params.depth_grid)
    return tuple(game.cell(game.start, after) for after in _limited(params.depth_grid, params.depth).moves)


def _is_best_cell(params: Parameters, part: Part, values: Values) -> bool:
    return part.letter == "b" and values in _best_cells(params)


@_ask(
    _part("7a", "v =", points="3/2", low=-100, high=100),
    _part("7b", "i =", "j =", points="1", high=2, is_move=True),
    drawing=lambda params: _grid_drawing(params.depth_grid),
    accepts=_is_best_cell,
)
def limited_search(params: Parameters, part: Part) -> Solution:
    """Value of a search of limited depth, and a move that it advises."""
    if part.letter == "a":
        return Solution((_limited(params.depth_grid, params.depth).value,))
    moves = _best_cells(params)
    return Solution(moves[0], ({"moves": moves},))


def _searched(tree: Tree) -> Search[Path]:
    game = GameTree(tree)
    return depth_limited(game, game.heuristic, TREE_DEPTH)


def _best_children(tree: Tree) -> tuple[int, ...]:
    return tuple(child + 1 for (child,) in _searched(tree).moves)


def _tree_drawing(params: Parameters) -> str:
    """Trees are given more height than grids, for their leaves to be read."""
    return _on_sheet(GameTree(params.tree).svg()).replace("<svg ", '<svg style="max-height: 40mm" ', 1)


def _is_best_child(params: Parameters, part: Part, values: Values) -> bool:
    return part.letter == "b" and values[0] in _best_children(params.tree)


@_ask(
    _part("8a", "v =", points="1", low=-100, high=100),
    _part("8b", "c =", points="1", low=1, high=3),
    _part("8c", "f =", points="1", low=1, high=27),
    drawing=_tree_drawing,
    accepts=_is_best_child,
)
def pruned_tree(params: Parameters, part: Part) -> Solution:
    """Value and best child of a tree, and the leaves that alpha-beta looks at."""
    if part.letter == "a":
        return Solution((_searched(params.tree).value,))
    if part.letter == "b":
        best = _best_children(params.tree)
        return Solution(best[:1], ({"moves": [[child] for child in best]},))
    game = GameTree(params.tree)
    return Solution((alpha_beta(game, game.heuristic).leaves,))


EXAM = Exam(
    name="jeux",
    title=Text(fr="Jeux", en="Games"),
    source=Text(
        fr="d’après un cours d’informatique sur les jeux à deux joueurs : arènes, attracteurs, min-max, élagage",
        en="after course notes on two-player games: arenas, attractors, min-max, pruning",
    ),
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
