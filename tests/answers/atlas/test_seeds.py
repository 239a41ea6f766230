import pytest

from answers.atlas.seeds import EVERY, FEWEST, LEARNT, PAPERS, atlas_seeds, known_seeds
from answers.errors import CorrigeError


def test_a_small_atlas_is_the_start_of_a_larger_one() -> None:
    assert atlas_seeds(FEWEST) == atlas_seeds(400)[:FEWEST]
    assert atlas_seeds(FEWEST)[:3] == (53884, 3383, 19766)  # as sha256sum and sort put them
    assert (PAPERS, LEARNT) == (40, 25)


def test_all_seeds_but_zero() -> None:
    assert sorted(atlas_seeds(EVERY)) == list(range(1, 64007))


@pytest.mark.parametrize("count", [-1, 0, 64, 64007])
def test_too_few_and_too_many(count: int) -> None:
    with pytest.raises(CorrigeError, match="ask for 65 to 64006 seeds"):
        atlas_seeds(count)


def test_the_first_seeds_of_the_atlas_but_those_of_the_class() -> None:
    seeds = atlas_seeds(100)
    assert known_seeds(0) == ()
    assert known_seeds(3) == seeds[:3]
    assert known_seeds(100) == seeds
    assert known_seeds(4, but=[seeds[2], 0]) == (seeds[0], seeds[1], seeds[3])
