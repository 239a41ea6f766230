"""The exam `yahtzee`: the report's figures, hands counted by thought or by plain enumeration, other right rerolls."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answers.exam.exam import LANGUAGES, Question
from answers.exam.key import make_key
from answers.exams.yahtzee import draws
from answers.exams.yahtzee.draws import Parameters, draw
from answers.exams.yahtzee.questions import EXAM
from answers.grading.mark import mark_part
from answers.kinds.kind import Value
from answers.paper import Verdict
from solvers.sequence import lcg
from solvers.yahtzee.rules.rules import REPORT

MODEL = draw(17)
SEEDS = st.integers(0, 64006)


def solve(number: int, letter: str = "", **drawn: Any) -> tuple[Value, ...]:
    """The answer to a part when some parameters are chosen."""
    question: Question[Parameters] = EXAM.questions[number - 1]
    part = next(part for part in question.parts if part.letter == letter)
    return question.solve(replace(MODEL, **drawn), part).values


def right_codes(number: int, letter: str, **drawn: Any) -> list[int]:
    """Every code that is marked right."""
    question: Question[Parameters] = EXAM.questions[number - 1]
    part = next(part for part in question.parts if part.letter == letter)
    accepts = question.accepts
    assert accepts is not None
    return [code for code in range(32) if accepts(replace(MODEL, **drawn), part, (code,))]


def test_twenty_points() -> None:
    assert len(EXAM.questions) == 16
    assert EXAM.points == 20


def test_counts_of_the_report() -> None:
    """Section 4, with 12 of its 13 boxes: 252 combinations, 252 · 2 · 2 · 32 · 2^12 situations."""
    assert solve(1, counts=(5, 6, 12, 3)) == (252, 220, 252 * 4 * 32 * 2**12)


def test_chances_by_thought() -> None:
    assert solve(2, thrown=((1, 1, 1, 1, 1), (1, 1, 1, 6, 6))) == (Fraction(1, 6**5), Fraction(1, 6**3))
    assert solve(2, thrown=((1, 2, 3, 4, 5), (2, 3, 4, 5, 6))) == (Fraction(120, 6**5), Fraction(6, 6**3))


def test_a_hand_of_the_report_in_all_boxes() -> None:
    """Section 3.2: 2 2 3 3 3 attains twos, threes, full house and three of a kind."""
    assert solve(3, scored=(2, 2, 3, 3, 3)) == (0, 4, 9, 0, 0, 0, 13, 0, 25, 0, 0, 0, 13)
    assert solve(3, scored=(4, 4, 4, 4, 4)) == (0, 0, 0, 20, 0, 0, 20, 20, 0, 0, 0, 50, 20)


def test_jokers() -> None:
    drawn = {"joker": (2, "fives", ("full_house", "large_straight", "chance"))}
    assert [solve(4, letter, **drawn) for letter in "abc"] == [(110,), (140,), (10,)]


def test_possib_of_the_report() -> None:
    assert solve(5, possib=(2, 2, 3, 3, 3)) == (0, 1, 0, -1, -1, 2)
    assert solve(5, possib=(1, 2, 3, 5, 5)) == (1, 2, -1, 1, -1, -1)


def test_equations_1_to_4() -> None:
    drawn = {"aims": (("full_house", (1, 1, 2, 2, 6)), ("four_of_a_kind", (1, 2, 4, 4, 5)))}
    assert solve(6, "a", **drawn) == (50 - Fraction(20, 9), 50 - Fraction(20, 3))
    assert solve(6, "b", **drawn) == (50 - Fraction(50, 9), 50 - Fraction(50, 3))


def test_one_box_by_thought() -> None:
    drawn = {"single_boxes": (("large_straight", (1, 2, 3, 4, 6)), ("yahtzee", (5, 6, 6, 6, 6)))}
    # 1234 and 2346 need the 5: one face of six. Four sixes: 11 chances of 36 to throw the last one in two throws.
    assert solve(7, "a", **drawn) == (Fraction(40, 6),)
    assert right_codes(7, "b", **drawn) == [0b01111, 0b11110]
    assert solve(7, "c", **drawn) == (Fraction(50 * 11, 36),)
    assert right_codes(7, "d", **drawn) == [0b11110]


def test_the_mean_of_an_upper_box_and_the_chance_of_a_yahtzee() -> None:
    """A die shows its face within three throws with chance 91/216; a Yahtzee has the published chance 4.6029 %."""
    assert solve(8, "a", means=("threes", "yahtzee")) == (5 * 3 * Fraction(91, 216),)
    assert solve(8, "b", means=("threes", "yahtzee"))[0] == Fraction(50 * 347897, 7558272)


def test_a_group_by_enumerating_the_first_throw() -> None:
    """Two upper boxes: a die that shows the face counts, another has two more throws, 11/36."""
    faces = (2, 5)
    means = {face: 5 * face * Fraction(91, 216) for face in faces}

    def aimed(hand: tuple[int, ...], face: int) -> Fraction:
        return face * (hand.count(face) + Fraction(11, 36) * (5 - hand.count(face)))

    total = sum(max(aimed(hand, 2) + means[5], aimed(hand, 5) + means[2]) for hand in product(range(1, 7), repeat=5))
    assert solve(9, "a", groups=(("twos", "fives"), ("ones", "twos", "chance"))) == (total / 6**5,)


def test_the_weights_of_decision_une_by_thought() -> None:
    """2 2 3 3 6: full house 25 · (50 - 20/9); sixes, c = 2: 12 · 20/3 and twos, threes less."""
    drawn = {"human": (((2, 2, 3, 3, 6), ("fours", "fives"), 2), ((1, 1, 1, 4, 5), ("yahtzee", "chance"), 3))}
    assert solve(10, "a", **drawn) == (25 * (50 - Fraction(20, 9)),)
    assert right_codes(10, "b", **drawn) == [0b01111]
    # Three ones, r = 1: three of a kind is attained, (3 + 2 · 3.5) · 50; four of a kind 10 · (50 - 25/3).
    assert solve(10, "c", **drawn) == (500,)
    assert right_codes(10, "d", **drawn) == [0b00111]


def test_boxes_that_are_filled() -> None:
    """A full house into its box, whatever the strategy."""
    assert solve(11, fill=(("ones", "twos", "full_house", "large_straight"), (3, 3, 4, 4, 4))) == (8, 8)


def test_the_aim_of_equation_9() -> None:
    """With r = 1, four sixes aim at sixes: 24 + 1, and the means of ones and twos."""
    drawn = {"aimed": (("ones", "twos", "sixes"), (3, 6, 6, 6, 6), 1)}
    small = solve(9, "a", groups=(("ones", "twos"), ("ones", "twos", "chance")))[0]
    assert not isinstance(small, tuple)
    assert solve(12, "a", **drawn) == (25 + Fraction(small),)
    assert right_codes(12, "b", **drawn) == [0b11110]


def test_the_bonus_of_the_reduced_game() -> None:
    """A bonus that hardly anybody misses adds nearly 35 to the game with one that hardly anybody reaches."""
    boxes, hand = ("ones", "twos", "three_of_a_kind", "chance"), (2, 3, 4, 5, 6)
    values = [solve(13, "a", reduced=(boxes, threshold, hand))[0] for threshold in (1, 15)]
    low, high = sorted(float(value) for value in values if not isinstance(value, tuple))
    assert 30 < high - low < 35


def test_a_correction_moves_the_aim() -> None:
    """α = 2 adds twice the kept sixes: 18 + 36 kept, two dice with 1/6 each to come, and the rest."""
    boxes = ("sixes", "chance", "full_house")
    rest = float(Fraction(str(solve(9, "a", groups=(boxes[1:], boxes))[0])))
    drawn = {"perturbed": (boxes, 50, (1, 2, 6, 6, 6), 1), "alpha": 8}
    value = solve(14, "a", **drawn)[0]
    assert value == pytest.approx(18 + 2 + 36 + rest, abs=1e-9)
    assert right_codes(14, "b", **drawn) == [0b11100]


def test_all_ones_are_played_to_the_best_score() -> None:
    """u₀ = 0: every die is a 1: 50, 5 + 100, the lower boxes with their jokers, 0 + 100 in the other upper ones."""
    best = 50 + 105 + (25 + 30 + 40 + 5 + 5 + 5) + 6 * 100 + 5 * 100
    answers = make_key(EXAM, 0, parts=["15a", "15b", "15c", "16"]).answers
    assert [answers[f"15{letter}"] for letter in "abc"] == [(best,)] * 3
    assert answers["16"] == (0, 0, 0)


def test_games_told_box_by_box_add_up() -> None:
    question = EXAM.questions[14]
    for part in question.parts:
        solution = question.solve(MODEL, part)
        told = solution.evidence[0]["boxes"]
        upper = sum(points for box, points in told if box < 6)
        assert sorted(box for box, _ in told) == list(range(13))
        assert solution.values[0] == sum(points for _, points in told) + (35 if upper >= REPORT.threshold else 0)


def test_each_parameter_has_its_own_terms_from_1000_on(monkeypatch: pytest.MonkeyPatch) -> None:
    terms: list[int] = []

    def term(_: int, k: int) -> int:
        terms.append(k)
        return 0

    monkeypatch.setattr(lcg, "term", term)
    draws.draw(1)
    assert len(set(terms)) == len(terms)
    assert min(terms) == 1000


@given(SEEDS)
def test_what_is_drawn_can_be_asked(u0: int) -> None:
    params = draw(u0)
    face, other, lower = params.joker
    assert draws.UPPERS[face - 1] != other
    assert len({*lower}) == 3
    assert len(params.reduced[0]) == len(params.fill[0]) == 4
    boxes, total, _, _ = params.perturbed
    assert 65 - 4 * (draws.UPPERS.index(boxes[0]) + 1) <= total < 65
    for question in EXAM.questions:
        assert all("{" not in question.asked(params)[lang] for lang in LANGUAGES)


def check_key(u0: int) -> None:
    """Answers are numbers, and what the key prints is read back as right in both languages."""
    answers = make_key(EXAM, u0).answers
    for part in EXAM.parts:
        assert all(math.isfinite(float(v)) for v in answers[part.id] if not isinstance(v, tuple))
        for lang in LANGUAGES:
            texts = tuple(part.kind.format(value, lang) for value in answers[part.id])
            verdicts = {item.verdict for item in mark_part(part, answers[part.id], texts).items}
            assert verdicts == {Verdict.RIGHT}, (u0, part.id, texts)


@settings(max_examples=8, deadline=None)
@given(SEEDS)
def test_every_seed_has_a_key(u0: int) -> None:
    check_key(u0)


@pytest.mark.slow
def test_many_seeds_have_a_key() -> None:
    for u0 in range(3, 64007, 641):
        check_key(u0)
