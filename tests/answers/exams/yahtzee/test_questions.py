"""The exam `yahtzee`: the report's figures, hands counted by thought or by plain enumeration, other right rerolls."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.exam.catalogue import load_exam
from answers.exam.draw import FIRST, Draw
from answers.exam.key import make_key
from answers.exam.key_json import key_from_json, key_to_json
from answers.exam.part import Part
from answers.exam.question import Given, Question, Solution
from answers.exam.words import LANGUAGES
from answers.exam.world import World
from answers.exams.yahtzee.draws import (
    UPPERS,
    Aiming,
    Corrected,
    Counts,
    Filling,
    Human,
    Joker,
    OneBox,
    Parameters,
    Reduced,
    Target,
    Throws,
    draw,
)
from answers.exams.yahtzee.evidence import Game, OtherCodes
from answers.kinds.reading import Value, Values
from solvers.yahtzee.rules.rules import REPORT

EXAM = load_exam("yahtzee")
MODEL = draw(Draw(17))
SEEDS = st.integers(0, 64006)


def asked(number: int, letter: str, **drawn: Any) -> tuple[Question, Part, Given[Parameters]]:
    """A part, and what is given to it when some parameters are chosen."""

    def no_answers(part_id: str) -> Values:
        raise AssertionError(part_id)

    question, part = EXAM.asked(f"{number}{letter}")
    return question, part, Given(replace(MODEL, **drawn), World(17), no_answers)


def solution(number: int, letter: str = "", **drawn: Any) -> Solution:
    question, part, told = asked(number, letter, **drawn)
    return question.solve(told, part)


def solve(number: int, letter: str = "", **drawn: Any) -> tuple[Value, ...]:
    """The answer to a part when some parameters are chosen."""
    return solution(number, letter, **drawn).values


def right_codes(number: int, letter: str, **drawn: Any) -> list[int]:
    """Every code that is marked right; the key shows the same ones."""
    question, part, told = asked(number, letter, **drawn)
    assert question.accepts is not None
    right = [code for code in range(32) if question.accepts(told, part, (code,))]
    found = question.solve(told, part)
    others = [code for item in found.evidence if isinstance(item, OtherCodes) for code in item.codes]
    assert sorted([*found.values, *others]) == right
    return right


def test_twenty_points() -> None:
    assert len(EXAM.questions) == 16
    assert EXAM.points == 20


def test_counts_of_the_report() -> None:
    """Section 4, with 12 of its 13 boxes: 252 combinations, 252 · 2 · 2 · 32 · 2^12 situations."""
    assert solve(1, counts=Counts(dice=5, faces=6, boxes=12, group=3)) == (252, 220, 252 * 4 * 32 * 2**12)


def test_chances_by_thought() -> None:
    assert solve(2, throws=Throws((1, 1, 1, 1, 1), (1, 1, 1, 6, 6))) == (Fraction(1, 6**5), Fraction(1, 6**3))
    assert solve(2, throws=Throws((1, 2, 3, 4, 5), (2, 3, 4, 5, 6))) == (Fraction(120, 6**5), Fraction(6, 6**3))


def test_a_hand_of_the_report_in_all_boxes() -> None:
    """Section 3.2: 2 2 3 3 3 attains twos, threes, full house and three of a kind."""
    assert solve(3, scored=(2, 2, 3, 3, 3)) == (0, 4, 9, 0, 0, 0, 13, 0, 25, 0, 0, 0, 13)
    assert solve(3, scored=(4, 4, 4, 4, 4)) == (0, 0, 0, 20, 0, 0, 20, 20, 0, 0, 0, 50, 20)


def test_jokers() -> None:
    lower = ("full_house", "large_straight", "chance")
    drawn = {"joker": Joker(2, with_face=("twos", *lower), without_face=("fives", *lower))}
    assert [solve(4, letter, **drawn) for letter in "abc"] == [(110,), (140,), (10,)]


def test_possib_of_the_report() -> None:
    assert solve(5, near=(2, 2, 3, 3, 3)) == (0, 1, 0, -1, -1, 2)
    assert solve(5, near=(1, 2, 3, 5, 5)) == (1, 2, -1, 1, -1, -1)


def test_equations_1_to_4() -> None:
    targets = {"a": Target("full_house", (1, 1, 2, 2, 6)), "b": Target("four_of_a_kind", (1, 2, 4, 4, 5))}
    assert solve(6, "a", targets=targets) == (50 - Fraction(20, 9), 50 - Fraction(20, 3))
    assert solve(6, "b", targets=targets) == (50 - Fraction(50, 9), 50 - Fraction(50, 3))


def test_one_box_by_thought() -> None:
    drawn = {"one_box": (OneBox("large_straight", (1, 2, 3, 4, 6), 1), OneBox("yahtzee", (5, 6, 6, 6, 6), 2))}
    # 1234 and 2346 need the 5: one face of six. Four sixes: 11 chances of 36 to throw the last one in two throws.
    assert solve(7, "a", **drawn) == (Fraction(40, 6),)
    assert right_codes(7, "b", **drawn) == [0b01111, 0b11110]
    assert solve(7, "c", **drawn) == (Fraction(50 * 11, 36),)
    assert right_codes(7, "d", **drawn) == [0b11110]


def test_the_mean_of_an_upper_box_and_the_chance_of_a_yahtzee() -> None:
    """A die shows its face within three throws with chance 91/216; a Yahtzee has the published chance 4.6029 %."""
    assert solve(8, "a", means={"a": "threes"}) == (5 * 3 * Fraction(91, 216),)
    assert solve(8, "b", means={"b": "yahtzee"})[0] == Fraction(50 * 347897, 7558272)


def test_a_group_by_enumerating_the_first_throw() -> None:
    """Two upper boxes: a die that shows the face counts, another has two more throws, 11/36."""
    faces = (2, 5)
    means = {face: 5 * face * Fraction(91, 216) for face in faces}

    def aimed(hand: tuple[int, ...], face: int) -> Fraction:
        return face * (hand.count(face) + Fraction(11, 36) * (5 - hand.count(face)))

    total = sum(max(aimed(hand, 2) + means[5], aimed(hand, 5) + means[2]) for hand in product(range(1, 7), repeat=5))
    assert solve(9, "a", groups={"a": ("twos", "fives")}) == (total / 6**5,)


def test_the_weights_of_decision_une_by_thought() -> None:
    """2 2 3 3 6: full house 25 · (50 - 20/9); sixes, c = 2: 12 · 20/3 and twos, threes less."""
    first = Human((2, 2, 3, 3, 6), filled=("fours", "fives"), factor=2, rerolls=2)
    second = Human((1, 1, 1, 4, 5), filled=("yahtzee", "chance"), factor=3, rerolls=1)
    drawn = {"human": (first, second)}
    assert solve(10, "a", **drawn) == (25 * (50 - Fraction(20, 9)),)
    assert right_codes(10, "b", **drawn) == [0b01111]
    # Three ones, r = 1: three of a kind is attained, (3 + 2 · 3.5) · 50; four of a kind 10 · (50 - 25/3).
    assert solve(10, "c", **drawn) == (500,)
    assert right_codes(10, "d", **drawn) == [0b00111]


def test_boxes_that_are_filled() -> None:
    """A full house into its box, whatever the strategy."""
    assert solve(11, filling=Filling(("ones", "twos", "full_house", "large_straight"), (3, 3, 4, 4, 4))) == (8, 8)


def test_the_aim_of_equation_9() -> None:
    """With r = 1, four sixes aim at sixes: 24 + 1, and the means of ones and twos."""
    drawn = {"aiming": Aiming(("ones", "twos", "sixes"), (3, 6, 6, 6, 6), rerolls=1)}
    small = solve(9, "a", groups={"a": ("ones", "twos")})[0]
    assert not isinstance(small, tuple)
    assert solve(12, "a", **drawn) == (25 + Fraction(small),)
    assert right_codes(12, "b", **drawn) == [0b11110]


def test_the_bonus_of_the_reduced_game() -> None:
    """A bonus that hardly anybody misses adds nearly 35 to the game with one that hardly anybody reaches."""
    boxes, hand = ("ones", "twos", "three_of_a_kind", "chance"), (2, 3, 4, 5, 6)
    values = [solve(13, "a", reduced=Reduced(boxes, threshold, hand))[0] for threshold in (1, 15)]
    low, high = sorted(float(value) for value in values if not isinstance(value, tuple))
    assert 30 < high - low < 35


def test_a_correction_moves_the_aim() -> None:
    """α = 2 adds twice the kept sixes: 18 + 36 kept, two dice with 1/6 each to come, and the rest."""
    boxes = ("sixes", "chance", "full_house")
    rest = float(Fraction(str(solve(9, "a", groups={"a": boxes[1:]})[0])))
    drawn = {"corrected": Corrected(boxes, 50, (1, 2, 6, 6, 6), rerolls=1), "alpha": 2.0}
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
    for letter in "abc":
        found = solution(15, letter)
        (told,) = found.evidence
        assert isinstance(told, Game)
        upper = sum(turn.points for turn in told.turns if turn.box < 6)
        assert sorted(turn.box for turn in told.turns) == list(range(13))
        bonus = 35 if upper >= REPORT.threshold else 0
        assert found.values[0] == sum(turn.points for turn in told.turns) + bonus


def test_each_parameter_has_its_own_terms_from_1000_on() -> None:
    for u0 in range(0, 64007, 213):
        drawing = Draw(u0)
        draw(drawing)
        assert drawing.repeated == ()
        assert min(drawing.uses) == FIRST


@given(SEEDS)
def test_what_is_drawn_can_be_asked(u0: int) -> None:
    params = draw(Draw(u0))
    joker = params.joker
    assert joker.with_face[0] == UPPERS[joker.face - 1] != joker.without_face[0]
    assert len(set(joker.with_face)) == len(set(joker.without_face)) == 4
    assert len(params.reduced.boxes) == len(params.filling.open) == 4
    corrected = params.corrected
    assert 65 - 4 * (UPPERS.index(corrected.open[0]) + 1) <= corrected.upper < 65


@given(SEEDS)
def test_every_seed_has_words_in_both_languages(u0: int) -> None:
    params = draw(Draw(u0))
    for lang in LANGUAGES:
        words = EXAM.words(lang)
        for question, part in EXAM.pairs():
            assert "{" not in words.prompt(question.number, params)
            assert len(words.labels(part, params)) == part.count


def test_a_key_comes_back_from_json() -> None:
    key = make_key(EXAM, 17)
    assert {type(item) for items in key.evidence.values() for item in items} == {OtherCodes, Game}
    assert key_from_json(EXAM, json.loads(json.dumps(key_to_json(EXAM, key)))) == key
