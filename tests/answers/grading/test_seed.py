import pytest

from answers.exam.identity import Identity, Seal
from answers.flags import U0_CHANGED, U0_OUT_OF_RANGE, U0_UNREADABLE
from answers.grading.seed import Seed, seed_of
from tests.answers.tiny import submission


@pytest.mark.parametrize(
    ("text", "seed"),
    [
        (None, Seed(None)),
        ("", Seed(None)),
        (" \t", Seed(None)),
        ("0", Seed(0)),
        (" 64006 ", Seed(64006)),
        ("64007", Seed(None, (U0_OUT_OF_RANGE,))),
        ("-1", Seed(None, (U0_OUT_OF_RANGE,))),
        ("10⁹", Seed(None, (U0_OUT_OF_RANGE,))),
        ("1/2", Seed(None, (U0_UNREADABLE,))),
        ("10 20", Seed(None, (U0_UNREADABLE,))),
        ("34/2", Seed(17)),
    ],
)
def test_what_a_student_declares(text: str | None, seed: Seed) -> None:
    found = seed_of(submission({}, u0=text))
    assert (found, type(found.u0)) == (seed, type(seed.u0))


@pytest.mark.parametrize(
    ("known", "sealed", "genuine", "declared", "seed"),
    [
        (0, 10, True, "10", Seed(0, (U0_CHANGED,))),
        (None, 0, True, "10", Seed(0, (U0_CHANGED,))),
        (None, 10, False, None, Seed(None)),
        (None, 10, False, "10", Seed(10)),
        (10, 10, True, "10", Seed(10)),
        (10, 12, True, None, Seed(10, (U0_CHANGED,))),
        (10, 12, False, "x", Seed(10, (U0_UNREADABLE, U0_CHANGED))),
    ],
)
def test_the_teachers_then_the_genuine_seals_then_the_declared(
    known: int | None, sealed: int, genuine: bool, declared: str | None, seed: Seed
) -> None:
    seal = Seal(Identity("tiny", sealed, "s01"), genuine)
    assert seed_of(submission({}, u0=declared, seal=seal), known) == seed
