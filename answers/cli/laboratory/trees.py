"""corrige solve arena, minmax, alphabeta: solve a teacher's own arena or game tree."""

from typing import Annotated

import typer

from answers.cli.common.options import check_alone
from answers.cli.laboratory.solver import TextFile, solver
from answers.laboratory import trees
from answers.laboratory.arena import arena as solved_arena
from answers.laboratory.result import SolverResult

MinFirst = Annotated[bool, typer.Option("--min", help="The root is a min node; by default it is a max node.")]
VMax = Annotated[
    int, typer.Option("--v-max", metavar="V", min=1, help="Value of a certain victory: leaves are from -V to V.")
]


@solver
def arena(
    file: TextFile,
    *,
    play: Annotated[
        str | None,
        typer.Option("--play", metavar="S,S,…", help="Find the winner of the play that goes through these states."),
    ] = None,
    strategy: Annotated[
        str | None, typer.Option("--strategy", metavar="S=T,…", help="States from which this strategy wins every play.")
    ] = None,
) -> SolverResult:
    """Compute the attractors of both players in an arena, step by step, and the winning moves; -o FILE.svg draws them.

    One state per line, the start first: `a 0: b c` (player 0 moves to b or c), `b 1: wins 0`, `c 1: draw`. Cycles are
    allowed: an infinite play is a draw. JSON is accepted too.
    """
    check_alone({"--play": play is not None, "--strategy": strategy is not None})
    return solved_arena(file, play, strategy)


@solver
def minmax(file: TextFile, *, min_first: MinFirst = False, v_max: VMax = 100) -> SolverResult:
    """Compute the min-max value of a tree and the best first moves; -o FILE.svg draws the tree with its values.

    Write the tree as nested lists in JSON, [[3, 12], [2, 4]], as a graph, or as lines indented by the depth of their
    node.
    """
    return trees.minmax(file, v_max, min_first=min_first)


@solver
def alphabeta(
    file: TextFile,
    *,
    right: Annotated[bool, typer.Option("--right", help="Visit children from right to left.")] = False,
    v_max: VMax = 100,
    min_first: MinFirst = False,
) -> SolverResult:
    """Search a tree with alpha-beta; show the leaves evaluated and the branches cut, which -o FILE.svg draws.

    Write the tree as for minmax. Only the value of the root is exact: other nodes have bounds.
    """
    return trees.alphabeta(file, v_max, min_first=min_first, right=right)
