from itertools import product

import numpy as np
import pytest

from solvers.yahtzee.matches.game import record
from solvers.yahtzee.matches.matches import destinies
from solvers.yahtzee.matches.play import longest_destiny, play
from solvers.yahtzee.matches.score_distribution import score_distribution
from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.rules.rules import YahtzeeRules
from solvers.yahtzee.strategies.decision_une import decision_une
from solvers.yahtzee.strategies.optimal import optimal
from solvers.yahtzee.strategies.optimal_policy import optimal_policy
from solvers.yahtzee.strategies.perturbation import perturbation
from solvers.yahtzee.strategies.strategy import Automatic
from solvers.yahtzee.strategies.toutes_les_esperances import toutes_les_esperances
from tests.oracles import yahtzee_recursion
from tests.solvers.yahtzee.zoo import SMALL


def strategies(rules):
    return [
        decision_une(rules),
        toutes_les_esperances(rules).policy,
        perturbation(rules, [0.3] * 12),
        optimal_policy(optimal(rules)),
    ]


def replay(rules, turns):
    """Return the score of recorded turns, by the words of the rules."""
    left, score, upper, scored = set(rules.boxes), 0, 0, False
    for turn in turns:
        earned = yahtzee_recursion.moves(rules, turn.rolls[-1], frozenset(left), scored)[turn.box]
        assert turn.points == earned
        scored = scored or (turn.box == "yahtzee" and earned > 0)
        upper += yahtzee_recursion.points(turn.rolls[-1], turn.box) if turn.box in yahtzee_recursion.FACES else 0
        left.remove(turn.box)
        score += earned
    assert not left
    return score + (rules.bonus if upper >= rules.threshold else 0)


@pytest.mark.parametrize("rules", [SMALL[3], SMALL[7], SMALL[14], SMALL[16]])
def test_many_games_are_single_games_told_by_the_words(rules):
    lists = destinies(rules, 15, seed=7)
    for strategy in strategies(rules):
        scores = play([strategy], [lists])[0]
        for row, score in zip(lists, scores, strict=True):
            game = record(strategy, row.tolist())
            assert game.score == score == replay(rules, game.turns)
            thrown = sum(rules.dice - len(kept) for turn in game.turns for kept in ((), *turn.keeps))
            assert game.used == thrown
            assert record(strategy, row[: game.used].tolist()).score == score


@pytest.mark.parametrize(
    "rules",
    [YahtzeeRules(1, 2, threshold=2, bonus=3), YahtzeeRules(2, 2, threshold=3, bonus=9, boxes=("twos", "yahtzee"))],
)
def test_laws_are_those_of_all_destinies(rules):
    every = np.array(list(product(range(1, rules.faces + 1), repeat=longest_destiny(rules))), dtype=np.uint8)
    for strategy in (s for s in strategies(rules) if hasattr(s, "contexts")):
        scores = play([strategy], [every])[0]
        law = score_distribution(strategy)
        np.testing.assert_allclose(law.chances, np.bincount(scores) / len(scores), atol=1e-15)


def test_blocks_and_threads_do_not_change_the_scores():
    rules = SMALL[3]
    lists = destinies(rules, 10_000, seed=5)
    strategy = strategies(rules)[3]
    whole = play([strategy], [lists], threads=3)[0]
    np.testing.assert_array_equal(whole[:100], play([strategy], [lists[:100]], threads=1)[0])
    np.testing.assert_array_equal(whole[-100:], play([strategy], [lists[-100:]])[0])


@pytest.mark.parametrize(("lists", "throws"), [("turn", 3), ("throw", 1)])
def test_a_fresh_list_each_turn_or_each_throw(lists, throws):
    """Numbers that no throw reaches may be anything: those after the dice that a turn, or a throw, has used."""
    rules = SMALL[3]
    policy = toutes_les_esperances(rules).policy
    rows = destinies(rules, 40, seed=11)
    scores = play([policy], [rows], lists=lists)[0]
    for row, score in zip(rows, scores, strict=True):
        position, total = Position.start(rules), 0
        for turn in range(len(rules.boxes)):
            hand, used, start = (), 0, 3 * rules.dice * turn
            for rerolls in (2, 1, 0):
                if throws == 1:
                    used, start = 0, rules.dice * (3 * turn + 2 - rerolls)
                number = rules.dice - len(hand)
                hand = tuple(sorted((*hand, *row[start + used : start + used + number].tolist())))
                used += number
                if rerolls:
                    hand = Automatic(policy).keep(position, hand, rerolls)
            position, earned = position.fill(hand, Automatic(policy).box(position, hand))
            total += earned
        assert score == total + (rules.bonus if position.upper >= rules.threshold else 0)
