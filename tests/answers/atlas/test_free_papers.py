from fractions import Fraction

from answers.atlas.free_papers import constants, written
from answers.exam.key import make_key
from tests.answers.atlas.remainders import EXAM


def learnt(*seeds: int) -> list[dict[str, tuple[int, ...]]]:
    return [dict(make_key(EXAM, u0).answers) for u0 in seeds]  # type: ignore[arg-type]


def test_a_copy_is_what_the_key_prints() -> None:
    assert written(EXAM, make_key(EXAM, 14).answers) == {
        "1": ("0",), "2": ("14",), "3a": ("0", "4"), "3b": ("4",), "4": ("2/5 = 0,4",),
    }  # fmt: skip


def test_each_item_has_its_own_commonest_value() -> None:
    found = constants(EXAM, learnt(2, 13, 23, 38))
    assert found["1"] == (0,)  # twice each: the first
    assert found["2"] == (2,)
    assert found["3a"] == (0, 3)  # no seed has both
    assert found["3b"] == (3,)


def test_a_constant_serves_all_that_it_is_near_enough_to() -> None:
    assert constants(EXAM, learnt(9, 9, 4, 5, 6))["4"] == (Fraction(1, 2),)
