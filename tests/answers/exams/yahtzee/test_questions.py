"""The exam `yahtzee`: figures of its report, hands counted by thought, other right rerolls."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.exam.catalogue import load_exam
from answers.exam.draw import Draw
from answers.exam.key import make_key
from answers.exam.key_json import key_from_json, key_to_json
from answers.exam.part import Part
from answers.exam.question import Given, Question, Solution
from answers.exam.words import LANGUAGES
from answers.exam.world import World
from answers.exams.yahtzee.draws import (
    GAME,
    UPPERS,
    Aiming,
    Corrected,
    Counts,
    Filling,
    Further,
    Human,
    Mean,
    OneBox,
    Parameters,
    Reduced,
    Target,
    Throws,
    draw,
)
from answers.exams.yahtzee.evidence import Game, OtherCodes
from answers.kinds.reading import Value, Values

EXAM = load_exam("yahtzee")
MODEL = draw(Draw(17))
SEEDS = st.integers(1, 64006)


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
    alike = Throws(6, (1, 1, 1, 1, 1), (1, 1, 1, 6, 6), kept=(6, 6))
    assert solve(2, throws=alike) == (Fraction(1, 6**5), Fraction(1, 6**3))
    run = Throws(7, (1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6), kept=(5, 6))
    assert solve(2, throws=run) == (Fraction(720, 7**6), Fraction(24, 7**4))


def test_a_hand_of_the_report_in_all_boxes() -> None:
    """Section 3.2: 2 2 3 3 3 attains twos, threes, full house and three of a kind."""
    assert solve(3, "a", scored=(2, 2, 3, 3, 3)) == (0, 4, 9, 0, 0, 0)
    assert solve(3, "b", scored=(2, 2, 3, 3, 3)) == (13, 0, 25, 0, 0, 0, 13)


def test_further_yahtzees() -> None:
    """The joker only where the box of the face is filled; 100 points only after a Yahtzee that scored."""
    lower = ("full_house", "large_straight")
    cases = {"a": Further(2, True, ("ones", "twos", *lower)), "b": Further(2, False, ("ones", "fives", *lower))}
    assert solve(4, "a", further=cases) == (100, 110, 100, 100)
    assert solve(4, "b", further=cases) == (0, 0, 25, 40)


def test_possib_by_thought() -> None:
    """The full house keeps all dice; 4 4 4 keep three for both kinds; a run keeps one die of each face."""
    near = {"a": (2, 2, 3, 3, 3), "b": (1, 2, 3, 5, 5)}
    assert solve(5, "a", near=near) == (2, 2, 0, -1, -1, -1)
    # 1 2 3 is no run that may grow at both ends: only the pair.
    assert solve(5, "b", near=near) == (0b11000, -1, -1, -1, -1, -1)


def test_codes_that_keep_the_same_dice_are_right() -> None:
    """A run keeps one of two equal dice, either of them."""
    near = {"a": (1, 1, 2, 3, 4), "b": (2, 3, 4, 4, 6)}
    question, part, told = asked(5, "b", near=near)
    assert question.accepts is not None
    # 6 4 4 3 2: a pair, and 4 3 2 with the first 4 or the second.
    for code in (0b01011, 0b00111):
        assert question.accepts(told, part, (0b01100, -1, -1, code, -1, -1))
    assert not question.accepts(told, part, (0b01100, -1, -1, 0b01111, -1, -1))
    assert not question.accepts(told, part, (0b01100, -1, -1, -1, -1, -1))


def test_the_safety_of_an_aim() -> None:
    """Equations (2) and (4); with two rerolls left all of it is divided by 3."""
    targets = {"a": Target("full_house", 1, faces=6), "b": Target("yahtzee", 2, faces=5)}
    assert solve(6, "a", targets=targets) == (Fraction(130, 9), Fraction(130, 3))
    assert solve(6, "b", targets=targets) == (Fraction(34, 3), 34)


def test_one_box_by_thought() -> None:
    drawn = {"one_box": (OneBox("large_straight", (1, 2, 3, 4, 6), 1), OneBox("yahtzee", (5, 6, 6, 6, 6), 2))}
    # 1234 and 2346 need the 5: one face of six. Four sixes: 11 chances of 36 to throw the last one in two throws.
    assert solve(7, "a", **drawn) == (Fraction(40, 6),)
    assert right_codes(7, "b", **drawn) == [0b01111, 0b11110]
    assert solve(7, "c", **drawn) == (Fraction(50 * 11, 36),)
    assert right_codes(7, "d", **drawn) == [0b11110]


def test_the_mean_of_an_upper_box_and_the_chance_of_a_yahtzee() -> None:
    """A die shows its face within three throws with chance 91/216; a Yahtzee has the published chance 4.6029 %."""
    means = {"a": Mean("threes", dice=5, faces=6), "b": Mean("yahtzee", dice=5, faces=6)}
    assert solve(8, "a", means=means) == (5 * 3 * Fraction(91, 216),)
    assert solve(8, "b", means=means)[0] == pytest.approx(50 * 347897 / 7558272, abs=1e-10)


def test_the_weights_of_decision_une_by_thought() -> None:
    """6 6 5 5 2, r = 2: sixes 2 · (6 + 35/3) + 15, more than 25 + 130/9 for the full house."""
    first = Human((2, 5, 5, 6, 6), rerolls=2, filled=("ones", "twos", "chance"), upper=9)
    second = Human((2, 5, 5, 6, 6), rerolls=1, filled=("ones", "twos", "chance"), upper=0)
    drawn = {"human": (first, second)}
    assert solve(10, "a", **drawn) == (Fraction(151, 3),)
    assert right_codes(10, "b", **drawn) == [0b11000]
    # Nine points behind: no share of the bonus. Full house 25 + 130/3.
    assert solve(10, "c", **drawn) == (Fraction(205, 3),)
    assert right_codes(10, "d", **drawn) == [0b11110]


def test_boxes_that_are_filled() -> None:
    """A full house into its box, whatever the strategy."""
    open_boxes = ("ones", "twos", "threes", "full_house", "large_straight", "chance")
    filling = {"a": Filling(open_boxes, 40, (3, 3, 4, 4, 4)), "b": Filling(open_boxes, 40, (1, 1, 4, 5, 6))}
    assert solve(11, "a", filling=filling) == (8, 8)
    # 6 5 4 1 1: chance 17 - 15 = 2, ones 3 - 2 = 1.
    assert solve(11, "b", filling=filling)[0] == 12


def test_the_aim_of_equation_9() -> None:
    """With r = 1, four sixes aim at sixes: 24 + 1, and the means of ones and twos."""
    drawn = {"aiming": Aiming(("ones", "twos", "sixes"), (3, 6, 6, 6, 6), rerolls=1)}
    small = solve(9, "a", groups={"a": ("ones", "twos")})[0]
    assert not isinstance(small, tuple)
    assert solve(12, "a", **drawn)[0] == pytest.approx(25 + float(small), abs=1e-9)
    assert right_codes(12, "b", **drawn) == [0b11110]


def test_the_bonus_of_the_reduced_game() -> None:
    """A bonus that hardly anybody misses adds nearly 35 to the game with one that hardly anybody reaches."""
    boxes, hand = ("ones", "twos", "three_of_a_kind", "chance"), (2, 3, 4, 5, 6)
    values = [solve(13, "a", reduced=Reduced(boxes, threshold, hand))[0] for threshold in (1, 15)]
    low, high = sorted(float(value) for value in values if not isinstance(value, tuple))
    assert 30 < high - low < 35


def test_a_correction_moves_the_choice() -> None:
    """α = 2 adds twice the kept sixes: 18 + 36 kept, two dice with 1/6 each to come, and the rest."""
    boxes = ("sixes", "chance", "full_house")
    rest = solve(9, "a", groups={"a": boxes[1:]})[0]
    assert isinstance(rest, float)
    drawn = {"corrected": Corrected(boxes, 50, (1, 2, 6, 6, 6), rerolls=1), "alpha": 2.0}
    assert solve(14, "a", **drawn)[0] == pytest.approx(18 + 2 + 36 + rest, abs=1e-9)
    assert right_codes(14, "b", **drawn) == [0b11100]


def test_games_told_turn_by_turn_add_up() -> None:
    for letter in "abc":
        found = solution(15, letter)
        (told,) = found.evidence
        assert isinstance(told, Game)
        upper = sum(turn.points % 100 for turn in told.turns if turn.box < 6)
        assert sorted(turn.box for turn in told.turns) == list(range(13))
        bonus = 35 if upper >= GAME.threshold else 0
        assert found.values[0] == sum(turn.points for turn in told.turns) + bonus


@given(SEEDS)
def test_what_is_drawn_can_be_asked(u0: int) -> None:
    params = draw(Draw(u0))
    own, other = params.further["a"], params.further["b"]
    assert UPPERS[own.face - 1] in own.open
    assert UPPERS[other.face - 1] not in other.open
    assert len(set(own.open)) == len(set(other.open)) == 4
    corrected = params.corrected
    most = 4 * sum(UPPERS.index(box) + 1 for box in corrected.open[:2])
    assert GAME.threshold - most <= corrected.upper < GAME.threshold


@given(SEEDS)
def test_every_seed_has_words_in_both_languages(u0: int) -> None:
    params = draw(Draw(u0))
    for lang in LANGUAGES:
        words = EXAM.words(lang)
        for question, part in EXAM.pairs():
            assert "{" not in words.prompt(question.number, params)
            assert len(words.labels(part, params)) == part.count


def test_a_key_comes_back_from_json() -> None:
    key = make_key(EXAM, 18)
    assert {type(item) for items in key.evidence.values() for item in items} == {OtherCodes, Game}
    assert key_from_json(EXAM, json.loads(json.dumps(key_to_json(EXAM, key)))) == key
