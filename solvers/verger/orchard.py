"""Define the orchard game: a position, a die, and the ways to fill a basket.

Numbers outside their range raise `InvalidInput`.

The game is won when no fruit is left, which is checked first, and lost when no raven is left.

Source: L. Paternault, "verger — Calcul des probabilités au jeu du verger" (document 004), sections "Règle du jeu",
"Remarques préliminaires" and "Stratégies"; the strategies `random-fruit` and `best` are ours.
"""

from dataclasses import dataclass
from operator import index
from typing import Final, Literal, Self, get_args

from solvers.invalid_input import InvalidInput, Translatable

OrchardStrategy = Literal["max", "min", "random", "random-fruit", "best"]
"""How a basket is filled, one fruit at a time.

`max`: from a fullest tree; `min`: from an emptiest tree with fruit; `random`: from a tree chosen evenly among those
with fruit; `random-fruit`: a fruit chosen evenly among those left; `best`: so that the chance to win is largest.
"""

STRATEGIES: Final[tuple[OrchardStrategy, ...]] = get_args(OrchardStrategy)

MAX_RAVENS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Orchard:
    """A position: the fruits left on each tree and the pieces of the raven's puzzle left to lay.

    Trees are interchangeable and empty trees have no effect, so trees are stored in descending order without
    empty trees: ``Orchard((2, 0, 3), 9) == Orchard((3, 2), 9)``. As text: ``32|9``, or ``10,2|9`` as soon as
    a tree has ten fruits.

    A position without fruit is won. A position with fruit and without ravens is lost; ravens are 0 to 10 000.
    """

    trees: tuple[int, ...]
    ravens: int

    def __post_init__(self) -> None:
        try:
            trees = tuple(self.trees)
        except TypeError:
            raise InvalidInput("trees must be a list of numbers of fruits, got {trees!r}", trees=self.trees) from None
        fruits = (check_count(Translatable("the number of fruits on a tree"), tree) for tree in trees)
        object.__setattr__(self, "trees", tuple(sorted(filter(None, fruits), reverse=True)))
        object.__setattr__(self, "ravens", check_count(Translatable("the number of ravens"), self.ravens))
        if self.ravens > MAX_RAVENS:
            raise InvalidInput(
                "an orchard has 0 to {max_ravens} ravens, got {ravens}", max_ravens=MAX_RAVENS, ravens=self.ravens
            )

    @classmethod
    def of_equal_trees(cls, trees: int, fruits: int, ravens: int) -> Self:
        """Return the orchard of `trees` trees with `fruits` fruits each."""
        return cls(
            (check_count(Translatable("the number of fruits on a tree"), fruits),)
            * check_count(Translatable("the number of trees"), trees),
            ravens,
        )

    def __str__(self) -> str:
        separator = "," if max(self.trees, default=0) > 9 else ""
        return f"{separator.join(map(str, self.trees)) or '0'}|{self.ravens}"


@dataclass(frozen=True, slots=True)
class Die:
    """The die of the orchard game, and how many fruits its basket holds.

    The faces of empty trees are thrown again, so a throw with k trees bearing fruit is one of k · `tree_faces` +
    `basket_faces` + `raven_faces` equally likely faces. A basket that finds fewer fruits than it may take takes them
    all.

    `tree_faces` are the faces of each tree. At least one of the three numbers is positive, else no game would end.
    `basket_size` is at least 1: a die without baskets has `basket_faces` = 0.
    """

    tree_faces: int = 1
    basket_faces: int = 1
    raven_faces: int = 1
    basket_size: int = 2

    def __post_init__(self) -> None:
        for name in ("tree_faces", "basket_faces", "raven_faces"):
            object.__setattr__(self, name, check_count(name, getattr(self, name)))
        object.__setattr__(self, "basket_size", check_count("basket_size", self.basket_size, least=1))
        if self.tree_faces + self.basket_faces + self.raven_faces == 0:
            raise InvalidInput(
                "with this die no game ends: tree_faces, basket_faces and raven_faces are all 0; at least one "
                "of them must be 1 or more"
            )

    def faces(self, trees: int) -> int:
        """Return the number of faces that count when `trees` trees bear fruit."""
        tree, basket, raven = self.weights(trees)
        return tree * trees + basket + raven

    def weights(self, _trees: int, /) -> tuple[int, int, int]:
        """Return the numbers of faces that show each tree, a basket and the raven."""
        return self.tree_faces, self.basket_faces, self.raven_faces

    def fillings(
        self, _trees: tuple[int, ...], _strategy: OrchardStrategy, /
    ) -> "list[tuple[tuple[int, ...], int]] | None":
        """Return the trees after each choice of a whole basket, with the weight of the choice in the strategy's draw.

        The weights are 0 for the strategy "best", which takes the choice with the best chance to win. None means that a
        basket is filled one fruit at a time, as in the game. A subclass with other rules overrides this method. If a
        basket takes no fruit, its only choice is the same trees.
        """
        return None


def check_strategy(strategy: str) -> None:
    """Raise `InvalidInput` if the strategy is not in `STRATEGIES`."""
    if strategy not in STRATEGIES:
        raise InvalidInput(
            "unknown strategy {strategy!r}: the strategies are {strategies}",
            strategies=", ".join(STRATEGIES),
            strategy=strategy,
        )


def check_count(name: str, value: int, least: int = 0) -> int:
    """Return `value` as an int; InvalidInput, with `name`, unless it is an integer of at least `least`."""
    try:
        number = index(value)
    except TypeError:
        raise InvalidInput(
            "{name} must be an integer ≥ {least}, got {value!r}", name=name, least=least, value=value
        ) from None
    if number < least:
        raise InvalidInput("{name} must be an integer ≥ {least}, got {number}", name=name, least=least, number=number)
    return number


# Below the checks that their construction calls.
DEFAULT_GAME: Final = Orchard((10, 10, 10, 10), 9)
DEFAULT_DIE: Final = Die()
