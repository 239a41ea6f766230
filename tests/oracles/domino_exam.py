"""Questions 1 and 2 of the exam `domino` by hand, and as misread: sums of terms, and of elements of permutations.

The other questions are those of `phantom`.
"""

from collections.abc import Callable, Sequence
from typing import Any

Plan = Callable[[int, int], list[int]]


def terms(u0: int, count: int, bits: int = 0) -> list[int]:
    """u(0), …, u(count - 1), one multiplication at a time; a product has so many bits, or all."""
    u = [u0]
    while len(u) < count:
        product = 15091 * u[-1]
        u.append((product % 2**bits if bits else product) % 64007)
    return u


def plan(n: int, b: int, *, shifts: bool = False, divides: bool = True, after: bool = False) -> list[int]:
    """The permutation P(n, b) of the document, or misread."""
    left, chosen = list(range(b)), []
    while left:
        size, place = len(left), n % len(left)
        chosen.append(left[place])
        if not shifts:
            left[place] = left[-1]
            left.pop()
        else:
            left.pop(place)
        if divides:
            n //= max(size - 1, 1) if after else size
    return chosen


def places(b: int) -> dict[str, tuple[int, ...]]:
    """The places, from 1, that the parts of question 2 ask about."""
    return {"2a": (1, 2, 3), "2b": (4, 5, 6), "2c": (b - 2, b - 1, b)}


def sums(drawn: Any, u: Sequence[int], first: int = 0, more: int = 0) -> dict[str, tuple[int, ...]]:
    """The answers to question 1 if the sums go from u(first) to u(N - 1 + more)."""
    return {
        f"1{letter}": tuple(sum(u[first : count + more]) for count in counts)
        for letter, counts in zip("abc", drawn.sums, strict=True)
    }


def of_elements(drawn: Any, lists: Sequence[Sequence[int]], start: int = 0) -> dict[str, tuple[int, ...]]:
    """The answers to question 2 from the permutations to add up, if elements are numbered from `start`."""
    return {
        part: tuple(sum(chosen[place - 1] + start for chosen in lists) for place in some)
        for part, some in places(drawn.length).items()
    }


def answers(drawn: Any, u: Sequence[int], plan: Plan = plan, start: int = 0) -> dict[str, tuple[int, ...]]:
    """The answers to both questions."""
    lists = [plan(n, drawn.length) for n in u[: drawn.permutations]]
    return sums(drawn, u) | of_elements(drawn, lists, start)


def mistakes(drawn: Any) -> dict[str, dict[str, tuple[int, ...]]]:
    """The answers that mistakes give, by mistake and part; those of the exam as a whole in both questions."""
    u, b, count = terms(drawn.u0, 64_002), drawn.length, drawn.permutations
    lists = [plan(n, b) for n in u[:count]]
    ranks = [[chosen.index(element) for element in range(b)] for chosen in lists]
    changed = {
        "sequence-from-next-term": answers(drawn, u[1:]),
        "terms-one-early": answers(drawn, [u[0], *u]),
        "products-of-16-bits": answers(drawn, terms(drawn.u0, 64_001, bits=16)),
        "last-not-moved": answers(drawn, u, lambda n, b: plan(n, b, shifts=True)),
        "divided-after-removal": answers(drawn, u, lambda n, b: plan(n, b, after=True)),
        "index-not-divided": answers(drawn, u, lambda n, b: plan(n, b, divides=False)),
        "lists-backwards": answers(drawn, u, lambda n, b: plan(n, b)[::-1]),
        "numbers-from-1": answers(drawn, u, start=1),
        "one-term-more": sums(drawn, u, more=1),
        "first-term-left-out": sums(drawn, u, first=1),
        "places-from-the-end": of_elements(drawn, [chosen[::-1] for chosen in lists]),
        "permutations-of-k": of_elements(drawn, [plan(k, b) for k in range(count)]),
        "ranks-added-up": of_elements(drawn, ranks),
        "index-zero-left-out": of_elements(drawn, lists[1:]),
    }
    right = answers(drawn, u)
    return {
        slug: {part: values for part, values in parts.items() if values != right[part]}
        for slug, parts in changed.items()
    }
