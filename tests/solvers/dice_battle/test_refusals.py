"""What the solvers of Dice Battle refuse, and what they say of it."""

from functools import partial

import pytest

from solvers.dice_battle.checks import MEMORY_LIMIT, check_board, check_game, check_throw, throw_bytes
from solvers.dice_battle.one_round import exact_one_round_matrix, handicap_matrix, one_round_matrix
from solvers.dice_battle.scoreless import scoreless
from solvers.dice_battle.sequential import sequential
from solvers.dice_battle.simultaneous import simultaneous
from solvers.dice_battle.strategies import STRATEGIES, by_name
from solvers.dice_battle.throws import (
    blind_choice,
    exact_expected_points,
    exact_throw,
    exact_throw_without_ones,
    relaxed_maximiser,
    throws,
    throws_without_ones,
    useful_points,
)
from solvers.invalid_input import InvalidInput

OF_FACES = (
    throws,
    exact_throw,
    throws_without_ones,
    exact_throw_without_ones,
    exact_expected_points,
    blind_choice,
    one_round_matrix,
    exact_one_round_matrix,
    partial(handicap_matrix, ahead=1),
)
REFUSED = [
    *((partial(function, 0), "number of dice must be at least 1, got 0") for function in OF_FACES),
    *((partial(function, 3, faces=1), "at least 2 faces, got 1") for function in OF_FACES),
    *((partial(make, 0, 5), "number of dice must be at least 1, got 0") for make in STRATEGIES.values()),
    *((partial(make, 5, 0), "target must be at least 1 point, got 0") for make in STRATEGIES.values()),
    *((partial(make, 5, 10**6), "target must be at most") for make in STRATEGIES.values()),
    (lambda: check_throw(4730), "dice = 4730 need 1 GiB of memory, .* dice must be at most 4729"),
    (lambda: check_board(2, 2**15 + 1, lambda n: n * n), f"target must be at most {2**15}"),
    (lambda: check_game("Sequential"), "unknown game 'Sequential': the games are sequential, simultaneous, scoreless"),
    (lambda: relaxed_maximiser(0), "at least 2 faces, got 0"),
    (lambda: useful_points(2, 0), "at least 1 point short of the target, got 0"),
    # Two tables of (N + 13)² chances, two of N², and a few rows, of 8 bytes each.
    (lambda: scoreless(10, 10**6), "target must be at most 6407"),
    (lambda: sequential(10, 10**6), "target must be at most 10857"),
    (lambda: sequential(4729, 1), "no value of target is small enough"),
    (lambda: simultaneous(10, 10**5), "target must be at most 3329"),
    (lambda: by_name("5", "sequential", 4, 8), "between 1 and 4, got 5"),
    (
        lambda: by_name("x", "sequential", 3, 8),
        "unknown strategy 'x': .*one-round, simultaneous, scoreless, or a number of dice",
    ),
    (lambda: by_name("blind", "chess", 3, 8), "unknown game 'chess'"),
]


def test_the_largest_size_that_is_named_is_accepted():
    assert throws(7, 4).nbytes == throw_bytes(7, 4)
    assert throw_bytes(4729, 6) <= MEMORY_LIMIT < throw_bytes(4730, 6)
    check_throw(4729, 6)
    check_board(2, 2**15, lambda n: n * n)


@pytest.mark.parametrize(("call", "message"), REFUSED)
def test_a_refusal_says_what_is_accepted(call, message):
    with pytest.raises(InvalidInput, match=message):
        call()
