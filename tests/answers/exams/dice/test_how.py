"""How the answers of `dice` are obtained, in a line: what it cites beside the key is what an oracle finds."""

import re
from math import log

import numpy as np
import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import Key, make_key
from answers.exams.dice.draws import Parameters
from answers.exams.dice.evidence import Outcomes
from tests.answers.exams.how import check_lines, how, numbers
from tests.oracles import dice_exam as oracle

EXAM = load_exam("dice")
SEEDS = (17, 4242, 50001)
DIGITS = 6e-4
"""Four digits, rounded."""


@pytest.fixture(scope="module", params=SEEDS)
def key(request: pytest.FixtureRequest) -> Key:
    return make_key(EXAM, request.param)


def drawn(key: Key) -> Parameters:
    assert isinstance(key.params, Parameters)
    return key.params


def shows_a_one(dice: int) -> float:
    """By the law of a throw: one point is scored by a 1 alone."""
    return float(oracle.throw(dice)[1])


@pytest.mark.parametrize("u0", [0, 1, 17, 64006])
def test_every_line_is_short_and_in_one_language(u0: int) -> None:
    check_lines(EXAM, make_key(EXAM, u0))


def test_throws_of_a_sum_are_counted(key: Key) -> None:
    throw = drawn(key).throw
    ways = [1.0]
    for _ in range(throw.dice):
        ways = np.convolve(ways, [0, 0, 1, 1, 1, 1, 1]).tolist()
    assert f"outcomes, {ways[throw.points]:.0f} of which add up to {throw.points}" in how(EXAM, key, 1)


def test_means_follow_the_formulas(key: Key) -> None:
    means, line = drawn(key).means, how(EXAM, key, 2)
    told = re.search(
        r"= ([\d.]+) · (\d+) · q\d+ \+ 1 − q\d+, q = (\d+)/(\d+); x\* = 2/(\d+) \+ 1/ln\((\d+)/(\d+)\)", line
    )
    assert told
    half, dice, through, faces, more, *ratio = map(float, told.groups())
    missed = (through / faces) ** dice
    assert half * dice * missed + 1 - missed == pytest.approx(oracle.mean_points(means.thrown, means.faces))
    assert 2 / more + 1 / log(ratio[0] / ratio[1]) == pytest.approx(oracle.real_maximiser(means.faces), rel=1e-6)
    best, most = oracle.useful(12, means.missing, means.faces)
    assert f"U({best}, {means.missing}) ≈" in line
    assert numbers(line)[-1] == pytest.approx(most, rel=DIGITS)


def test_a_short_game_is_a_sum_over_throws_with_a_one(key: Key) -> None:
    short, line = drawn(key).short, how(EXAM, key, 3)
    ours, theirs = shows_a_one(short.first), shows_a_one(short.second)
    told = [float(found) for found in re.findall(r"≈ (\d\.\d+)", line)]
    both = ours * theirs
    win = (1 - ours) * sum(both**t for t in range(short.target - 1)) + both ** (short.target - 1)
    assert told == pytest.approx([ours, theirs, win], rel=DIGITS)


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


def test_the_gain_of_a_round_is_put_together_from_its_ones(key: Key) -> None:
    """From the three numbers told, EG₁; and the third is the gain of throws whose dice go from 2 to 6."""
    line = how(EXAM, key, 10)
    told = re.findall(r"z₁ ≈ (\S+), z₂ ≈ (\S+), e ≈ (−?[\d.]*\d)", line)
    for letter, found in zip("ab", told, strict=True):
        ours, theirs, even = (float(one.replace("−", "-")) for one in found)
        pair = drawn(key).throw_pairs[letter]
        assert (ours, theirs) == pytest.approx((shows_a_one(pair.first), shows_a_one(pair.second)), rel=DIGITS)
        gain = theirs - ours + (1 - ours) * (1 - theirs) * even
        assert gain == pytest.approx(oracle.one_round(12)[pair.first - 1, pair.second - 1], abs=3e-4)
        assert even == pytest.approx(without_ones(*pair), abs=1e-4)


def without_ones(first: int, second: int) -> float:
    ours, theirs = (oracle.throw(dice, 6, 0) for dice in (first, second))
    ours[0] = theirs[0] = 0
    order = np.sign(np.subtract.outer(np.arange(len(ours)), np.arange(len(theirs))))
    return float(ours @ order @ theirs / ours.sum() / theirs.sum())


def test_the_weights_of_the_best_answer_are_the_mix(key: Key) -> None:
    line = how(EXAM, key, 11)
    mix = [float(share) for share in re.findall(r"([\d.]+) EG₁", line)]
    sums = np.array(mix) @ oracle.one_round(6)
    assert f"that of j = {sums.argmin() + 1}," in line
    assert numbers(line.split("≈")[1])[0] == pytest.approx(sums.min(), abs=1e-4)


@pytest.mark.parametrize(("number", "dice"), [(12, 8), (13, 6)])
def test_the_first_entry_of_a_round_with_a_lead(key: Key, number: int, dice: int) -> None:
    handicap = drawn(key).handicap if number == 12 else drawn(key).uneven
    told = re.search(r"M\(1, 1\) = (?:\((\d+)/(\d+)\)² − 1|−1)\)", how(EXAM, key, number))
    assert told
    entry = (int(told[1]) / int(told[2])) ** 2 - 1 if told[1] else -1
    assert entry == pytest.approx(oracle.one_round(dice, handicap.ahead, handicap.faces)[0, 0])


def test_what_is_neither_won_nor_drawn_is_lost(key: Key) -> None:
    mix = oracle.value(oracle.one_round(10))[1]
    loss = oracle.simultaneous_chances(lambda *_: mix, oracle.always(6), drawn(key).repeated_state)[2]
    assert numbers(how(EXAM, key, 14))[-1] == pytest.approx(loss, rel=DIGITS)


def test_ended_states_are_told_by_who_has_more(key: Key) -> None:
    told = re.findall(r"(\d+) ([<=>]) (\d+) gives (−?1|0)", how(EXAM, key, 15))
    signs = {"<": "−1", "=": "0", ">": "1"}
    assert [(int(own), int(other)) for own, _, other, _ in told] == [tuple(one) for one in drawn(key).final_states]
    for own, sign, other, gain in told:
        assert signs[sign] == gain
        assert sign == "<=>"[(int(own) > int(other)) - (int(own) < int(other)) + 1]


def test_the_weight_of_a_one_on_both_sides(key: Key) -> None:
    round_ = drawn(key).round_choices
    told = re.search(r"weight ([\d.]+) · ([\d.]+) and", how(EXAM, key, 16))
    assert told
    weights = float(told[1]), float(told[2])
    assert weights == pytest.approx((shows_a_one(round_.first), shows_a_one(round_.second)), rel=DIGITS)
    assert shows_a_one(3) == pytest.approx(91 / 216)  # question 17


def test_what_a_mix_plays_is_named(key: Key) -> None:
    for number, part in ((13, "13"), (19, "19")):
        named = re.findall(r"p\((\d)\)", how(EXAM, key, number).split("proposed")[1])
        assert [int(one) for one in named] == [dice for dice in range(1, 7) if key.answers[part][dice - 1]]


@pytest.mark.parametrize("letter", ["a", "b"])
def test_a_gain_changes_sign_with_the_players(key: Key, letter: str) -> None:
    state = drawn(key).value_states[letter]
    line = how(EXAM, key, 18, wrong={letter: (0,)})
    assert f"EG₁({state.own}, {state.other}) = −EG₁({state.other}, {state.own})" in line
    assert numbers(line)[-1] == pytest.approx(key.answers[f"18{letter}"][0], rel=DIGITS)


def test_only_what_is_wrong_is_told(key: Key) -> None:
    first, second = drawn(key).matches.values()
    line = how(EXAM, key, 9, wrong={"b": (0,)})
    assert "a)" not in line
    assert f"from ({second.state.own}, {second.state.other})" in line
    assert first.state == second.state or f"from ({first.state.own}, {first.state.other})" not in line
