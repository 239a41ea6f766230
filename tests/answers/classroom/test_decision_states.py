import pytest

from answers.classroom.decision_states import decision_states


@pytest.mark.parametrize(
    ("kinds", "states"),
    [
        ("", ""),
        ("right", "in_force"),
        ("right wrong", "superseded in_force"),
        ("value withdrawn", "withdrawn withdrawn"),
        ("value right withdrawn", "superseded withdrawn withdrawn"),
        ("value withdrawn wrong", "withdrawn withdrawn in_force"),
    ],
)
def test_the_next_decision_about_the_same_says_what_became_of_one(kinds: str, states: str) -> None:
    assert decision_states(("s01 2.1", kind) for kind in kinds.split()) == states.split()


def test_others_change_nothing() -> None:
    found = decision_states([("s01 2.1", "right"), ("s02 2.1", "withdrawn"), ("s01 2.2", "wrong")])
    assert found == ["in_force", "withdrawn", "in_force"]
