import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.classroom.decisions import (
    Decision,
    DecisionKind,
    DecisionTarget,
    Override,
    active_decisions,
    decision_states,
    decisions_about_targets,
    points_from_text,
    withdrawals,
    written_answer,
)
from answers.errors import CorrigeError


def decision(student: str, item: str, kind: DecisionKind, value: str = "") -> Decision:
    return Override(kind, value, "", "t", "now").about(DecisionTarget(student, item, "9"))


def test_a_ruling_is_written_down_on_one_line() -> None:
    target = DecisionTarget("s01", "2.1", "x")
    assert decisions_about_targets([target], Override(DecisionKind.VALUE, " 2 ", " a\n b " + "c" * 400)) == (
        Override(DecisionKind.VALUE, "2", "a b " + "c" * 296).about(target),
    )


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("0,25", 0.25), ("1/4", 0.25), ("0", 0), (" 2 ", 2), ("-1", None), ("1/0", None), ("nan", None), ("2/", None),
        ("1e999999999", None), ("1e-99999999", None), ("-1e9999999", None), ("1/1e9", None),
    ],
)  # fmt: skip
def test_points(text: str, points: float | None) -> None:
    assert points_from_text(text) == points
    assert float(Override(DecisionKind.POINTS, text).points) == (points or 0)
    assert Override(DecisionKind.VALUE, text).points == 0


@given(st.text(max_size=40))
def test_what_was_written_is_compared_as_it_is_kept(raw: str) -> None:
    assert written_answer(written_answer(raw)) == written_answer(raw)


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
    """Decisions about other targets change nothing; the last decision about a target is in force unless withdrawn."""
    decisions = [decision("s01", "2.1", DecisionKind(kind)) for kind in kinds.split()]
    others = [decision("s02", "2.1", DecisionKind.WRONG), decision("s01", "2.2", DecisionKind.WITHDRAWN)]
    assert decision_states(decisions) == states.split()
    assert decision_states([*others, *decisions]) == ["in_force", "withdrawn", *states.split()]
    active = [last for last, state in zip(decisions, states.split(), strict=True) if state == "in_force"]
    assert list(active_decisions(decisions).values()) == active
    assert active_decisions([*decisions, *others]) == {last.target.key: last for last in (*active, others[0])}


DECISIONS = (
    decision("s01", "1a.1", DecisionKind.POINTS, "0.25"),
    decision("s01", "1a.2", DecisionKind.WRONG),
    decision("s01", "1a.2", DecisionKind.WITHDRAWN),
    decision("s02", "no-paper", DecisionKind.ACKNOWLEDGED),
    decision("=s03", "2.1", DecisionKind.RIGHT),
)
ACTIVE = active_decisions(DECISIONS)


def withdrawn(*targets: tuple[str, str]) -> tuple[Decision, ...]:
    return tuple(decision(student, item, DecisionKind.WITHDRAWN) for student, item in targets)


@pytest.mark.parametrize(
    ("targets", "message"),
    [
        ([("s01", "2.1")], r"2.1 for s01\n.* 1a.1 of s01: points given: 0.25"),
        ([("s01", "1a.2")], r"1a.2 for s01\n.* 1a.1 of s01: points given: 0.25"),
        ([("s02", "2.1")], r"2.1 for s02\n.* no-paper of s02: "),
        ([("s9", "1a.1"), ("s9", "1a.2")], r"1a.1, 1a.2 for s9\n.* no decision about these students"),
    ],
)
def test_only_what_is_in_force_is_taken_back(targets: list[tuple[str, str]], message: str) -> None:
    with pytest.raises(CorrigeError, match=f"there is no decision on {message}"):
        withdrawals(withdrawn(*targets), ACTIVE)
    first, second = withdrawn(("s01", "1a.1"), ("s01", "1a.2"))
    assert withdrawals((first, second), ACTIVE) == (first,)
    assert withdrawals(withdrawn(("=s03", "2.1")), ACTIVE) == withdrawn(("=s03", "2.1"))
    decisions = active_decisions(decision("s01", f"1a.{n}", DecisionKind.RIGHT) for n in range(20))
    with pytest.raises(CorrigeError, match=r" ; …$") as refused:
        withdrawals(withdrawn(("s01", "2.1")), decisions)
    assert str(refused.value).count("answer counted as right") == 8  # a long list is cut


@pytest.mark.parametrize(
    ("override", "french"),
    [
        (Override(DecisionKind.VALUE, "-0.42868762"), "réponse lue comme -0,42868762"),
        (Override(DecisionKind.VALUE, "1/2 0.25"), "réponse lue comme 1/2 0,25"),
        (
            Override(DecisionKind.POINTS, "0.5", reason="see 0.5"),
            "points accordés\N{NO-BREAK SPACE}: 0,5, «\xa0see 0.5\xa0»",
        ),
    ],
)
def test_numbers_of_decisions_are_told_with_the_decimal_sign_of_the_language(override: Override, french: str) -> None:
    """The reason of the teacher and the stored value stay unchanged."""
    assert override.text_with_reason.render("fr") == french
    assert override.value in override.text
