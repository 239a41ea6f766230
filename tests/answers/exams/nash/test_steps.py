"""What feedback of the exam `nash` cites, against plain recursions and a referee: the numbers of lines."""

import re
from fractions import Fraction
from itertools import pairwise

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import Key, make_key
from tests.answers.exams.told import numbers, told
from tests.oracles.nash_exam import mean_square, placements, plan, terms
from tests.oracles.phantom_referee import covered, referee

EXAM = load_exam("nash")
SEEDS = (17, 1, 64006, 4312, 50123)
SIZES = {"a": ((3, 5), (4, 4), (5, 3)), "b": ((3, 6), (4, 5), (5, 4))}


@pytest.fixture(scope="module", params=SEEDS)
def key(request: pytest.FixtureRequest) -> Key:
    return make_key(EXAM, request.param)


def test_a_term_comes_from_the_one_before(key: Key) -> None:
    u = terms(key.u0, 9)
    assert numbers(told(EXAM, key, 1, {"a": (0,)})) == [0, u[0]]
    for n, (before, after) in enumerate(pairwise(u), start=1):
        line = told(EXAM, key, 1, {"abc"[n // 3]: (n % 3,)})
        product, times = 15091 * before, 15091 * before // 64007
        assert numbers(line) == [n, 15091, n - 1, 15091, before, product, 64007, product, times, 64007, after]


@pytest.mark.parametrize("k", [0, 1, 2])
def test_the_indices_of_a_permutation_take_its_elements(key: Key, k: int) -> None:
    index = terms(key.u0, 3)[k]
    _, _, named, b, *divisions, first, second, third = numbers(told(EXAM, key, 2, {"abc"[k]: (1,)}))
    assert (named, b, [first, second, third]) == (index, 4, plan(index, 4)[:3])
    left, taken = [0, 1, 2, 3], []
    for n, length, rest in zip(*[iter(divisions)] * 3, strict=True):
        assert (n, length, n % length) == (index, len(left), rest)
        taken.append(left[rest])
        left[rest] = left[-1]
        left.pop()
        index //= length
    assert taken == [first, second, third]


def test_a_game_is_told_by_its_lists_its_first_dominoes_and_the_last(key: Key) -> None:
    u = terms(key.u0, 19)
    for n in range(1, 10):
        winner, history = referee(5, 5, (), plan(u[n], 20), plan(u[2 * n], 20))
        cells = [covered(5, 5, *move)[0] for move in history]
        shown = [number for cell in cells[:3] for number in cell]
        assert numbers(told(EXAM, key, 3, {"abc"[(n - 1) // 3]: ((n - 1) % 3,)})) == [
            n, 1, n, 20, u[n], 20, 2, 2 * n, 20, u[2 * n], 20, *shown, len(cells), *cells[-1], winner,
        ]  # fmt: skip


@pytest.mark.parametrize(("letter", "count"), [("a", 10), ("b", 100), ("c", 1000)])
def test_a_mean_is_a_quotient_of_sums(key: Key, letter: str, count: int) -> None:
    u = terms(key.u0, count)
    line = told(EXAM, key, 4, {letter: (0,)})
    found = re.search(r"for N = (\d+) .*= (\d+) / (\d+) ≃ ([\d.]+)·10⁹", line)
    assert found is not None
    assert int(found[1]) == count
    assert Fraction(int(found[2]), int(found[3])) == mean_square(u)
    assert abs(Fraction(found[4]) * 10**9 - mean_square(u)) <= 50_000


@pytest.mark.parametrize("n", range(6))
def test_a_forbidden_cell_and_the_list_that_wins_with_it(key: Key, n: int) -> None:
    rows, cols = ((1, 4), (2, 3), (3, 2), (2, 4), (3, 3), (4, 2))[n]
    u = terms(key.u0, 1002)
    cell = u[1000] % rows, u[1001] % cols
    letter, item = "abc"[n // 2], n % 2
    said, result = told(EXAM, key, 6, {letter: (item,)}).split(": ")
    assert numbers(said) == [1000, u[1000], 1001, u[1001], rows, cols, u[1000], rows, u[1001], cols, *cell]
    value, support = key.answers[f"6{letter}"][item], key.evidence[f"6{letter}"][item]
    assert Fraction(result.split("v = ")[1].strip(".")) == value
    legal = {
        player: [k for k in range(placements(rows, cols, player)) if cell not in covered(rows, cols, player, k)]
        for player in (1, 2)
    }
    winner = {1: 1, 0: 2}.get(value, 0)
    if winner and legal[3 - winner]:
        chosen = (support.rows, support.columns)[winner - 1][0].plan
        wanted = [legal[winner][k] for k in plan(chosen, len(legal[winner]))]
        cells = [covered(rows, cols, winner, k)[0] for k in wanted]
        assert numbers(result) == [winner, *(i for one in cells[:3] for i in one), 2 - winner]
        assert ("…" in result) == (len(cells) > 3)
    elif winner:
        assert result.startswith(f"player {3 - winner} has no move")
    else:
        assert numbers(result)[:4] == [1, len(support.rows), 2, len(support.columns)]


@pytest.mark.parametrize("letter", ["a", "b"])
@pytest.mark.parametrize("item", [0, 1, 2])
def test_a_strategy_that_wins_against_all_does(key: Key, letter: str, item: int) -> None:
    rows, cols = SIZES[letter][item]
    u, value = terms(key.u0, 10_000), key.answers[f"7{letter}"][item]
    line = told(EXAM, key, 7, {letter: (item,)})
    assert line.startswith(f"lPD({rows},{cols}) ")
    if value not in (0, 1):
        assert abs(Fraction(re.findall(r"[=≃] ([\d.]+):", line)[0]) - value) < Fraction(1, 10_000)
        return
    size_1, size_2, told_value, k, index, player, others = numbers(line)
    assert (size_1, size_2, told_value, others, index) == (rows, cols, value, 100, u[k])
    lists = {who: [plan(n, placements(rows, cols, who)) for n in u[:100]] for who in (1, 2)}
    own = lists[player][k]
    for other in lists[3 - player]:
        assert referee(rows, cols, (), *((own, other) if player == 1 else (other, own)))[0] == player


@pytest.mark.parametrize("letter", ["a", "b"])
def test_the_same_is_told_of_ten_thousand(key: Key, letter: str) -> None:
    u = terms(key.u0, 10_000)
    for item, value in enumerate(key.answers[f"8{letter}"]):
        line = told(EXAM, key, 8, {letter: (item,)})
        if value in (0, 1):
            _, _, told_value, k, index, player, *_ = numbers(line)
            assert (told_value, u[k], player) == (value, index, 2 - value)
            assert line.endswith("all 10,000 of the other.")
