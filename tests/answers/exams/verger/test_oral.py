"""What the proofs of `verger` end in, beside searches that know the rules only."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.kinds.parsing import Value
from tests.oracles.orchard_exam import chain, draws
from tests.oracles.orchard_recursion import Trees, baskets, outlook, without

EXAM = load_exam("verger")
SEEDS = (17, 4242, 50001)


def oral(u0: int, slug: str) -> tuple[Value | None, ...]:
    return make_key(EXAM, u0).oral[slug]


def drawn_chain(u0: int) -> tuple[Trees, int]:
    *trees, ravens = draws(u0)["chain"]
    return tuple(sorted(trees, reverse=True)), ravens


@pytest.mark.parametrize("u0", SEEDS)
def test_lists_are_counted_in_order_and_sorted(u0: int) -> None:
    trees, _ = drawn_chain(u0)
    met = [values for values in product(*(range(fruits + 1) for fruits in trees)) if any(values)]
    assert oral(u0, "trees-in-order") == (len(met), len({tuple(sorted(filter(None, values))) for values in met}))


@pytest.mark.slow
def test_min_loses_to_the_best_strategy_from_as_many_positions_as_told() -> None:
    *trees, ravens = draws(17)["orchard"]
    sets = {tuple(sorted(filter(None, values))) for values in product(*(range(fruits + 1) for fruits in trees))} - {()}
    chances = {
        strategy: [
            outlook(values, c, strategy, (1, 1, 1), 2)[0] for values in sorted(sets) for c in range(1, ravens + 1)
        ]
        for strategy in ("max", "min", "best")
    }
    lost = [sum(map(Fraction.__lt__, chances[strategy], chances["best"])) for strategy in ("max", "min")]
    assert oral(17, "max-is-best") == tuple(lost)


@pytest.mark.parametrize("u0", SEEDS)
def test_throws_that_show_an_empty_tree_are_counted(u0: int) -> None:
    """A throw that leaves the position is thrown again: with chance q to count, 1/q throws in the mean."""
    (tree, basket, raven), size = draws(u0)["die"]

    @cache
    def throws(left: Trees, ravens: int) -> Fraction:
        if not any(left) or not ravens:
            return Fraction(0)
        ends = [(Fraction(raven), throws(left, ravens - 1))]
        ends += [(Fraction(tree), throws(without(left, i), ravens)) for i, fruits in enumerate(left) if fruits]
        for after, share in baskets(left, ravens, "max", (tree, basket, raven), size):
            ends.append((basket * share, throws(after, ravens)))
        faces = tree * len(left) + basket + raven
        counted = sum(weight for weight, _ in ends) / faces
        return 1 / counted + sum(weight * mean for weight, mean in ends) / faces / counted

    (answer,) = oral(u0, "empty-trees")
    assert answer == pytest.approx(float(throws(*drawn_chain(u0))), rel=1e-9)


@pytest.mark.parametrize("u0", SEEDS)
def test_the_longest_game_is_the_longest_way_through_the_chain(u0: int) -> None:
    steps = chain(*drawn_chain(u0), "max", *draws(u0)["die"])

    @cache
    def longest(state: object) -> int:
        return 0 if isinstance(state, str) else 1 + max(longest(after) for after in steps[state])

    assert oral(u0, "games-end") == (longest(drawn_chain(u0)),)
