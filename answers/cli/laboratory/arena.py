"""corrige solve arena: the attractors of an arena of the teacher's own."""

from answers.cli.laboratory.options import TextFile
from answers.cli.laboratory.solver import solver
from answers.laboratory.arena import arena as solved
from answers.laboratory.solution import Solution


@solver
def arena(file: TextFile) -> Solution:
    """Find the attractors of both players in an arena, step by step, and winning moves; -o FILE.svg draws them.

    A line a state, the first one first: `a 0: b c` (player 0 moves to b or c), `b 1: wins 0`, `c 1: draw`. Cycles are
    allowed: a play without end is won by nobody. JSON is read too.
    """
    return solved(file)
