"""What feedback of the exam `phantom` cites, against plain recursions and a referee: the numbers of lines."""

import re
from fractions import Fraction

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import Key, make_key
from tests.answers.exams.told import numbers, told
from tests.oracles.nash_exam import mean_square, placements, plan, terms
from tests.oracles.phantom_exam import remainder_wins
from tests.oracles.phantom_referee import covered, referee

EXAM = load_exam("phantom")
SEEDS = (17, 1, 64006, 4312, 50123)


@pytest.fixture(scope="module", params=SEEDS)
def key(request: pytest.FixtureRequest) -> Key:
    return make_key(EXAM, request.param)


@pytest.mark.parametrize("letter", ["a", "b", "c"])
def test_a_term_comes_from_the_one_before(key: Key, letter: str) -> None:
    u = terms(key.u0, 64_001)
    for item, n in enumerate(key.params.ranks["abc".index(letter)]):
        line = told(EXAM, key, 1, {letter: (item,)})
        product, times = 15091 * u[n - 1], 15091 * u[n - 1] // 64007
        assert numbers(line) == [n, 15091, n - 1, 15091, u[n - 1], product, 64007, product, times, 64007, u[n]]


@pytest.mark.parametrize("k", [0, 1, 2])
def test_the_indices_of_a_permutation(key: Key, k: int) -> None:
    n, b = terms(key.u0, 3)[k], key.params.length
    divisions = [n, b, n % b, n // b, b - 1, n // b % (b - 1)]
    third = n // b // (b - 1)
    told_numbers = numbers(told(EXAM, key, 2, {"abc"[k]: (0,)}))
    assert told_numbers == [k, b, n, b, *divisions, third, b - 2, third % (b - 2), *plan(n, b)[:3]]


def test_a_game_is_told_by_its_lists_its_first_dominoes_and_the_last(key: Key) -> None:
    u, ((rows, cols), forbidden) = terms(key.u0, 19), key.params.board
    sizes = [placements(rows, cols, player) for player in (1, 2)]
    for n in range(1, 10):
        winner, history = referee(rows, cols, forbidden, plan(u[n], sizes[0]), plan(u[2 * n], sizes[1]))
        cells = [covered(rows, cols, *move)[0] for move in history]
        shown = [number for cell in cells[:3] for number in cell]
        lines = {told(EXAM, key, 3, {"abc"[(n - 1) // 3]: ((n - 1) % 3 + shift,)}) for shift in (0, 3)}
        (line,) = lines
        assert numbers(line) == [
            n, 1, n, sizes[0], u[n], sizes[0], 2, 2 * n, sizes[1], u[2 * n], sizes[1], *shown,
            len(cells), *cells[-1], history[-1][1], winner,
        ]  # fmt: skip


@pytest.mark.parametrize("letter", ["a", "b", "c"])
def test_a_mean_is_a_quotient_of_sums(key: Key, letter: str) -> None:
    count = key.params.counts["abc".index(letter)]
    found = re.search(r"for N = (\d+) .*= (\d+) / (\d+) ≃", told(EXAM, key, 4, {letter: (0,)}))
    assert found is not None
    assert int(found[1]) == count
    assert Fraction(int(found[2]), int(found[3])) == mean_square(terms(key.u0, count))


@pytest.mark.parametrize("letter", ["a", "b"])
def test_a_pair_of_integers_is_won_or_lost(key: Key, letter: str) -> None:
    modulus, bound = key.params.remainders["ab".index(letter)]
    line = told(EXAM, key, 5, {letter: (0,)})
    pair, value = line.split(". Player 1 guarantees v ")
    i, j, first, second, third, total, again, divisor, rest, limit = numbers(pair)
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
    (rows, cols), cells, percents = key.params.hidden[place]
    letter, item = "abc"[place // 2], place % 2
    value, support = key.answers[f"6{letter}"][item], key.evidence[f"6{letter}"][item]
    line = told(EXAM, key, 6, {letter: (item,)})
    board, first, b_1, second, b_2, player, *rest = numbers(line)
    assert (board, b_1, b_2, player) == (place + 1, *(placements(rows, cols, who) for who in (1, 2)), 1)
    won = [
        (cell, percent)
        for cell, percent in zip(cells, percents, strict=True)
        if referee(rows, cols, [cell], plan(first, b_1), plan(second, b_2))[0] == 1
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
    line = told(EXAM, key, number, {"a": (place,)})
    assert line.startswith(f"{'ABC'[place]}: ")
    assert numbers(line) == [0, 1, wins[0], count, 1, wins[1], key.answers[f"{number}a"][place]]


@pytest.mark.parametrize("number", [7, 8])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_mixtures_that_guarantee_a_value(key: Key, number: int, place: int) -> None:
    value, support = key.answers[f"{number}b"][place], key.evidence[f"{number}b"][place]
    line = told(EXAM, key, number, {"b": (place,)})
    found = re.fullmatch(r"(\w) [=≃] ([\d.]+): player 1 .* mixing (\d+) .* no more with (\d+), .*", line)
    assert found is not None
    assert (found[1], int(found[3]), int(found[4])) == ("ABC"[place], len(support.rows), len(support.columns))
    assert abs(Fraction(found[2]) - value) < Fraction(1, 10_000)
    weights = {played.plan: Fraction(played.weight) for played in (*support.columns, *support.rows)}
    for k, percent in re.findall(r"u\((\d+)\) \((\d+)%\)", line)[:2]:
        assert abs(100 * weights[int(k)] - int(percent)) <= Fraction(1, 2)


def test_the_first_wrong_board_of_each_part_is_told(key: Key) -> None:
    both = told(EXAM, key, 7, {"a": (1, 2), "b": (2,)})
    assert both == f"{told(EXAM, key, 7, {'a': (1,)})} {told(EXAM, key, 7, {'b': (2,)})}"
    assert both.startswith("B: ")
    assert " C " in both
