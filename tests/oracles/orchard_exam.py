"""The verger exam by hand: its chain by search, its chances by plain recursion."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from tests.oracles.orchard_recursion import baskets, outlook, without

DIE, BASKET = (1, 1, 1), 2
Trees = tuple[int, ...]
State = tuple[Trees, int]


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
    return tuple(sorted(filter(None, trees), reverse=True))
