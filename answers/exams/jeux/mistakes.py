"""Known mistakes of the exam `jeux`, each as other answers to one question, or another way of writing moves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, TypeAlias

from answers.exam.part import Part
from answers.exam.question import Given, Misreading, Mistake, Solution
from answers.exam.variants import variants
from answers.exams.jeux import solved, values
from answers.exams.jeux.draws import SIDE, TREE_DEPTH, Parameters, Reading, begun_grid, mirrored, small_grid
from solvers.board_games.chomp import Chomp
from solvers.board_games.tic_tac_toe import TicTacToe
from solvers.graph_games.arena import unfold
from solvers.graph_games.attractors import attractor
from solvers.graph_games.game_tree import GameTree, Tree
from solvers.graph_games.tree_search import V_MAX, Heuristic, depth_limited
from solvers.graph_games.tree_size import tree_size

Answered: TypeAlias = Callable[[Parameters, str], tuple[int, ...]]
"""The answers to a part of a question, from what was drawn and its letter."""
Retold: TypeAlias = Callable[[Sequence[int], Parameters], tuple[int, ...]]
"""Other answers, from the right ones and what was drawn."""


def _instead(right: Answered, told: Mapping[str, Retold]) -> Answered:
    """The right answers, told otherwise in the parts of some letters."""

    def answered(drawn: Parameters, letter: str) -> tuple[int, ...]:
        found = right(drawn, letter)
        return told[letter](found, drawn) if letter in told else found

    return answered


def _mistakes(table: Mapping[str, Answered]) -> tuple[Mistake, ...]:
    return variants(_solve, table)


def _solve(given: Given[Parameters], part: Part, answered: Answered) -> Solution:
    return Solution(answered(given.params, part.letter))


def _without_eaten_bar(drawn: Parameters, letter: str) -> tuple[int, ...]:
    """Each bar, or state, that is left has one arc to an eaten bar: that of its poison."""
    vertices, arcs = values.chomp_graphs(drawn, letter)
    eaten = 1 if letter == "a" else sum(not bar for bar, _ in unfold(Chomp(drawn.graph_bar)).arcs)
    left = vertices - eaten
    return left, arcs - left


CHOMP_GRAPHS: Final = _mistakes(
    {
        "eaten-bar-left-out": _without_eaten_bar,
        "given-bar-left-out": _instead(
            values.chomp_graphs,
            dict.fromkeys("ab", lambda right, drawn: (right[0] - 1, right[1] - sum(drawn.graph_bar))),
        ),
        "arena-without-players": lambda drawn, _: values.chomp_graphs(drawn, "a"),
        "twice-the-graph": _instead(
            values.chomp_graphs,
            {"b": lambda _, drawn: tuple(2 * n for n in values.chomp_graphs(drawn, "a"))},
        ),
    }
)

CHOMP_MOVES: Final = _mistakes(
    {
        "chomp-winner-exchanged": _instead(
            values.chomp_moves, {"b": lambda right, _: (1 - right[0], right[1], right[2])}
        ),
        "eaten-bar-loses": _instead(values.chomp_moves, {"b": lambda right, _: (right[0], right[1], right[2] + 1)}),
        "poison-not-losing": _instead(values.chomp_moves, {"b": lambda right, _: (right[0], right[1], right[2] - 1)}),
        "losing-bites-counted": _instead(
            values.chomp_moves, {"b": lambda right, drawn: (right[0], sum(drawn.bar) - right[1], right[2])}
        ),
    }
)


def _losing_dominoes(right: Sequence[int], drawn: Parameters) -> tuple[int, ...]:
    board = begun_grid(drawn)
    return len(board.legal(1)) + len(board.legal(2)) - right[0], *right[1:]


CRAM_MOVES: Final = _mistakes(
    {
        "cram-winner-exchanged": _instead(values.cram_moves, {"a": lambda right, _: (1 - right[0], *right[1:])}),
        "dominoes-of-the-winner": _instead(
            values.cram_moves, {"a": lambda right, _: (right[0], (right[1] + 1) // 2, *right[2:])}
        ),
        "losing-dominoes-counted": _instead(values.cram_moves, {"b": _losing_dominoes}),
    }
)


def _layers(drawn: Parameters, letter: str) -> tuple[int, ...]:
    """Vertices that are new at each step."""
    if letter == "c":
        return values.attractor_sizes(drawn, letter)
    found = solved.attractors(drawn.attractor_grid)[:2]["ab".index(letter)]
    return tuple(len(found.step(n)) - (len(found.step(n - 1)) if n else 0) for n in range(3))


def _later_steps(drawn: Parameters, letter: str) -> tuple[int, ...]:
    """A₁, A₂ and A₃ for A₀, A₁ and A₂."""
    if letter == "c":
        return values.attractor_sizes(drawn, letter)
    found = solved.attractors(drawn.attractor_grid)[:2]["ab".index(letter)]
    return tuple(len(found.step(n + 1)) for n in range(3))


def _players_exchanged(drawn: Parameters, letter: str) -> tuple[int, ...]:
    if letter == "c":
        won, lost, neither = values.attractor_sizes(drawn, "c")
        return lost, won, neither
    return values.attractor_sizes(drawn, "b" if letter == "a" else "a")


def _drawn_grids(_: Sequence[int], drawn: Parameters) -> tuple[int, ...]:
    won, lost, _neither = values.attractor_sizes(drawn, "c")
    return won, lost, len(unfold(TicTacToe(SIDE, drawn.attractor_grid)).draws)


def _one_move_is_enough(drawn: Parameters, letter: str) -> tuple[int, ...]:
    """Every grid joins from which some move, of either player, leads into the set."""
    arcs = unfold(TicTacToe(SIDE, drawn.attractor_grid)).arcs
    reached = [_reaching(arcs, found.layers[0]) for found in solved.attractors(drawn.attractor_grid)[:2]]
    if letter == "c":
        won, lost = (len(steps[-1]) for steps in reached)
        return won, lost, sum(grid not in reached[0][-1] | reached[1][-1] for grid in arcs)
    steps = reached["ab".index(letter)]
    return tuple(len(steps[min(n, len(steps) - 1)]) for n in range(3))


def _reaching(
    arcs: Mapping[tuple[int, int], Sequence[tuple[int, int]]], first: Sequence[tuple[int, int]]
) -> list[frozenset[tuple[int, int]]]:
    steps = [frozenset(first)]
    while len(steps) < 2 or steps[-1] != steps[-2]:
        last = steps[-1]
        steps.append(last | {grid for grid, after in arcs.items() if not last.isdisjoint(after)})
    return steps


ATTRACTOR_SIZES: Final = _mistakes(
    {
        "new-vertices-only": _layers,
        "steps-from-1": _later_steps,
        "attractors-exchanged": _players_exchanged,
        "drawn-grids-only": _instead(values.attractor_sizes, {"c": _drawn_grids}),
        "one-move-is-enough": _one_move_is_enough,
    }
)


def _positions(drawn: Parameters, _: str) -> tuple[int, ...]:
    """Positions in the place of the nodes that lead to them."""
    arena = unfold(small_grid(drawn.small_grid))
    leaves = sum(not after for after in arena.arcs.values())
    return len(arena.arcs), leaves, len(attractor(arena, 0).states)


CRAM_PLAYS: Final = _mistakes(
    {
        "positions-for-nodes": _positions,
        "root-left-out": _instead(values.cram_plays, {"": lambda right, _: (right[0] - 1, *right[1:])}),
        "inner-nodes-only": _instead(values.cram_plays, {"": lambda right, _: (right[0] - right[1], *right[1:])}),
        "attractor-of-player-1": _instead(
            values.cram_plays, {"": lambda right, _: (right[0], right[1], right[0] - right[2])}
        ),
    }
)


def _without_terminal_calls(right: Sequence[int], drawn: Parameters) -> tuple[int, ...]:
    game = TicTacToe(SIDE, drawn.memo_grid)
    arcs = unfold(game).arcs
    met = sum(not arcs[after] for successors in arcs.values() for after in successors)
    terminal = sum(not successors for successors in arcs.values())
    return right[0] - tree_size(game).leaves, right[1] - met, right[2] - terminal


CALLS_SAVED: Final = _mistakes(
    {
        "first-call-left-out": _instead(
            values.calls_saved, {"": lambda right, _: (right[0] - 1, right[1] - 1, right[2])}
        ),
        "table-asked-before-the-call": _instead(
            values.calls_saved, {"": lambda right, _: (right[0], right[2], right[2])}
        ),
        "answers-of-the-table": _instead(
            values.calls_saved, {"": lambda right, _: (right[0], right[1], right[1] - right[2])}
        ),
        "terminal-calls-left-out": _instead(values.calls_saved, {"": _without_terminal_calls}),
    }
)


class _Exchanged(TicTacToe):
    """The same game, in which player 0 takes the least value."""

    __slots__ = ()

    def player(self, state: tuple[int, int]) -> int:
        """Return who takes the least value, as 1, or the greatest, as 0."""
        return 1 - TicTacToe.player(self, state)


def _searched(
    depths: tuple[int, int] = values.DEPTHS, kind: type[TicTacToe] = TicTacToe, *, squared: bool = True
) -> Answered:
    def answered(drawn: Parameters, letter: str) -> tuple[int, ...]:
        game = kind(SIDE, drawn.depth_grid)
        lines = Heuristic(game.squared_lines if squared else game.open_lines)
        found = [depth_limited(game, lines, depth, memo=True) for depth in depths]
        if letter == "a":
            return tuple(one.value for one in found)
        cells = [game.cell(game.start, after) for after in found[-1].moves]
        return len(cells), *drawn.reading.cell(*cells[0])

    return answered


LIMITED_SEARCH: Final = _mistakes(
    {
        "one-move-less": _searched((1, 2)),
        "one-move-more": _searched((3, 4)),
        "lines-not-squared": _searched(squared=False),
        "min-and-max-exchanged": _searched(kind=_Exchanged),
    }
)


def _seen_from(drawn: Parameters, letter: str) -> Tree:
    return drawn.tree if letter == "b" else mirrored(drawn.tree)


def _pruned_when_greater(drawn: Parameters, letter: str) -> tuple[int, ...]:
    """Alpha-beta that goes on where α = β."""
    met: list[int] = []

    def value(node: Tree, alpha: int, beta: int, level: int) -> int:
        if isinstance(node, int):
            met.append(node)
            return node
        for child in node:
            found = value(child, alpha, beta, level + 1)
            alpha, beta = (alpha, min(beta, found)) if level % 2 else (max(alpha, found), beta)
            if alpha > beta:
                break
        return beta if level % 2 else alpha

    if letter == "a":
        return values.pruned_tree(drawn, letter)
    value(_seen_from(drawn, letter), -V_MAX, V_MAX, 0)
    return len(met), sum(met)


def _min_at_the_root(drawn: Parameters, letter: str) -> tuple[int, ...]:
    if letter == "a":
        game = GameTree(drawn.tree, first=1)
        found = depth_limited(game, game.heuristic, TREE_DEPTH)
        ((child,),) = found.moves
        return found.value, child + 1
    tree = _seen_from(drawn, letter)
    seen = [GameTree(tree).heuristic.evaluate(leaf) for leaf in solved.leaves_seen(tree, first=1)]
    return len(seen), sum(seen)


def _all_leaves(drawn: Parameters) -> list[int]:
    return [leaf for child in drawn.tree for group in child for leaf in group]


def _left_out(right: Sequence[int], drawn: Parameters) -> tuple[int, ...]:
    leaves = _all_leaves(drawn)
    return len(leaves) - right[0], sum(leaves) - right[1]


def _every_leaf(_: Sequence[int], drawn: Parameters) -> tuple[int, ...]:
    leaves = _all_leaves(drawn)
    return len(leaves), sum(leaves)


def _root_reversed(_: Sequence[int], drawn: Parameters) -> tuple[int, ...]:
    tree = tuple(reversed(drawn.tree))
    seen = [GameTree(tree).heuristic.evaluate(leaf) for leaf in solved.leaves_seen(tree)]
    return len(seen), sum(seen)


PRUNED_TREE: Final = _mistakes(
    {
        "min-at-the-root": _min_at_the_root,
        "child-from-0": _instead(values.pruned_tree, {"a": lambda right, _: (right[0], right[1] - 1)}),
        "cut-when-greater": _pruned_when_greater,
        "leaves-left-out-counted": _instead(values.pruned_tree, dict.fromkeys("bc", _left_out)),
        "every-leaf-counted": _instead(values.pruned_tree, dict.fromkeys("bc", _every_leaf)),
        "only-the-root-reversed": _instead(values.pruned_tree, {"c": _root_reversed}),
    }
)

READ_OTHERWISE: Final[Mapping[str, Callable[[Reading], Reading]]] = MappingProxyType(
    {
        "column-before-row": lambda reading: replace(reading, column_first=True),
        "cells-from-1": lambda reading: replace(reading, first=1),
        "directions-exchanged": lambda reading: replace(reading, vertical=0),
    }
)


def misreadings() -> tuple[Misreading, ...]:
    """Return the misreadings of the whole exam: other ways of writing a cell or a domino."""
    return tuple(Misreading(slug, _reread(change)) for slug, change in READ_OTHERWISE.items())


def _reread(change: Callable[[Reading], Reading]) -> Callable[[Given[Parameters]], Given[Parameters]]:
    return lambda given: replace(given, params=given.params.reread(change(given.params.reading)))
