"""Known mistakes that go through the whole exam `verger`: another die, baskets, ravens, throws, losing for winning."""

from collections.abc import Callable, Mapping
from dataclasses import astuple, replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import prod
from typing import Final

from answers.exam.question import Misconception, SolveContext, misconception_from_params
from answers.exams.verger.draws import Parameters, Walk
from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, Strategy


class OneTreeDie(Die):
    """A die whose baskets are filled from one tree."""

    __slots__ = ()

    def fillings(self, trees: tuple[int, ...], strategy: Strategy, /) -> list[tuple[tuple[int, ...], int]]:
        """Return what each choice of a tree leaves."""
        return _hands(trees, strategy, count=1, fruits=self.basket_size)


class OtherTreesDie(Die):
    """A die whose baskets take a fruit from as many different trees."""

    __slots__ = ()

    def fillings(self, trees: tuple[int, ...], strategy: Strategy, /) -> list[tuple[tuple[int, ...], int]]:
        """Return what each choice of trees leaves."""
        return _hands(trees, strategy, count=self.basket_size, fruits=1)


def _hands(trees: tuple[int, ...], strategy: Strategy, *, count: int, fruits: int) -> list[tuple[tuple[int, ...], int]]:
    """Choose so many trees, or all, which give so many fruits each: that of the fullest trees comes first."""
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


class SharedFacesDie(Die):
    """A die whose tree faces are those of all trees together."""

    __slots__ = ()

    def weights(self, trees: int, /) -> tuple[int, int, int]:
        """Return the faces of a die with as many times the faces."""
        return self.tree_faces, self.basket_faces * trees, self.raven_faces * trees


A_RAVEN_MORE: Final = "a-raven-more"
REROLLS_COUNTED: Final = "rerolls-counted"
CHANCE_TO_LOSE: Final = "chance-to-lose"
RAVEN_AT_EVERY_THROW: Final = "raven-at-every-throw"
FILLINGS: Final[Mapping[str, Mapping[Strategy, Strategy]]] = {
    "max-and-min-exchanged": {"max": "min", "min": "max"},
    "fruit-at-random": {"random": "random-fruit"},
}
"""How baskets are filled in a scenario, by the strategy that the subject asks for."""
DICE: Final[Mapping[str, Callable[[Die], Die]]] = {
    "basket-of-one-fruit": lambda die: replace(die, basket_size=1),
    "basket-of-a-fruit-more": lambda die: replace(die, basket_size=die.basket_size + 1),
    "basket-from-one-tree": lambda die: OneTreeDie(*astuple(die)),
    "basket-from-other-trees": lambda die: OtherTreesDie(*astuple(die)),
    "faces-of-all-trees": lambda die: SharedFacesDie(*astuple(die)),
}
"""What becomes in a scenario of the student's die, and of the original one."""


def filling(context: SolveContext[Parameters], strategy: Strategy) -> Strategy:
    """Return how the scenario of a solution fills the baskets of a strategy."""
    for slug in context.scenario.mistakes:
        strategy = FILLINGS.get(slug, {}).get(strategy, strategy)
    return strategy


def spare_ravens(context: SolveContext[Parameters]) -> int:
    """Return how many ravens the scenario of a solution needs beyond those of the subject to lose a game."""
    return int(A_RAVEN_MORE in context.scenario.mistakes)


def counts_rerolls(context: SolveContext[Parameters]) -> bool:
    """Return whether throws that show an empty tree count in the scenario of a solution."""
    return REROLLS_COUNTED in context.scenario.mistakes


def takes_ravens(context: SolveContext[Parameters]) -> bool:
    """Return whether every throw takes a raven in the scenario of a solution."""
    return RAVEN_AT_EVERY_THROW in context.scenario.mistakes


def reported_chance(context: SolveContext[Parameters], won: Fraction) -> Fraction:
    """Return what the scenario of a solution gives for a chance to win."""
    return 1 - won if CHANCE_TO_LOSE in context.scenario.mistakes else won


@misconception_from_params("original-die")
def original_die(params: Parameters) -> Parameters:
    """The die of the original game in all questions."""
    return replace(params, die=DEFAULT_DIE)


@misconception_from_params("basket-and-raven-faces")
def basket_and_raven_faces(params: Parameters) -> Parameters:
    """The die is read (t, r, b; s)."""
    die = params.die
    return replace(params, die=Die(die.tree_faces, die.raven_faces, die.basket_faces, die.basket_size))


@misconception_from_params("own-die-everywhere")
def own_die_everywhere(params: Parameters) -> Parameters:
    """The student's die in all questions, those of the original one too."""
    return replace(params, original=params.die)


@misconception_from_params("one-face-a-tree")
def one_face_a_tree(params: Parameters) -> Parameters:
    """The die is read (1, b, r; s)."""
    return replace(params, die=replace(params.die, tree_faces=1))


@misconception_from_params("baskets-of-two")
def baskets_of_two(params: Parameters) -> Parameters:
    """The die is read (t, b, r; 2), with the baskets of the original one."""
    return replace(params, die=replace(params.die, basket_size=DEFAULT_DIE.basket_size))


@misconception_from_params(A_RAVEN_MORE)
def a_raven_more(params: Parameters) -> Parameters:
    """The game is lost when the raven is thrown with none left: as with a raven more."""
    return replace(
        params,
        walk=Walk(_more(params.walk.start), params.walk.throws),
        positions=tuple(map(_more, params.positions)),
        chain=_more(params.chain),
        edition=_more(params.edition),
        orchard=_more(params.orchard),
        position=_more(params.position),
        small=_more(params.small),
    )


def _thrown(change: Callable[[Die], Die], params: Parameters) -> Parameters:
    return replace(params, die=change(params.die), original=change(params.original))


def _more(position: Orchard) -> Orchard:
    return Orchard(position.trees, position.ravens + 1)


MISREADINGS: Final[tuple[Misconception, ...]] = (
    original_die,
    own_die_everywhere,
    basket_and_raven_faces,
    one_face_a_tree,
    baskets_of_two,
    a_raven_more,
    *(misconception_from_params(slug)(partial(_thrown, change)) for slug, change in DICE.items()),
    *(Misconception(slug) for slug in (REROLLS_COUNTED, CHANCE_TO_LOSE, RAVEN_AT_EVERY_THROW, *FILLINGS)),
)
