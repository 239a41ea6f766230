import pytest

from answers.classroom.decisions import Decision, Kind, decisions_in_force
from answers.classroom.settle_withdrawal import withdrawals
from answers.errors import CorrigeError


def one(student: str, item: str, kind: Kind, value: str = "") -> Decision:
    return Decision(student, item, kind, value, "9", "", "t", "now")


TAKEN = (
    one("s01", "1a.1", Kind.POINTS, "0.25"), one("s01", "1a.2", Kind.WRONG), one("s01", "1a.2", Kind.WITHDRAWN),
    one("s02", "no-paper", Kind.SEEN), one("=s03", "2.1", Kind.RIGHT),
)  # fmt: skip
HOLDING = decisions_in_force(TAKEN)


def back(*named: tuple[str, str]) -> tuple[Decision, ...]:
    return tuple(one(student, item, Kind.WITHDRAWN) for student, item in named)


def test_what_is_in_force_is_taken_back_and_nothing_else() -> None:
    first, second = back(("s01", "1a.1"), ("s01", "1a.2"))
    assert withdrawals((first, second), HOLDING) == (first,)
    assert withdrawals(back(("=s03", "2.1")), HOLDING) == back(("=s03", "2.1"))


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ((("s01", "2.1"),), "nothing is decided of 2.1 for s01\n    → decided are: 1a.1 of s01: points: 0.25"),
        ((("s01", "1a.2"),), "nothing is decided of 1a.2 for s01\n    → decided are: 1a.1 of s01: points: 0.25"),
        ((("s02", "2.1"),), "nothing is decided of 2.1 for s02\n    → decided are: no-paper of s02: seen"),
        (
            (("s9", "1a.1"), ("s9", "1a.2")),
            "nothing is decided of 1a.1, 1a.2 for s9\n    → nothing is decided for them: `corrige class review DIR`",
        ),
    ],
)
def test_what_is_not_decided_cannot_be(named: tuple[tuple[str, str], ...], told: str) -> None:
    with pytest.raises(CorrigeError) as refused:
        withdrawals(back(*named), HOLDING)
    assert str(refused.value) == told


def test_a_long_list_is_cut() -> None:
    taken = decisions_in_force(one("s01", f"1a.{n}", Kind.RIGHT) for n in range(20))
    with pytest.raises(CorrigeError) as refused:
        withdrawals(back(("s01", "2.1")), taken)
    assert str(refused.value).count("counted right") == 8
    assert str(refused.value).endswith(" ; …")
