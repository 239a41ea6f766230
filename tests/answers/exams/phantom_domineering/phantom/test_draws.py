"""What u₀ draws for phantom: every seed gets legal boards, chances of sum 100, and data of its own."""

import random

import pytest

from answers.exam.draw import Draw
from answers.exams.phantom_domineering.phantom.boards import HIDDEN, PAIRS, REMAINDERS
from answers.exams.phantom_domineering.phantom.draws import LIMITED, PLAYED, DrawnBoard, Parameters, draw
from answers.exams.phantom_domineering.rules import BoardCell, Dimensions

SEEDS = (0, 1, 17, 64006, *random.Random(7).sample(range(64007), 30))


def drawn(u0: int) -> Parameters:
    return draw(Draw(u0))


def turns(cells: tuple[BoardCell, ...], size: Dimensions) -> list[list[int]]:
    """The numbers of cells on a board and its three reflections."""
    (n, p), sides = size, (False, True)
    return [
        sorted((n - 1 - i if up else i) * p + (p - 1 - j if left else j) for i, j in cells)
        for up in sides
        for left in sides
    ]


def digits(numbers: list[int]) -> str:
    return "".join(f"{number:x}" for number in numbers)


def is_on_board(board: DrawnBoard) -> bool:
    (n, p), forbidden = board
    return len(set(forbidden)) == 2 and all(0 <= i < n and 0 <= j < p for i, j in forbidden)


@pytest.mark.parametrize("u0", SEEDS)
def test_what_is_drawn_is_in_range_and_in_the_tables(u0: int) -> None:
    parameters = drawn(u0)
    assert [len(str(n)) for n in parameters.ranks[1]] == [2, 3, 4]
    assert list(parameters.ranks[2]) == sorted(parameters.ranks[2])
    assert 9 <= parameters.length <= 14
    assert 80 <= parameters.few <= 120
    assert 250 <= parameters.many <= 400
    assert is_on_board(parameters.board)
    assert parameters.board.size in PLAYED
    for (modulus, bound), games in zip(parameters.remainders, REMAINDERS, strict=True):
        assert any(text.startswith(f"{modulus}/{bound}/") for text in games.split())
    for board, sizes in zip(parameters.boards, LIMITED, strict=True):
        assert is_on_board(board)
        assert board.size in sizes
        assert any(f"{a},{b}" in PAIRS[board.size].split() for a, b in turns(board.forbidden, board.size))
    for game, (size, games) in zip(parameters.hidden, HIDDEN, strict=True):
        assert game.size == size
        turned = zip(turns(game.forbidden, size), turns(game.cells, size), strict=True)
        assert {"/".join(map(digits, both)) for both in turned} & {*games.split()}
        assert sum(game.percents) == 100
        assert min(game.percents) >= 10


@pytest.mark.slow
def test_no_two_seeds_have_the_same_draws() -> None:
    everyone = [drawn(u0) for u0 in range(1, 64007, 41)]
    assert len({repr(parameters).partition(", ")[2] for parameters in everyone}) == len(everyone)
