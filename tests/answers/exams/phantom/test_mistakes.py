"""Known mistakes of the phantom exam against plain programs that make them."""

from fractions import Fraction
from itertools import permutations

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exam.world import World
from answers.exams.phantom.draws import Parameters
from answers.kinds.reading import Values
from tests.oracles import phantom_misread as misread
from tests.oracles.matrix_games import linear_program_value
from tests.oracles.nash_exam import mean_square

EXAM = load_exam("phantom")
SEEDS = (4321, 777)
LISTS_READ_OTHERWISE = (
    "sequence-from-next-term",
    "products-of-16-bits",
    "last-not-moved",
    "divided-after-removal",
    "index-not-divided",
)
GAMES_READ_OTHERWISE = (
    "strategy-of-u-of-u",
    "lists-as-ranks",
    "numbered-by-columns",
    "same-numbers-for-both",
    "player-1-vertical",
    "player-2-begins",
    "who-cannot-move-wins",
)
PLANS_READ_OTHERWISE = ("plans-not-drawn", "plans-from-1", "one-plan-more")
GIVEN_OTHERWISE = ("values-from-minus-1", "wins-of-player-2")
IN_ONE_QUESTION = {
    1: ("terms-one-early",),
    2: ("elements-from-1", "last-elements", "permutation-of-k", "ranks-for-elements"),
    3: (
        *("lists-exchanged", "twice-the-term", "same-index-for-both", "one-rank-early", "illegal-choice-loses"),
        *("forbidden-column-row", "forbidden-cells-forgotten", "last-of-the-loser", "last-from-1"),
    ),
    4: ("drawn-uniformly", "term-not-squared", "square-of-the-mean", "square-of-x", "one-term-more"),
    5: ("integers-exchanged", "bound-with-the-other-side", "integers-drawn-alike"),
    6: ("cell-known", "cells-alike"),
    7: ("few-plans-drawn-alike",),
    8: ("many-plans-drawn-alike",),
}


def answers(u0: int, slug: str, *parts: str) -> list[Values]:
    return list(make_key(EXAM, World(u0, (slug,)), parts=parts).answers.values())


def drawn(u0: int) -> Parameters:
    found = EXAM.drawn(u0)
    assert isinstance(found, Parameters)
    return found


def test_every_mistake_is_tested_here() -> None:
    whole = {*GAMES_READ_OTHERWISE, *LISTS_READ_OTHERWISE, *PLANS_READ_OTHERWISE, *GIVEN_OTHERWISE}
    assert {*EXAM.mistakes} == whole.union(*IN_ONE_QUESTION.values())
    own = {question.number: {one.slug for one in question.mistakes} for question in EXAM.questions}
    assert own == {number: set(slugs) for number, slugs in IN_ONE_QUESTION.items()}


def played(slug: str, u0: int, pairs: list[tuple[int, int]], forbidden: set[tuple[int, int]]) -> tuple[list[int], ...]:
    """Winners, numbers of the last dominoes, and of those before them; 0 where there is none."""
    size = drawn(u0).board.size
    counts = [len(misread.moves(slug, *size, player)) for player in (1, 2)]
    told = []
    for pair in pairs:
        lists = [misread.strategy(slug, u0, index, b) for index, b in zip(pair, counts, strict=True)]
        told.append(misread.referee(slug, *size, forbidden, (lists[0], lists[1])))
    numbers = [([0, 0, *history][-1], [0, 0, *history][-2]) for _, history in told]
    return [winner for winner, _ in told], [last for last, _ in numbers], [before for _, before in numbers]


@pytest.mark.parametrize("u0", SEEDS)
@pytest.mark.parametrize("slug", [*LISTS_READ_OTHERWISE, *GAMES_READ_OTHERWISE])
def test_questions_1_to_4_of_a_whole_paper(slug: str, u0: int) -> None:
    params, u = drawn(u0), misread.terms(slug, u0, 64_001)
    for k, part in enumerate("abc"):
        assert answers(u0, slug, f"1{part}") == [tuple(u[n] for n in params.ranks[k])]
        assert answers(u0, slug, f"2{part}") == [tuple(misread.plan(slug, u[k], params.length)[:3])]
        pairs = [(u[n], u[2 * n]) for n in range(3 * k + 1, 3 * k + 4)]
        winners, last, _ = played(slug, u0, pairs, set(params.board.forbidden))
        assert answers(u0, slug, f"3{part}") == [(*winners, *last)]
        assert answers(u0, slug, f"4{part}") == [(mean_square(u[: params.counts[k]]),)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "boards", [slice(1), pytest.param(slice(1, None), marks=pytest.mark.long)], ids=["first", "rest"]
)
@pytest.mark.parametrize(
    "slug", [*LISTS_READ_OTHERWISE[1:], *GAMES_READ_OTHERWISE, *PLANS_READ_OTHERWISE, *GIVEN_OTHERWISE]
)
def test_question_7_of_a_whole_paper(slug: str, boards: slice) -> None:
    params = drawn(777)
    wins, values = answers(777, slug, "7a", "7b")
    for board, won, value in list(zip(params.boards, wins, values, strict=True))[boards]:
        matrix = misread.limited_matrix(slug, 777, board.size, board.forbidden, params.few)
        games = sum(map(len, matrix))
        assert won == (games - sum(map(sum, matrix)) if slug == "wins-of-player-2" else sum(map(sum, matrix)))
        assert value == pytest.approx(misread.stated(slug, linear_program_value(matrix)), abs=1e-9)


def hidden_value(slug: str, size: tuple[int, int], chances: dict[tuple[int, int], int]) -> float:
    lists = [list(permutations(range(len(misread.moves(slug, *size, player))))) for player in (1, 2)]

    def pays(first: tuple[int, ...], second: tuple[int, ...]) -> float:
        won = [2 - misread.referee(slug, *size, {cell}, (first, second))[0] for cell in chances]
        return sum(chance * one for chance, one in zip(chances.values(), won, strict=True)) / sum(chances.values())

    return linear_program_value([[pays(first, second) for second in lists[1]] for first in lists[0]])


@pytest.mark.parametrize("slug", ["player-1-vertical", "player-2-begins", "who-cannot-move-wins", *GIVEN_OTHERWISE])
def test_question_6_of_a_whole_paper(slug: str) -> None:
    for game, value in zip(drawn(4321).hidden[:2], answers(4321, slug, "6a")[0], strict=True):
        found = hidden_value(slug, game.size, dict(zip(game.cells, game.percents, strict=True)))
        assert value == pytest.approx(misread.stated(slug, found), abs=1e-9)


def test_mistakes_in_question_6() -> None:
    games, alike, known = (
        drawn(4321).hidden[:2],
        answers(4321, "cells-alike", "6a")[0],
        answers(4321, "cell-known", "6a")[0],
    )
    for game, same, mean in zip(games, alike, known, strict=True):
        assert same == pytest.approx(hidden_value("", game.size, dict.fromkeys(game.cells, 1)), abs=1e-9)
        values = [hidden_value("", game.size, {cell: 1}) for cell in game.cells]
        told = sum(percent * value for percent, value in zip(game.percents, values, strict=True)) / 100
        assert mean == pytest.approx(told, abs=1e-9)


@pytest.mark.parametrize("u0", SEEDS)
def test_mistakes_in_question_5(u0: int) -> None:
    for part, (modulus, bound) in zip("ab", drawn(u0).remainders, strict=True):

        def matrix(bound: int, first: int, modulus: int = modulus, part: str = part) -> list[list[int]]:
            """`first` is the factor of i², and 3 less it that of j²."""
            rest = [[(first * i * i + i * j + (3 - first) * j * j) % modulus for j in range(100)] for i in range(100)]
            return [[int((one < bound) == (part == "a")) for one in row] for row in rest]

        found = {slug: answers(u0, slug, f"5{part}")[0][0] for slug in (*IN_ONE_QUESTION[5], *GIVEN_OTHERWISE)}
        value = linear_program_value(matrix(bound, 1))
        assert found == pytest.approx(
            {
                "integers-exchanged": linear_program_value(matrix(bound, 2)),
                "bound-with-the-other-side": linear_program_value(matrix(bound + 1, 1)),
                "integers-drawn-alike": sum(map(sum, matrix(bound, 1))) / 10_000,
                "values-from-minus-1": 2 * value - 1,
                "wins-of-player-2": 1 - value,
            },
            abs=1e-9,
        )


@pytest.mark.parametrize("u0", SEEDS)
def test_mistakes_in_questions_1_and_2(u0: int) -> None:
    params, u = drawn(u0), misread.terms("", u0, 64_001)
    for k, part in enumerate("abc"):
        assert answers(u0, "terms-one-early", f"1{part}") == [tuple(u[n - 1] for n in params.ranks[k])]
        p = misread.plan("", u[k], params.length)
        assert {slug: answers(u0, slug, f"2{part}")[0] for slug in IN_ONE_QUESTION[2]} == {
            "elements-from-1": tuple(e + 1 for e in p[:3]),
            "last-elements": tuple(p[params.length - 3 :]),
            "permutation-of-k": tuple(misread.plan("", k, params.length)[:3]),
            "ranks-for-elements": (p.index(0), p.index(1), p.index(2)),
        }


@pytest.mark.parametrize("u0", SEEDS)
def test_mistakes_in_question_3(u0: int) -> None:
    board, u = drawn(u0).board, misread.terms("", u0, 20)
    forbidden = set(board.forbidden)
    exchanged = {(j, i) for i, j in forbidden if j < board.size.rows and i < board.size.columns}
    for k, part in enumerate("abc"):
        ranks = range(3 * k + 1, 3 * k + 4)
        true = [(u[n], u[2 * n]) for n in ranks]
        told = {
            "lists-exchanged": played("", u0, [(u[2 * n], u[n]) for n in ranks], forbidden),
            "twice-the-term": played("", u0, [(u[n], u[n] + u[n]) for n in ranks], forbidden),
            "same-index-for-both": played("", u0, [(u[n], u[n]) for n in ranks], forbidden),
            "one-rank-early": played("", u0, [(u[n - 1], u[n + n - 1]) for n in ranks], forbidden),
            "illegal-choice-loses": played("illegal-choice-loses", u0, true, forbidden),
            "forbidden-column-row": played("", u0, true, exchanged),
            "forbidden-cells-forgotten": played("", u0, true, set()),
        }
        expected = {slug: (*winners, *last) for slug, (winners, last, _) in told.items()}
        winners, last, before = played("", u0, true, forbidden)
        expected |= {
            "last-of-the-loser": (*winners, *before),
            "last-from-1": (*winners, *(number + 1 for number in last)),
        }
        assert {slug: answers(u0, slug, f"3{part}")[0] for slug in IN_ONE_QUESTION[3]} == expected


def test_mistakes_in_question_4() -> None:
    u, (n, *_) = misread.terms("", 777, 1000), drawn(777).counts
    expected = {
        "drawn-uniformly": Fraction(sum(a * a for a in u[:n]), n),
        "term-not-squared": Fraction(sum(a * a for a in u[:n]), sum(u[:n])),
        "square-of-the-mean": Fraction(sum(a * a for a in u[:n]), sum(u[:n])) ** 2,
        "square-of-x": Fraction(sum(x * x * u[x] for x in range(n)), sum(u[:n])),
        "one-term-more": mean_square(u[: n + 1]),
    }
    assert {slug: answers(777, slug, "4a")[0][0] for slug in IN_ONE_QUESTION[4]} == expected


@pytest.mark.parametrize(
    ("question", "slug"),
    [(7, "few-plans-drawn-alike"), pytest.param(8, "many-plans-drawn-alike", marks=pytest.mark.slow)],
)
def test_the_mean_of_questions_7_and_8(question: int, slug: str) -> None:
    params = drawn(777)
    count = params.few if question == 7 else params.many
    wins, means = answers(777, slug, f"{question}a", f"{question}b")
    assert means == tuple(Fraction(int(str(won)), count**2) for won in wins)
    true = make_key(EXAM, 777, parts=[f"{question}a"])
    assert wins == true.answers[f"{question}a"]
