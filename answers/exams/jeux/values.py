"""The answers to the questions of the exam `jeux`, from what was drawn and the letter of a part."""

from answers.exams.jeux import solved
from answers.exams.jeux.draws import SIDE, TREE_DEPTH, Parameters, Size, begun_grid, mirrored, small_grid
from solvers.board_games.chomp import Bar, Chomp, chomp_graph
from solvers.board_games.cram import Cram
from solvers.board_games.tic_tac_toe import TicTacToe
from solvers.domineering.board import Board
from solvers.graph_games.arena import unfold
from solvers.graph_games.game_tree import GameTree, Tree
from solvers.graph_games.tree_search import depth_limited, min_max
from solvers.graph_games.tree_size import tree_size

DEPTHS = 2, 3
"""Of the searches of question 7."""


def chomp_graphs(drawn: Parameters, letter: str) -> tuple[int, ...]:
    """Vertices and arcs of the graph of bars, or of the arena."""
    if letter == "b":
        return unfold(Chomp(drawn.graph_bar)).count
    graph = chomp_graph(drawn.graph_bar)
    return len(graph), sum(map(len, graph.values()))


def whole(size: Size) -> Bar:
    """Return a whole bar."""
    return (size.columns,) * size.rows


def asked_bar(drawn: Parameters, letter: str) -> Bar:
    """Return the bar of a part of question 2."""
    return whole(drawn.whole_bar) if letter == "a" else drawn.bar


def chomp_moves(drawn: Parameters, letter: str) -> tuple[int, ...]:
    """A winning bite; or who wins, by how many bites, and how many losing bars there are inside."""
    bar = asked_bar(drawn, letter)
    moves = solved.winning_bites(bar)
    if letter == "a":
        return drawn.reading.cell(*moves[0])
    return 0 if moves else 1, len(moves), len(solved.losing_bars_inside(bar))


def cram_moves(drawn: Parameters, letter: str) -> tuple[int, ...]:
    """Winner, dominoes and last domino of a play; or how many dominoes win, and one of them."""
    if letter == "a":
        game = Cram(Board(*drawn.empty_grid))
        play = solved.symmetry_play(game)
        return game.player(play[-2]), len(play) - 1, *drawn.reading.domino(*solved.placed(game, *play[-2:]))
    moves = solved.winning_dominoes(begun_grid(drawn))
    return len(moves), *drawn.reading.domino(*moves[0])


def attractor_sizes(drawn: Parameters, letter: str) -> tuple[int, ...]:
    """Sizes of A₀, A₁, A₂ of a player; or of both attractors, and of what is in neither."""
    first, second, states = solved.attractors(drawn.attractor_grid)
    if letter == "c":
        won, lost = first.sizes[-1], second.sizes[-1]
        return won, lost, states - won - lost
    found = first if letter == "a" else second
    return tuple(len(found.step(n)) for n in range(3))


def cram_plays(drawn: Parameters, _: str) -> tuple[int, ...]:
    """Nodes and leaves of the tree of plays, and nodes in the attractor of player 0."""
    return solved.tree_of_plays(small_grid(drawn.small_grid))


def calls_saved(drawn: Parameters, _: str) -> tuple[int, ...]:
    """Calls of min-max without memory, with it, and those of the latter that are evaluated."""
    game = TicTacToe(SIDE, drawn.memo_grid)
    found = min_max(game, memo=True)
    return tree_size(game).calls, found.calls, found.evaluated


def limited_search(drawn: Parameters, letter: str) -> tuple[int, ...]:
    """Values of searches of two depths; or how many moves the deeper one advises, and one of them."""
    grid = drawn.depth_grid
    if letter == "a":
        return tuple(solved.limited(grid, depth).value for depth in DEPTHS)
    moves = solved.best_cells(grid, DEPTHS[-1])
    return len(moves), *drawn.reading.cell(*moves[0])


def pruned_tree(drawn: Parameters, letter: str) -> tuple[int, ...]:
    """Value and best child of a tree; or number and sum of the leaves that alpha-beta looks at, from either side."""
    tree: Tree = drawn.tree
    if letter == "a":
        game = GameTree(tree)
        found = depth_limited(game, game.heuristic, TREE_DEPTH)
        ((child,),) = found.moves  # leaves all differ
        return found.value, child + 1
    tree = tree if letter == "b" else mirrored(tree)
    seen = [GameTree(tree).heuristic.evaluate(leaf) for leaf in solved.leaves_seen(tree)]
    return len(seen), sum(seen)
