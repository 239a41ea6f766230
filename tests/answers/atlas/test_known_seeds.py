"""Seeds by which it is known how rare a value is."""

from answers.atlas.known_seeds import known_seeds
from answers.atlas.seeds import atlas_seeds


def test_the_first_seeds_of_the_atlas_but_those_of_the_class() -> None:
    seeds = atlas_seeds(100)
    assert known_seeds(0) == ()
    assert known_seeds(3) == seeds[:3]
    assert known_seeds(100) == seeds
    assert known_seeds(4, but=[seeds[2], 0]) == (seeds[0], seeds[1], seeds[3])
