"""Games on graphs: arenas, attractors, min-max, heuristics and pruning.

Source: "Jeux", course notes in computer science, exercises 1.1 to 1.4 and 2.1 to 2.3. Where an exercise asks for a
drawing, a proof or a program, the question asks for numbers that these give.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from answers.exam.exam import Exam
from answers.exam.part import Part
from answers.exam.question import Given, Oral, Solution, question
from answers.exams.jeux import drawings, mistakes, solved, values
from answers.exams.jeux.draws import SIDE, Parameters, begun_grid, draw
from answers.exams.jeux.evidence import AttractorSizes, GridValue, RightMoves
from answers.flags import MOVE_OFF_BOARD, MOVE_ON_TAKEN_CELL, Note
from answers.kinds.numbers.numbers import integers
from answers.kinds.reading import Value, Values
from solvers.board_games.cram import Cram
from solvers.board_games.tic_tac_toe import TicTacToe
from solvers.domineering.board import Board
from solvers.graph_games.tree_search import V_MAX, min_max

HALF = Fraction(1, 2)


@question(1, parts="ab", kind=integers(2, 0, 99999), points=2, mistakes=mistakes.CHOMP_GRAPHS, definitions=(1, 3))
def chomp_graphs(given: Given[Parameters], part: Part) -> Solution:
    """Vertices and arcs of the graph of bars without players, and of what the bipartite arena reaches.

    Source: "Jeux", exercise 1.1.
    """
    return Solution(values.chomp_graphs(given.params, part.letter))


def _is_winning_bite(given: Given[Parameters], _: Part, answer: Values) -> bool:
    drawn = given.params
    winning = solved.winning_bites(values.whole(drawn.whole_bar))
    return answer in [drawn.reading.cell(*bite) for bite in winning]


def _bite_outside(given: Given[Parameters], part: Part, answer: Values) -> Note | None:
    size = given.params.whole_bar
    inside = 0 <= answer[0] < size.rows and 0 <= answer[1] < size.columns  # type: ignore[operator]
    return None if part.letter == "b" or inside else MOVE_OFF_BOARD


@question(
    2,
    parts="ab",
    kind={"a": integers(2, 0, 16), "b": integers(3, 0, 999)},
    points={"a": 1, "b": 1 + HALF},
    all_or_nothing=True,
    evidence=RightMoves,
    accepts=_is_winning_bite,
    accepts_in="a",
    remarks=_bite_outside,
    drawing=drawings.bar,
    mistakes=mistakes.CHOMP_MOVES,
    definitions=(2, 3),
)
def chomp_moves(given: Given[Parameters], part: Part) -> Solution:
    """A winning move on a whole bar; who wins from an eaten bar, by how many moves, and the losing bars inside it.

    Source: "Jeux", exercise 1.1 and example 1.4.
    """
    moves = solved.winning_bites(values.asked_bar(given.params, part.letter))
    return Solution(values.chomp_moves(given.params, part.letter), (RightMoves(moves),))


def _is_winning_domino(given: Given[Parameters], _: Part, answer: Values) -> bool:
    drawn = given.params
    moves = [drawn.reading.domino(*move) for move in solved.winning_dominoes(begun_grid(drawn))]
    return answer[0] == len(moves) and answer[1:] in moves


def _domino_that_does_not_fit(given: Given[Parameters], part: Part, answer: Values) -> Note | None:
    if part.letter == "a":
        return None
    _, i, j, d = answer
    board = begun_grid(given.params)
    cells = {(i, j), (i + d, j + 1 - d)}  # type: ignore[operator]
    grid = set(product(range(board.rows), range(board.cols)))
    if d not in (0, 1) or not cells <= grid:
        return MOVE_OFF_BOARD
    return MOVE_ON_TAKEN_CELL if cells & board.forbidden else None


@question(
    3,
    parts="ab",
    kind={"a": integers(5, 0, 99), "b": integers(4, 0, 40)},
    points=3,
    all_or_nothing=True,
    evidence=RightMoves,
    accepts=_is_winning_domino,
    accepts_in="b",
    remarks=_domino_that_does_not_fit,
    drawing=drawings.dominoes,
    mistakes=mistakes.CRAM_MOVES,
    definitions=(2, 4),
)
def cram_moves(given: Given[Parameters], part: Part) -> Solution:
    """A play that symmetry wins; how many dominoes win on a grid begun, and one of them.

    Source: "Jeux", exercise 1.2 and, for the opponent's strategy, example 1.2.
    """
    moves = () if part.letter == "a" else solved.winning_dominoes(begun_grid(given.params))
    return Solution(values.cram_moves(given.params, part.letter), (RightMoves(moves),) if moves else ())


@question(
    4,
    parts="abc",
    kind=integers(3, 0, 9999),
    points=3,
    evidence=AttractorSizes,
    drawing=drawings.attractor_grid,
    mistakes=mistakes.ATTRACTOR_SIZES,
    definitions=(5, 6),
)
def attractor_sizes(given: Given[Parameters], part: Part) -> Solution:
    """Sizes of A₀, A₁, A₂ of each player, then of the attractors, and how many grids neither player can force.

    Source: "Jeux", exercise 1.3 and definition 1.5.
    """
    both = solved.attractors(given.params.attractor_grid)[:2] if part.letter == "c" else ()
    found = values.attractor_sizes(given.params, part.letter)
    return Solution(found, tuple(AttractorSizes(attractor.sizes) for attractor in both))


@question(
    5,
    kind=integers(3, 0, 99999),
    points=2,
    drawing=drawings.small_grid_cells,
    mistakes=mistakes.CRAM_PLAYS,
    definitions=(4, 6, 7),
)
def cram_plays(given: Given[Parameters], part: Part) -> Solution:
    """Nodes and leaves of the tree of plays of a small grid, and nodes of it in the attractor of player 0.

    Source: "Jeux", exercise 1.4.
    """
    return Solution(values.cram_plays(given.params, part.letter))


@question(
    6,
    kind=integers(3, 0, 199999),
    points=2,
    evidence=GridValue,
    drawing=drawings.memo_grid,
    mistakes=mistakes.CALLS_SAVED,
    definitions=(5, 8),
)
def calls_saved(given: Given[Parameters], part: Part) -> Solution:
    """Calls of min-max without memory, with it, and those of the latter that find nothing there.

    Source: "Jeux", exercise 2.1 and the function of section 2.1.
    """
    value = min_max(TicTacToe(SIDE, given.params.memo_grid), memo=True).value
    return Solution(values.calls_saved(given.params, part.letter), (GridValue(value),))


def _is_best_cell(given: Given[Parameters], _: Part, answer: Values) -> bool:
    drawn = given.params
    best = [drawn.reading.cell(*cell) for cell in solved.best_cells(drawn.depth_grid, values.DEPTHS[-1])]
    return answer[0] == len(best) and answer[1:] in best


def _cell_not_free(given: Given[Parameters], part: Part, answer: Values) -> Note | None:
    if part.letter == "a":
        return None
    _, i, j = answer
    if i not in range(SIDE) or j not in range(SIDE):
        return MOVE_OFF_BOARD
    marks = given.params.depth_grid.crosses | given.params.depth_grid.noughts
    return MOVE_ON_TAKEN_CELL if marks >> int(SIDE * i + j) & 1 else None  # type: ignore[operator,arg-type]


@question(
    7,
    parts="ab",
    kind={"a": integers(2, -V_MAX, V_MAX), "b": integers(3, 0, 16)},
    points={"a": 1 + HALF, "b": 1},
    all_or_nothing=True,
    evidence=RightMoves,
    accepts=_is_best_cell,
    accepts_in="b",
    remarks=_cell_not_free,
    drawing=drawings.depth_grid,
    mistakes=mistakes.LIMITED_SEARCH,
    definitions=(5, 9),
)
def limited_search(given: Given[Parameters], part: Part) -> Solution:
    """Values of searches of two depths with a heuristic; how many moves the deeper one advises, and one of them.

    Source: "Jeux", exercise 2.2 and definition 2.2; the heuristic is ours.
    """
    moves = () if part.letter == "a" else solved.best_cells(given.params.depth_grid, values.DEPTHS[-1])
    return Solution(values.limited_search(given.params, part.letter), (RightMoves(moves),) if moves else ())


@question(
    8,
    parts="abc",
    kind={"a": integers(2, -V_MAX, V_MAX), "b": integers(2, -999, 999), "c": integers(2, -999, 999)},
    points=3,
    all_or_nothing=True,
    drawing=drawings.tree,
    mistakes=mistakes.PRUNED_TREE,
    definitions=(10,),
)
def pruned_tree(given: Given[Parameters], part: Part) -> Solution:
    """Value and best child of a tree; number and sum of the leaves that alpha-beta looks at, from either side.

    Source: "Jeux", exercise 2.3 and proposition 2.4.
    """
    return Solution(values.pruned_tree(given.params, part.letter))


def _symmetry_winners(*_: object) -> Values:
    """Who wins Cram by exercise 1.2 on 2 × 3, 3 × 4 and 4 × 4."""
    return tuple(solved.symmetry_strategy(Cram(Board(*size))).player for size in ((2, 3), (3, 4), (4, 4)))


def _won_by_both(drawn: Parameters, _: object) -> tuple[Value]:
    """Proposition 1.1: vertices of question 4 in both attractors."""
    first, second, _states = solved.attractors(drawn.attractor_grid)
    return (len(first.states & second.states),)


def _last_steps(drawn: Parameters, _: object) -> Values:
    """Proposition 1.2: from which n on Aₙ(0) and Aₙ(1) of question 4 no longer change."""
    return tuple(len(one.sizes) - 1 for one in solved.attractors(drawn.attractor_grid)[:2])


def _vertices_by_value(_: Parameters, answers: Mapping[str, Values]) -> Values:
    """Proposition 2.2: vertices of question 4 whose value is 1, 0 and -1."""
    won, lost, neither = answers["4c"]
    return won, neither, lost


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
    misreadings=mistakes.misreadings(),
    oral=(
        Oral("symmetry", _symmetry_winners),
        Oral("one-winner", _won_by_both),
        Oral("attractor", _last_steps),
        Oral("values", _vertices_by_value),
    ),
)
