"""Strategies of the exam `yahtzee`, games turn by turn and matches; imported when a question is solved.

Decision_Une and Toutes_les_esperances are the programs that the report's numbers were measured with; Perturbation is
built on the latter.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

import numpy as np

from answers.exams.yahtzee.draws import APART, GAME, LIST, SETS, UPPERS, Hand
from answers.exams.yahtzee.evidence import YahtzeeTurn
from solvers.compiled.arrays import Integers
from solvers.sequence import lcg
from solvers.yahtzee.matches.game import GamePlayer, play_turn
from solvers.yahtzee.matches.matches import PARTIAL, YahtzeeMatch, match_statistics
from solvers.yahtzee.matches.play import play
from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.rules.rolls import kept_dice
from solvers.yahtzee.rules.rules import YahtzeeRules
from solvers.yahtzee.strategies import human_reading
from solvers.yahtzee.strategies.decision_une import decision_une as human
from solvers.yahtzee.strategies.exact import exact_box
from solvers.yahtzee.strategies.expectations import AS_MEASURED, Expectations
from solvers.yahtzee.strategies.optimal import best_keeps, optimal
from solvers.yahtzee.strategies.strategy import TIE, Automatic, Policy
from solvers.yahtzee.strategies.toutes_les_esperances import toutes_les_esperances as esperances

__all__ = [
    "PARTIAL", "TIE", "Position", "best_keeps", "exact_box", "match_statistics", "optimal",
]  # fmt: skip
"""Names of the solvers that the questions use unchanged."""

MOST_UPPERS = 4
SIGHT = GAME.dice - 1
"""Corrections apply with one to `MOST_UPPERS` open upper boxes, if `SIGHT` dice in each of them earn the bonus."""


@cache
def expectations(rules: YahtzeeRules = GAME) -> Expectations:
    """Return the expected points in each box and each group of boxes, by which Toutes_les_esperances decides."""
    return esperances(rules, AS_MEASURED)


@cache
def player(short: str, rules: YahtzeeRules = GAME) -> Policy:
    """Return the strategy that the report calls `short`: "Esp" (Toutes_les_esperances) or "Hum" (Decision_Une)."""
    return expectations(rules).policy if short == "Esp" else human(rules, human_reading.AS_MEASURED)


class Worth(NamedTuple):
    """Dice that may be kept, and the worth that a strategy gives to keeping them."""

    kept: Hand
    worth: float


def corrected_keeps(position: Position, hand: Hand, rerolls: int, alpha: float) -> tuple[Worth, ...]:
    """Return all sets of dice that may be kept, with their worth to the strategy Perturbation, the best first.

    `rerolls` are the rerolls left, and `alpha` is the weight of the correction. Sets whose worth is within 1e-9 of the
    best are in the order of their codes.

    Source: the Yahtzee report, section 6.1, equation (10). The correction is an addition of the exam.
    """
    plain = expectations(position.rules).keeps(position.open, hand, rerolls, joker=position.yahtzee)
    worths = [Worth(keep.kept, keep.expectation + alpha * correction(position, keep.kept)) for keep in plain]
    highest, codes = max(worth.worth for worth in worths), lowest_codes(hand)

    def rank(keep: Worth) -> tuple[float, int]:
        return (0.0 if keep.worth >= highest - TIE else highest - keep.worth, codes[keep.kept])

    return tuple(sorted(worths, key=rank))


def lowest_codes(hand: Hand) -> dict[Hand, int]:
    """Return by set of dice of a hand the lowest code that keeps it; the bits say which dice (report, section 4.3)."""
    return {kept_dice(GAME, hand, code): code for code in reversed(range(1 << GAME.dice))}


def correction(position: Position, kept: Hand) -> int:
    """Return the correction for the bonus that Perturbation adds to the worth of the dice `kept`, times its weight α.

    It is the largest sum of equal kept dice whose upper box is open. It is 0 unless the bonus is in sight, see
    `SIGHT`.

    Source: the Yahtzee report, section 6.1, functions that push towards the bonus, called f. This function is an
    addition of the exam.
    """
    return max((face * kept.count(face) for face in _faces_in_sight(position)), default=0)


def _faces_in_sight(position: Position) -> list[int]:
    """Return the faces of the open upper boxes if at most four are open and the bonus is in sight, else none."""
    faces = [UPPERS.index(box) + 1 for box in position.open if box in UPPERS]
    in_sight = position.upper < GAME.threshold <= position.upper + SIGHT * sum(faces)
    return faces if in_sight and len(faces) <= MOST_UPPERS else []


@cache
def human_policy(rules: YahtzeeRules, *, exchanged: bool) -> Policy:
    """Return the decisions of Decision_Une; if `exchanged`, those for one and for two rerolls left are exchanged."""
    policy = player("Hum", rules)
    return replace(policy, kept=policy.kept[::-1].copy()) if exchanged else policy


def decision_une(rules: YahtzeeRules = GAME, *, exchanged: bool = False) -> GamePlayer:
    """Return a player by Decision_Une; if `exchanged`, its decisions with one and two rerolls are exchanged."""
    return Automatic(human_policy(rules, exchanged=exchanged))


def toutes_les_esperances(rules: YahtzeeRules = GAME) -> GamePlayer:
    """Return the strategy Toutes_les_esperances, which maximises an estimate of the expected points."""
    return Automatic(player("Esp", rules))


def perturbation(alpha: float, rules: YahtzeeRules = GAME) -> GamePlayer:
    """Return Toutes_les_esperances with `alpha` times the `correction` for the bonus added to the worth of dice."""
    return PerturbedStrategy(toutes_les_esperances(rules), alpha)


@dataclass(frozen=True, slots=True)
class PerturbedStrategy:
    """The strategy `plain`, but for the dice kept where the correction for the bonus, of weight `alpha`, applies."""

    plain: GamePlayer
    alpha: float

    def keep(self, position: Position, hand: Hand, rerolls: int, lead: int) -> Hand:
        """Return the dice of a hand that the strategy keeps, with `rerolls` left, `lead` points ahead."""
        if not _faces_in_sight(position):
            return self.plain.keep(position, hand, rerolls, lead)
        return corrected_keeps(position, hand, rerolls, self.alpha)[0].kept

    def box(self, position: Position, hand: Hand, lead: int) -> str:
        """Return the box in which the strategy scores a hand, `lead` points ahead of the opponent."""
        return self.plain.box(position, hand, lead)


def faces(u0: int, start: int, length: int, *, scaled: bool = False) -> list[int]:
    """Return faces 1 + u(k) mod 6, or if `scaled` 1 + ⌊6 u(k) / 64007⌋, for `length` terms from k = `start` on."""
    listed: list[int] = _faces(lcg.sequence(u0, start + length)[start:], scaled=scaled).tolist()
    return listed


def _faces(terms: Integers, *, scaled: bool) -> Integers:
    """Return the faces of dice for terms of the sequence; see `faces`."""
    return 1 + (GAME.faces * terms // lcg.MODULUS if scaled else terms % GAME.faces)


def game_record(
    strategy: GamePlayer, dice: Iterable[int], rules: YahtzeeRules = GAME, *, fresh: bool = True
) -> tuple[int, tuple[YahtzeeTurn, ...]]:
    """Return the final score and the turns of a game in which the throws come from a list of dice.

    If `fresh`, turn t (from 0) takes its dice from index 15 t of the list on; otherwise from the first unused index.

    Source: the Yahtzee report, section 5.2.1. With a fresh list for each turn, the results are those of the report.
    """
    numbers, position, turns = list(dice), Position.start(rules), []
    coming = iter(numbers)
    for start in range(0, LIST * len(GAME.boxes), LIST):
        if fresh:
            coming = iter(numbers[start : start + LIST])
        turn = play_turn(strategy, position, coming)
        position, points = position.fill(turn.rolls[-1], turn.box)
        turns.append(YahtzeeTurn(turn.rolls, turn.keeps, GAME.boxes.index(turn.box), points))
    bonus = GAME.bonus if position.upper >= GAME.threshold else 0
    return sum(turn.points for turn in turns) + bonus, tuple(turns)


def exchanged_match(
    u0: int, rules: YahtzeeRules = GAME, *, fresh: bool = True, scaled: bool = False, exchanged: bool = False
) -> YahtzeeMatch:
    """Play a match of Toutes_les_esperances against Decision_Une, in `SETS` sets of two games.

    In the second game of a set, the players exchange their lists of dice. The two lists of set s start at the terms u(2
    s · `APART`) and u((2 s + 1) · `APART`). With `scaled`, a face is 1 + ⌊6 u(k) / 64007⌋ in place of 1 + u(k) mod 6.
    With `fresh`, each turn takes its dice from a new part of the list. With `exchanged`, the decisions of Decision_Une
    with one and with two rerolls are exchanged.

    Source: the Yahtzee report, section 5.3.1. The lists are an addition of the exam.
    """
    dice = _faces(lcg.sequence(u0, 2 * SETS * APART), scaled=scaled).reshape(SETS, 2, APART)
    first, second = dice[:, 0], dice[:, 1]
    policies = (player("Esp", rules), human_policy(rules, exchanged=exchanged))
    orders = ((first, second), (second, first))
    results = [play(policies, order, threads=1, lists="turn" if fresh else "game") for order in orders]
    return YahtzeeMatch("antithetic", np.stack(results, axis=2))
