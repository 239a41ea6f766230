"""What u₀ draws for `nash` and `phantom`, and the tables that phantom draws from: boards are legal, values mixed."""

import random

import numpy as np
import pytest

from answers.exam.draw import Draw
from answers.exams.phantom_domineering.domino import boards as second_edition
from answers.exams.phantom_domineering.nash.draws import draw as draw_nash
from answers.exams.phantom_domineering.phantom.boards import HIDDEN, PAIRS, REMAINDERS
from answers.exams.phantom_domineering.phantom.draws import LIMITED, PLAYED, DrawnBoard, Parameters, draw
from answers.exams.phantom_domineering.rules import BoardCell, Dimensions
from solvers.domineering.board import Board
from solvers.domineering.phantom_game import limited_game
from solvers.matrix_games.zero_sum import zero_sum
from tests.oracles.nash_exam import terms
from tests.oracles.phantom_exam import remainder_wins

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


@pytest.mark.parametrize("u0", [0, 1, 17, 64006, *range(5, 64006, 1999)])
def test_draws_of_nash_are_those_of_the_document(u0: int) -> None:
    """The illegal cells of question 6: (u(1000) mod N, u(1001) mod P)."""
    u, parameters = terms(u0, 1002), draw_nash(Draw(u0))
    sizes = ((1, 4), (2, 3), (3, 2), (2, 4), (3, 3), (4, 2))
    assert parameters.u0 == u0
    assert parameters.illegal == {f"{n},{p}": (u[1000] % n, u[1001] % p) for n, p in sizes}
    assert str(Dimensions(2, 3)) == "2,3"


@pytest.mark.parametrize("size", PAIRS)
def test_values_of_limited_games_lie_between_0_and_1(size: Dimensions) -> None:
    rng, exact = random.Random(str(size)), 0
    for pair in (pair.split(",") for pair in PAIRS[size].split()):
        forbidden = frozenset(divmod(int(number), size.columns) for number in pair)
        game = limited_game(rng.randrange(1, 64007), Board(*size, forbidden), rng.randint(250, 400))
        exact += any(game.first_unbeaten(player) is not None for player in (1, 2))
    assert exact <= 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("games", "below"),
    [*zip(REMAINDERS, (True, False), strict=True), *zip(second_edition.REMAINDERS, (True, False), strict=True)],
)
def test_games_of_remainders_are_not_worth_the_share_of_wins(games: str, below: bool) -> None:
    for modulus, bound, thousandths in (map(int, text.split("/")) for text in games.split()):
        wins = remainder_wins(modulus, bound, below=below)
        played_board_of = np.array([[wins(i, j) for j in range(100)] for i in range(100)], dtype=np.int8)
        value = zero_sum(played_board_of).value
        assert value is not None
        assert round(1000 * value) == thousandths
        assert 0 < value < 1
        assert abs(played_board_of.mean() - value) > 0.03
