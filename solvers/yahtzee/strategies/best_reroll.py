"""The best reroll of Perturbation in one position: what it is worth, and every keep that reaches it."""

from collections.abc import Iterable
from dataclasses import dataclass

from solvers.yahtzee.rules.checks import check_rerolls
from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.rules.rolls import Dice
from solvers.yahtzee.strategies.perturbation import Perturbation, keep_values
from solvers.yahtzee.strategies.policy import TIE
from solvers.yahtzee.strategies.strategy import one_game


@dataclass(frozen=True, slots=True)
class BestReroll:
    """The maximum of equation (10) over keeps and boxes, and every keep that reaches it, the most dice first.

    Source: Yahtzee report, section 6.1, equation (10).
    """

    value: float
    keeps: tuple[Dice, ...]


def best_reroll(
    strategy: Perturbation, position: Position, hand: Iterable[int], rerolls: int, lead: int = 0
) -> BestReroll:
    """Return the best keeps of a hand under the weights of a strategy; values closer than 1e-9 are equal.

    Parameters
    ----------
    strategy : Perturbation
        One that plays the rules of the position.
    position : Position
        The sheet, with at least one open box.
    hand : iterable of int
        The dice on the table.
    rerolls : int
        1 or 2.
    lead : int
        Points ahead of the opponent, upper bonuses apart.

    Raises
    ------
    Refusal
        If an argument is outside its range, or the position is one of another game.

    Source: Yahtzee report, section 6.1, equation (10), over equation (9).
    """
    check_rerolls(rerolls, lowest=1)
    states = one_game(strategy, position, hand, lead)
    dice = lattice(position.rules.dice, position.rules.faces)
    numbers = dice.choices[int(states.roll[0])]
    values = keep_values(strategy.situations, strategy.weights, numbers, states, rerolls)
    highest = float(values.max())
    best = (dice.keeps[k] for k, value in zip(numbers, values, strict=True) if value >= highest - TIE)
    return BestReroll(highest, tuple(best))
