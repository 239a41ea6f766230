"""The best chance to score the points needed: plain recursion, hand computation, optimum and sampled games."""

import pytest

from solvers.invalid_input import InvalidInput
from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.rules.rules import OFFICIAL, YahtzeeRules
from solvers.yahtzee.strategies.win_chance import sampled_chance, win_chances
from tests.oracles import yahtzee_win as oracle

GAMES = [
    YahtzeeRules(2, 3, threshold=8, bonus=5, boxes=("ones", "threes", "yahtzee", "chance")),
    YahtzeeRules(2, 3, threshold=8, bonus=5, joker="free", boxes=("ones", "threes", "yahtzee", "chance")),
    YahtzeeRules(3, 2, threshold=6, bonus=9, joker="report", boxes=("twos", "three_of_a_kind", "yahtzee")),
    YahtzeeRules(1, 3, threshold=4, bonus=7, boxes=("ones", "threes", "chance")),
]


@pytest.mark.parametrize(
    "rules",
    [pytest.param(rules, marks=[pytest.mark.slow] if "yahtzee" in rules.boxes else []) for rules in GAMES],
    ids=lambda rules: f"{rules.dice}x{rules.faces}-{rules.joker}",
)
@pytest.mark.parametrize("needed", [0, 1, 6, 12, 60, 170])
def test_whole_games_have_the_chances_of_plain_recursion(rules: YahtzeeRules, needed: int) -> None:
    expected = oracle.solve(rules)(frozenset(rules.boxes), 0, False, needed)
    assert win_chances(Position.start(rules), needed).chance == pytest.approx(float(expected), abs=1e-12)


@pytest.mark.parametrize("scored", [False, True])
def test_the_end_of_a_game_has_the_chances_of_plain_recursion(scored: bool) -> None:
    rules = GAMES[0]
    chances = win_chances(Position(rules, ("threes", "chance"), 2, scored), 10)
    expected = oracle.solve(rules)
    assert chances.chance == pytest.approx(float(expected(frozenset({"threes", "chance"}), 2, scored, 10)), abs=1e-12)


def test_the_last_box_by_hand() -> None:
    """A Yahtzee in three throws: 347 897 / 7 558 272 of all games; chance of 6 in one of three throws of one die."""
    assert win_chances(Position(OFFICIAL, ("yahtzee",)), 50).chance == pytest.approx(347897 / 7558272)
    assert win_chances(Position(OFFICIAL, ("sixes",)), 30).chance == pytest.approx((1 - (5 / 6) ** 3) ** 5)
    assert win_chances(Position(OFFICIAL, ("sixes",), 60, False), 36).chance == pytest.approx(1 - (5 / 6) ** 15)


def test_a_player_far_behind_takes_the_risk() -> None:
    """With 40 points needed, only the large straight helps, and four dice of a run are kept; with 18, the sixes are."""
    position = Position(OFFICIAL, ("large_straight", "sixes"))
    behind, near = (win_chances(position, needed).keeps((2, 3, 4, 6, 6), 1)[0].choice for needed in (40, 18))
    assert (behind, near) == ((2, 3, 4, 6), (6, 6))


def test_a_box_is_filled_for_the_chance_that_remains() -> None:
    """With 50 points needed, five sixes fill the Yahtzee box; in the other box, a second Yahtzee would be needed."""
    best, other = win_chances(Position(OFFICIAL, ("yahtzee", "sixes")), 50).fills((6,) * 5)
    assert (best.choice, best.chance) == ("yahtzee", pytest.approx(1))
    assert (other.choice, other.chance) == ("sixes", pytest.approx(347897 / 7558272))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("position", "needed"),
    [
        (Position(OFFICIAL, ("sixes", "large_straight", "yahtzee"), 47), 80),
        (Position(OFFICIAL, ("twos", "full_house", "chance"), 60, True), 130),
        (Position(GAMES[0], GAMES[0].boxes), 62),
    ],
)
def test_sampled_games_of_the_strategy_reach_the_chance(position: Position, needed: int) -> None:
    """Decisions read from the tables score the points as often as the value says: seed 2022, 20 000 games."""
    chances = win_chances(position, needed)
    sampled = sampled_chance(chances, 20_000, 2022)
    assert 0.01 < chances.chance < 0.99
    assert abs(sampled.value - chances.chance) < 4 * sampled.error


def test_what_is_no_number_of_points_or_too_large_is_refused() -> None:
    with pytest.raises(InvalidInput, match="at least 0"):
        win_chances(Position(OFFICIAL, ("chance",)), -1)
    with pytest.raises(InvalidInput, match="1 GiB"):
        win_chances(Position.start(OFFICIAL), 2000)
