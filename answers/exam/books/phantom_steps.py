"""Steps to the answers on phantom Domineering: what a line of feedback tells in every exam that asks for them.

All that is played here is a game or a row of games: the lines are for students, who wait for none of it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from answers.exam.books.phantom_rules import RULES
from answers.exam.evidence.cells import Cell
from answers.exam.evidence.final_board import FinalBoard
from answers.exam.evidence.strategies import Played, Strategies
from answers.exam.question import Evidence
from solvers.domineering.board import Board
from solvers.domineering.phantom import play
from solvers.sequence import lcg
from solvers.sequence.permutations import permutation

SHOWN_MOVES = 3
"""First moves of a game, or of a list, that are told."""
SHOWN_PLANS = 2
"""Plans of a mixed strategy that are told, those of largest probability."""


def term(u0: int, n: int) -> Mapping[str, object]:
    """Return how u(n) comes from u(n - 1): 15091 u(n - 1) = `quotient` · 64007 + `term`; for n = 0 the seed alone."""
    if n == 0:
        return {"n": 0, "term": u0}
    before = lcg.term(u0, n - 1)
    product = lcg.MULTIPLIER * before
    return {
        "n": n,
        "before": before,
        "product": product,
        "quotient": product // lcg.MODULUS,
        "term": product % lcg.MODULUS,
    }


def divisions(u0: int, k: int, b: int) -> Mapping[str, object]:
    """Return the three divisions that give the first indices of P(u(k), b), as (n, length, n mod length)."""
    n = index = lcg.term(u0, k)
    found = []
    for length in range(b, b - 3, -1):
        found.append((n, length, n % length))
        n //= length
    return {"k": k, "index": index, "b": b, "divisions": found}


def game(u0: int, board: Board, n: int, played: Evidence) -> Mapping[str, object]:
    """Return the lists of game n as (index of u, index of P, b), where its first dominoes lie, and its last one."""
    assert isinstance(played, FinalBoard)
    indices = [(n * player, lcg.term(u0, n * player), board.count(player)) for player in (1, 2)]
    cells = [move.first for move in played.moves]
    return {"n": n, "lists": indices, "first": cells[:SHOWN_MOVES], "moves": len(cells), "last": cells[-1:]}


def mean(u0: int, count: int) -> Mapping[str, object]:
    """Return N, Σ u(i) and Σ u(i)³ over i < N."""
    u = lcg.sequence(u0, count)
    return {"n": count, "total": int(u.sum()), "cubes": int((u**3).sum())}


def limited_value(u0: int, name: str, found: Evidence) -> Mapping[str, object]:
    """Return who wins for certain, and with which strategy u(k), if anybody does; otherwise what both mix.

    A strategy is told as (k, u(k)), and where several are mixed with its probability.
    """
    assert isinstance(found, Strategies)
    winner = {"1": 1, "0": 2}.get(found.lower if found.lower == found.upper else "", 0)
    mixes = (found.rows, found.columns)
    told = [[(plan, lcg.term(u0, plan), Fraction(weight)) for plan, weight in _heaviest(mix)] for mix in mixes]
    return {
        "name": name,
        "winner": winner,
        "count": found.plans.rows,
        "plans": told,
        "sizes": list(map(len, mixes)),
        "low": Fraction(found.lower),
    }


def all_plans_value(name: str, board: Board, found: Evidence) -> Mapping[str, object]:
    """Return who wins for certain, if anybody does, and the cells of the first moves of the list that does it.

    Where nobody does, how many lists are mixed. Strategy n is P(n, b) applied to the b legal placements.
    """
    assert isinstance(found, Strategies)
    winner = {"1": 1, "0": 2}.get(found.lower, 0)
    plans = (found.rows, found.columns)
    wanted = _list(board, winner, plans[winner - 1][0].plan) if winner else ()
    return {
        "name": name,
        "winner": winner,
        "first": wanted[:SHOWN_MOVES],
        "has_more": len(wanted) > SHOWN_MOVES,
        "stuck": [player for player in (1, 2) if not board.legal(player)],
        "sizes": list(map(len, plans)),
        "low": Fraction(found.lower),
    }


def _list(board: Board, player: int, plan: int) -> Sequence[Cell]:
    legal = board.legal(player)
    return [Cell(*board.cells(player, legal[place])[0]) for place in permutation(plan, len(legal))]


def likeliest(found: Evidence) -> tuple[int, int]:
    """Return the plan that each player plays most."""
    assert isinstance(found, Strategies)
    return _heaviest(found.rows)[0].plan, _heaviest(found.columns)[0].plan


def wins(u0: int, name: str, board: Board, count: int) -> Mapping[str, object]:
    """Return how many of their games against the `count` plans of player 2 the strategies u(0) and u(1) win."""
    import numpy as np

    from answers.exam.books.phantom_games import limited_game

    limited = limited_game(RULES, u0, board, count)
    all_columns = np.arange(count)
    rows = [int(limited.outcomes(np.array([k]), all_columns).sum()) for k in (0, 1)]
    return {"name": name, "count": count, "rows": rows}


def hidden_value(number: int, board: Board, chances: Mapping[Cell, int], found: Evidence) -> Mapping[str, object]:
    """Return the likeliest list P(n, b) of each player, and the cells, with their percents, with which player 1 wins.

    `sizes` are how many lists each mixes, 1 and 1 where these two lists are an equilibrium.
    """
    assert isinstance(found, Strategies)
    lists = [(plan, board.count(player)) for player, plan in enumerate(likeliest(found), 1)]
    return {
        "number": number,
        "lists": lists,
        "sizes": [len(found.rows), len(found.columns)],
        "won": list(_won(board, lists, chances)),
        "low": Fraction(found.lower),
    }


def _won(board: Board, lists: Iterable[tuple[int, int]], chances: Mapping[Cell, int]) -> Iterator[tuple[Cell, int]]:
    """The cells with which player 1 wins when both play these lists, each with its percents."""
    first, second = (permutation(*one) for one in lists)
    for cell, percent in chances.items():
        if play(Board(board.rows, board.cols, frozenset({cell})), first, second).winner == 1:
            yield cell, percent


def _heaviest(mix: Iterable[Played]) -> list[Played]:
    """The plans of largest probability, ties in order."""
    return sorted(mix, key=lambda one: (-Fraction(one.weight), one.plan))[:SHOWN_PLANS]
