"""Questions 4 and 5 of the exam `jeux`: attractors of tic-tac-toe, and plays of Cram.

Source: "Jeux", course notes in computer science, exercises 1.3 and 1.4, and definition 1.5.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from answers.exam.question import Evidence, Part, Solution, SolveContext, SolvedQuestion, question
from answers.exams.jeux import solved
from answers.exams.jeux.drawings import grid_drawing
from answers.exams.jeux.draws import CELLS, SIDE, Grid, Parameters, small_grid
from answers.exams.jeux.notation import notation_of
from answers.kinds.numbers.numbers import integers
from solvers.board_games.tic_tac_toe import Marks, TicTacToe
from solvers.graph_games.arena import unfold
from solvers.graph_games.attractors import Attractor, attractor


@dataclass(frozen=True, slots=True)
class AttractorSizes(Evidence):
    """Evidence for the size of an attractor: the numbers of vertices of its steps A₀, A₁ and so on."""

    sizes: tuple[int, ...]


@question(4, parts="abc", kind=integers(3, 0, 9999), points=3, evidence=AttractorSizes, definitions=(5, 6))
def attractor_sizes(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the sizes of A₀, A₁, A₂ of player 0 (a) or 1 (b), or of both attractors and the grids in neither (c)."""
    notation = notation_of(context)
    *both, states = solved.attractors(notation.tic_tac_toe(context.params.attractor_grid))
    mine, other = (both[notation.player(player)] for player in (part.letter == "b", part.letter != "b"))
    if part.letter != "c":
        return Solution(tuple(len(mine.step(n)) for n in range(3)))
    left_out = {context.params.attractor_grid} if notation.start_left_out else set[Grid]()
    won, lost = (len(player.states - left_out) for player in (mine, other))
    undecided = states - len(left_out) - won - lost
    return Solution((won, lost, undecided), tuple(AttractorSizes(player.sizes) for player in both))


attractor_sizes.drawing(lambda drawn: grid_drawing(TicTacToe(SIDE).text(drawn.attractor_grid)))


def _steps(context: SolveContext[Parameters], part: Part, size: Callable[[Attractor[Marks], int], int]) -> Solution:
    """Return the answer to part a or b of a student who gives `size(attractor, n)` as the size of the step Aₙ."""
    if part.letter == "c":
        return attractor_sizes(context, part)
    mine = solved.attractors(TicTacToe(SIDE, context.params.attractor_grid))[:2]["ab".index(part.letter)]
    return Solution(tuple(size(mine, n) for n in range(3)))


attractor_sizes.mistakes_from(
    _steps,
    {
        "new-vertices-only": lambda mine, n: len(mine.step(n)) - (len(mine.step(n - 1)) if n else 0),
        "steps-from-1": lambda mine, n: len(mine.step(n + 1)),
    },
)


attractor_sizes.mistake_from_answer(
    "drawn-grids-only",
    lambda right, drawn: (*right[:2], len(unfold(TicTacToe(SIDE, drawn.attractor_grid)).draws)),
    parts="c",
)


@attractor_sizes.mistake("one-move-is-enough")
def _one_move_is_enough(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: let a grid join the attractor as soon as one move, of either player, leads into it."""
    game = TicTacToe(SIDE, context.params.attractor_grid)
    arcs = unfold(game).arcs
    reached = [_reaching(arcs, mine.layers[0]) for mine in solved.attractors(game)[:2]]
    if part.letter == "c":
        won, lost = (len(steps[-1]) for steps in reached)
        return Solution((won, lost, sum(grid not in reached[0][-1] | reached[1][-1] for grid in arcs)))
    steps = reached["ab".index(part.letter)]
    return Solution(tuple(len(steps[min(n, len(steps) - 1)]) for n in range(3)))


def _reaching(
    arcs: Mapping[tuple[int, int], Sequence[tuple[int, int]]], first: Sequence[tuple[int, int]]
) -> list[frozenset[tuple[int, int]]]:
    """Return sets of grids: those from which at most 0, 1, 2, … moves can lead to a grid of `first`."""
    steps = [frozenset(first)]
    while len(steps) < 2 or steps[-1] != steps[-2]:
        last = steps[-1]
        steps.append(last | {grid for grid, after in arcs.items() if not last.isdisjoint(after)})
    return steps


@attractor_sizes.solution_data
def attractor_sizes_worked(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution the sizes of all steps of both attractors, the size of the arena, and the winner.

    The winner is that from the first grid, with the step of the attractor that this grid joins; None if neither player
    can force a win.
    """
    drawn = solved_question.drawn
    first, second, states = solved.attractors(TicTacToe(SIDE, drawn.attractor_grid))
    start = drawn.attractor_grid
    rank = next(((player.player, player.rank[start]) for player in (first, second) if start in player.rank), None)
    return {"states": states, "sizes": (first.sizes, second.sizes), "rank": rank}


@question(5, kind=integers(3, 0, 99999), points=2, definitions=(4, 6, 7))
def cram_plays(context: SolveContext[Parameters], _: Part) -> Solution:
    """Return three counts of the tree of plays of Cram: nodes, leaves, and nodes in the attractor of player 0."""
    notation = notation_of(context)
    game = notation.searched_cram(small_grid(context.params.small_grid).board)
    nodes, leaves, won = solved.tree_of_plays(game)
    mine = nodes - won if notation.beginner else won
    if notation.start_left_out:
        return Solution((nodes - 1, leaves, mine - bool(solved.winning_dominoes(game))))
    return Solution((nodes, leaves, mine))


@cram_plays.drawing
def white_cells(drawn: Parameters) -> str:
    """Draw the cells of the small grid in white, and the others in grey."""
    game = small_grid(drawn.small_grid)
    return grid_drawing(game.text(game.start))


@cram_plays.mistake("positions-for-nodes")
def _positions(context: SolveContext[Parameters], _: Part) -> Solution:
    """Mistake: count positions in place of nodes of the tree of plays."""
    arena = unfold(small_grid(context.params.small_grid))
    leaves = sum(not after for after in arena.arcs.values())
    return Solution((len(arena.arcs), leaves, len(attractor(arena, 0).states)))


cram_plays.mistake_from_answer("inner-nodes-only", lambda right, _: (right[0] - right[1], *right[1:]))


@cram_plays.solution_data
def cram_plays_worked(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution the nodes by depth, the numbers of positions and of cells, and the winner."""
    drawn = solved_question.drawn
    game = small_grid(drawn.small_grid)
    arena = unfold(game)
    return {
        "levels": [beginnings for beginnings, _ in solved.levels(game)],
        "positions": len(arena.arcs),
        "winner": 0 if solved.winning_dominoes(game) else 1,
        "cells": len(CELLS) - len(game.board.forbidden),
    }


@cram_plays.hint_data
def plays_by_length(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the feedback the nodes of the tree of plays by depth, and the plays of odd length, won by player 0."""
    levels = solved.levels(small_grid(solved_question.drawn.small_grid))
    return {"levels": [nodes for nodes, _ in levels], "won": sum(leaves for _, leaves in levels[1::2])}
