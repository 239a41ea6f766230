import pytest

from solvers.sequence.miscopied import miscopied


@pytest.mark.parametrize("number", [12, 21, 112, 122, 2, 1, 17, 72, 102, 312, 129])
def test_slips_of_the_pen(number: int) -> None:
    assert (number in miscopied(12, 1000)) is (number != 12)


def test_what_is_no_slip() -> None:
    assert not {12, 345, 33, 1002} & set(miscopied(12, 1000))
    assert all(0 <= number < 64007 for number in miscopied(64006, 64007))
    assert 46006 in miscopied(64006, 64007)
    assert {52341, 32145} <= set(miscopied(12345, 64007))  # digits far from each other
