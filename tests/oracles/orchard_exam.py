"""The verger exam by hand: its draws from the plain sequence, its chain by search, its chances by plain recursion."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from tests.oracles.nash_exam import terms
from tests.oracles.orchard_recursion import baskets, outlook, without

DIE, BASKET = (1, 1, 1), 2
FACES = "111 121 122 132 133 143 211 212 221 223 232 233 234 243 312 313 323 324"
WALK_TREES = "21 22 31 111 32 211 33 42"
POSITION_TREES = "2 3 4 5 6 11 21 31 41 22 32 111 211 311 221 1111"
Trees = tuple[int, ...]
State = tuple[Trees, int]


@cache
def draws(u0: int) -> dict[str, Any]:
    """What u₀ draws, from u(1000) up: one of n things is number u(k) mod n, an integer in [a, b] is a + …."""
    u = iter(terms(u0, 1030)[1000:])

    def between(*ranges: tuple[int, int]) -> tuple[int, ...]:
        return tuple(low + next(u) % (high - low + 1) for low, high in ranges)

    def only(of: list[Any]) -> Any:
        return of[next(u) % len(of)]

    dice = [(tuple(map(int, faces)), size) for faces in FACES.split() for size in (2, 3) if (faces, size) != ("111", 2)]
    die = only(dice)
    small = only([(2, 1), (2, 2), (3, 1), (3, 2), (2, 1, 1), (2, 2, 1)]), *between((2, 3))
    transitions = tuple(only(sort) for sort in moves(*small, *die))
    walk = only(walks(*die))
    known = stands(*walk[0], walk[1], *die)
    others = [start for start in positions(*die) if outlook(*start, "max", *die)[0] not in known]
    return {
        "die": die,
        "transitions": transitions,
        "walk": walk,
        "positions": only([list(three) for three in combinations(others, 3)]),
        "chain": between((4, 6), (3, 5), (1, 2), (2, 6)),
        "edition": only(editions()),
        "orchard": between((6, 9), (4, 6), (2, 4), (1, 2), (4, 7)),
        "position": between((4, 8), (3, 6), (3, 5), (3, 4), (2, 5)),
        "fair": between((10, 14), (6, 9), (3, 6), (1, 3)),
        "small": _small(die, *between((3, 5), (4, 6)), only([-1, 1, 2])),
    }


def _small(die: Any, number: int, fruits: int, beyond: int) -> tuple[int, int, int]:
    """One raven less than those with which max gains most over min, or one or two more."""
    gains = [
        rough_chance((fruits,) * number, c, "max", *die) - rough_chance((fruits,) * number, c, "min", *die)
        for c in range(15)
    ]
    return number, fruits, gains.index(max(gains)) + beyond


def editions() -> list[tuple[int, ...]]:
    """Two or three equal trees, another with less than they have, 4 to 9 ravens."""
    trees = [(n, f, g) for n, most in ((2, 12), (3, 9)) for f in range(6, most + 1) for g in range(2, f)]
    return [(*(f,) * n, g, c) for n, f, g in trees for c in range(4, 10)]


@cache
def positions(faces: tuple[int, int, int], size: int) -> list[State]:
    """Small positions from which the chance to win and the mean length are written with at most nine characters."""
    starts = [(tuple(map(int, trees)), c) for trees in POSITION_TREES.split() for c in (1, 2, 3)]
    more = [(trees, c) for trees, c in starts if (sum(trees), c) != (2, 1)]
    return [start for start in more if max(map(len, map(str, outlook(*start, "max", faces, size)))) <= 9]


def moves(trees: Trees, ravens: int, faces: tuple[int, int, int], size: int) -> tuple[list[Any], list[Any], list[Any]]:
    """The transitions of a chain: those that win, those on which faces meet, the others.

    Fewer fruits on the last trees first, then fewer ravens; of one position trees, basket, raven.
    """
    left: list[Trees] = [()]
    for fruits in trees:
        left = [(*before, now) for before in left for now in range(fruits + 1)]
    winning, shared, single = [], [], []
    for start in dict.fromkeys(_bare(each) for each in left if any(each)):
        for c in range(1, ravens + 1):
            ends: dict[State, list[str]] = defaultdict(list)
            for tree in range(len(start)):
                ends[_bare(without(start, tree)), c].append("tree")
            ((after, _),) = baskets(start, c, "max", faces, size)
            ends[_bare(after), c].append("basket")
            ends[start, c - 1].append("raven")
            for end, on in ends.items():
                sort = winning if not end[0] else shared if len(on) > 1 else single
                sort.append(((start, c), end))
    return winning, shared, single


@cache
def walks(faces: tuple[int, int, int], size: int) -> list[tuple[State, int]]:
    """Small positions and 3 or 4 throws, of which as many as ravens may win, and that may lose, end or not.

    Where the game stands is written with at most thirteen characters.
    """
    starts = [(tuple(map(int, trees)), c, k) for trees in WALK_TREES.split() for c, k in [(2, 3), (2, 4), (3, 4)]]
    short_walks = [
        start for start in starts if sum(start[0]) <= start[1] * size and start[2] < sum(start[0]) + start[1] - 1
    ]
    return [((t, c), k) for t, c, k in short_walks if max(map(len, map(str, stands(t, c, k, faces, size)))) <= 13]


def stands(trees: Trees, ravens: int, throws: int, faces: tuple[int, int, int], size: int) -> tuple[Fraction, ...]:
    """Won, lost, going on so many throws after a position, under max."""
    reached = after(trees, ravens, throws, faces, size)
    won, lost = reached.get("won", Fraction(0)), reached.get("lost", Fraction(0))
    return won, lost, 1 - won - lost


def chance(
    trees: Trees,
    ravens: int,
    strategy: str = "max",
    faces: tuple[int, int, int] = DIE,
    size: int = BASKET,
) -> Fraction:
    """The chance to win."""
    return outlook(tuple(sorted(trees)), ravens, strategy, faces, size)[0]


@cache
def rough_chance(
    trees: Trees, ravens: int, strategy: str = "max", faces: tuple[int, int, int] = DIE, size: int = BASKET
) -> float:
    """The same in double precision, with sorted trees, for orchards that `chance` is too slow for; never "best"."""
    trees = _bare(trees)
    if not trees or not ravens:
        return float(not trees)
    tree, basket, raven = faces
    won = raven * rough_chance(trees, ravens - 1, strategy, faces, size)
    for i in range(len(trees)):
        won += tree * rough_chance(_bare(without(trees, i)), ravens, strategy, faces, size)
    for left, share in baskets(trees, ravens, strategy, faces, size):
        won += basket * float(share) * rough_chance(_bare(left), ravens, strategy, faces, size)
    return won / (tree * len(trees) + basket + raven)


def fair(trees: Trees, strategy: str, faces: tuple[int, int, int] = DIE, size: int = BASKET) -> int:
    """The least ravens with a chance above one half; none of those drawn is nearer to it than rounding errors."""
    ravens = 0
    while rough_chance(trees, ravens, strategy, faces, size) <= 0.5:
        ravens += 1
    return ravens


def chain(
    trees: Trees, ravens: int, strategy: str = "max", faces: tuple[int, int, int] = DIE, size: int = BASKET
) -> Mapping[State | str, Mapping[State | str, Fraction]]:
    """The transitions, by search from the first position; "lost" and "won" are states too."""
    fraction = Fraction(1)
    chances_from: dict[State | str, Mapping[State | str, Fraction]] = {
        "lost": {"lost": fraction},
        "won": {"won": fraction},
    }
    waiting = [(_bare(trees), ravens)]
    while waiting:
        state = waiting.pop()
        if state not in chances_from:
            chances_from[state] = _throw(*state, strategy, faces, size)
            waiting += [after for after in chances_from[state] if not isinstance(after, str)]
    return chances_from


def after(
    trees: Trees, ravens: int, throws: int, faces: tuple[int, int, int], size: int
) -> Mapping[State | str, Fraction]:
    """Where the game stands some throws after a position, under max."""
    steps = chain(trees, ravens, "max", faces, size)
    reached: Mapping[State | str, Fraction] = {(_bare(trees), ravens): Fraction(1)}
    for _ in range(throws):
        following: dict[State | str, Fraction] = defaultdict(Fraction)
        for state, share in reached.items():
            for end, step in steps[state].items():
                following[end] += share * step
        reached = following
    return reached


def _throw(
    trees: Trees, ravens: int, strategy: str, faces: tuple[int, int, int], size: int
) -> Mapping[State | str, Fraction]:
    tree_faces, basket_faces, raven_faces = faces
    face = Fraction(1, tree_faces * len(trees) + basket_faces + raven_faces)
    ends: dict[State | str, Fraction] = defaultdict(Fraction)
    ends[(trees, ravens - 1) if ravens > 1 else "lost"] += raven_faces * face
    for tree in range(len(trees)):
        ends[_left(without(trees, tree), ravens)] += tree_faces * face
    for left, share in baskets(trees, ravens, strategy, faces, size):
        ends[_left(left, ravens)] += basket_faces * face * share
    return ends


def _left(trees: Trees, ravens: int) -> State | str:
    return (_bare(trees), ravens) if any(trees) else "won"


def _bare(trees: Trees) -> Trees:
    return tuple(fruits for fruits in _sorted(trees) if fruits)


def _sorted(trees: Trees) -> Trees:
    return tuple(sorted(trees, reverse=True))
