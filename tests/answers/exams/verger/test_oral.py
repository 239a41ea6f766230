"""What the proofs of `verger` end in, beside searches that know the rules only."""

from dataclasses import astuple
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import Key, make_key
from answers.exams.verger.draws import Parameters
from tests.oracles.orchard_exam import chain
from tests.oracles.orchard_recursion import Trees, baskets, outlook, without


@pytest.fixture(scope="module", params=(17, 4242, 50001))
def key(request: pytest.FixtureRequest) -> Key:
    return make_key(load_exam("verger"), request.param)


def test_lists_are_counted_in_order_and_sorted(key: Key, drawn: Parameters) -> None:
    met = [values for values in product(*(range(fruits + 1) for fruits in drawn.chain.trees)) if any(values)]
    assert key.oral["trees-in-order"] == (len(met), len({tuple(sorted(filter(None, values))) for values in met}))


@pytest.mark.slow
def test_min_loses_to_the_best_strategy_from_as_many_positions_as_told() -> None:
    key = make_key(load_exam("verger"), 17)
    assert isinstance(key.params, Parameters)
    trees, ravens = astuple(key.params.orchard)
    sets = {tuple(sorted(filter(None, values))) for values in product(*(range(fruits + 1) for fruits in trees))} - {()}
    chances = {
        strategy: [
            outlook(values, c, strategy, (1, 1, 1), 2)[0] for values in sorted(sets) for c in range(1, ravens + 1)
        ]
        for strategy in ("max", "min", "best")
    }
    lost = [sum(map(Fraction.__lt__, chances[strategy], chances["best"])) for strategy in ("max", "min")]
    assert key.oral["max-is-best"] == tuple(lost)


def test_throws_that_show_an_empty_tree_are_counted(key: Key, drawn: Parameters) -> None:
    """A throw that leaves the position is thrown again: with chance q to count, 1/q throws in the mean."""
    tree, basket, raven, size = astuple(drawn.die)

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

    (answer,) = key.oral["empty-trees"]
    assert answer == pytest.approx(float(throws(*astuple(drawn.chain))), rel=1e-9)


def test_the_longest_game_is_the_longest_way_through_the_chain(key: Key, drawn: Parameters) -> None:
    *faces, size = astuple(drawn.die)
    steps = chain(*astuple(drawn.chain), "max", tuple(faces), size)

    @cache
    def longest(state: object) -> int:
        return 0 if isinstance(state, str) else 1 + max(longest(after) for after in steps[state])

    assert key.oral["games-end"] == (longest(astuple(drawn.chain)),)
