"""Questions 6 to 8 of the exam `jeux`: min-max with memory, search of limited depth, and alpha-beta pruning.

Source: "Jeux", course notes in computer science, exercises 2.1 to 2.3, definition 2.2 and proposition 2.4.
The heuristic is an addition of the exam.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Final

from markupsafe import Markup

from answers.exam.question import Evidence, Part, Solution, SolveContext, SolvedQuestion, question
from answers.exams.jeux import solved
from answers.exams.jeux.drawings import grid_drawing, on_sheet
from answers.exams.jeux.draws import SIDE, TREE_DEPTH, Grid, Parameters, mirrored
from answers.exams.jeux.notation import Notation, notation_of
from answers.flags import MOVE_OFF_BOARD, MOVE_ON_TAKEN_CELL, Note
from answers.kinds.numbers.numbers import integers
from answers.kinds.parsing import Values
from solvers.board_games.tic_tac_toe import TicTacToe
from solvers.graph_games.arena import unfold
from solvers.graph_games.game_tree import MINUS, GameTree, Path, Tree
from solvers.graph_games.tree_search import V_MAX, Heuristic, depth_limited, min_max, tree_size

DEPTHS = 2, 3
"""Depths of the searches of question 7."""
FIRST: Final = 3
"""Largest number of moves in a line of feedback."""
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class GridValue(Evidence):
    """Evidence for the calls of min-max: the value of the searched grid, 1, 0 or -1."""

    value: int


@question(6, kind=integers(3, 0, 199999), points=2, evidence=GridValue, definitions=(5, 8))
def calls_saved(context: SolveContext[Parameters], _: Part) -> Solution:
    """Return the calls of min-max without memory, with memory, and those with memory whose grid is new."""
    notation = notation_of(context)
    game = notation.tic_tac_toe(context.params.memo_grid)
    search = min_max(game, memo=True)
    counts = (tree_size(game).calls, search.calls, search.evaluated)
    return Solution(tuple(count - notation.start_left_out for count in counts), (GridValue(search.value),))


calls_saved.drawing(lambda drawn: grid_drawing(TicTacToe(SIDE).text(drawn.memo_grid)))


def _without_terminal_calls(right: Sequence[int], drawn: Parameters) -> Values:
    """Mistake: leave out of the counts the calls on grids in which the game is over."""
    game = TicTacToe(SIDE, drawn.memo_grid)
    arcs = unfold(game).arcs
    met = sum(not arcs[after] for successors in arcs.values() for after in successors)
    terminal = sum(not successors for successors in arcs.values())
    return right[0] - tree_size(game).leaves, right[1] - met, right[2] - terminal


calls_saved.mistake_from_answer("table-asked-before-the-call", lambda right, _: (right[0], right[2], right[2]))
calls_saved.mistake_from_answer("answers-of-the-table", lambda right, _: (right[0], right[1], right[1] - right[2]))
calls_saved.mistake_from_answer("terminal-calls-left-out", _without_terminal_calls)


@calls_saved.solution_data
def calls_saved_worked(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return the numbers of vertices, arcs, leaves and free cells of the drawn grid, for the worked solution."""
    drawn = solved_question.drawn
    game = TicTacToe(SIDE, drawn.memo_grid)
    vertices, arcs = unfold(game).count
    return {"vertices": vertices, "arcs": arcs, "leaves": tree_size(game).leaves, "free": _free(drawn.memo_grid)}


@calls_saved.hint_data
def calls_by_depth(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the feedback the number of calls of min-max without memory at each depth."""
    return {"levels": [calls for calls, _ in solved.levels(TicTacToe(SIDE, solved_question.drawn.memo_grid))]}


@question(
    7,
    parts="ab",
    kind={"a": integers(2, -V_MAX, V_MAX), "b": integers(3, 0, 16)},
    points={"a": 1 + HALF, "b": 1},
    all_or_nothing=True,
    evidence=solved.RightMoves,
    definitions=(5, 9),
)
def limited_search(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the values of searches to two depths with a heuristic (a), or best moves of the deeper search (b).

    Part (b) has the number of best moves and the cell of a best move.
    """
    notation = notation_of(context)
    game = _searched_game(context.params, notation)
    if part.letter == "a":
        return Solution(tuple(solved.limited(game, depth).value for depth in DEPTHS))
    moves = solved.best_cells(game, DEPTHS[-1])
    return Solution((len(moves), *notation.cell(*moves[0])), (solved.RightMoves(moves),))


def _searched_game(drawn: Parameters, notation: Notation) -> TicTacToe:
    """Return the game to search; a line always ends it, since no line is possible before the last move searched."""
    return replace(notation, lines_end=True).tic_tac_toe(drawn.depth_grid)


@limited_search.accepts("b")
def _is_best_cell(context: SolveContext[Parameters], _: Part, answer: Values) -> bool:
    notation = notation_of(context)
    best = [notation.cell(*cell) for cell in solved.best_cells(_searched_game(context.params, notation), DEPTHS[-1])]
    return answer[0] == len(best) and answer[1:] in best


@limited_search.remarks
def _cell_not_free(context: SolveContext[Parameters], part: Part, answer: Values) -> Note | None:
    if part.letter == "a":
        return None
    cells: list[Values] = list(product(range(SIDE), repeat=2))
    if answer[1:] not in cells:
        return MOVE_OFF_BOARD
    marks = context.params.depth_grid.crosses | context.params.depth_grid.noughts
    return MOVE_ON_TAKEN_CELL if marks >> cells.index(answer[1:]) & 1 else None


limited_search.drawing(lambda drawn: grid_drawing(TicTacToe(SIDE).text(drawn.depth_grid)))


class _Exchanged(TicTacToe):
    """Tic-tac-toe in which player 0 minimizes the value and player 1 maximizes it."""

    __slots__ = ()

    def player(self, state: tuple[int, int]) -> int:
        """Return 1 if the player to move minimizes, 0 if the player maximizes."""
        return 1 - TicTacToe.player(self, state)


@dataclass(frozen=True, slots=True)
class SearchVariant:
    """A mistake in the searches of question 7: other depths, another game, or marks of a line that are not squared."""

    depths: tuple[int, int] = DEPTHS
    kind: type[TicTacToe] = TicTacToe
    squared: bool = True


def _searched(context: SolveContext[Parameters], part: Part, variant: SearchVariant) -> Solution:
    """Return the answer to question 7 that a student with a variant of the searches finds."""
    game = variant.kind(SIDE, context.params.depth_grid)
    lines = Heuristic(game.squared_lines if variant.squared else game.open_lines)
    searches = [depth_limited(game, lines, depth, memo=True) for depth in variant.depths]
    if part.letter == "a":
        return Solution(tuple(search.value for search in searches))
    cells = [game.cell(game.start, after) for after in searches[-1].moves]
    return Solution((len(cells), *notation_of(context).cell(*cells[0])))


limited_search.mistakes_from(
    _searched,
    {
        "one-move-less": SearchVariant((1, 2)),
        "one-move-more": SearchVariant((3, 4)),
        "lines-not-squared": SearchVariant(squared=False),
        "min-and-max-exchanged": SearchVariant(kind=_Exchanged),
    },
)


@limited_search.solution_data
def limited_search_worked(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution the grid for both depths of search, with the value of a move in each free cell."""
    drawn = solved_question.drawn
    grid = drawn.depth_grid
    return {"tables": [_table(grid, depth) for depth in (2, 3)], "free": _free(grid), "mover": grid.mover}


def _table(grid: Grid, depth: int) -> list[list[str]]:
    """Return the marks of a grid, and in each free cell the value after a move there."""
    game = TicTacToe(SIDE, grid)
    table = [[mark if mark != "." else "" for mark in row] for row in game.text(grid).split("\n")]
    for after in game.successors(grid):
        i, j = game.cell(grid, after)
        table[i][j] = str(solved.limited(TicTacToe(SIDE, after), depth - 1).value).replace("-", MINUS)
    return table


@limited_search.hint_data
def best_cells(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the feedback the best cells of each depth, their value, and the next best value.

    The next best value is None if all cells are best.
    """
    return {
        "mover": solved_question.drawn.depth_grid.mover,
        "depths": [_depth(solved_question.drawn, depth) for depth in DEPTHS],
    }


def _depth(drawn: Parameters, depth: int) -> Mapping[str, object]:
    """Return for a depth the value of the search, the best cells, and the next best value."""
    grid = drawn.depth_grid
    game = TicTacToe(SIDE, grid)
    values = {solved.limited(TicTacToe(SIDE, after), depth - 1).value for after in game.successors(grid)}
    value, *others = sorted(values, reverse=grid.mover == 0)
    best = solved.best_cells(game, depth)
    return {
        "depth": depth,
        "value": value,
        "best": best[:FIRST],
        "has_more": len(best) > FIRST,
        "next": others[0] if others else None,
    }


def _number_and_sum(leaves: Sequence[int]) -> Values:
    return len(leaves), sum(leaves)


def _evaluated_leaves(tree: Tree, first: int = 0) -> list[int]:
    """Return the values of the leaves of a tree that alpha-beta pruning evaluates."""
    return [GameTree(tree).heuristic.evaluate(leaf) for leaf in solved.evaluated_leaves(tree, first)]


def _tree_from_side(drawn: Parameters, letter: str) -> Tree:
    """Return the tree as part b searches it, from the left, or as part c does, mirrored."""
    return drawn.tree if letter == "b" else mirrored(drawn.tree)


@question(
    8,
    parts="abc",
    kind={"a": integers(2, -V_MAX, V_MAX), "b": integers(2, -999, 999), "c": integers(2, -999, 999)},
    points=3,
    all_or_nothing=True,
    definitions=(10,),
)
def pruned_tree(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the value and best child of a tree (a), or count and sum of the leaves met from left (b), right (c)."""
    return _pruned_tree(context, part)


def _pruned_tree(context: SolveContext[Parameters], part: Part, first: int = 0) -> Solution:
    """Return the answer if the root is a max node (`first` is 0) or a min node."""
    if part.letter == "a":
        game = GameTree(context.params.tree, first)
        search = depth_limited(game, game.heuristic, TREE_DEPTH)
        ((child,),) = search.moves  # leaves all differ
        return Solution((search.value, child + 1))
    return Solution(_number_and_sum(_evaluated_leaves(_tree_from_side(context.params, part.letter), first)))


pruned_tree.drawing(lambda drawn: on_sheet(GameTree(drawn.tree).svg()))


pruned_tree.mistakes_from(_pruned_tree, {"min-at-the-root": 1})
pruned_tree.mistake_from_answer("child-from-0", lambda right, _: (right[0], right[1] - 1), parts="a")


@pruned_tree.mistake("cut-when-greater", parts="bc")
def _pruned_when_greater(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: let alpha-beta prune only where α > β, not where α = β; give the leaves that it then evaluates."""
    evaluated: list[int] = []

    def value(node: Tree, alpha: int, beta: int, level: int) -> int:
        if isinstance(node, int):
            evaluated.append(node)
            return node
        for child in node:
            below = value(child, alpha, beta, level + 1)
            alpha, beta = (alpha, min(beta, below)) if level % 2 else (max(alpha, below), beta)
            if alpha > beta:
                break
        return beta if level % 2 else alpha

    value(_tree_from_side(context.params, part.letter), -V_MAX, V_MAX, 0)
    return Solution(_number_and_sum(evaluated))


def _all_leaves(drawn: Parameters) -> list[int]:
    return [leaf for child in drawn.tree for group in child for leaf in group]


def _left_out(right: Sequence[int], drawn: Parameters) -> Values:
    """Mistake: give the number and the sum of the leaves that are pruned, in place of those evaluated."""
    leaves = _all_leaves(drawn)
    return len(leaves) - right[0], sum(leaves) - right[1]


pruned_tree.mistake_from_answer("leaves-left-out-counted", _left_out, parts="bc")
pruned_tree.mistake_from_answer("every-leaf-counted", lambda _, drawn: _number_and_sum(_all_leaves(drawn)), parts="bc")
pruned_tree.mistake_from_answer(
    "only-the-root-reversed", lambda _, drawn: _number_and_sum(_evaluated_leaves(drawn.tree[::-1])), parts="c"
)


@pruned_tree.solution_data
def pruned_tree_worked(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return the values of the root's children, and the results of alpha-beta pruning in two orders of children.

    For children from left to right, then from right to left, the results are the drawing of the pruned tree and the
    values of the evaluated leaves.
    """
    drawn = solved_question.drawn
    tree: Tree = drawn.tree
    game = GameTree(tree)
    inner = [path for path in game.nodes() if game.successors(path)]
    values = {path: depth_limited(game, game.heuristic, len(path) + 3, path).value for path in inner}
    shown = {path: str(value).replace("-", MINUS) for path, value in values.items()}
    from_left = solved.evaluated_leaves(tree)
    from_right = [_mirrored_path(game, path) for path in solved.evaluated_leaves(mirrored(tree))]
    return {
        "children": [values[child] for child in game.successors(())],
        "leaves": sum(not game.successors(path) for path in game.nodes()),
        "drawings": [
            Markup(on_sheet(game.svg(shown, _pruned_nodes(game, leaves))))  # noqa: S704
            for leaves in (from_left, from_right)
        ],
        "seen": [[game.heuristic.evaluate(leaf) for leaf in leaves] for leaves in (from_left, from_right)],
    }


def _mirrored_path(game: GameTree, path: Path) -> Path:
    """Return the path to the mirror image of a node."""
    node: Path = ()
    for child in path:
        node = (*node, len(game.successors(node)) - 1 - child)
    return node


def _pruned_nodes(game: GameTree, evaluated: Iterable[Path]) -> list[Path]:
    """Return the nodes of a tree that have no evaluated leaf below them."""
    visited = {leaf[:n] for leaf in evaluated for n in range(len(leaf) + 1)}
    return [path for path in game.nodes() if path not in visited]


@pruned_tree.hint_data
def leaves_left_out(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the feedback the values of the root's children and of all leaves, and the leaves that are pruned."""
    tree = solved_question.drawn.tree
    leaves = _all_leaves(solved_question.drawn)
    return {
        "children": [min(map(max, child)) for child in tree],
        "leaves": leaves,
        "pruned": {"b": _pruned(tree, leaves), "c": _pruned(mirrored(tree), leaves[::-1])},
    }


def _pruned(tree: Tree, leaves: Iterable[int]) -> list[int]:
    """Return the values of the leaves that alpha-beta leaves out, in the order of `leaves`; all leaves differ."""
    evaluated = _evaluated_leaves(tree)
    return [leaf for leaf in leaves if leaf not in evaluated]


def _free(grid: Grid) -> int:
    """Return the number of free cells of a grid."""
    return SIDE**2 - grid.crosses.bit_count() - grid.noughts.bit_count()
