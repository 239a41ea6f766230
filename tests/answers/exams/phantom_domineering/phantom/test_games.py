"""Games and values of the exam `phantom`: keys, known mistakes and feedback, against plain programs and a referee."""

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exams.phantom_domineering.evidence import FinalBoard, Strategies
from answers.exams.phantom_domineering.phantom.draws import Parameters
from answers.exams.phantom_domineering.phantom.subject import CHANCES, SIZE, SUBJECT
from answers.grading.known_mistakes import known_mistakes
from answers.grading.mark import mark, parse_responses
from answers.grading.scenario_keys import ScenarioKeys
from tests.oracles.nash_exam import guaranteed, guarantees, placements, plan, terms
from tests.oracles.phantom_exam import hidden_wins, last_placement, legal_lists, remainder_wins
from tests.oracles.phantom_referee import covered, referee

EXAM, DOMINO = load_exam("phantom"), load_exam("domino")
SAMPLE = random.Random(2026).sample(range(1, 64007), 40)
FEW_SEEDS = (1, 17, SAMPLE[0])
ROUNDS = ("3a", "3b")


def mixes(evidence: Any) -> tuple[list[tuple[int, Fraction]], list[tuple[int, Fraction]]]:
    assert isinstance(evidence, Strategies)
    rows, columns = ([(i, Fraction(w)) for i, w in side] for side in (evidence.rows, evidence.columns))
    return rows, columns


def certified(
    game_key: Key, part: str, item: int, pays: Callable[[int, int], Fraction | int], sizes: tuple[int, int]
) -> None:
    evidence = game_key.evidence[part][item]
    assert isinstance(evidence, Strategies)
    assert tuple(evidence.plans) == sizes
    value = game_key.answers[part][item]
    assert guaranteed(pays, sizes, *mixes(evidence)) == (value, value)


def drawn(u0: int, exam: Exam = EXAM) -> Parameters:
    params = exam.drawn(u0)
    assert isinstance(params, Parameters)
    return params


@pytest.mark.parametrize("u0", [0, 64006, *FEW_SEEDS])
def test_question_3_by_the_referee(u0: int) -> None:
    game_key, u = make_key(EXAM, u0, parts=["3a", "3b", "3c"]), terms(u0, 20)
    (n, p), forbidden = drawn(game_key.u0).board
    for letter, rounds in (("a", (1, 2, 3)), ("b", (4, 5, 6)), ("c", (7, 8, 9))):
        played = [
            referee(n, p, forbidden, plan(u[k], placements(n, p, 1)), plan(u[2 * k], placements(n, p, 2)))
            for k in rounds
        ]
        winners, last = [winner for winner, _ in played], [last_placement(history) for _, history in played]
        assert game_key.answers[f"3{letter}"] == (*winners, *last)
        for evidence, (winner, history) in zip(game_key.evidence[f"3{letter}"], played, strict=True):
            assert isinstance(evidence, FinalBoard)
            assert evidence.winner == winner
            assert [tuple(move) for move in evidence.moves] == [(k, *covered(n, p, k, i)) for k, i in history]
            assert {evidence.grid[i][j] for i, j in forbidden} == {3}


@pytest.mark.parametrize("exam", [EXAM, DOMINO])
@pytest.mark.parametrize("u0", FEW_SEEDS)
def test_question_5_is_certified_over_all_pairs_of_integers(u0: int, exam: Exam) -> None:
    game_key = make_key(exam, u0, parts=["5a", "5b"])
    for letter, (modulus, bound) in zip("ab", drawn(game_key.u0, exam).remainders, strict=True):
        check = remainder_wins(modulus, bound, below=letter == "a")
        certified(game_key, f"5{letter}", 0, check, (100, 100))


@pytest.mark.parametrize("exam", [EXAM, DOMINO])
@pytest.mark.parametrize("u0", FEW_SEEDS)
def test_question_6_is_certified_over_all_lists(u0: int, exam: Exam) -> None:
    game_key = make_key(exam, u0, parts=["6a", "6b", "6c"])
    for index, ((n, p), forbidden, cells, percents) in enumerate(drawn(game_key.u0, exam).hidden):
        lists = legal_lists(n, p, forbidden, 1), legal_lists(n, p, forbidden, 2)
        pays = hidden_wins(n, p, forbidden, dict(zip(cells, percents, strict=True)), lists)
        certified(game_key, f"6{'abc'[index // 2]}", index % 2, pays, (len(lists[0]), len(lists[1])))


@pytest.mark.slow
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
    game_key = make_key(EXAM, u0, parts=[f"{number}a", f"{number}b"])
    params = drawn(game_key.u0)
    u = terms(u0, params.few if number == 7 else params.many)
    for index, ((n, p), forbidden) in enumerate(params.boards[:boards]):
        plans = tuple([plan(value, placements(n, p, player)) for value in u] for player in (1, 2))
        if number == 7 or (boards, index) == (3, 0):
            won = sum(referee(n, p, forbidden, first, second)[0] == 1 for first in plans[0] for second in plans[1])
            assert game_key.answers[f"{number}a"][index] == won
        value = game_key.answers[f"{number}b"][index]
        assert guarantees(n, p, forbidden, plans, mixes(game_key.evidence[f"{number}b"][index])) == (value, value)


@pytest.mark.parametrize("u0", SAMPLE[:6])
def test_values_are_exact_and_mostly_between_0_and_1(u0: int) -> None:
    game_key = make_key(EXAM, u0)
    values = [value for part in ("5a", "5b", "6a", "6b", "6c", "7b", "8b") for value in game_key.answers[part]]
    assert not any(isinstance(value, float) for value in values)
    assert all(0 < value < 1 for part in ("5a", "5b", "6a", "6b", "6c") for value in game_key.answers[part])
    assert sum(value in (0, 1) for value in values) <= 2
    assert game_key.oral["extreme-values"] == tuple(v if v in (0, 1) else None for v in game_key.answers["8b"])


def test_the_example_of_a_hidden_cell_is_solved_by_one_list_of_each_player() -> None:
    (rows, cols), chances = SIZE, CHANCES
    lists = legal_lists(rows, cols, (), 1), legal_lists(rows, cols, (), 2)
    pays = hidden_wins(rows, cols, (), chances, lists)
    value = Fraction(17, 20)
    assert SUBJECT.examples()["hidden_value"] == value
    plans = [range(len(one)) for one in lists]
    assert any(all(pays(i, j) >= value for j in plans[1]) for i in plans[0])
    assert any(all(pays(i, j) <= value for i in plans[0]) for j in plans[1])


def test_winners_wrong_for_another_reason_name_no_mistake() -> None:
    """Whoever errs about a winner names the other player: six such errors are no rare coincidence."""
    key = make_key(EXAM, 50001, parts=ROUNDS)
    written = {part: (*(3 - int(n) for n in key.answers[part][:3]), 33, 34, 35) for part in ROUNDS}
    answers = parse_responses(EXAM, {part: tuple(map(str, values)) for part, values in written.items()}, ROUNDS)
    marks = mark(EXAM, key, answers, ROUNDS)
    assert known_mistakes(EXAM, key, answers, marks, ScenarioKeys(EXAM)) == ()
