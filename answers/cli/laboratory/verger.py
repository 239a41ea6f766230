"""corrige solve verger: the probability of winning the orchard game, or the Markov chain of the game."""

from typing import Annotated

import typer

from answers.cli.common.output import working
from answers.cli.laboratory.solver import Games, Long, Randomness, solver
from answers.errors import CorrigeError
from answers.laboratory import verger as lab
from answers.laboratory.result import SolverResult
from solvers.verger.orchard import Orchard, OrchardStrategy

RAVENS = 9
MOST_TREES = 10_000
MOST_THROWS, THROWS = 100_000, 1000


@solver
def verger(
    *,
    trees: Annotated[
        int | None,
        typer.Option(
            "--trees", metavar="N", min=0, max=MOST_TREES, help=f"Number of equal trees; by default {lab.TREES}."
        ),
    ] = None,
    fruits: Annotated[
        int | None,
        typer.Option("--fruits", metavar="N", min=0, help=f"Number of fruits on each tree; by default {lab.FRUITS}."),
    ] = None,
    orchard: Annotated[
        str | None, typer.Option("--orchard", metavar="N,N,…", help="Number of fruits of each tree, if they differ.")
    ] = None,
    ravens: Annotated[int, typer.Option("--ravens", metavar="N", min=0, help="Number of ravens left.")] = RAVENS,
    strategy: Annotated[OrchardStrategy, typer.Option("--strategy", help="Rule by which baskets are filled.")] = "max",
    exact: Annotated[
        bool | None,
        typer.Option(
            "--exact/--no-exact", help="Also print the probability as a fraction; by default if this is quick."
        ),
    ] = None,
    die: Annotated[
        str,
        typer.Option(
            "--die", metavar="T,B,R", help="Numbers of faces of the die that show each tree, the basket and the raven."
        ),
    ] = "1,1,1",
    basket: Annotated[
        int, typer.Option("--basket", metavar="N", min=1, help="Number of fruits that a basket takes.")
    ] = 2,
    games: Games = None,
    seed: Randomness = 17,
    long: Long = False,
    fair: Annotated[
        bool,
        typer.Option(
            "--fair", help="Find the smallest number of ravens with which the players win with probability above 1/2."
        ),
    ] = False,
    chain: Annotated[bool, typer.Option("--chain", help="Show the Markov chain of a small orchard.")] = False,
    power: Annotated[
        int | None,
        typer.Option(
            "--power",
            metavar="N",
            min=0,
            max=MOST_THROWS,
            help=f"With --chain: print this power of the transition matrix; by default {THROWS}.",
        ),
    ] = None,
) -> SolverResult:
    """Compute the probability of winning the orchard game, and the mean number of throws that hit no empty tree.

    --chain prints the states, the matrix (also on one line, for a computer algebra system), a power of it and the
    limits; -o FILE.svg draws the graph.
    """
    sizes = lab.orchard_sizes(orchard, trees, fruits)
    game = lab.OrchardGame(Orchard(sizes, ravens), strategy, lab.die_of(die, basket))
    if chain:
        return lab.chain(game, THROWS if power is None else power, long=long)
    if power is not None:
        raise CorrigeError.single("the option --power is possible only with --chain", remedy="add --chain")
    with working("computing the probability of winning"):
        return lab.chance(game, exact=exact, fair=fair, games=games, seed=seed, long=long)
