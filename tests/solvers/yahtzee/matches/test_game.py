from dataclasses import dataclass, field

import pytest

from solvers.yahtzee.matches.game import Optimal, game
from solvers.yahtzee.matches.matches import destinies
from solvers.yahtzee.matches.play import play
from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.rules.rules import YahtzeeRules
from solvers.yahtzee.strategies.optimal import optimal
from solvers.yahtzee.strategies.strategies import strategy
from solvers.yahtzee.strategies.strategy import Automatic

SMALL = YahtzeeRules(threshold=8, joker="none", boxes=("ones", "threes", "full_house", "chance"))


@dataclass(frozen=True)
class Fixed:
    """Keeps and fills what it is told, and notes its leads."""

    kept: tuple[int, ...]
    filled: str
    leads: list[int] = field(default_factory=list)

    def keep(self, _position: Position, _hand: tuple[int, ...], _rerolls: int, lead: int) -> tuple[int, ...]:
        self.leads.append(lead)
        return self.kept

    def box(self, _position: Position, _hand: tuple[int, ...], _lead: int) -> str:
        return self.filled


def test_a_table_of_strategies_plays_as_a_match() -> None:
    players = [strategy(name, SMALL) for name in ("perturbation", "toutes_les_esperances")]
    lists = [destinies(SMALL, 3, 5, seat) for seat in (0, 1)]
    scores = play(players, lists)
    for number in range(3):
        dice = [iter(rows[number].tolist()) for rows in lists]
        last = list(game(Position.start(SMALL), [Automatic(player) for player in players], dice))[-1]
        assert last.scores == tuple(scores[:, number])


def test_the_optimum_at_the_table_is_the_optimal_strategy() -> None:
    """Both follow the same ties, dice and bonus."""
    lists = [destinies(SMALL, 1, seed, 0)[0].tolist() for seed in (1, 2)]
    players = (Optimal(optimal(SMALL)), Automatic(strategy("optimal", SMALL)))
    for faces in lists:
        turns = list(game(Position.start(SMALL), players, [iter(faces), iter(faces)]))
        assert turns[-1].scores[0] == turns[-1].scores[1]


def test_leads_leave_the_bonus_out() -> None:
    start = Position(YahtzeeRules(threshold=5, joker="none", boxes=("ones",)), ("ones",))
    first, second = Fixed((1, 1, 1, 1, 1), "ones"), Fixed((), "ones")
    turns = list(game(start, (first, second), (iter([1] * 5), iter([2] * 15))))
    assert [turn.scores for turn in turns] == [(40, 0), (40, 0)]
    assert (first.leads, second.leads) == ([0, 0], [-5, -5])


@pytest.mark.parametrize(
    ("player", "faces", "text"),
    [
        (Fixed((6,), "ones"), [1] * 60, "does not hold"),
        (Fixed((), "twos"), [1] * 60, "may fill"),
        (Fixed((), "ones"), [1] * 7, "ended before the end of the game"),
    ],
)
def test_what_is_refused(player: Fixed, faces: list[int], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        list(game(Position.start(SMALL), (player, player), (iter(faces), iter(faces))))
