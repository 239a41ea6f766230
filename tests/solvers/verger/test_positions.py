from itertools import product

import pytest

from solvers.verger.orchard import Die
from solvers.verger.positions import basket_levels, positions

TREES = [(), (1,), (7,), (1, 1, 1), (2, 2), (4, 1), (3, 2, 1), (3, 3, 2), (5, 5, 1, 1)]


def inside(trees):
    """Every way to have no more fruits than `trees`, sorted, without empty trees, in lexicographic order."""
    ways = {tuple(sorted(way, reverse=True)) for way in product(*(range(fruits + 1) for fruits in trees))}
    return [tuple(filter(None, way)) for way in sorted(ways)]


@pytest.mark.parametrize("trees", TREES)
def test_numbering_is_lexicographic_and_complete(trees):
    graph = positions(trees)
    listed = inside(trees)
    assert [graph.unrank(p) for p in range(len(graph.after))] == listed
    assert graph.trees.tolist() == [len(way) for way in listed]
    assert graph.fruits.tolist() == [sum(way) for way in listed]


@pytest.mark.parametrize("trees", TREES)
def test_after_one_fruit(trees):
    graph = positions(trees)
    for p, way in enumerate(inside(trees)):
        for run, fruits in enumerate(sorted(set(way), reverse=True)):
            i = way.index(fruits)
            left = tuple(sorted(filter(None, (*way[:i], fruits - 1, *way[i + 1 :])), reverse=True))
            assert graph.unrank(graph.after_one_fruit(p)[run]) == left
            assert graph.run_trees[p, run] == way.count(fruits)
            assert graph.run_fruits[p, run] == fruits
        assert len(graph.after_one_fruit(p)) == max(1, len(set(way)))


def test_basket_levels():
    graph = positions((3, 2))
    sizes = [basket_levels(graph, die) for die in (Die(), Die(basket_size=1), Die(basket_size=99), Die(1, 0, 1, 9))]
    assert sizes == [2, 1, 5, 1]
    assert basket_levels(positions(()), Die()) == 1


def test_a_small_tree_costs_a_long_one_little():
    assert len(positions((500, 1, 1, 1)).after) == 1 + 500 * 4
