"""Seeds that nobody in a class has, by whose answers it is known how often a value comes."""

from collections.abc import Collection

from answers.atlas.seeds import FEWEST, atlas_seeds


def known_seeds(count: int, but: Collection[int] = ()) -> tuple[int, ...]:
    """Return the first `count` seeds of the atlas, without those `but` some: always the same ones.

    Raises
    ------
    CorrigeError
        If `count` is above 64006.
    """
    return tuple(u0 for u0 in atlas_seeds(max(count, FEWEST))[:count] if u0 not in but)
