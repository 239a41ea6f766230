"""Play games of programs with decisions that may be wrong: each one is checked, reported if wrong, and replaced."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, Protocol

import numpy as np

from solvers.invalid_input import InvalidInput
from solvers.yahtzee.matches.matches import Method, YahtzeeMatch, deals
from solvers.yahtzee.matches.play import Destinies, Lists
from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.position import Position, options
from solvers.yahtzee.rules.rolls import Dice
from solvers.yahtzee.rules.rules import REROLLS, YahtzeeRules
from solvers.yahtzee.strategies.strategy import States, YahtzeeStrategy

Wrong = Literal["lost", "mended"]
"""The cost of a wrong decision: "lost", the game, or "mended", only the effect of the decision that replaces it."""
SHOWN: Final = 60
"""Largest number of characters of a wrong decision that are kept."""


class RefereeQuestion(NamedTuple):
    """A question to a decider: the dice, the rerolls left (0 asks for a box), both sheets with their points by box.

    `position` is the sheet of the decider in the form that strategies read. `lead` is the number of points ahead, upper
    bonuses apart.
    """

    dice: Dice
    rerolls: int
    mine: Mapping[str, int]
    theirs: Mapping[str, int]
    position: Position
    lead: int


class Decider(Protocol):
    """A player who decides in many games at once."""

    def decide(self, questions: Sequence[RefereeQuestion]) -> Sequence[object]:
        """Return a decision for each question: the dice to keep, or, without rerolls, the name of a box."""


@dataclass(frozen=True, slots=True)
class Deciding:
    """A strategy of Yahtzee in the role of a `Decider`, which decides in many games at once."""

    strategy: YahtzeeStrategy

    def decide(self, questions: Sequence[RefereeQuestion]) -> Sequence[object]:
        """Return the strategy's decision for each question; all questions must have the same number of rerolls left."""
        rules = self.strategy.rules
        dice = lattice(rules.dice, rules.faces)
        rows = [
            (dice.roll(q.dice), q.position.boxes, int(q.position.yahtzee), q.position.capped, q.lead) for q in questions
        ]
        states = States(*np.array(rows, dtype=np.int64).T.copy())
        if questions[0].rerolls:
            return [dice.keeps[k] for k in self.strategy.keeps(states, questions[0].rerolls).tolist()]
        return [rules.boxes[b] for b in self.strategy.fills(states).tolist()]


@dataclass(frozen=True, slots=True)
class Fault:
    """A wrong decision: player (0 or 1), game (from 0), dice, rerolls left, the decision and why it is wrong."""

    player: int
    game: int
    dice: Dice
    rerolls: int
    decided: str
    why: str


@dataclass(slots=True)
class _Seat:
    """One player in one game."""

    position: Position
    dice: list[int]
    used: int = 0
    score: int = 0
    hand: Dice = ()
    sheet: dict[str, int] = field(default_factory=dict)
    is_lost: bool = False


def refereed_match(
    rules: YahtzeeRules,
    deciders: tuple[Decider, Decider],
    method: Method,
    sets: int,
    seed: int,
    *,
    lists: Lists = "game",
    wrong: Wrong = "lost",
) -> tuple[YahtzeeMatch, tuple[Fault, ...]]:
    """Return the scores of a match of two deciders, and every wrong decision.

    `method`, `sets`, `seed` and `lists` are those of `matches.match`, and give the same dice. A decision is wrong if it
    keeps dice that are not in the hand, or fills a box that the hand may not fill. It is replaced: all dice are kept,
    or a random allowed box is filled. If `wrong` is "lost", the player also scores 0 in that game, which goes on for
    the score of the other player; if "mended", the score counts. A decider receives the questions of all games after
    the same throw at once.
    """
    mender = np.random.default_rng([seed, 2])
    games = [_play(rules, deciders, dice, lists, mender) for dice in deals(rules, method, sets, seed)]

    def score(seat: _Seat) -> int:
        if seat.is_lost and wrong == "lost":
            return 0
        return seat.score + rules.bonus * (seat.position.upper >= rules.threshold)

    scores = np.array([[[score(seats[p][game]) for seats, _ in games] for game in range(sets)] for p in range(2)])
    return YahtzeeMatch(method, scores), tuple(fault for _, faults in games for fault in faults)


def _play(
    rules: YahtzeeRules,
    deciders: tuple[Decider, Decider],
    dice: tuple[Destinies, Destinies],
    lists: Lists,
    mender: np.random.Generator,
) -> tuple[list[list[_Seat]], list[Fault]]:
    """Play the games of one set of dice, and return the players by seat and game, and the wrong decisions."""
    seats = [[_Seat(Position.start(rules), row.tolist()) for row in rows] for rows in dice]
    faults: list[Fault] = []
    for turn in range(len(rules.boxes)):
        for player, decider in enumerate(deciders):
            for rerolls in range(rules.rerolls, -1, -1):
                throw = (1 + REROLLS) * turn + rules.rerolls - rerolls
                fresh = lists == "throw" or (lists == "turn" and rerolls == rules.rerolls)
                for seat in seats[
                    player
                ]:  # complete the kept dice from the current place in the list, or from a new list
                    seat.used = throw * rules.dice if fresh else seat.used
                    missing = rules.dice - len(seat.hand)
                    seat.hand = tuple(sorted((*seat.hand, *seat.dice[seat.used : seat.used + missing])))
                    seat.used += missing
                faults += _decide(player, decider, seats, rerolls, mender)
    return seats, faults


def _decide(
    player: int, decider: Decider, seats: list[list[_Seat]], rerolls: int, mender: np.random.Generator
) -> Iterator[Fault]:
    """Ask a decider for one decision in every game, carry it out, and yield the wrong decisions."""
    seats_to_play, opposite_seats = seats[player], seats[1 - player]
    questions = [
        RefereeQuestion(seat.hand, rerolls, seat.sheet, other.sheet, seat.position, seat.score - other.score)
        for seat, other in zip(seats_to_play, opposite_seats, strict=True)
    ]
    decisions = decider.decide(questions)
    if len(decisions) != len(questions):
        raise InvalidInput(
            "the strategy returned {count} of {asked} decisions", count=len(decisions), asked=len(questions)
        )
    for game, (seat, decided) in enumerate(zip(seats_to_play, decisions, strict=True)):
        why = _keep(seat, decided) if rerolls else _fill(seat, decided, mender)
        if why:
            yield Fault(player, game, questions[game].dice, rerolls, repr(decided)[:SHOWN], why)


def _keep(seat: _Seat, decided: object) -> str:
    """Keep dice of the hand and return ""."""
    if not isinstance(decided, (list, tuple)) or not all(type(die) is int for die in decided):
        seat.is_lost = True
        return "the dice to keep are a list of numbers"
    if any(decided.count(die) > seat.hand.count(die) for die in decided):
        seat.is_lost = True
        return f"the hand {list(seat.hand)} does not hold these dice"
    seat.hand = tuple(sorted(decided))
    return ""


def _fill(seat: _Seat, decided: object, mender: np.random.Generator) -> str:
    """Fill a box; if the hand may not fill that box, fill another box and return the fault."""
    earned = options(seat.position, seat.hand)
    why = "" if isinstance(decided, str) and decided in earned else f"the hand may fill {', '.join(earned)}"
    box = str(decided) if not why else list(earned)[int(mender.integers(len(earned)))]
    seat.is_lost = seat.is_lost or bool(why)
    seat.position, points = seat.position.fill(seat.hand, box)
    seat.sheet[box] = points
    seat.score += points
    seat.hand = ()
    return why
