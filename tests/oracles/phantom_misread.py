"""Phantom Domineering as those play it who read a definition otherwise, one misconception at a time, on plain lists."""

from collections.abc import Collection, Sequence

Cell = tuple[int, int]


def terms(slug: str, u0: int, count: int) -> list[int]:
    u = [u0]
    while len(u) <= count:
        product = 15091 * u[-1]
        u.append((product & 0xFFFF if slug == "products-of-16-bits" else product) % 64007)
    if slug == "terms-one-early":
        return [u0, *u][:count]
    return u[1:] if slug == "sequence-from-next-term" else u[:count]


def plan(slug: str, n: int, b: int) -> list[int]:
    e, p = list(range(b)), []
    while e:
        size, chosen = len(e), e[n % len(e)]
        p.append(chosen)
        if slug == "last-not-moved":
            e.remove(chosen)
        else:
            e[e.index(chosen)] = e[-1]
            e.pop()
        if slug == "divided-after-removal":
            n //= len(e) or 1
        elif slug != "index-not-divided":
            n //= size
    return p[::-1] if slug == "lists-backwards" else p


def strategy(slug: str, u0: int, index: int, b: int) -> list[int]:
    """The moves of the strategy of an index, best first."""
    if slug == "strategy-of-u-of-u":
        index = u0 * pow(15091, index, 64007) % 64007
    p = plan(slug, index, b)
    return sorted(range(b), key=p.__getitem__) if slug == "lists-as-ranks" else p


def moves(
    slug: str, rows: int, cols: int, player: int, forbidden: Collection[Cell] = ()
) -> list[tuple[Cell, Cell] | None]:
    """The two cells of each number of a player; None where the domino would leave the board."""
    down = int((player == 2) != (slug == "player-1-vertical"))
    starts = [(i, j) for i in range(rows - down) for j in range(cols - (1 - down))]
    if slug == "numbered-by-columns" or (slug == "vertical-by-columns" and down):
        starts = [(i, j) for j in range(cols - (1 - down)) for i in range(rows - down)]
    if slug == "same-numbers-for-both":
        starts = [(k // cols, k % cols) for k in range(len(starts))]
    pairs = [((i, j), (i + down, j + 1 - down)) for i, j in starts]
    if slug == "legal-moves-numbered":
        pairs = [pair for pair in pairs if not {*pair} & {*forbidden}]
    return [pair if pair[1][0] < rows and pair[1][1] < cols else None for pair in pairs]


def referee(
    slug: str, rows: int, cols: int, forbidden: Collection[Cell], lists: tuple[Sequence[int], Sequence[int]]
) -> tuple[int, list[int]]:
    """The winner, and the numbers of the dominoes in turn; with "illegal-choice-loses" nobody passes anything over."""
    forbidden = () if slug == "forbidden-cells-forgotten" else forbidden
    numbered = [moves(slug, rows, cols, player, forbidden) for player in (1, 2)]
    covered_cells, player, history = set(forbidden), 2 if slug == "player-2-begins" else 1, list[int]()
    turn = 0
    while True:
        numbers = lists[player - 1]
        if slug in {"illegal-choice-loses", "illegal-move-passes"}:
            numbers = numbers[turn // 2 : turn // 2 + 1]
        turn += 1
        cells = ((number, numbered[player - 1][number]) for number in numbers)
        placement = next(((number, pair) for number, pair in cells if pair and not covered_cells & set(pair)), None)
        if placement is None and numbers and slug == "illegal-move-passes":
            player = 3 - player
            continue
        if placement is None:
            return (player if slug == "who-cannot-move-wins" else 3 - player), history
        history.append(placement[0])
        covered_cells |= set(placement[1])
        player = 3 - player


def plans(slug: str, u0: int, count: int) -> list[int]:
    """The indices of the strategies of a player who has `count` of them."""
    if slug == "plans-not-drawn":
        return list(range(count))
    if slug == "plans-from-1":
        return terms(slug, u0, count + 1)[1:]
    return terms(slug, u0, count + (slug == "one-plan-more") - (slug == "one-plan-less"))


def limited_matrix(
    slug: str, u0: int, size: tuple[int, int], forbidden: Collection[Cell], count: int
) -> list[list[int]]:
    """Who wins, 1 for player 1 and 0 for player 2, when strategies of index u(0), … meet."""
    rows, cols = size[::-1] if slug == "sizes-exchanged" else size
    counts = [len(moves(slug, rows, cols, player, forbidden)) for player in (1, 2)]
    lists = [[strategy(slug, u0, index, b) for index in plans(slug, u0, count)] for b in counts]
    return [[2 - referee(slug, rows, cols, forbidden, (first, second))[0] for second in lists[1]] for first in lists[0]]


def stated(slug: str, value: float) -> float:
    """A probability as it is given."""
    return {"values-from-minus-1": 2 * value - 1, "wins-of-player-2": 1 - value}.get(slug, value)
