"""Games and values of the exam `nash`: keys, known mistakes and feedback, against plain programs and a referee."""

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import Key, answers_in_turn, make_key
from answers.exam.scenario import Scenario
from answers.exams.phantom_domineering.evidence import FinalBoard, Strategies
from answers.exams.phantom_domineering.nash.draws import ONE_ILLEGAL
from tests.oracles.nash_exam import guarantees, placements, plan, terms
from tests.oracles.phantom_referee import covered, referee

EXAM = load_exam("nash")
SAMPLE = random.Random(2013).sample(range(1, 64007), 12)
FEW_SEEDS = (0, 17, SAMPLE[0])
SIZES = {"a": ((3, 5), (4, 4), (5, 3)), "b": ((3, 6), (4, 5), (5, 4))}
"""Of questions 7 and 8."""


def key_of(u0: int) -> Key:
    return make_key(EXAM, u0)


def strategies(evidence: Strategies) -> tuple[list[tuple[int, Fraction]], list[tuple[int, Fraction]]]:
    rows, columns = ([(i, Fraction(w)) for i, w in side] for side in (evidence.rows, evidence.columns))
    return rows, columns


def check(value: object, evidence: Any, size: tuple[int, int], illegal: Sequence[tuple[int, int]], plans: Any) -> None:
    assert list(evidence.plans) == [len(plans[0]), len(plans[1])]
    assert guarantees(*size, illegal, plans, strategies(evidence)) == (value, value)


def _in_order_of_the_key(legal: list[int]) -> list[list[int]]:
    """All orders of the legal placements, numbered by the document's rule; there are b! of them, all different."""
    numbered = [[legal[i] for i in plan(n, len(legal))] for n in range(len(list(permutations(legal))))]
    assert len({tuple(order) for order in numbered}) == len(numbered)
    return numbered


def test_the_boards_of_question_3_are_those_of_the_referee() -> None:
    u = terms(17, 20)
    (evidence, *_) = key_of(17).evidence["3b"]
    assert isinstance(evidence, FinalBoard)
    winner, history = referee(5, 5, (), plan(u[4], 20), plan(u[8], 20))
    assert evidence.winner == winner
    assert [tuple(move) for move in evidence.moves] == [(p, *covered(5, 5, p, i)) for p, i in history]
    occupied = {cell: p for p, i in history for cell in covered(5, 5, p, i)}
    assert evidence.grid == tuple(tuple(occupied.get((i, j), 0) for j in range(5)) for i in range(5))


@pytest.mark.parametrize("u0", FEW_SEEDS)
def test_question_6_is_certified_over_all_orders_of_the_legal_placements(u0: int) -> None:
    game_key, u = key_of(u0), terms(u0, 1002)
    for letter, sizes in ONE_ILLEGAL.items():
        for index, (n, p) in enumerate(sizes):
            cell = (u[1000] % n, u[1001] % p)
            legal = [
                [i for i in range(placements(n, p, player)) if cell not in covered(n, p, player, i)]
                for player in (1, 2)
            ]
            plans = tuple(_in_order_of_the_key(placed) for placed in legal)
            check(game_key.answers[f"6{letter}"][index], game_key.evidence[f"6{letter}"][index], (n, p), [cell], plans)


@pytest.mark.parametrize(
    ("u0", "question", "count", "of_each"),
    [
        *((u0, 7, 100, 3) for u0 in (17, SAMPLE[0], 21)),
        pytest.param(17, 8, 10_000, 1, marks=pytest.mark.slow),
        *(pytest.param(u0, 8, 10_000, 3, marks=(pytest.mark.slow, pytest.mark.long)) for u0 in (17, SAMPLE[0], 21)),
    ],
)
def test_limited_games_are_certified_over_all_plans(u0: int, question: int, count: int, of_each: int) -> None:
    game_key, u = key_of(u0), terms(u0, count)
    for letter, sizes in SIZES.items():
        for index, (n, p) in enumerate(sizes[:of_each]):
            part = f"{question}{letter}"
            plans = tuple([plan(value, placements(n, p, player)) for value in u] for player in (1, 2))
            check(game_key.answers[part][index], game_key.evidence[part][index], (n, p), (), plans)


@pytest.mark.slow
def test_question_5_does_not_depend_on_the_seed() -> None:
    for u0 in FEW_SEEDS:
        assert key_of(u0).answers["5a"] == key_of(u0).answers["5b"] == (Fraction(1, 2),)


def test_a_value_strictly_between_0_and_1_is_not_extreme() -> None:
    game_key = key_of(21)
    values = (*game_key.answers["8a"], *game_key.answers["8b"])
    assert any(value not in (0, 1) for value in values)
    assert game_key.oral["extreme-values"] == tuple(value if value in (0, 1) else None for value in values)


@pytest.mark.slow
@pytest.mark.parametrize("u0", SAMPLE)
def test_every_value_is_exact_and_certified(u0: int) -> None:
    game_key = key_of(u0)
    assert not any(isinstance(value, float) for values in game_key.answers.values() for value in values)
    for items in game_key.evidence.values():
        assert all(item.lower == item.upper for item in items if isinstance(item, Strategies))


def test_first_values_of_a_misread_game() -> None:
    scenario = Scenario(17, ("lists-as-ranks",))
    whole, first = (dict(answers_in_turn(EXAM, scenario, ["7a"], None, few)) for few in ({}, {"7a": 2}))
    assert len(whole["7a"]) == 3
    assert first["7a"] == whole["7a"][:2]
