"""What the solvers of Yahtzee refuse besides hands and sheets."""

from operator import index

from solvers.refusal import Refusal
from solvers.yahtzee.rules.rules import Rules

REROLLS = 2
"""How often a player may throw dice again in a turn."""


def check_rerolls(rerolls: int, lowest: int = 0) -> None:
    """Refuse a number of rerolls left that is not between `lowest` and 2.

    Raises
    ------
    Refusal
        With the admissible range.

    Source: Yahtzee report, section 2.1, at most two rerolls.
    """
    if not lowest <= index(rerolls) <= REROLLS:
        raise Refusal(
            "the rerolls left must be between {lowest} and {most}, got {rerolls}",
            lowest=lowest,
            most=REROLLS,
            rerolls=rerolls,
        )


def check_same_rules(expected: Rules, got: Rules) -> None:
    """Refuse to mix two games.

    Raises
    ------
    Refusal
        With both rules.

    Source: ours; a check of arguments.
    """
    if got != expected:
        raise Refusal("these are two games: {expected} and {got}", expected=expected, got=got)
