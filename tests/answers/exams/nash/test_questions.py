"""Keys of the nash exam against plain recursions and a referee on a grid; every equilibrium's certificate replayed."""

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.evidence.final_board import FinalBoard
from answers.exam.evidence.strategies import Strategies
from answers.exam.key import Key, make_key
from answers.exams.nash.draws import ONE_ILLEGAL
from answers.exams.nash.exam import LIMITED
from answers.flags import DEGENERATE_SEED
from tests.oracles.nash_exam import guarantees, mean_square, placements, plan, terms
from tests.oracles.phantom_referee import covered, referee

EXAM = load_exam("nash")
SAMPLE = random.Random(2013).sample(range(1, 64007), 100)
FEW_SEEDS = (0, 1, 17, 64006, *SAMPLE[:3])


def key(u0: int) -> Key:
    return make_key(EXAM, u0)


@pytest.mark.parametrize("u0", FEW_SEEDS)
def test_questions_1_to_4_by_plain_recursion(u0: int) -> None:
    answers, u = key(u0).answers, terms(u0, 1000)
    assert [value for part in ("1a", "1b", "1c") for value in answers[part]] == u[:9]
    assert [list(answers[part]) for part in ("2a", "2b", "2c")] == [plan(u[k], 4)[:3] for k in range(3)]
    games = [referee(5, 5, (), plan(u[n], 20), plan(u[2 * n], 20))[0] for n in range(1, 10)]
    assert [value for part in ("3a", "3b", "3c") for value in answers[part]] == games
    assert [answers[part][0] for part in ("4a", "4b", "4c")] == [mean_square(u[:n]) for n in (10, 100, 1000)]


def test_the_boards_of_question_3_are_those_of_the_referee() -> None:
    u = terms(17, 20)
    (evidence, *_) = key(17).evidence["3b"]
    assert isinstance(evidence, FinalBoard)
    winner, history = referee(5, 5, (), plan(u[4], 20), plan(u[8], 20))
    assert evidence.winner == winner
    assert [tuple(move) for move in evidence.moves] == [(p, *covered(5, 5, p, i)) for p, i in history]
    occupied = {cell: p for p, i in history for cell in covered(5, 5, p, i)}
    assert evidence.grid == tuple(tuple(occupied.get((i, j), 0) for j in range(5)) for i in range(5))


def strategies(evidence: Strategies) -> tuple[list[tuple[int, Fraction]], list[tuple[int, Fraction]]]:
    rows, columns = ([(i, Fraction(w)) for i, w in side] for side in (evidence.rows, evidence.columns))
    return rows, columns


def check(value: object, evidence: Any, size: tuple[int, int], illegal: Sequence[tuple[int, int]], plans: Any) -> None:
    assert list(evidence.plans) == [len(plans[0]), len(plans[1])]
    assert guarantees(*size, illegal, plans, strategies(evidence)) == (value, value)


@pytest.mark.parametrize("u0", FEW_SEEDS)
def test_question_6_is_certified_over_all_orders_of_the_legal_placements(u0: int) -> None:
    found, u = key(u0), terms(u0, 1002)
    for letter, sizes in ONE_ILLEGAL.items():
        for index, (n, p) in enumerate(sizes):
            cell = (u[1000] % n, u[1001] % p)
            legal = [
                [i for i in range(placements(n, p, player)) if cell not in covered(n, p, player, i)]
                for player in (1, 2)
            ]
            plans = tuple(_in_order_of_the_key(placed) for placed in legal)
            check(found.answers[f"6{letter}"][index], found.evidence[f"6{letter}"][index], (n, p), [cell], plans)


def _in_order_of_the_key(legal: list[int]) -> list[list[int]]:
    """All orders of the legal placements, numbered by the document's rule; there are b! of them, all different."""
    numbered = [[legal[i] for i in plan(n, len(legal))] for n in range(len(list(permutations(legal))))]
    assert len({tuple(order) for order in numbered}) == len(numbered)
    return numbered


@pytest.mark.parametrize(
    ("u0", "question", "count", "of_each"),
    [
        *((u0, 7, 100, 3) for u0 in (17, SAMPLE[0], 21)),
        pytest.param(17, 8, 10_000, 1, marks=pytest.mark.slow),
        *(pytest.param(u0, 8, 10_000, 3, marks=(pytest.mark.slow, pytest.mark.long)) for u0 in (17, SAMPLE[0], 21)),
    ],
)
def test_limited_games_are_certified_over_all_plans(u0: int, question: int, count: int, of_each: int) -> None:
    found, u = key(u0), terms(u0, count)
    for letter, sizes in LIMITED.items():
        for index, (n, p) in enumerate(sizes[:of_each]):
            part = f"{question}{letter}"
            plans = tuple([plan(value, placements(n, p, player)) for value in u] for player in (1, 2))
            check(found.answers[part][index], found.evidence[part][index], (n, p), (), plans)


def test_question_5_does_not_depend_on_the_seed() -> None:
    for u0 in FEW_SEEDS:
        assert key(u0).answers["5a"] == key(u0).answers["5b"] == (Fraction(1, 2),)


def test_oral_questions() -> None:
    oral = key(17).oral
    assert oral["period"] == (24, 1_307_674_368_000, 2_432_902_008_176_640_000)
    assert oral["small-boards"] == (1, 1)
    assert oral["extreme-values"] == (1, 1, 0, 1, 0, 1)


def test_a_value_strictly_between_0_and_1_is_not_extreme() -> None:
    found = key(21)
    values = (*found.answers["8a"], *found.answers["8b"])
    assert any(value not in (0, 1) for value in values)
    assert found.oral["extreme-values"] == tuple(value if value in (0, 1) else None for value in values)


def test_seed_zero_is_flagged_and_every_answer_exists() -> None:
    found = key(0)
    assert found.flags == (DEGENERATE_SEED,)
    assert set(found.answers) == {part.id for part in EXAM.parts}


@pytest.mark.slow
@pytest.mark.parametrize("u0", SAMPLE)
def test_every_value_is_exact_and_certified(u0: int) -> None:
    found = key(u0)
    assert not any(isinstance(value, float) for values in found.answers.values() for value in values)
    for items in found.evidence.values():
        assert all(item.lower == item.upper for item in items if isinstance(item, Strategies))
