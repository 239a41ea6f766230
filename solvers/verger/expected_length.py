"""How long a game lasts, in double precision."""

from itertools import islice

from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, Strategy, check_count, check_strategy
from solvers.verger.positions import positions
from solvers.verger.raven_layers import raven_layers


def expected_length(
    orchard: Orchard, strategy: Strategy = "max", die: Die = DEFAULT_DIE, *, trees_on_die: int | None = None
) -> float:
    """Return the expected number of throws until the game is won or lost.

    Parameters
    ----------
    orchard, strategy, die
        As for `win_chance`. `best` is best for the chance to win, not for a short game.
    trees_on_die : int, optional
        By default a throw that shows an empty tree is not counted, as in the document's Markov chain. With
        the number of trees on the die, at least that of the orchard, it is: as at the table.

    Raises
    ------
    Refusal
        As for `win_chance`, or if `trees_on_die` is less than the number of trees with fruit.

    Source: ours; expected absorption time, by the recursion of the Verger document, section "Calcul informatique".
    """
    check_strategy(strategy)
    if trees_on_die is not None:
        trees_on_die = check_count("trees_on_die, the orchard's trees among them,", trees_on_die, len(orchard.trees))
    layers = raven_layers(positions(orchard.trees), strategy, die, trees_on_die)
    return float(next(islice(layers, orchard.ravens, None)).throws[0, -1])
