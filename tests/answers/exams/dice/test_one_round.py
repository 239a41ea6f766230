"""Questions 10 to 14 of `dice`: figures of the report, other mixes as good, and lines."""

import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from answers.exam.key import Key
from answers.exams.dice.draws import Handicap
from answers.exams.dice.games import lead
from answers.kinds.parsing import Values
from tests.answers.exams.dice.common import DIGITS, EXAM, drawn, question_with, shows_a_one, solve
from tests.answers.exams.feedback import feedback_line, numbers
from tests.oracles import dice_exam as oracle
from tests.oracles import dice_throws


def accepts(number: int, letter: str, values: Values, **drawn: Any) -> bool:
    question, context, part = question_with(number, letter, drawn)
    assert question.accepts is not None
    return question.accepts(context, part, values)


@pytest.mark.slow
def test_table_2_and_other_mixes_as_good() -> None:
    even = {"uneven": Handicap(6, 0)}
    exact = [Fraction(n, 216425) for n in (0, 38000, 11457, 0, 166968, 0)]
    assert solve(13, **even) == pytest.approx([*map(float, exact), 0], abs=1e-11)
    throws = dice_throws.throws_by_formula(6, 6)

    def guaranteed(mix: tuple[Fraction, ...]) -> Fraction:
        return min(
            sum(
                share * p * q * ((a > b) - (a < b))
                for share, mine in zip(mix, throws, strict=True)
                for a, p in mine.items()
                for b, q in theirs.items()
            )
            for theirs in throws
        )

    mixes = [(1756, 529, 7715), (1755, 530, 7715), (1760, 530, 7710), (1700, 600, 7700), (0, 0, 10000)]
    right = []
    for two, three, five in mixes:
        mix = tuple(Fraction(n, 10_000) for n in (0, two, three, 0, five, 0))
        right.append(accepts(13, "", (*mix, Fraction(0)), **even))
        assert right[-1] == (guaranteed(mix) >= Fraction(-1, 20_000))
    assert set(right) == {True, False}
    assert right[0]
    assert not accepts(13, "", (*exact, Fraction(2, 1000)), **even)
    assert not accepts(13, "", (*(2 * p for p in exact), 0), **even)
    assert not accepts(13, "", (Fraction(-1, 100), *exact[1:4], exact[4] + Fraction(1, 100), 0, 0), **even)


@pytest.mark.parametrize(
    ("values", "expected"), [([0, 1, 5, 3], 2), ([5, 1], 4), ([2, 7, 7], 0), ([-4, -1, -9, -20], 3)]
)
def test_the_lead_of_the_greatest_value(values: list[int], expected: int) -> None:
    assert lead(np.array(values, dtype=float)) == expected


def test_the_gain_of_a_round_is_put_together_from_its_ones(key: Key) -> None:
    """From the three numbers told, EG₁; and the third is the gain of throws frames dice go from 2 to 6."""
    line = feedback_line(EXAM, key, 10)
    shown = re.findall(r"z₁ ≈ (\S+), z₂ ≈ (\S+), e ≈ (−?[\d.]*\d)", line)
    for letter, printed in zip("ab", shown, strict=True):
        ours, theirs, even = (float(one.replace("−", "-")) for one in printed)
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
    line = feedback_line(EXAM, key, 11)
    mix = [float(share) for share in re.findall(r"([\d.]+) R", line)]
    sums = np.array(mix) @ oracle.one_round(6)
    assert f"that of d₂ = {sums.argmin() + 1}," in line
    assert numbers(line.split("≈")[1])[0] == pytest.approx(sums.min(), abs=1e-4)


@pytest.mark.parametrize(("number", "dice"), [(12, 8), (13, 6)])
def test_the_first_entry_of_a_round_with_a_lead(key: Key, number: int, dice: int) -> None:
    handicap = drawn(key).handicap if number == 12 else drawn(key).uneven
    match = re.search(r"M\(1, 1\) = (?:\((\d+)/(\d+)\)² − 1|−1)\)", feedback_line(EXAM, key, number))
    assert match
    entry = (int(match[1]) / int(match[2])) ** 2 - 1 if match[1] else -1
    assert entry == pytest.approx(oracle.one_round(dice, handicap.ahead, handicap.faces)[0, 0])


def test_what_is_neither_won_nor_drawn_is_lost(key: Key) -> None:
    mix = oracle.value(oracle.one_round(10))[1]
    loss = oracle.simultaneous_chances(lambda *_: mix, oracle.always(6), drawn(key).repeated_state)[2]
    assert numbers(feedback_line(EXAM, key, 14))[-1] == pytest.approx(loss, rel=DIGITS)
