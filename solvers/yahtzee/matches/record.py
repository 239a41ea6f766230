"""One game told turn by turn, on one list of dice."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import index

from solvers.refusal import Refusal
from solvers.yahtzee.matches.play import longest_destiny
from solvers.yahtzee.rules.checks import REROLLS
from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.rules.rules import checked_dice
from solvers.yahtzee.strategies.strategy import Strategy, box, keep


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn.

    Attributes
    ----------
    rolls : three tuples of int
        The dice after each throw, in increasing order; a reroll of no die counts as a throw.
    keeps : two tuples of int
        The dice kept after the first and the second throw.
    box : str
        The box filled.
    points : int
        The points earned, the upper bonus apart.

    Source: Yahtzee report, section 2.2, a *coup* and its *relancers*.
    """

    rolls: tuple[tuple[int, ...], ...]
    keeps: tuple[tuple[int, ...], ...]
    box: str
    points: int


@dataclass(frozen=True, slots=True)
class Record:
    """One game: its turns, the upper bonus, the final score, and how many numbers of the list were used.

    Source: Yahtzee report, section 5.2.1 and figure 4.
    """

    turns: tuple[Turn, ...]
    bonus: int
    score: int
    used: int


def record(strategy: Strategy, destiny: Sequence[int]) -> Record:
    """Return the solitaire game that a strategy plays on a destiny list, taking its dice from the front.

    Parameters
    ----------
    strategy : Strategy
        A strategy; nobody is ahead of it.
    destiny : sequence of int
        Faces; `play.longest_destiny` numbers always suffice.

    Raises
    ------
    Refusal
        If a face is outside its range or the list is too short for the game that is played on it.

    Source: Yahtzee report, section 5.2.1 and figure 4.
    """
    position, used, turns = Position.start(strategy.rules), 0, []
    faces = [index(face) for face in destiny]
    while position.open:
        rolls: list[tuple[int, ...]] = []
        keeps: list[tuple[int, ...]] = [()]
        for rerolls in range(REROLLS, -1, -1):
            thrown = faces[used : used + strategy.rules.dice - len(keeps[-1])]
            used += len(thrown)
            rolls.append(_hand(strategy, (*keeps[-1], *thrown), len(faces)))
            if rerolls:
                keeps.append(keep(strategy, position, rolls[-1], rerolls))
        filled = box(strategy, position, rolls[-1])
        position, points = position.fill(rolls[-1], filled)
        turns.append(Turn(tuple(rolls), tuple(keeps[1:]), filled, points))
    bonus = strategy.rules.bonus if position.upper >= strategy.rules.threshold else 0
    return Record(tuple(turns), bonus, sum(turn.points for turn in turns) + bonus, used)


def _hand(strategy: Strategy, dice: tuple[int, ...], length: int) -> tuple[int, ...]:
    if len(dice) < strategy.rules.dice:
        longest = longest_destiny(strategy.rules)
        raise Refusal(
            "the destiny list is too short: it has {length} numbers, {longest} always suffice",
            length=length,
            longest=longest,
        )
    return checked_dice(strategy.rules, dice)
