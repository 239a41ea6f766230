from itertools import product

import numpy as np
import pytest

from solvers.domineering.bounds import bounds, reach
from solvers.domineering.move_order import NO_MOVE, RANKS, SET_ASIDE, WON, judge, new_move_order, turn
from tests.oracles import board_games


@pytest.mark.parametrize("player", [1, 2])
def test_the_second_line_goes_first_and_the_border_last(player):
    """Of 4 lines of 5 cells: 16 placements, by line and place in it."""
    order = new_move_order(4, 5) if player == 1 else new_move_order(5, 4)
    masks = (order.placements if player == 1 else order.turned_placements)[player - 1, :16]
    places = [divmod(int(mask).bit_length() - 2, 5) for mask in masks]
    assert order.counts[player - 1] == len(set(places)) == 16
    assert {line for line, _ in places[:8]} == {1, 2}
    assert {place for _, place in places[:4]} == {0, 3}


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 5), (5, 1), (3, 4), (8, 8), (1, 64), (64, 1)])
def test_every_placement_is_there_once(rows, cols):
    order = new_move_order(rows, cols)
    across = {3 << (i * cols + j) for i in range(rows) for j in range(cols - 1)}
    down = {(1 | 1 << cols) << (i * cols + j) for i in range(rows - 1) for j in range(cols)}
    for masks, count, expected in zip(order.placements.tolist(), order.counts, (across, down), strict=True):
        assert sorted(masks[:count]) == sorted(expected)


@pytest.mark.parametrize(("rows", "cols"), [(1, 6), (4, 4), (5, 3), (8, 8)])
def test_moves_are_judged_by_room_and_safe_room_against_sets_of_cells(rows, cols):
    rng, order = np.random.default_rng(3), new_move_order(rows, cols)
    for _ in range(20):
        board = frozenset(cell for cell in board_games.grid(rows, cols) if rng.random() < 0.6)
        assert turn(order, mask(board, cols)) == mask(turned(board), rows)
        for mover, aside in product((0, 1), (0, 1)):
            sign = 1 - 2 * mover
            kids, scores = np.zeros(64, dtype=np.uint64), np.zeros(64, dtype=np.int32)
            slots = judge(order, mask(board, cols), sign * aside, mover, kids, scores)
            dominoes = [cells_of(bits, cols) for bits in order.placements[mover, : order.counts[mover]].tolist()]
            moves = [board - domino for domino in dominoes if domino <= board] + [board] * aside
            assert slots % 8 == 0 <= slots - len(moves) < 8
            assert (scores[len(moves) : slots] == NO_MOVE).all()
            for k, rest in enumerate(moves):
                assert kids[k] == mask(rest, cols)
                first = reach(order.grid, mask(rest, cols), mover == 1)
                second = reach(order.turned, mask(turned(rest), rows), mover == 0)
                known = bounds(first, second, sign * aside - sign * (rest == board), 1 - mover)
                looks = RANKS * sign * (room(rest) - room(turned(rest))) - k
                assert scores[k] == {0: SET_ASIDE if rest == board else looks, sign: WON, -sign: NO_MOVE}[known]


def cells_of(bits, cols):
    return frozenset(divmod(cell, cols) for cell in range(64) if bits >> cell & 1)


def mask(board, cols):
    return np.uint64(sum(1 << (i * cols + j) for i, j in board))


def turned(board):
    return frozenset((j, i) for i, j in board)


def room(board):
    """Disjoint horizontal dominoes, row by row from the left, and among cells that no vertical one reaches."""
    safe = {(i, j) for i, j in board if (i - 1, j) not in board and (i + 1, j) not in board}
    return packed(board) + packed(safe)


def packed(cells):
    count, taken = 0, None
    for i, j in sorted(cells):
        if (i, j + 1) in cells and (i, j) != taken:
            count, taken = count + 1, (i, j + 1)
    return count
