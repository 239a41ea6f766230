"""Games and values of the exam `phantom`: keys, known mistakes and feedback, against plain programs and a referee."""

import random
import re
from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate, pairwise
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
from tests.answers.exams.feedback import feedback_line, integers
from tests.oracles.nash_exam import guaranteed, guarantees, placements, plan, terms
from tests.oracles.phantom_exam import hidden_wins, last_placement, legal_lists, remainder_wins
from tests.oracles.phantom_referee import covered, referee

EXAM, DOMINO = load_exam("phantom"), load_exam("domino")
SAMPLE = random.Random(2026).sample(range(1, 64007), 40)
FEW_SEEDS = (1, 17, SAMPLE[0])
ROUNDS = ("3a", "3b")
TOLD_SEEDS = (17, 50123)


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


@pytest.fixture(scope="module", params=TOLD_SEEDS)
def key(request: pytest.FixtureRequest) -> Key:
    return make_key(EXAM, request.param)


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


def test_a_game_is_told_by_its_lists_its_first_dominoes_and_the_last(key: Key) -> None:
    u, ((rows, cols), forbidden) = terms(key.u0, 19), key.params.board
    sizes = [placements(rows, cols, player) for player in (1, 2)]
    for n in range(1, 10):
        winner, history = referee(rows, cols, forbidden, plan(u[n], sizes[0]), plan(u[2 * n], sizes[1]))
        cells = [covered(rows, cols, *move)[0] for move in history]
        shown = [number for cell in cells[:3] for number in cell]
        lines = {feedback_line(EXAM, key, 3, {"abc"[(n - 1) // 3]: ((n - 1) % 3 + shift,)}) for shift in (0, 3)}
        (line,) = lines
        assert integers(line) == [
            n, 1, n, sizes[0], u[n], sizes[0], 2, 2 * n, sizes[1], u[2 * n], sizes[1], *shown,
            len(cells), *cells[-1], history[-1][1], winner,
        ]  # fmt: skip


@pytest.mark.parametrize("letter", ["a", "b"])
def test_a_pair_of_integers_is_won_or_lost(key: Key, letter: str) -> None:
    modulus, bound = key.params.remainders["ab".index(letter)]
    line = feedback_line(EXAM, key, 5, {letter: (0,)})
    pair, value = line.split(". Player 1 guarantees v ")
    i, j, first, second, third, total, again, divisor, rest, limit = integers(pair)
    assert (first, second, third, again, divisor, limit) == (i * i, i * j, 2 * j * j, total, modulus, bound)
    assert (total, rest) == (first + second + third, total % modulus)
    wins = remainder_wins(modulus, bound, below=letter == "a")(i, j)
    assert wins == ((" < " in pair) == (letter == "a"))
    (support,) = key.evidence[f"5{letter}"]
    assert i in {row.plan for row in support.rows}
    assert j in {column.plan for column in support.columns}
    assert f"{len(support.rows)} integers" in value
    told_value = re.findall(r"[\d.]+", value)[0]
    assert abs(Fraction(told_value) - key.answers[f"5{letter}"][0]) < Fraction(1, 10_000)


@pytest.mark.parametrize("place", range(6))
def test_lists_of_a_hidden_cell_win_with_the_cells_that_are_told(key: Key, place: int) -> None:
    (rows, cols), forbidden, cells, percents = key.params.hidden[place]
    letter, item = "abc"[place // 2], place % 2
    value, support = key.answers[f"6{letter}"][item], key.evidence[f"6{letter}"][item]
    line = feedback_line(EXAM, key, 6, {letter: (item,)})
    board, *rest = integers(line)
    all_lists = [legal_lists(rows, cols, forbidden, player) for player in (1, 2)]
    cut = [0, *accumulate(len(lists[0]) for lists in all_lists)]
    first, second = (rest[start:stop] for start, stop in pairwise(cut))
    player, *rest = rest[cut[2] :]
    assert (board, player) == (place + 1, 1)
    assert first in all_lists[0]
    assert second in all_lists[1]
    won = [
        (cell, percent)
        for cell, percent in zip(cells, percents, strict=True)
        if referee(rows, cols, [*forbidden, cell], first, second)[0] == 1
    ]
    shown = [number for cell, _ in won for number in cell] + [percent for _, percent in won]
    total = sum(percent for _, percent in won)
    shown += [total] if len(won) > 1 else []
    assert rest[: len(shown)] == shown
    if len(support.rows) == len(support.columns) == 1:
        assert Fraction(total, 100) == value
        assert len(rest) == len(shown)
    else:
        assert rest[len(shown) :][:2] == [len(support.rows), len(support.columns)]


@pytest.mark.parametrize("number", [7, 8])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_games_won_by_the_first_two_strategies(key: Key, number: int, place: int) -> None:
    count = key.params.few if number == 7 else key.params.many
    (rows, cols), forbidden = key.params.boards[place]
    u, sizes = terms(key.u0, count), [placements(rows, cols, player) for player in (1, 2)]
    others = [plan(n, sizes[1]) for n in u]
    wins = [sum(2 - referee(rows, cols, forbidden, plan(u[k], sizes[0]), other)[0] for other in others) for k in (0, 1)]
    line = feedback_line(EXAM, key, number, {"a": (place,)})
    assert line.startswith(f"{'ABC'[place]}: ")
    assert integers(line) == [0, 1, wins[0], count, 1, wins[1], key.answers[f"{number}a"][place]]


@pytest.mark.parametrize("number", [7, 8])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_mixtures_that_guarantee_a_value(key: Key, number: int, place: int) -> None:
    value, support = key.answers[f"{number}b"][place], key.evidence[f"{number}b"][place]
    line = feedback_line(EXAM, key, number, {"b": (place,)})
    match = re.fullmatch(r"(\w) [=≃≈] ([\d.]+): player 1 .* mixing (\d+) .* no more with (\d+), .*", line)
    assert match is not None
    assert (match[1], int(match[3]), int(match[4])) == ("ABC"[place], len(support.rows), len(support.columns))
    assert abs(Fraction(match[2]) - value) < Fraction(1, 10_000)
    weights = {played.plan: Fraction(played.weight) for played in (*support.columns, *support.rows)}
    for k, percent in re.findall(r"u\((\d+)\) \((\d+)%\)", line)[:2]:
        assert abs(100 * weights[int(k)] - int(percent)) <= Fraction(1, 2)


def test_the_first_wrong_board_of_each_part_is_told(key: Key) -> None:
    both = feedback_line(EXAM, key, 7, {"a": (1, 2), "b": (2,)})
    assert both == f"{feedback_line(EXAM, key, 7, {'a': (1,)})} {feedback_line(EXAM, key, 7, {'b': (2,)})}"
    assert both.startswith("B: ")
    assert " C " in both
