"""Misconceptions of the exam `verger`: another die, baskets, ravens, throws or matrix, the chance to lose."""

from collections.abc import Callable, Mapping
from dataclasses import astuple, replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import lcm, prod
from typing import Final

from answers.exam.question import Misconception, SolveContext, misconception_from_params
from answers.exams.verger.draws import Parameters, Walk
from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, OrchardStrategy


class OneTreeDie(Die):
    """A die for the misconception that a basket takes all its fruits from one tree."""

    __slots__ = ()

    def fillings(self, trees: tuple[int, ...], strategy: OrchardStrategy, /) -> list[tuple[tuple[int, ...], int]]:
        """Return, for each choice of a tree, the trees that the basket leaves and the weight of the choice."""
        return _tree_choices(trees, strategy, count=1, fruits=self.basket_size)


class OtherTreesDie(Die):
    """A die for the misconception that a basket takes at most one fruit from each tree."""

    __slots__ = ()

    def fillings(self, trees: tuple[int, ...], strategy: OrchardStrategy, /) -> list[tuple[tuple[int, ...], int]]:
        """Return, for each choice of different trees, the trees after each has given a fruit, and the weight."""
        return _tree_choices(trees, strategy, count=self.basket_size, fruits=1)


def _tree_choices(
    trees: tuple[int, ...], strategy: OrchardStrategy, *, count: int, fruits: int
) -> list[tuple[tuple[int, ...], int]]:
    """Return, for each choice of trees by a basket, the trees that the basket leaves and the weight of the choice.

    A choice has `count` trees, or all trees if there are fewer. Each chosen tree gives `fruits` fruits. The choice of
    the fullest trees comes first.
    """
    hands = list(combinations(range(len(trees)), min(count, len(trees))))
    drawn = {
        "max": [int(hand == hands[0]) for hand in hands],
        "min": [int(hand == hands[-1]) for hand in hands],
        "random": [1 for _ in hands],
        "random-fruit": [prod(trees[i] for i in hand) for hand in hands],
        "best": [0 for _ in hands],
    }[strategy]
    lefts = (tuple(max(0, tree - fruits * (i in hand)) for i, tree in enumerate(trees)) for hand in hands)
    return list(zip(lefts, drawn, strict=True))


class FullBasketDie(Die):
    """A die for the misconception that a basket takes no fruit if all trees together have too few to fill it."""

    __slots__ = ()

    def fillings(self, trees: tuple[int, ...], strategy: OrchardStrategy, /) -> list[tuple[tuple[int, ...], int]]:
        """Return the trees that each full basket leaves, with its weight; if it cannot be filled, it takes no fruit."""
        return [(trees, 1)] if sum(trees) < self.basket_size else _fruit_by_fruit(trees, strategy, self.basket_size)


class TreesInTurnDie(Die):
    """A die for the misconception that a basket takes a fruit from each tree in turn, in the order before the throw."""

    __slots__ = ()

    def fillings(self, trees: tuple[int, ...], strategy: OrchardStrategy, /) -> list[tuple[tuple[int, ...], int]]:
        """Return the trees that a basket leaves, with its weight; only "max" and "min" take fruits in turn."""
        if strategy not in {"max", "min"}:
            return _fruit_by_fruit(trees, strategy, self.basket_size)
        left = sorted(trees, reverse=strategy == "max")
        for _ in range(min(self.basket_size, sum(trees))):
            # the first tree goes to the end once it has given a fruit; empty trees are passed over
            fruits = next(fruits for fruits in left if fruits)
            left = [*left[left.index(fruits) + 1 :], *left[: left.index(fruits)], fruits - 1]
        return [(tuple(left), 1)]


def _fruit_by_fruit(
    trees: tuple[int, ...], strategy: OrchardStrategy, fruits: int
) -> list[tuple[tuple[int, ...], int]]:
    """Return the trees that baskets filled by the rules leave under `max`, `min` or `random`, with their weights."""
    lefts = {trees: Fraction(1)}
    for _ in range(min(fruits, sum(trees))):
        further: dict[tuple[int, ...], Fraction] = {}
        for left, chance in lefts.items():
            drawn = range(len(left)) if strategy == "random" else [0 if strategy == "max" else len(left) - 1]
            for i in drawn:
                after = tuple(sorted((tree for tree in (*left[:i], left[i] - 1, *left[i + 1 :]) if tree), reverse=True))
                further[after] = further.get(after, Fraction(0)) + chance / len(drawn)
        lefts = further
    common = lcm(*(chance.denominator for chance in lefts.values()))
    return [(left, int(chance * common)) for left, chance in lefts.items()]


class SharedFacesDie(Die):
    """A die for the misconception that all trees share the faces of a single tree, in place of having faces each."""

    __slots__ = ()

    def weights(self, trees: int, /) -> tuple[int, int, int]:
        """Return integers proportional to the chances that a throw shows one given tree, the basket, and the raven.

        A tree has the faces of a single tree divided by the number of trees. All weights are multiplied by this number.
        """
        return self.tree_faces, self.basket_faces * trees, self.raven_faces * trees


A_RAVEN_MORE: Final = "a-raven-more"
A_RAVEN_LESS: Final = "a-raven-less"
REROLLS_COUNTED: Final = "rerolls-counted"
CHANCE_TO_LOSE: Final = "chance-to-lose"
RAVEN_AT_EVERY_THROW: Final = "raven-at-every-throw"
OVERWRITTEN: Final[Mapping[str, tuple[str, ...]]] = {
    "entries-overwritten": ("tree", "basket", "raven"),
    "entries-overwritten-by-trees": ("basket", "tree", "raven"),
}
"""Order in which the kinds of faces set the entries of the matrix, of which the last one stays, by misconception."""
FILLINGS: Final[Mapping[str, Mapping[OrchardStrategy, OrchardStrategy]]] = {
    "max-and-min-exchanged": {"max": "min", "min": "max"},
    "fruit-at-random": {"random": "random-fruit"},
}
"""Strategies that fill baskets under a misconception, by its slug and the strategy that the subject asks for."""
DICE: Final[Mapping[str, Callable[[Die], Die]]] = {
    "basket-of-one-fruit": lambda die: replace(die, basket_size=1),
    "basket-of-a-fruit-more": lambda die: replace(die, basket_size=die.basket_size + 1),
    "basket-from-one-tree": lambda die: OneTreeDie(*astuple(die)),
    "basket-from-other-trees": lambda die: OtherTreesDie(*astuple(die)),
    "basket-in-turn": lambda die: TreesInTurnDie(*astuple(die)),
    "no-basket-unless-full": lambda die: FullBasketDie(*astuple(die)),
    "faces-of-all-trees": lambda die: SharedFacesDie(*astuple(die)),
}
"""Changes of the student's die and of the original die, by the slug of the misconception."""
CHANGES: Final[Mapping[str, Callable[[Parameters], Parameters]]] = {
    "original-die": lambda params: replace(params, die=DEFAULT_DIE),
    # the student's die also in the questions about the original die
    "own-die-everywhere": lambda params: replace(params, original=params.die),
    # b and r exchanged when the die (t, b, r; s) is read
    "basket-and-raven-faces": lambda params: replace(
        params, die=replace(params.die, basket_faces=params.die.raven_faces, raven_faces=params.die.basket_faces)
    ),
    # whatever the number t of faces of each tree in (t, b, r; s)
    "one-face-a-tree": lambda params: replace(params, die=replace(params.die, tree_faces=1)),
    # as with the original die, whatever the drawn number
    "baskets-of-two": lambda params: replace(params, die=replace(params.die, basket_size=DEFAULT_DIE.basket_size)),
}
"""Changes of the parameters under other misconceptions about the die, by slug."""


def filling(context: SolveContext[Parameters], strategy: OrchardStrategy) -> OrchardStrategy:
    """Return the strategy that fills baskets where the subject asks for `strategy`, in the scenario of a solution."""
    for slug in context.scenario.mistakes:
        strategy = FILLINGS.get(slug, {}).get(strategy, strategy)
    return strategy


def spare_ravens(context: SolveContext[Parameters]) -> int:
    """Return 1 if the student of a scenario is one raven short in answers that are numbers of ravens, else 0."""
    return int(not {A_RAVEN_MORE, A_RAVEN_LESS}.isdisjoint(context.scenario.mistakes))


def counts_rerolls(context: SolveContext[Parameters]) -> bool:
    """Return whether throws that show an empty tree count as throws, in the scenario of a solution."""
    return REROLLS_COUNTED in context.scenario.mistakes


def overwriting_faces(context: SolveContext[Parameters]) -> tuple[str, ...]:
    """Return the order in which kinds of faces overwrite entries of the matrix in a scenario; () if they are added.

    Two misconceptions differ in whether the basket overwrites the trees or the trees the basket. If both have equally
    many faces, both misconceptions give the same entries; then the second one changes nothing, so that the first one
    explains the answer.
    """
    slugs = [slug for slug in context.scenario.mistakes if slug in OVERWRITTEN]
    die = context.params.die
    if slugs == ["entries-overwritten-by-trees"] and die.tree_faces == die.basket_faces:
        return ()
    return OVERWRITTEN[slugs[0]] if slugs else ()


def takes_ravens(context: SolveContext[Parameters]) -> bool:
    """Return whether every throw removes a raven in the scenario of a solution, which is a misconception."""
    return RAVEN_AT_EVERY_THROW in context.scenario.mistakes


def reported_chance(context: SolveContext[Parameters], won: Fraction) -> Fraction:
    """Return what a student in a scenario writes for the chance to win: `won`, or by a misconception 1 - `won`."""
    return 1 - won if CHANCE_TO_LOSE in context.scenario.mistakes else won


@misconception_from_params(A_RAVEN_MORE)
def a_raven_more(params: Parameters) -> Parameters:
    """Misconception: lose the game only when a raven is thrown and none is left, as if there were one more raven."""
    return replace(
        params,
        walk=Walk(_with_one_more_raven(params.walk.start), params.walk.throws),
        positions=tuple(map(_with_one_more_raven, params.positions)),
        chain=_with_one_more_raven(params.chain),
        edition=_with_one_more_raven(params.edition),
        orchard=_with_one_more_raven(params.orchard),
        position=_with_one_more_raven(params.position),
        small=_with_one_more_raven(params.small),
    )


def _change_dice(change: Callable[[Die], Die], params: Parameters) -> Parameters:
    """Return the parameters with the student's die and the original die changed."""
    return replace(params, die=change(params.die), original=change(params.original))


def _with_one_more_raven(position: Orchard) -> Orchard:
    return Orchard(position.trees, position.ravens + 1)


MISCONCEPTIONS: Final[tuple[Misconception, ...]] = (
    *(misconception_from_params(slug)(change) for slug, change in CHANGES.items()),
    a_raven_more,
    Misconception(A_RAVEN_LESS),
    *(misconception_from_params(slug)(partial(_change_dice, change)) for slug, change in DICE.items()),
    *(Misconception(slug) for slug in (REROLLS_COUNTED, CHANCE_TO_LOSE, RAVEN_AT_EVERY_THROW, *FILLINGS, *OVERWRITTEN)),
)
