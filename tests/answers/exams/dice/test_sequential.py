"""Questions 3 to 9 of `dice`: figures of the report, states small enough for oracles, and lines."""

import re
from fractions import Fraction

import pytest

from answers.exam.key import Key, make_key
from answers.exam.world import World
from answers.exams.dice.draws import DiceAt, Match, ShortMatch, Start, State, StrategyName
from answers.exams.dice.evidence import Outcomes
from tests.answers.exams.dice.common import DIGITS, EXAM, MISTAKEN, drawn, shows_a_one, solve
from tests.answers.exams.how import how, numbers
from tests.oracles import dice_duel, dice_sequential
from tests.oracles import dice_exam as oracle


def test_question_3_of_the_report_and_by_its_definition() -> None:
    assert [float(value) for value in solve(3, short=ShortMatch(2, 3, 1))] == pytest.approx(
        [0.6489, 0.2978, 0.7222], abs=5e-5
    )

    def always(dice: int) -> dice_duel.Mix:
        return lambda *_: [Fraction(d == dice) for d in range(1, 5)]

    win, loss = dice_duel.sequential_duel(always(4), always(2), 4, 5, 6)
    alone, _ = dice_duel.sequential_duel(always(1), always(2), 4, 5, 6)
    exact = [float(value) for value in (win, win - loss, 2 * alone - 1)]
    assert solve(3, short=ShortMatch(5, 4, 2)) == pytest.approx(exact, abs=1e-11)


def test_the_sequential_game_near_its_end() -> None:
    gains = dice_sequential.sequential(10, 8, 6)
    states = (State(93, 94), State(96, 92), State(95, 95))
    small = [(state.own - 92, state.other - 92) for state in states]
    for letter, state in (("a", small[0]), ("b", small[1])):
        found = solve(4, letter, sequential_states={"a": states[0], "b": states[1]})[0]
        assert found == pytest.approx(float(max(gains[state])), abs=1e-12)
    best = tuple(gains[state].index(max(gains[state])) + 1 for state in small)
    assert solve(5, "a", choice_states=states) == best
    assert solve(5, "b", thrown=DiceAt(7, states[2]))[0] == pytest.approx(float(gains[small[2]][6]), abs=1e-12)


def test_a_throw_without_points_gives_the_turn_away() -> None:
    """At 99 to 99 one die wins with w = 5/6 + (1 - w) / 6, so w = 6/7; so does one at 98."""
    for letter in "ab":
        assert solve(6, letter, scoreless_states={"a": State(98, 99), "b": State(99, 98)})[0] == pytest.approx(
            5 / 7, abs=1e-12
        )


def test_blind_players_by_enumeration() -> None:
    """The last 9 points of 100, three dice at most; then the gain of the report's blind players from 0 to 0."""

    def always(dice: int) -> dice_duel.Mix:
        return lambda *_: [Fraction(d == dice) for d in range(1, 4)]

    win, loss = dice_duel.sequential_duel(always(3), always(3), 3, 9, 6)
    assert solve(7, "a", blind=DiceAt(3, State(91, 91)))[0] == pytest.approx(float(win - loss), abs=1e-12)
    assert solve(7, "a", blind=DiceAt(10, State(0, 0)))[0] == pytest.approx(0.066992, abs=1e-6)
    win, _ = dice_duel.sequential_duel(
        lambda *_: [Fraction(d == 6) for d in range(1, 7)], lambda *_: [Fraction(d == 2) for d in range(1, 7)], 6, 5, 6
    )
    assert solve(7, "b", always=DiceAt(2, State(95, 95)))[0] == pytest.approx(float(2 * win - 1), abs=1e-12)


def test_the_optimal_start() -> None:
    gains = dice_sequential.sequential(3, 7, 6)[0, 0]
    best = gains.index(max(gains)) + 1
    assert solve(8, start=Start(3, 107, State(100, 100))) == (best, pytest.approx(float(max(gains)), abs=1e-12))
    assert solve(8, start=Start(10, 100, State(0, 0))) == (6, pytest.approx(0.068719, abs=1e-6))


@pytest.mark.parametrize(
    ("pair", "gain"),
    [
        (("blind", "optimal"), -0.031285),
        (("optimal", "blind"), 0.167792),
        (("random", "optimal"), -0.284250),
        (("blind", "random"), 0.318699),
        (("random", "random"), 0.055145),
    ],
)
def test_exact_gains_of_table_1(pair: tuple[StrategyName, StrategyName], gain: float) -> None:
    start = State(0, 0)
    drawn = {"matches": {"a": Match(*pair, start), "b": Match("optimal", "optimal", start)}}
    assert solve(9, "a", **drawn)[0] == pytest.approx(gain, abs=1e-6)
    assert solve(9, "b", **drawn)[0] == pytest.approx(0.068719, abs=1e-6)


@pytest.mark.parametrize("u0", MISTAKEN)
def test_a_mistake_leaves_the_other_parts_of_its_question(u0: int) -> None:
    right = make_key(EXAM, u0).answers
    other = make_key(EXAM, World(u0, ("best-for-given",))).answers
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
    found = make_key(EXAM, World(u0, replaced=(("6a", (own,)),)), parts=["6b"]).answers["6b"][0]
    assert found == pytest.approx(best, abs=1e-9)


def test_the_chance_to_win_from_the_start_is_told(key: Key) -> None:
    short = drawn(key).short
    win = oracle.sequential_win(oracle.always(short.first), oracle.always(short.second), short.target, (0, 0))
    assert numbers(how(EXAM, key, 3).split("≈")[1])[0] == pytest.approx(win, rel=DIGITS)


def test_chances_to_win_are_those_beside_the_key(key: Key) -> None:
    told = re.findall(r"P\(G = 1\) ≈ (\d\.\d+)", how(EXAM, key, 9))
    evidence = [key.evidence[part][0] for part in ("9a", "9b")]
    assert [float(win) for win in told] == pytest.approx(
        [one.win for one in evidence if isinstance(one, Outcomes)], rel=DIGITS
    )


@pytest.mark.parametrize("letter", ["a", "b"])
@pytest.mark.parametrize("number", [4, 7])
def test_a_gain_is_twice_the_chance_to_win_less_one(key: Key, number: int, letter: str) -> None:
    line = how(EXAM, key, number, wrong={letter: (0,)})
    *_, win = (chance for chance in numbers(line) if 0 < chance < 1)
    assert 2 * win - 1 == pytest.approx(key.answers[f"{number}{letter}"][0], abs=2e-4)


@pytest.mark.parametrize("letter", ["a", "b"])
def test_the_blind_player_throws_six_dice_at_most(key: Key, letter: str) -> None:
    params = drawn(key)
    own = min(params.blind.dice if letter == "a" else 10, 6)
    other = own if letter == "a" else params.always.dice
    line = how(EXAM, key, 7, wrong={letter: (0,)})
    told = re.search(r"= (\d) dice, and a 1 shows with probability ([\d.]+); the other one throws (\d)\.", line)
    assert told
    assert (int(told[1]), int(told[3])) == (own, other)
    assert float(told[2]) == pytest.approx(shows_a_one(own), rel=DIGITS)


def test_choices_stand_beside_their_states(key: Key) -> None:
    line = how(EXAM, key, 5)
    for dice, state in zip(key.answers["5a"], drawn(key).choice_states, strict=True):
        assert re.search(rf"{dice} (?:die|dice) at \({state.own}, {state.other}\)", line)


def test_only_what_is_wrong_is_told(key: Key) -> None:
    first, second = drawn(key).matches.values()
    line = how(EXAM, key, 9, wrong={"b": (0,)})
    assert "a)" not in line
    assert f"from ({second.state.own}, {second.state.other})" in line
    assert first.state == second.state or f"from ({first.state.own}, {first.state.other})" not in line
