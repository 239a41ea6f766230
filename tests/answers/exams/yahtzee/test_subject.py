"""The examples of the subject's definitions, by hand, by enumeration and by an oracle."""

import re
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.words import LANGUAGES
from answers.exams.yahtzee.evidence import ShownGame
from answers.exams.yahtzee.subject import ALPHA, FIVES_AND_SIXES, KEPT_OF, SHEETS, SUBJECT
from answers.laboratory.documents.yahtzee import exact_score_distribution
from tests.oracles import yahtzee_reading as reading

FULL_HOUSE, STRAIGHT, YAHTZEE = 25, 40, 50
FIVES = ("twos", "threes", "fours", "fives", "sixes", "chance")


@pytest.fixture(scope="module")
def examples() -> Any:
    return SUBJECT.examples()


def test_a_full_house_and_a_yahtzee_in_every_box(examples: Any) -> None:
    threes, fours = examples["scored"]
    assert threes == {"hand": (3, 3, 3, 5, 5), "points": (0, 0, 9, 0, 10, 0, 19, 0, FULL_HOUSE, 0, 0, 0, 19)}
    assert fours == {"hand": (4, 4, 4, 4, 4), "points": (0, 0, 0, 20, 0, 0, 20, 20, 0, 0, 0, YAHTZEE, 20)}


def test_a_second_yahtzee_brings_a_hundred_and_may_stand_for_another_hand_once_its_face_is_filled(
    examples: Any,
) -> None:
    assert examples["jokers"] == (
        {"fours": 120, "full_house": 100, "large_straight": 100, "chance": 120},
        {"ones": 100, "full_house": 100 + FULL_HOUSE, "large_straight": 100 + STRAIGHT, "chance": 120},
        {"ones": 0, "full_house": FULL_HOUSE, "large_straight": STRAIGHT, "chance": 20},
    )


def test_chances_by_counting_throws(examples: Any) -> None:
    """5 4 3 2 1 at once; 6 5 5 4 4 from 5 4 4: the two dice show 5 and 6, in two of 36 orders."""
    throws = Counter(tuple(sorted(throw)) for throw in product(range(1, 7), repeat=5))
    after = Counter(tuple(sorted((4, 4, 5, *throw))) for throw in product(range(1, 7), repeat=2))
    assert examples["counts"]["throw"] == Fraction(throws[1, 2, 3, 4, 5], 6**5) == Fraction(5, 324)
    assert examples["counts"]["after"] == Fraction(after[4, 4, 5, 5, 6], 6**2) == Fraction(1, 18)


def test_what_one_box_is_worth(examples: Any) -> None:
    """A fifth die in one throw; two tries at a fifth six; five dice of which each may show a 1 in three throws."""
    box = examples["box"]
    assert box["once"] == Fraction(1, 6) * STRAIGHT
    assert box["twice"] == (1 - Fraction(5, 6) ** 2) * YAHTZEE
    assert box["ones"] == sum(k * chance for k, chance in ones_after_three_throws().items()) == Fraction(455, 216)


def ones_after_three_throws() -> dict[int, Fraction]:
    """How many of five dice show a 1, each thrown until it does or three times."""
    law = {0: Fraction(1)}
    for _ in range(5):
        after: dict[int, Fraction] = {}
        for count, chance in law.items():
            for faces in product(range(1, 7), repeat=3):
                hit = count + (1 in faces)
                after[hit] = after.get(hit, Fraction(0)) + chance / 6**3
        law = after
    return law


def test_codes_are_the_lowest_of_what_is_kept(examples: Any) -> None:
    hand = sorted(KEPT_OF, reverse=True)
    codes: dict[tuple[int, ...], int] = {}
    for code in range(32):
        kept = sorted(face for face, bit in zip(hand, f"{code:05b}", strict=True) if bit == "1")
        codes.setdefault(tuple(kept), code)
    for line in (*examples["keeps"], *examples["corrected"]):
        assert line["code"] == codes[line["kept"]]
    for lines in (examples["keeps"], examples["corrected"]):
        assert [line["worth"] for line in lines] == sorted((line["worth"] for line in lines), reverse=True)
    plain = {keep["kept"]: keep["worth"] for keep in examples["keeps"]}
    for keep in examples["corrected"]:
        assert keep["worth"] - plain.get(keep["kept"], keep["worth"] - keep["correction"]) == pytest.approx(
            keep["correction"]
        )


def test_games_add_up_and_fill_every_box_once(examples: Any) -> None:
    (first, other), (second, another) = examples["match"]
    assert first > other
    assert second < another
    assert first + second < other + another
    assert examples["match_points"] == (0, 0.5)  # D14: a game each, D has more in all
    for game in examples["games"]:
        assert isinstance(game, ShownGame)
        assert sorted(turn.box for turn in game.turns) == list(range(13))
        upper = sum(turn.points % 100 for turn in game.turns if turn.box < 6)  # a hundred more is no upper point
        assert game.bonus == (35 if upper >= 63 else 0)
        assert game.score == sum(turn.points for turn in game.turns) + game.bonus
        for turn in game.turns:
            assert [face for face, _ in turn.first] == sorted((face for face, _ in turn.first), reverse=True)
            counter = Counter(face for face, is_kept in turn.second if is_kept)
            assert not counter - Counter(turn.last)


def test_dice_kept_for_each_pattern_by_the_words_of_the_definition(examples: Any) -> None:
    """A full house; two pairs, the lower one first; small straights, on the way to a large one or not; four dice."""
    assert [tuple(one.values()) for one in examples["possib"]] == [
        ((2, 2, 3, 3, 3), ((3, 3, 3), (3, 3, 3), (2, 2, 3, 3, 3), None, None, None)),
        ((2, 3, 3, 5, 5), ((3, 3), None, (3, 3, 5, 5), None, None, None)),
        ((1, 2, 3, 4, 6), (None, None, None, (1, 2, 3, 4), (1, 2, 3, 4), None)),
        ((1, 3, 4, 5, 6), (None, None, None, (3, 4, 5, 6), None, None)),
        ((2, 3, 4, 5, 6), (None, None, None, (2, 3, 4, 5), (2, 3, 4, 5, 6), None)),
        ((1, 2, 3, 5, 5), ((5, 5), None, None, None, None, None)),
        ((1, 4, 4, 4, 4), ((4, 4, 4, 4), (4, 4, 4, 4), None, None, None, (4, 4, 4, 4))),
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_definitions_build_on_those_that_they_name(examples: Any, lang: str) -> None:
    words, figures = load_exam("yahtzee").words(lang), dict.fromkeys(SUBJECT.figures, "")
    for number, earlier in SUBJECT.definitions.items():
        named: list[int] = []
        words.definition(number, D=named.append, lang=lang, examples=examples, figures=figures)
        assert {*named} <= {*SUBJECT.needed(earlier)}, number


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_scores_to_check_a_program_by_are_those_of_the_exact_laws(examples: Any, lang: str) -> None:
    """Of the law of each strategy, that the solvers' tests hold by recursion."""
    page = str(load_exam("yahtzee").words(lang).page("checks", lang=lang, examples=examples, asks=lambda *_: True))
    shown = [
        f"{value:.2f}"
        for short in ("Hum", "Esp")
        for value in (exact_score_distribution(short).mean, exact_score_distribution(short).deviation)
    ]
    assert re.findall(r"\b\d{2,3}[.,]\d\d\b", page.split("<svg", maxsplit=1)[0]) == [
        one.replace(".", "," if lang == "fr" else ".") for one in shown
    ]


def on_a_sheet(example: Any) -> tuple[tuple[int, ...], str]:
    left = [box for box in reading.BOXES if box not in example.filled]
    aim = reading.aim(example.hand, left, example.upper, example.rerolls)
    return aim[1], reading.fill_decision_une(example.hand, left, example.upper)


def test_sheets_and_a_corrected_worth_are_those_of_the_oracle(examples: Any) -> None:
    assert [(one.kept, one.filled) for one in examples["sheets"]] == [on_a_sheet(human) for human in SHEETS]
    worth = reading.corrected(FIVES_AND_SIXES, FIVES, False, 3, 1, ALPHA)
    assert examples["five_uppers"].worth == pytest.approx(max(worth.values()), abs=1e-6)
