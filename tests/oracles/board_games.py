"""Chomp, Cram and Domineering by plain recursion on sets of cells."""

from functools import cache


@cache
def chomp_wins(squares):
    """Whether the player to move wins; `squares` is a frozenset with the poison (0, 0), or empty."""
    if not squares:
        return True
    return any(not chomp_wins(frozenset(s for s in squares if s[0] < i or s[1] < j)) for i, j in squares)


def chomp_winning_moves(squares):
    return {(i, j) for i, j in squares if not chomp_wins(frozenset(s for s in squares if s[0] < i or s[1] < j))}


def dominoes(cells, directions=((0, 1), (1, 0))):
    """The dominoes that fit on a set of free cells."""
    return [
        frozenset({(i, j), (i + a, j + b)}) for i, j in sorted(cells) for a, b in directions if (i + a, j + b) in cells
    ]


@cache
def cram_grundy(cells):
    """The least number that no domino leads to; `cells` is a frozenset of free cells."""
    reached = {cram_grundy(cells - domino) for domino in dominoes(cells)}
    return next(n for n in range(len(reached) + 1) if n not in reached)


@cache
def domineering_winner(cells, player):
    """Who wins, 1 (horizontal) or 2, when `player` is to move on a frozenset of free cells."""
    direction = ((0, 1),) if player == 1 else ((1, 0),)
    for domino in dominoes(cells, direction):
        if domineering_winner(cells - domino, 3 - player) == player:
            return player
    return 3 - player


def grid(rows, cols, removed=()):
    return frozenset((i, j) for i in range(rows) for j in range(cols)) - frozenset(removed)
