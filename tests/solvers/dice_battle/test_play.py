from math import sqrt

import numpy as np
import pytest

from solvers.dice_battle.duel import duel
from solvers.dice_battle.play import choice_gains, play
from solvers.dice_battle.strategies import HumanDicePlayer, blind, by_name, simultaneous_optimum, uniform


def winner(turns):
    mine, theirs = turns[-1].totals
    return (mine > theirs) - (mine < theirs)


@pytest.mark.parametrize("game", ["sequential", "simultaneous"])
def test_games_follow_the_rules(game):
    rng = np.random.default_rng(7)
    for _ in range(60):
        turns, totals = list(play(game, uniform(3, 20), blind(3, 20), 20, rng)), [0, 0]
        for number, turn in enumerate(turns):
            assert turn.player == number % 2
            assert all(1 <= face <= 6 for face in turn.shown)
            assert turn.points == (1 if 1 in turn.shown else sum(turn.shown))
            totals[turn.player] += turn.points
            assert turn.totals == tuple(totals)
            if game == "sequential" or turn.player:
                assert (max(totals) >= 20) == (number == len(turns) - 1)


@pytest.mark.parametrize("game", ["sequential", "simultaneous"])
def test_outcomes_follow_the_exact_chances(game):
    """The mean gain is within 6 deviations of its expectation, except once in 5 · 10⁸."""
    first, second = uniform(4, 6), simultaneous_optimum(4, 6)
    rng, games = np.random.default_rng(2), 3000
    total = sum(winner(list(play(game, first, second, 6, rng))) for _ in range(games))
    chances = duel(game, first, second).chances()
    deviation = sqrt((chances.win + chances.loss - chances.gain**2) / games)
    assert abs(total / games - chances.gain) < 6 * deviation


def test_people_are_asked_with_their_own_points_first():
    points = {0: [], 1: []}

    def person(seat, dice):
        return HumanDicePlayer(f"player {seat}", 2, 12, lambda own, other: points[seat].append((own, other)) or dice)

    turns = list(play("sequential", person(0, 1), person(1, 2), 12, np.random.default_rng(5)))
    assert [len(turn.shown) for turn in turns] == [1 + turn.player for turn in turns]
    before = [(0, 0), *(turn.totals for turn in turns[:-1])]
    assert points[0] == before[::2]
    assert points[1] == [(own, other) for other, own in before[1::2]]


def test_both_choose_before_either_throws():
    calls = []

    def person(seat):
        return HumanDicePlayer(f"player {seat}", 2, 12, lambda own, other: calls.append((seat, own, other)) or 2)

    turns = list(play("simultaneous", person(0), person(1), 12, np.random.default_rng(1)))
    for number, (mine, theirs) in enumerate(zip(calls[::2], calls[1::2], strict=True)):
        assert mine[1:] == theirs[:0:-1] == (turns[2 * number - 1].totals if number else (0, 0))


def test_against_the_optimum_of_the_simultaneous_game_nothing_beats_the_value():
    """Points of the player who asks come first, whichever seat they have."""
    opponent = by_name("optimal", "simultaneous", 5, 20)
    for own, other in ((0, 0), (19, 17), (16, 19)):
        ahead = choice_gains("simultaneous", opponent, own, other)
        behind = choice_gains("simultaneous", opponent, other, own)
        assert ahead.max() == pytest.approx(-behind.max(), abs=1e-12)


def test_one_round_against_a_known_choice():
    """Against 2 dice, 1 die gains -3/8: question 10 of the report."""
    opponent = blind(2, 1)
    np.testing.assert_allclose(choice_gains("simultaneous", opponent, 0, 0), [-3 / 8, 0], atol=1e-15)
