"""Play games of Yahtzee turn by turn, for one or two players: strategies, or people who are asked for each decision.

Source: the Yahtzee report, sections 2.1, 2.2 (*coup*, *relancers*, functions of decision) and 5.2.1 with figure 4.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import add, index
from typing import Protocol

from solvers.invalid_input import InvalidInput
from solvers.yahtzee.matches.play import longest_destiny
from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.rules.rolls import Dice
from solvers.yahtzee.strategies.optimal import Optimum, best_fills, best_keeps
from solvers.yahtzee.strategies.strategy import Automatic, YahtzeeStrategy


class GamePlayer(Protocol):
    """A player of Yahtzee; `lead` is the number of points ahead of the opponent, upper bonuses apart."""

    def keep(self, position: Position, hand: Dice, rerolls: int, lead: int) -> Dice:
        """Return the dice of the hand to keep; `rerolls` is the number of rerolls left."""

    def box(self, position: Position, hand: Dice, lead: int) -> str:
        """Return the name of the box to fill, one that the hand may fill."""


@dataclass(frozen=True, slots=True)
class Optimal:
    """A player with the best expected score, who reads each decision from a table: fast for a few decisions."""

    optimum: Optimum

    def keep(self, position: Position, hand: Dice, rerolls: int, lead: int) -> Dice:  # noqa: ARG002
        """Return the keep with the best expected score; the lead is not used."""
        return best_keeps(self.optimum, position, hand, rerolls)[0].kept

    def box(self, position: Position, hand: Dice, lead: int) -> str:  # noqa: ARG002
        """Return the box with the best expected score; the lead is not used."""
        return best_fills(self.optimum, position, hand)[0].box


@dataclass(frozen=True, slots=True)
class GameTurn:
    """One turn: the dice after each throw, those kept after the first two, the box filled and its points without bonus.

    A reroll of no die counts as a throw.
    """

    rolls: tuple[Dice, ...]
    keeps: tuple[Dice, ...]
    box: str
    points: int


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn, the number of its player (0 or 1), and the scores after it, with the bonuses earned."""

    player: int
    turn: GameTurn
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """One game: its turns, the upper bonus, the final score, and the number of dice of the list that were used."""

    turns: tuple[GameTurn, ...]
    bonus: int
    score: int
    used: int


def record(strategy: YahtzeeStrategy, destiny: Sequence[int]) -> Record:
    """Return the game that a strategy plays alone, with dice taken in order from the list `destiny`.

    `play.longest_destiny` numbers always suffice. A shorter list is enough if the game needs fewer dice; InvalidInput
    if the list is too short.
    """

    def listed() -> Iterator[int]:
        """Yield the numbers of the list of dice to come; refuse a list that is too short."""
        yield from map(index, destiny)
        raise InvalidInput(
            "the list of dice to come is too short: it has {length} numbers, {longest} always suffice",
            length=len(destiny),
            longest=longest_destiny(strategy.rules),
        )

    *_, last = played = [*game(Position.start(strategy.rules), [Automatic(strategy)], [listed()])]
    turns, (score,) = tuple(played_turn.turn for played_turn in played), last.scores
    used = sum(strategy.rules.dice - len(kept) for turn in turns for kept in ((), *turn.keeps))
    return Record(turns, score - sum(turn.points for turn in turns), score, used)


def game(start: Position, players: Sequence[GamePlayer], dice: Sequence[Iterator[int]]) -> Iterator[PlayedTurn]:
    """Yield the turns of a game of one or two players, whose score sheets both begin as `start`.

    `dice` has a sequence of dice for each player. A game needs at most three throws of all dice for each open box.
    `InvalidInput` if a player keeps dice that are not in the hand, fills a box that the hand may not fill, or runs out
    of dice.
    """
    sheets, points = [start for _ in players], [0 for _ in players]
    for _ in start.open:
        for seat, player in enumerate(players):
            lead = 2 * points[seat] - sum(points) if len(players) > 1 else 0
            turn = play_turn(player, sheets[seat], dice[seat], lead)
            sheets[seat], earned = sheets[seat].fill(turn.rolls[-1], turn.box)
            points[seat] += earned
            reached = (start.rules.bonus * (sheet.upper >= start.rules.threshold) for sheet in sheets)
            yield PlayedTurn(seat, turn, tuple(map(add, points, reached)))


def play_turn(player: GamePlayer, sheet: Position, dice: Iterator[int], lead: int = 0) -> GameTurn:
    """Return the turn of a player whose score sheet is `sheet`, with dice taken from the iterator `dice`.

    `lead` is as in `GamePlayer`; errors are those of `game`.
    """
    rolls: list[Dice] = [_throw(sheet, (), dice)]
    keeps: list[Dice] = []
    for rerolls in range(sheet.rules.rerolls, 0, -1):
        kept = tuple(sorted(player.keep(sheet, rolls[-1], rerolls, lead)))
        if any(kept.count(face) > rolls[-1].count(face) for face in kept):
            raise InvalidInput("the hand {rolls} does not hold the dice {kept}", rolls=list(rolls[-1]), kept=list(kept))
        keeps.append(kept)
        rolls.append(_throw(sheet, kept, dice))
    filled = player.box(sheet, rolls[-1], lead)
    return GameTurn(tuple(rolls), tuple(keeps), filled, sheet.fill(rolls[-1], filled)[1])


def _throw(sheet: Position, kept: Dice, dice: Iterator[int]) -> Dice:
    """Return the hand after throwing the dice that are not kept; InvalidInput if the dice run out."""
    hand = (*kept, *islice(dice, sheet.rules.dice - len(kept)))
    if len(hand) < sheet.rules.dice:
        raise InvalidInput("the list of dice to come has ended before the end of the game")
    return tuple(sorted(hand))
