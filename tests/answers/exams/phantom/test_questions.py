"""Keys of the phantom exam against plain recursions and a referee on a grid; certificates of equilibria replayed."""

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.evidence.final_board import FinalBoard
from answers.exam.evidence.strategies import Strategies
from answers.exam.key import Key, make_key
from answers.exams.phantom.draws import Parameters
from answers.flags import DEGENERATE_SEED
from tests.oracles.nash_exam import guarantees, mean_square, placements, plan, terms
from tests.oracles.phantom_exam import all_lists, guaranteed, hidden_wins, last_placement, remainder_wins
from tests.oracles.phantom_referee import covered, referee

EXAM = load_exam("phantom")
SAMPLE = random.Random(2026).sample(range(1, 64007), 40)
FEW_SEEDS = (1, 17, SAMPLE[0])


def params(found: Key) -> Parameters:
    assert isinstance(found.params, Parameters)
    return found.params


def mixes(evidence: Any) -> tuple[list[tuple[int, Fraction]], list[tuple[int, Fraction]]]:
    assert isinstance(evidence, Strategies)
    rows, columns = ([(i, Fraction(w)) for i, w in side] for side in (evidence.rows, evidence.columns))
    return rows, columns


@pytest.mark.parametrize("u0", [0, 64006, *FEW_SEEDS])
def test_questions_1_2_and_4_by_plain_recursion(u0: int) -> None:
    found, u = make_key(EXAM, u0, parts=[f"{n}{letter}" for n in (1, 2, 4) for letter in "abc"]), terms(u0, 64_001)
    drawn = params(found)
    for k, letter in enumerate("abc"):
        assert found.answers[f"1{letter}"] == tuple(u[n] for n in drawn.ranks[k])
        assert list(found.answers[f"2{letter}"]) == plan(u[k], drawn.length)[:3]
        assert found.answers[f"4{letter}"] == (mean_square(u[: drawn.counts[k]]),)


@pytest.mark.parametrize("u0", [0, 64006, *FEW_SEEDS])
def test_question_3_by_the_referee(u0: int) -> None:
    found, u = make_key(EXAM, u0, parts=["3a", "3b", "3c"]), terms(u0, 20)
    (n, p), forbidden = params(found).board
    for letter, rounds in (("a", (1, 2, 3)), ("b", (4, 5, 6)), ("c", (7, 8, 9))):
        played = [
            referee(n, p, forbidden, plan(u[k], placements(n, p, 1)), plan(u[2 * k], placements(n, p, 2)))
            for k in rounds
        ]
        winners, last = [winner for winner, _ in played], [last_placement(history) for _, history in played]
        assert found.answers[f"3{letter}"] == (*winners, *last)
        for evidence, (winner, history) in zip(found.evidence[f"3{letter}"], played, strict=True):
            assert isinstance(evidence, FinalBoard)
            assert evidence.winner == winner
            assert [tuple(move) for move in evidence.moves] == [(k, *covered(n, p, k, i)) for k, i in history]
            assert {evidence.grid[i][j] for i, j in forbidden} == {3}


@pytest.mark.parametrize("u0", FEW_SEEDS)
def test_question_5_is_certified_over_all_pairs_of_integers(u0: int) -> None:
    found = make_key(EXAM, u0, parts=["5a", "5b"])
    for letter, (modulus, bound) in zip("ab", params(found).remainders, strict=True):
        check = remainder_wins(modulus, bound, below=letter == "a")
        certified(found, f"5{letter}", 0, check, (100, 100))


@pytest.mark.parametrize("u0", FEW_SEEDS)
def test_question_6_is_certified_over_all_lists(u0: int) -> None:
    found = make_key(EXAM, u0, parts=["6a", "6b", "6c"])
    for index, ((n, p), cells, percents) in enumerate(params(found).hidden):
        lists = all_lists(n, p, 1), all_lists(n, p, 2)
        pays = hidden_wins(n, p, dict(zip(cells, percents, strict=True)), lists)
        certified(found, f"6{'abc'[index // 2]}", index % 2, pays, (len(lists[0]), len(lists[1])))


def certified(
    found: Key, part: str, item: int, pays: Callable[[int, int], Fraction | int], sizes: tuple[int, int]
) -> None:
    evidence = found.evidence[part][item]
    assert isinstance(evidence, Strategies)
    assert tuple(evidence.plans) == sizes
    value = found.answers[part][item]
    assert guaranteed(pays, sizes, *mixes(evidence)) == (value, value)


@pytest.mark.parametrize(
    ("number", "u0", "boards"),
    [
        (7, 17, 3),
        pytest.param(7, SAMPLE[0], 3, marks=(pytest.mark.slow, pytest.mark.long)),
        pytest.param(8, 17, 1, marks=pytest.mark.slow),
        pytest.param(8, 17, 3, marks=(pytest.mark.slow, pytest.mark.long)),
    ],
)
def test_limited_games_are_counted_and_certified_over_all_plans(number: int, u0: int, boards: int) -> None:
    """Every value against all plans; the wins by playing every game, of question 8 on its first board."""
    found = make_key(EXAM, u0, parts=[f"{number}a", f"{number}b"])
    drawn = params(found)
    u = terms(u0, drawn.few if number == 7 else drawn.many)
    for index, ((n, p), forbidden) in enumerate(drawn.boards[:boards]):
        plans = tuple([plan(value, placements(n, p, player)) for value in u] for player in (1, 2))
        if number == 7 or (boards, index) == (3, 0):
            won = sum(referee(n, p, forbidden, first, second)[0] == 1 for first in plans[0] for second in plans[1])
            assert found.answers[f"{number}a"][index] == won
        value = found.answers[f"{number}b"][index]
        assert guarantees(n, p, forbidden, plans, mixes(found.evidence[f"{number}b"][index])) == (value, value)


@pytest.mark.parametrize("u0", SAMPLE[:6])
def test_values_are_exact_and_mostly_between_0_and_1(u0: int) -> None:
    found = make_key(EXAM, u0)
    values = [value for part in ("5a", "5b", "6a", "6b", "6c", "7b", "8b") for value in found.answers[part]]
    assert not any(isinstance(value, float) for value in values)
    assert all(0 < value < 1 for part in ("5a", "5b", "6a", "6b", "6c") for value in found.answers[part])
    assert sum(value in (0, 1) for value in values) <= 2
    assert found.oral["extreme-values"] == tuple(v if v in (0, 1) else None for v in found.answers["8b"])


def test_oral_questions() -> None:
    oral = make_key(EXAM, 17).oral
    assert oral["period"] == (24, 1_307_674_368_000, 2_432_902_008_176_640_000)
    assert oral["small-boards"] == (1, 1)
    assert oral["extreme-values"] == (None, None, None)


def test_seed_zero_is_flagged_and_every_answer_exists() -> None:
    found = make_key(EXAM, 0)
    assert found.flags == (DEGENERATE_SEED,)
    assert set(found.answers) == {part.id for part in EXAM.parts}
