"""Plans of phantom Domineering turned into words, so that a ply is a few instructions without a branch.

A player's state is one word in *rank space*: bit r says that the r-th placement of the plan is still open.
The move to play is the lowest set bit. Two words, fetched with the rank and the placement just played, say
which bits survive in the mover's own state and in the opponent's.

Source: ENS 2013 practical exam, "Équilibres de Nash", section 3 (the game); the tables and playouts without branches
are ours.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.compiled.arrays import Indices, Words
from solvers.compiled.bits import trailing_zeros
from solvers.compiled.jit import jit
from solvers.compiled.lines import LINE, prefetch
from solvers.domineering.board import Board
from solvers.domineering.priority_lists import Plans, PriorityLists
from solvers.refusal import Refusal

MAX_PLACEMENTS: Final = 56
MOST_CONFLICTS: Final = 4
NARROW_PLACEMENTS: Final = 25
WIDE_SHIFT: Final = 58
NARROW_SHIFT: Final = 27

Records = NDArray[np.unsignedinteger]


class RankTables(NamedTuple):
    """Everything `winner` needs, readable from compiled code in any file.

    With n and m the numbers of legal placements of a player and of the opponent, the record of a plan is
    [start | m + 2 cross words | n + 2 own words]. Bit r < n is the plan's r-th legal placement; bit n
    ("lost") and bit n + 1 ("won") are sentinels, so that a state always has a lowest bit.
    """

    first: Records
    """Records of player 1's plans, shape (A, n + m + 5), uint32 up to 25 placements, else uint64."""
    second: Records
    """Records of player 2's plans, shape (B, n + m + 5), same type."""
    first_own: int
    """Where the own words start in a record of player 1."""
    second_own: int
    """Where the own words start in a record of player 2."""
    shift: int
    """An own word is (placement << shift) | surviving bits."""
    lost: int
    """Player 1's "lost" bit, as a mask."""
    rounds: int
    """Rounds (a ply each) after which every game is decided."""


def rank_tables(board: Board, lists: PriorityLists) -> RankTables:
    """Return the tables of all given plans, in O(plans × placements).

    Illegal placements and repetitions are skipped, as in the game.
    """
    open_first, open_second = len(board.legal(1)), len(board.legal(2))
    most = max(open_first, open_second)
    if most > MAX_PLACEMENTS:
        raise Refusal(
            "playouts take at most {max_placements} legal placements a player, got {most}",
            max_placements=MAX_PLACEMENTS,
            most=most,
        )
    narrow = most <= NARROW_PLACEMENTS
    shift = NARROW_SHIFT if narrow else WIDE_SHIFT
    words: np.dtype[np.unsignedinteger] = np.dtype(np.uint32 if narrow else np.uint64)
    first = _player_records(board, 1, lists.first, shift, words)
    second = _player_records(board, 2, lists.second, shift, words)
    # Each ply covers two cells: after free // 2 plies the player to move is stuck or the game was over.
    rounds = (board.free // 2 + 1) // 2
    return RankTables(first, second, open_second + 3, open_first + 3, shift, 1 << open_first, rounds)


@jit
def winner(tables: RankTables, row: int | np.uint64, column: int | np.uint64) -> int:
    """Return who wins, 1 or 2, when player 1 plays plan `row` and player 2 plan `column`; compiled.

    Callable from other compiled code; `2 - winner(...)` is the payoff of player 1. Indices are not checked.

    Why no branch is needed: a player with no open bit left finds their "lost" bit, whose cross word takes
    everything but the "won" bit from the opponent; the opponent then finds "won", which changes nothing, and
    so does "lost" again. The first player stuck thus keeps "lost" and the other one has it taken, for ever.
    After `rounds` rounds of two plies, either somebody was stuck, or dominoes leave fewer than two free
    cells and player 1, whose turn it is, is stuck; so player 1 won exactly if their "lost" bit is gone.
    """
    first, second = tables.first[row], tables.second[column]
    shift = np.uint64(tables.shift)
    first_own, second_own = np.uint64(tables.first_own), np.uint64(tables.second_own)
    one = np.uint64(1)
    mine, theirs = np.uint64(first[0]), np.uint64(second[0])
    for _ in range(tables.rounds):
        word = np.uint64(first[first_own + trailing_zeros(mine)])
        mine &= word
        theirs &= np.uint64(second[one + (word >> shift)])
        word = np.uint64(second[second_own + trailing_zeros(theirs)])
        theirs &= word
        mine &= np.uint64(first[one + (word >> shift)])
    return 2 if mine & np.uint64(tables.lost) else 1


@jit
def fetch(tables: RankTables, row: np.uint64, column: np.uint64) -> None:
    """Bring into the fastest cache what `winner` will read; compiled."""
    _fetch(tables.first, row)
    _fetch(tables.second, column)


@jit
def _fetch(records: Records, plan: np.uint64) -> None:
    width = np.uint64(records.shape[1])
    for word in range(0, records.shape[1], LINE):
        prefetch(records, plan * width + np.uint64(word))


def _player_records(
    board: Board, player: int, plans: Plans, shift: int, words: np.dtype[np.unsignedinteger]
) -> Records:
    count = board.count(player)
    own, other = board.legal(player), board.legal(3 - player)
    # Placements are renumbered among the legal ones; an illegal one becomes -1 and is skipped.
    renumbered = np.full(count, -1)
    renumbered[list(own)] = np.arange(len(own))
    mine = [board.mask(player, p) for p in own]
    theirs = [board.mask(3 - player, p) for p in other]
    records = np.empty((len(plans), len(mine) + len(theirs) + 5), dtype=words)
    _fill(records, plans, renumbered, _conflicts(mine, mine), _conflicts(theirs, mine), np.uint64(shift))
    return records


def _conflicts(played: list[int], closed: list[int]) -> Indices:
    """For each played mask, the indices of the masks that it makes illegal, padded with one that stands for none.

    A domino meets at most four dominoes of the other direction and, with itself, three of its own.
    """
    found = np.full((len(played), MOST_CONFLICTS), len(closed), dtype=np.intp)
    for row, move in zip(found, played, strict=True):
        hit = [q for q, mask in enumerate(closed) if mask & move]
        row[: len(hit)] = hit
    return found


@jit
def _fill(
    records: Records,
    plans: Plans,
    renumbered: Indices,
    own_conflicts: Indices,
    cross_conflicts: Indices,
    shift: np.uint64,
) -> None:
    one, n, m = np.uint64(1), len(own_conflicts), len(cross_conflicts)
    everything, sentinels = (one << shift) - one, np.uint64(3) << np.uint64(n)
    rank_bit, by_rank = np.empty(n + 1, dtype=np.uint64), np.empty(n + 2, dtype=np.intp)  # the last bit stays 0
    for plan in range(len(plans)):
        record = records[plan]
        length = _rank(plans[plan], renumbered, rank_bit, by_rank)
        record[0] = ((one << np.uint64(length)) - one) | sentinels
        for q in range(m):
            record[1 + q] = everything ^ _gather(rank_bit, cross_conflicts[q])
        record[m + 1] = one << np.uint64(n + 1)
        record[m + 2] = everything
        own = record[m + 3 :]
        own[:] = everything  # ranks that a short plan does not use are never read
        for rank in range(length):
            closed = _gather(rank_bit, own_conflicts[by_rank[rank]])
            own[rank] = (everything ^ closed) | (np.uint64(by_rank[rank]) << shift)
        for sentinel in range(n, n + 2):
            own[sentinel] = everything | (np.uint64(sentinel) << shift)


@jit
def _rank(plan: Plans, renumbered: Indices, rank_bit: Words, by_rank: Indices) -> int:
    """Rank the first occurrences of legal placements; a placement that is not in the plan has no bit."""
    rank_bit[:] = 0
    length = 0
    for number in plan:
        placement = renumbered[number]
        if placement >= 0 and not rank_bit[placement]:
            rank_bit[placement] = np.uint64(1) << np.uint64(length)
            by_rank[length] = placement
            length += 1
    return length


@jit
def _gather(rank_bit: Words, conflicts: Indices) -> np.uint64:
    """Join the bits of four placements, without a branch."""
    return np.uint64(rank_bit[conflicts[0]] | rank_bit[conflicts[1]] | rank_bit[conflicts[2]] | rank_bit[conflicts[3]])
