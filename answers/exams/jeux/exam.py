"""Games on graphs: arenas, attractors, min-max, heuristics and pruning.

Source: "Jeux", course notes in computer science, exercises 1.1 to 1.4 and 2.1 to 2.3. Where an exercise asks for a
drawing, a proof or a program, the question asks for numbers that these give.
"""

from fractions import Fraction

from answers.exam.exam import Exam
from answers.exam.part import Part
from answers.exam.question import Given, Solution, question
from answers.exams.jeux import drawings, solved
from answers.exams.jeux.draws import SIDE, TREE_DEPTH, Parameters, Size, begun_grid, draw, mirrored, small_grid
from answers.exams.jeux.evidence import AttractorSizes, GridValue, RightMoves
from answers.kinds.numbers.numbers import integers
from answers.kinds.reading import Values
from solvers.board_games.chomp import Bar, Chomp, chomp_graph
from solvers.board_games.cram import Cram
from solvers.board_games.tic_tac_toe import TicTacToe
from solvers.domineering.board import Board
from solvers.graph_games.arena import unfold
from solvers.graph_games.game_tree import GameTree, Tree
from solvers.graph_games.tree_search import V_MAX, depth_limited, min_max
from solvers.graph_games.tree_size import tree_size

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


def _is_winning_bite(given: Given[Parameters], part: Part, values: Values) -> bool:
    return part.letter == "a" and values in solved.winning_bites(_whole(given.params.whole_bar))


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
    moves = solved.winning_bites(bar)
    values = moves[0] if part.letter == "a" else (0 if moves else 1, len(moves), len(solved.losing_bars_inside(bar)))
    return Solution(values, (RightMoves(moves),))


def _is_winning_domino(given: Given[Parameters], part: Part, values: Values) -> bool:
    moves = solved.winning_dominoes(begun_grid(given.params))
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
        game = Cram(Board(*given.params.empty_grid))
        play = solved.symmetry_play(game)
        return Solution((game.player(play[-2]), len(play) - 1, *solved.placed(game, *play[-2:])))
    moves = solved.winning_dominoes(begun_grid(given.params))
    return Solution((len(moves), *moves[0]), (RightMoves(moves),))


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
    first, second, states = solved.attractors(given.params.attractor_grid)
    if part.letter == "c":
        won, lost = first.sizes[-1], second.sizes[-1]
        return Solution((won, lost, states - won - lost), (AttractorSizes(first.sizes), AttractorSizes(second.sizes)))
    found = first if part.letter == "a" else second
    return Solution(tuple(len(found.step(n)) for n in range(3)))


@question(5, kind=integers(3, 0, 99999), points=2, drawing=drawings.small_grid_cells, definitions=(4, 6, 7))
def cram_plays(given: Given[Parameters], _: Part) -> Solution:
    """Nodes and leaves of the tree of plays of a small grid, and nodes of it in the attractor of player 0.

    Source: "Jeux", exercise 1.4.
    """
    return Solution(solved.tree_of_plays(small_grid(given.params.small_grid)))


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


def _is_best_cell(given: Given[Parameters], part: Part, values: Values) -> bool:
    best = solved.best_cells(given.params.depth_grid, DEPTHS[-1])
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
        return Solution(tuple(solved.limited(grid, depth).value for depth in DEPTHS))
    moves = solved.best_cells(grid, DEPTHS[-1])
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
    tree: Tree = given.params.tree
    if part.letter == "a":
        game = GameTree(tree)
        found = depth_limited(game, game.heuristic, TREE_DEPTH)
        ((child,),) = found.moves  # leaves all differ
        return Solution((found.value, child + 1))
    tree = tree if part.letter == "b" else mirrored(tree)
    seen = [GameTree(tree).heuristic.evaluate(leaf) for leaf in solved.leaves_seen(tree)]
    return Solution((len(seen), sum(seen)))


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
