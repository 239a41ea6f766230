"""What would save the work: formulas for a count, data of others, a value asked for twice. None serves many seeds."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from answers.exam.key import make_key
from answers.exams.verger import solved
from answers.exams.verger.draws import Parameters
from solvers.verger.orchard import Orchard
from tests.answers.exams.verger.common import EXAM, SAMPLE, drawn

COUNTS: dict[str, Callable[[Parameters], int]] = {
    "sets of trees": lambda one: len(_sets(one)),
    "sets of two trees or three": lambda one: sum(len(trees) > 1 for trees in _sets(one)),
    "sets from which max gains": lambda one: len(solved.positions_short(_with_a_raven(one), "min", one.die, of="max")),
}
"""Of the trees alone: what there is to count without looking at ravens."""


def _sets(one: Parameters) -> set[tuple[int, ...]]:
    boxes = product(*(range(fruits + 1) for fruits in one.chain.trees))
    return {tuple(sorted(filter(None, box))) for box in boxes if any(box)}


def _with_a_raven(one: Parameters) -> Orchard:
    return Orchard(one.chain.trees, 1)


@pytest.mark.slow
def test_positions_from_which_max_gains_much_are_no_multiple_of_a_count_of_trees() -> None:
    """(c + i) times a count, plus j: no such formula gives m of question 3 for more than one seed in twenty-five."""
    hits: Counter[tuple[str, int, int]] = Counter()
    for u0 in SAMPLE:
        key = make_key(EXAM, u0, parts=["3"])
        one, (*_, short) = drawn(key), key.answers["3"]
        for name, count in COUNTS.items():
            trees = count(one)
            for more, plus in product(range(-2, 3), range(-3, 4)):
                hits[name, more, plus] += (one.chain.ravens + more) * trees + plus == short
    assert hits.most_common(1)[0][1] <= len(SAMPLE) / 25


@pytest.mark.slow
def test_small_positions_ask_for_a_power_or_the_same_chance_never() -> None:
    """Question 1 (b) neither loses by ravens alone nor wins as question 2 (a) does."""
    for u0 in SAMPLE:
        one, answers = EXAM.drawn(u0), make_key(EXAM, u0, parts=["1b", "2a"]).answers
        raven = Fraction(one.die.raven_faces, one.die.faces(len(one.walk.start.trees)))
        assert answers["1b"][1] > raven**one.walk.start.ravens
        assert not {*answers["1b"]} & {*answers["2a"]}
        assert one.die.tree_faces + one.die.basket_faces != one.die.raven_faces


@pytest.mark.slow
def test_the_entries_of_question_3_depend_on_the_strategy() -> None:
    for u0 in SAMPLE:
        one = EXAM.drawn(u0)
        entries, rough = (
            sum(bool(chance) for row in solved.chain(one.chain, one.die, strategy).matrix for chance in row)
            for strategy in ("random", "max")
        )
        assert entries > rough


@pytest.mark.parametrize("name", ["edition", "fair", "orchard", "position", "positions"])
def test_few_have_the_same_data(name: str) -> None:
    found = Counter(getattr(EXAM.drawn(u0), name) for u0 in SAMPLE)
    assert found.most_common(1)[0][1] <= len(SAMPLE) / 20


@pytest.mark.slow
def test_no_chance_is_asked_for_twice() -> None:
    """Questions 4 to 7, whose orchards could be the same."""
    parts = ("4a", "5a", "5b", "5c", "6", "7a", "7b", "7c")
    for u0 in SAMPLE:
        answers = make_key(EXAM, u0, parts=parts).answers
        asked = [value for part in parts for value in answers[part] if not isinstance(value, int)]
        assert len(set(asked)) == len(asked)
