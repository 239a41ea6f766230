"""Questions 3 to 9 of `dice`: figures of the report, states small enough for oracles, and lines."""

import re

import pytest

from answers.exam.key import Key, make_key
from answers.exam.scenario import Scenario
from answers.exams.dice.kinds import Outcomes
from tests.answers.exams.dice.common import DIGITS, EXAM, MISTAKEN, drawn, shows_a_one
from tests.answers.exams.feedback import feedback_line, numbers
from tests.oracles import dice_exam as oracle


@pytest.mark.parametrize("u0", MISTAKEN)
def test_a_mistake_leaves_the_other_parts_of_its_question(u0: int) -> None:
    right = make_key(EXAM, u0).answers
    other = make_key(EXAM, Scenario(u0, ("best-for-given",))).answers
    assert {part for part in right if right[part] != other[part]} <= {"5b"}


@pytest.mark.slow
@pytest.mark.parametrize("u0", MISTAKEN)
def test_the_mirror_image_follows_from_what_was_found_for_the_state(u0: int) -> None:
    """Another gain x at (i, j) leaves max over d of (Σ P(d, k) A(j + k) - z(d) x) at (j, i)."""
    own, gain = 0.4, oracle.scoreless(10, 100, 35)
    i, j = EXAM.drawn(u0).scoreless_states["b"]  # type: ignore[attr-defined]
    best = -2.0
    for points in oracle.throws(10, ones=0):
        after = (1 if i + k >= 100 else -gain[j, i + k] for k in range(1, len(points)))
        best = max(best, sum(p * a for p, a in zip(points[1:], after, strict=True)) - points[0] * own)
    answer = make_key(EXAM, Scenario(u0, answer_overrides=(("6a", (own,)),)), parts=["6b"]).answers["6b"][0]
    assert answer == pytest.approx(best, abs=1e-9)


def test_the_chance_to_win_from_the_start_is_told(key: Key) -> None:
    short = drawn(key).short
    win = oracle.sequential_win(oracle.always(short.first), oracle.always(short.second), short.target, (0, 0))
    assert numbers(feedback_line(EXAM, key, 3).split("≈")[1])[0] == pytest.approx(win, rel=DIGITS)


def test_chances_to_win_are_those_beside_the_key(key: Key) -> None:
    chances = re.findall(r"P\(G = 1\) ≈ (\d\.\d+)", feedback_line(EXAM, key, 9))
    evidence = [key.evidence[part][0] for part in ("9a", "9b")]
    assert [float(win) for win in chances] == pytest.approx(
        [outcomes.win for outcomes in evidence if isinstance(outcomes, Outcomes)], rel=DIGITS
    )


@pytest.mark.parametrize("letter", ["a", "b"])
@pytest.mark.parametrize("number", [4, 7])
def test_a_gain_is_twice_the_chance_to_win_less_one(key: Key, number: int, letter: str) -> None:
    line = feedback_line(EXAM, key, number, wrong={letter: (0,)})
    *_, win = (chance for chance in numbers(line) if 0 < chance < 1)
    assert 2 * win - 1 == pytest.approx(key.answers[f"{number}{letter}"][0], abs=2e-4)


@pytest.mark.parametrize("letter", ["a", "b"])
def test_the_blind_player_throws_six_dice_at_most(key: Key, letter: str) -> None:
    params = drawn(key)
    own = min(params.blind.dice if letter == "a" else 10, 6)
    other = own if letter == "a" else params.always.dice
    line = feedback_line(EXAM, key, 7, wrong={letter: (0,)})
    match = re.search(r"= (\d) dice, and a 1 shows with probability ([\d.]+); the other one throws (\d)\.", line)
    assert match
    assert (int(match[1]), int(match[3])) == (own, other)
    assert float(match[2]) == pytest.approx(shows_a_one(own), rel=DIGITS)


def test_choices_stand_beside_their_states(key: Key) -> None:
    line = feedback_line(EXAM, key, 5)
    for dice, state in zip(key.answers["5a"], drawn(key).choice_states, strict=True):
        assert re.search(rf"{dice} (?:die|dice) at \({state.own}, {state.other}\)", line)


def test_only_what_is_wrong_is_told(key: Key) -> None:
    first, second = drawn(key).matches.values()
    line = feedback_line(EXAM, key, 9, wrong={"b": (0,)})
    assert "a)" not in line
    assert f"from ({second.state.own}, {second.state.other})" in line
    assert first.state == second.state or f"from ({first.state.own}, {first.state.other})" not in line
