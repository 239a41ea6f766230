"""The nash exam by hand: plain recursions, the referee on a grid, and what mixed strategies guarantee."""

from collections.abc import Callable, Sequence
from fractions import Fraction


def terms(u0: int, count: int) -> list[int]:
    """u(0), …, u(count - 1), one multiplication at a time."""
    u = [u0]
    while len(u) < count:
        u.append(15091 * u[-1] % 64007)
    return u[:count]


def plan(n: int, b: int) -> list[int]:
    """The permutation of index n of b elements, as the document builds it."""
    left, chosen = list(range(b)), []
    while left:
        size, place = len(left), n % len(left)
        chosen.append(left[place])
        left[place] = left[-1]
        left.pop()
        n //= size
    return chosen


def placements(rows: int, cols: int, player: int) -> int:
    """Size of the document's numbering: the last column, or the last row, is not numbered."""
    return rows * (cols - 1) if player == 1 else (rows - 1) * cols


def mean_square(u: Sequence[int]) -> Fraction:
    """Expectation of u² when x is drawn in proportion to u(x)."""
    total = sum(u)
    return sum((Fraction(value, total) * value**2 for value in u), Fraction(0)) if total else Fraction(0)


Mix = Sequence[tuple[int, Fraction]]


def guaranteed(
    pays: Callable[[int, int], Fraction | int], sizes: tuple[int, int], rows: Mix, columns: Mix
) -> tuple[Fraction, Fraction]:
    """What player 1's mix guarantees against every column, and what player 2's concedes to every row."""
    for mix in (rows, columns):
        assert sum(weight for _, weight in mix) == 1
        assert all(weight > 0 for _, weight in mix)
    lower = min(sum((w * pays(i, j) for i, w in rows), Fraction(0)) for j in range(sizes[1]))
    upper = max(sum((w * pays(i, j) for j, w in columns), Fraction(0)) for i in range(sizes[0]))
    return lower, upper
