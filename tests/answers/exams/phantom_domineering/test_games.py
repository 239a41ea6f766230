"""Games and values of the three exams: keys against plain programs and a referee."""

import random
from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from typing import Any

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import Key, answers_in_turn, make_key
from answers.exam.scenario import Scenario
from answers.exams.phantom_domineering.evidence import FinalBoard, Strategies
from answers.exams.phantom_domineering.nash.draws import ONE_ILLEGAL
from answers.exams.phantom_domineering.phantom.subject import CHANCES, SIZE, SUBJECT
from answers.grading.known_mistakes import known_mistakes
from answers.grading.mark import mark, parse_responses
from answers.grading.scenario_keys import ScenarioKeys
from tests.oracles.nash_exam import guaranteed, placements, plan, terms
from tests.oracles.phantom_exam import hidden_wins, legal_lists, remainder_wins
from tests.oracles.phantom_referee import covered, referee

NASH, PHANTOM, DOMINO = map(load_exam, ("nash", "phantom", "domino"))
NASH_SEEDS = random.Random(2013).sample(range(1, 64007), 12)
PHANTOM_SEEDS = random.Random(2026).sample(range(1, 64007), 6)
OF_NASH = {"a": ((3, 5), (4, 4), (5, 3)), "b": ((3, 6), (4, 5), (5, 4))}
"""Boards of questions 7 and 8 of `nash`."""
SLOW, LONG = pytest.mark.slow, (pytest.mark.slow, pytest.mark.long)
Cells = Collection[tuple[int, int]]


def certified(
    key: Key, part: str, item: int, pays: Callable[[int, int], Fraction | int], lists: Sequence[Sequence[Any]]
) -> None:
    """Both strategies of the evidence guarantee the value of the key against all lists of the other player."""
    evidence, value = key.evidence[part][item], key.answers[part][item]
    assert isinstance(evidence, Strategies)
    sizes = len(lists[0]), len(lists[1])
    assert tuple(evidence.plans) == sizes
    rows, columns = ([(i, Fraction(w)) for i, w in side] for side in (evidence.rows, evidence.columns))
    assert guaranteed(pays, sizes, rows, columns) == (value, value)


def limited_lists(rows: int, cols: int, u: Sequence[int]) -> Sequence[Sequence[Sequence[int]]]:
    return [[plan(n, placements(rows, cols, player)) for n in u] for player in (1, 2)]


def wins(rows: int, cols: int, forbidden: Cells, lists: Sequence[Sequence[Sequence[int]]]) -> Callable[[int, int], int]:
    """Whether player 1 wins with lists i and j."""
    return lambda i, j: 2 - referee(rows, cols, forbidden, lists[0][i], lists[1][j])[0]


@pytest.mark.parametrize("u0", [0, 1, 17, 64006, PHANTOM_SEEDS[0]])
@pytest.mark.parametrize("exam", [NASH, PHANTOM])
def test_question_3_by_the_referee(exam: Exam, u0: int) -> None:
    key, u = make_key(exam, u0, parts=["3a", "3b", "3c"]), terms(u0, 20)
    (n, p), forbidden = ((5, 5), ()) if exam is NASH else key.params.board  # type: ignore[attr-defined]
    for letter, rounds in (("a", (1, 2, 3)), ("b", (4, 5, 6)), ("c", (7, 8, 9))):
        played = [
            referee(n, p, forbidden, plan(u[k], placements(n, p, 1)), plan(u[2 * k], placements(n, p, 2)))
            for k in rounds
        ]
        last = [history[-1][1] for _, history in played if exam is PHANTOM]  # the number of the winner's last domino
        assert key.answers[f"3{letter}"] == (*(winner for winner, _ in played), *last)
        for evidence, (winner, history) in zip(key.evidence[f"3{letter}"], played, strict=True):
            assert isinstance(evidence, FinalBoard)
            assert evidence.winner == winner
            assert [tuple(move) for move in evidence.moves] == [(k, *covered(n, p, k, i)) for k, i in history]
            occupied = {cell: k for k, i in history for cell in covered(n, p, k, i)} | dict.fromkeys(forbidden, 3)
            assert evidence.grid == tuple(tuple(occupied.get((i, j), 0) for j in range(p)) for i in range(n))


@pytest.mark.parametrize("exam", [PHANTOM, DOMINO])
@pytest.mark.parametrize("u0", [1, 17, PHANTOM_SEEDS[0]])
def test_questions_5_and_6_are_certified_over_all_pairs_of_integers_and_all_lists(u0: int, exam: Exam) -> None:
    key = make_key(exam, u0, parts=["5a", "5b", "6a", "6b", "6c"])
    params: Any = key.params
    for letter, (modulus, bound) in zip("ab", params.remainders, strict=True):
        certified(key, f"5{letter}", 0, remainder_wins(modulus, bound, below=letter == "a"), [range(100)] * 2)
    for index, ((n, p), forbidden, cells, percents) in enumerate(params.hidden):
        lists = legal_lists(n, p, forbidden, 1), legal_lists(n, p, forbidden, 2)
        pays = hidden_wins(n, p, forbidden, dict(zip(cells, percents, strict=True)), lists)
        certified(key, f"6{'abc'[index // 2]}", index % 2, pays, lists)


@pytest.mark.parametrize("u0", [0, 17, NASH_SEEDS[0]])
def test_question_6_of_nash_is_certified_over_all_orders_of_the_legal_placements(u0: int) -> None:
    key, u = make_key(NASH, u0, parts=["6a", "6b", "6c"]), terms(u0, 1002)
    for letter, sizes in ONE_ILLEGAL.items():
        for index, (n, p) in enumerate(sizes):
            cells = [(u[1000] % n, u[1001] % p)]
            lists = legal_lists(n, p, cells, 1), legal_lists(n, p, cells, 2)
            certified(key, f"6{letter}", index, wins(n, p, cells, lists), lists)


@pytest.mark.parametrize(
    ("u0", "question", "count", "of_each"),
    [
        *((u0, 7, 100, 3) for u0 in (17, NASH_SEEDS[0], 21)),
        pytest.param(17, 8, 10_000, 1, marks=SLOW),
        *(pytest.param(u0, 8, 10_000, 3, marks=LONG) for u0 in (17, NASH_SEEDS[0], 21)),
    ],
)
def test_limited_games_of_nash_are_certified_over_all_lists(u0: int, question: int, count: int, of_each: int) -> None:
    key, u = make_key(NASH, u0, parts=[f"{question}a", f"{question}b"]), terms(u0, count)
    for letter, sizes in OF_NASH.items():
        for index, size in enumerate(sizes[:of_each]):
            lists = limited_lists(*size, u)
            certified(key, f"{question}{letter}", index, wins(*size, (), lists), lists)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "u0", "boards"),
    [
        (7, 17, 3),
        pytest.param(7, PHANTOM_SEEDS[0], 3, marks=LONG),
        (8, 17, 1),
        pytest.param(8, 17, 3, marks=LONG),
    ],
)
def test_limited_games_are_counted_and_certified_over_all_lists(number: int, u0: int, boards: int) -> None:
    """Every value against all lists; the wins by playing every game, of question 8 on its first board."""
    key = make_key(PHANTOM, u0, parts=[f"{number}a", f"{number}b"])
    params: Any = key.params
    u = terms(u0, params.few if number == 7 else params.many)
    for index, (size, forbidden) in enumerate(params.boards[:boards]):
        lists = limited_lists(*size, u)
        pays = wins(*size, forbidden, lists)
        if number == 7 or (boards, index) == (3, 0):
            won = sum(pays(i, j) for i in range(len(u)) for j in range(len(u)))
            assert key.answers[f"{number}a"][index] == won
        certified(key, f"{number}b", index, pays, lists)


@pytest.mark.parametrize("u0", PHANTOM_SEEDS)
def test_values_are_exact_and_mostly_between_0_and_1(u0: int) -> None:
    key = make_key(PHANTOM, u0)
    values = [value for part in ("5a", "5b", "6a", "6b", "6c", "7b", "8b") for value in key.answers[part]]
    assert not any(isinstance(value, float) for value in values)
    assert all(0 < value < 1 for part in ("5a", "5b", "6a", "6b", "6c") for value in key.answers[part])
    assert sum(value in (0, 1) for value in values) <= 2
    assert key.oral["extreme-values"] == tuple(v if v in (0, 1) else None for v in key.answers["8b"])


@pytest.mark.parametrize("u0", [21, *(pytest.param(u0, marks=SLOW) for u0 in NASH_SEEDS)])
def test_values_of_nash_are_exact(u0: int) -> None:
    key = make_key(NASH, u0)
    assert not any(isinstance(value, float) for values in key.answers.values() for value in values)
    for items in key.evidence.values():
        assert all(item.lower == item.upper for item in items if isinstance(item, Strategies))
    assert key.answers["5a"] == key.answers["5b"] == (Fraction(1, 2),)
    values = (*key.answers["8a"], *key.answers["8b"])
    assert key.oral["extreme-values"] == tuple(value if value in (0, 1) else None for value in values)
    assert u0 != 21 or any(value not in (0, 1) for value in values)


def test_first_values_of_a_misread_game() -> None:
    scenario = Scenario(17, ("lists-as-ranks",))
    whole, first = (dict(answers_in_turn(NASH, scenario, ["7a"], None, few)) for few in ({}, {"7a": 2}))
    assert len(whole["7a"]) == 3
    assert first["7a"] == whole["7a"][:2]


def test_the_example_of_a_hidden_cell_is_solved_by_one_list_of_each_player() -> None:
    lists = legal_lists(*SIZE, (), 1), legal_lists(*SIZE, (), 2)
    pays, value = hidden_wins(*SIZE, (), CHANCES, lists), Fraction(17, 20)
    assert SUBJECT.examples()["hidden_value"] == value
    plans = [range(len(one)) for one in lists]
    assert any(all(pays(i, j) >= value for j in plans[1]) for i in plans[0])
    assert any(all(pays(i, j) <= value for i in plans[0]) for j in plans[1])


def test_winners_wrong_for_another_reason_name_no_mistake() -> None:
    """Whoever errs about a winner names the other player: six such errors are no rare coincidence."""
    rounds = ("3a", "3b")
    key = make_key(PHANTOM, 50001, parts=rounds)
    written = {part: (*(3 - int(n) for n in key.answers[part][:3]), 33, 34, 35) for part in rounds}
    answers = parse_responses(PHANTOM, {part: tuple(map(str, values)) for part, values in written.items()}, rounds)
    marks = mark(PHANTOM, key, answers, rounds)
    assert known_mistakes(PHANTOM, key, answers, marks, ScenarioKeys(PHANTOM)) == ()
