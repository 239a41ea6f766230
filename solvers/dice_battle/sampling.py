"""Count wins, draws and losses in sampled games of two strategies, with confidence intervals.

Source: Dice Battle report, questions 9, 14 and 20, tables 1, 3 and 4, and figure 3 (b); the intervals are ours.
"""

from dataclasses import dataclass

import numpy as np

from solvers import monte_carlo
from solvers.compiled.arrays import Floats
from solvers.compiled.jit import jit
from solvers.dice_battle.checks import FACES, DiceVariant, check_game
from solvers.dice_battle.strategies import DiceStrategy, Index
from solvers.monte_carlo import Estimate

Player = tuple[Floats, Index]
"""The cumulative mixes of a strategy, and the index of the mix used in each state."""


@dataclass(frozen=True, slots=True)
class DiceSample:
    """The results of sampled games for the first player."""

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """The number of sampled games."""
        return self.wins + self.draws + self.losses

    def gain(self) -> Estimate:
        """Return the mean gain of the first player with its interval (see `monte_carlo.mean`): 1 a win, -1 a loss.

        InvalidInput for fewer than 2 games.
        """
        return monte_carlo.mean([1, 0, -1], [self.wins, self.draws, self.losses])

    def chances(self) -> tuple[Estimate, Estimate, Estimate]:
        """Return the shares of wins, draws and losses, each with its interval (see `monte_carlo.proportion`)."""
        win, draw, loss = (monte_carlo.proportion(n, self.games) for n in (self.wins, self.draws, self.losses))
        return win, draw, loss


def sample(game: DiceVariant, first: DiceStrategy, second: DiceStrategy, games: int, seed: int) -> DiceSample:
    """Play `games` ≥ 1 independent games of `first` against `second` from (0, 0), and return the counts of the results.

    Both strategies have the same D (most dice) and N (points to reach). In the sequential game `first` throws first.
    Every die is drawn by NumPy's default generator with the seed `seed` ≥ 0: equal seeds play equal games.
    """
    check_game(game)
    play = _at_once if game == "simultaneous" else _in_turn
    players = (_cumulative(first), first.index), (_cumulative(second), second.index)
    wins, losses = play(np.random.default_rng(seed), games, 0 if game == "scoreless" else 1, *players)
    return DiceSample(int(wins), int(games - wins - losses), int(losses))


def _cumulative(strategy: DiceStrategy) -> Floats:
    """Return cumulative mixes that are 1 from the last number of dice in use, so that no larger number is drawn."""
    cumulative = np.cumsum(strategy.mixes, axis=1)
    last = strategy.dice - 1 - np.argmax(strategy.mixes[:, ::-1] > 0, axis=1)
    cumulative[np.arange(strategy.dice) >= last[:, np.newaxis]] = 1
    return cumulative


@jit
def _in_turn(rng: np.random.Generator, games: int, ones: int, first: Player, second: Player) -> tuple[int, int]:
    """Return the first player's wins and losses; `ones` are the points of a throw with a 1."""
    target = len(first[1])
    wins = 0
    for _ in range(games):
        i, j = 0, 0
        while True:
            i += _throw(rng, first[0][first[1][i, j]], ones)
            if i >= target:
                wins += 1
                break
            j += _throw(rng, second[0][second[1][j, i]], ones)
            if j >= target:
                break
    return wins, games - wins


@jit
def _at_once(rng: np.random.Generator, games: int, ones: int, first: Player, second: Player) -> tuple[int, int]:
    """Return the first player's wins and losses in the simultaneous game."""
    target = len(first[1])
    wins, losses = 0, 0
    for _ in range(games):
        i, j = 0, 0
        while i < target and j < target:
            mine = _throw(rng, first[0][first[1][i, j]], ones)
            j += _throw(rng, second[0][second[1][j, i]], ones)
            i += mine
        wins += i > j
        losses += i < j
    return wins, losses


@jit
def _throw(rng: np.random.Generator, cumulative: Floats, ones: int) -> int:
    """Return the points of a throw, of a random number of dice; the throw ends at the first die that shows 1."""
    dice = 1
    # A mix that surely throws as many dice as this needs no random number.
    while cumulative[dice - 1] == 0:
        dice += 1
    if cumulative[dice - 1] < 1:
        u = rng.random()
        while cumulative[dice - 1] <= u:
            dice += 1
    points = 0
    for _ in range(dice):
        face = 1 + int(rng.random() * FACES)
        if face == 1:
            return ones
        points += face
    return points
