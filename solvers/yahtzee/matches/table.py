"""Two players at one table, turn by turn: strategies, or people who are asked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

from solvers.refusal import Refusal
from solvers.yahtzee.matches.record import Turn
from solvers.yahtzee.rules.checks import REROLLS
from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.rules.rolls import Dice
from solvers.yahtzee.strategies.advice import best_fills, best_keeps
from solvers.yahtzee.strategies.optimal import Optimum
from solvers.yahtzee.strategies.strategy import Strategy, box, keep


class Player(Protocol):
    """Who decides; `lead` is how many points ahead of the opponent, upper bonuses apart.

    Source: Yahtzee report, section 2.2, the functions of decision and what they are told.
    """

    def keep(self, position: Position, hand: Dice, rerolls: int, lead: int) -> Dice:
        """Return the dice to keep, a part of the hand."""

    def box(self, position: Position, hand: Dice, lead: int) -> str:
        """Return the box to fill, one that the hand may fill."""


@dataclass(frozen=True, slots=True)
class Automatic:
    """A strategy as a player.

    Source: ours; an adapter.
    """

    strategy: Strategy

    def keep(self, position: Position, hand: Dice, rerolls: int, lead: int) -> Dice:
        """Return the dice that the strategy keeps."""
        return keep(self.strategy, position, hand, rerolls, lead)

    def box(self, position: Position, hand: Dice, lead: int) -> str:
        """Return the box that the strategy fills."""
        return box(self.strategy, position, hand, lead)


@dataclass(frozen=True, slots=True)
class Optimal:
    """The player who reaches the best expected score, by its table: quick for a few decisions.

    Source: ours; an adapter of `advice`.
    """

    optimum: Optimum

    def keep(self, position: Position, hand: Dice, rerolls: int, lead: int) -> Dice:  # noqa: ARG002
        """Return the best keep, whoever is ahead."""
        return best_keeps(self.optimum, position, hand, rerolls)[0].dice

    def box(self, position: Position, hand: Dice, lead: int) -> str:  # noqa: ARG002
        """Return the best box, whoever is ahead."""
        return best_fills(self.optimum, position, hand)[0].box


@dataclass(frozen=True, slots=True)
class Played:
    """A turn that was played: whose (0 or 1), what happened, and the scores after it, with the bonus once earned.

    Source: Yahtzee report, section 2.1.
    """

    player: int
    turn: Turn
    scores: tuple[int, int]


def game(start: Position, players: Sequence[Player], dice: Sequence[Iterator[int]]) -> Iterator[Played]:
    """Yield the turns of a game between two players, who throw in turn, each its own dice.

    Parameters
    ----------
    start : Position
        The sheet of both at the start.
    players : two players
        The first one throws first.
    dice : two iterators over faces
        Enough for the whole game: three times all dice for every open box.

    Raises
    ------
    Refusal
        If a player keeps dice that are not in the hand, fills a box that it may not, or its dice run out.

    Source: Yahtzee report, section 2.1.
    """
    sheets, points = [start, start], [0, 0]
    for _ in start.open:
        for seat, player in enumerate(players):
            lead = points[seat] - points[1 - seat]
            turn = _turn(player, sheets[seat], dice[seat], lead)
            sheets[seat], earned = sheets[seat].fill(turn.rolls[-1], turn.box)
            points[seat] += earned
            totals = (points[0] + _bonus(sheets[0]), points[1] + _bonus(sheets[1]))
            yield Played(seat, turn, totals)


def _turn(player: Player, sheet: Position, dice: Iterator[int], lead: int) -> Turn:
    rolls: list[Dice] = [_throw(sheet, (), dice)]
    keeps: list[Dice] = []
    for rerolls in range(REROLLS, 0, -1):
        kept = tuple(sorted(player.keep(sheet, rolls[-1], rerolls, lead)))
        if any(kept.count(face) > rolls[-1].count(face) for face in kept):
            raise Refusal("the hand {rolls} does not hold the dice {kept}", rolls=list(rolls[-1]), kept=list(kept))
        keeps.append(kept)
        rolls.append(_throw(sheet, kept, dice))
    filled = player.box(sheet, rolls[-1], lead)
    return Turn(tuple(rolls), tuple(keeps), filled, sheet.fill(rolls[-1], filled)[1])


def _throw(sheet: Position, kept: Dice, dice: Iterator[int]) -> Dice:
    hand = (*kept, *islice(dice, sheet.rules.dice - len(kept)))
    if len(hand) < sheet.rules.dice:
        raise Refusal("the dice have run out")
    return tuple(sorted(hand))


def _bonus(sheet: Position) -> int:
    return sheet.rules.bonus if sheet.upper >= sheet.rules.threshold else 0
