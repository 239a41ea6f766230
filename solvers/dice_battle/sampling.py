"""Two strategies against each other, by playing: counts of wins, draws and losses, with confidence intervals."""

from dataclasses import dataclass

import numpy as np

from solvers import monte_carlo
from solvers.compiled.arrays import Floats
from solvers.compiled.jit import jit
from solvers.dice_battle.checks import Game, check_game, check_throw
from solvers.dice_battle.pair import Pair, pair
from solvers.dice_battle.strategies import Strategy
from solvers.monte_carlo import Estimate
from solvers.refusal import Refusal


@dataclass(frozen=True, slots=True)
class Sample:
    """What came of some games, from the first player's side.

    Attributes
    ----------
    wins, draws, losses : int
        Games by outcome.
    seed : int
        Of NumPy's default generator: the same seed plays the same games.

    Source: Dice Battle report, tables 1, 3 and 4.
    """

    wins: int
    draws: int
    losses: int
    seed: int

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    def gain(self, confidence: float = 0.95) -> Estimate:
        """Return the mean gain and its interval (see `monte_carlo.mean`).

        Raises
        ------
        Refusal
            If there is a single game or the confidence is not strictly between 0 and 1.

        Source: Dice Battle report, tables 1, 3 and 4, the mean gain; the interval is ours.
        """
        return monte_carlo.mean([1, 0, -1], [self.wins, self.draws, self.losses], confidence)

    def chances(self, confidence: float = 0.95) -> tuple[Estimate, Estimate, Estimate]:
        """Return the shares of wins, draws and losses, each with its own interval (see `monte_carlo.proportion`).

        Raises
        ------
        Refusal
            If the confidence is not strictly between 0 and 1.

        Source: Dice Battle report, question 14 and figure 3 (b); the intervals are ours.
        """
        outcomes = (self.wins, self.draws, self.losses)
        win, draw, loss = (monte_carlo.proportion(count, self.games, confidence) for count in outcomes)
        return win, draw, loss


def sample(game: Game, first: Strategy, second: Strategy, games: int, seed: int, faces: int = 6) -> Sample:
    """Play `games` independent games of `first` against `second` from (0, 0), die by die.

    Parameters
    ----------
    game : "sequential" or "simultaneous"
        In the sequential game `first` moves first.
    first, second : Strategy
        Of the same D and N.
    games : int
        At least 1.
    seed : int
        At least 0; kept in the result.
    faces : int
        F ≥ 2.

    Raises
    ------
    Refusal
        If an argument is outside its range or the strategies have not the same D and N.

    Source: Dice Battle report, questions 9, 14 and 20, tables 1, 3 and 4: the mean over simulated games.
    """
    check_game(game)
    players = pair(first, second)
    check_throw(first.dice, faces)
    if games < 1 or seed < 0:
        raise Refusal(
            "needs at least 1 game and a seed of at least 0, got {games} games, seed {seed}", games=games, seed=seed
        )
    play = _simultaneous if game == "simultaneous" else _sequential
    ones = 0 if game == "scoreless" else 1
    players = players._replace(first=_cumulative(first), second=_cumulative(second))
    wins, losses = play(np.random.default_rng(seed), games, (faces, ones), players)
    return Sample(int(wins), int(games - wins - losses), int(losses), seed)


def _cumulative(strategy: Strategy) -> Floats:
    """Cumulative mixes that end with 1 from the last number of dice in use, so that no other is ever drawn."""
    cumulative = np.cumsum(strategy.mixes, axis=1)
    last = strategy.dice - 1 - np.argmax(strategy.mixes[:, ::-1] > 0, axis=1)
    cumulative[np.arange(strategy.dice) >= last[:, np.newaxis]] = 1
    return cumulative


@jit
def _sequential(rng: np.random.Generator, games: int, dice: tuple[int, int], players: Pair) -> tuple[int, int]:
    """Return the first player's wins and losses; `dice` are their faces, and the points of a throw with a 1."""
    first, rows, second, columns = players
    target = len(rows)
    wins = 0
    for _ in range(games):
        i, j = 0, 0
        while True:
            i += _throw(rng, first[rows[i, j]], dice)
            if i >= target:
                wins += 1
                break
            j += _throw(rng, second[columns[j, i]], dice)
            if j >= target:
                break
    return wins, games - wins


@jit
def _simultaneous(rng: np.random.Generator, games: int, dice: tuple[int, int], players: Pair) -> tuple[int, int]:
    """Return the first player's wins and losses; `dice` are their faces, and the points of a throw with a 1."""
    first, rows, second, columns = players
    target = len(rows)
    wins, losses = 0, 0
    for _ in range(games):
        i, j = 0, 0
        while i < target and j < target:
            mine = _throw(rng, first[rows[i, j]], dice)
            j += _throw(rng, second[columns[j, i]], dice)
            i += mine
        wins += i > j
        losses += i < j
    return wins, losses


@jit
def _throw(rng: np.random.Generator, cumulative: Floats, kind: tuple[int, int]) -> int:
    """Draw a number of dice, then the dice; a die that shows 1 settles the throw."""
    faces, ones = kind
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
        face = 1 + int(rng.random() * faces)
        if face == 1:
            return ones
        points += face
    return points
