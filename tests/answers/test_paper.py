"""A marked paper: its sums, whether a person must look at it, and the JSON object promised for it."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from answers.flags import DAMAGED, NO_SEED, READERS_DISAGREE, RIGHT_FOR_SEED, Flag, Note, Place
from answers.paper import Mark, Paper, PartMarks, Verdict

THIRD = Fraction(1, 3)
SEVENTEEN = Note(RIGHT_FOR_SEED, "17")
ONE = PartMarks((Mark("½ ?", Verdict.RIGHT, None, THIRD), Mark("34", Verdict.WRONG, SEVENTEEN, Fraction(0))), 2 * THIRD)
TWO = PartMarks((Mark("7", Verdict.FOLLOW_THROUGH, None, Fraction(2)),), Fraction(2))
FLAGS = (DAMAGED, READERS_DISAGREE("q1_2"))
PAPER = Paper(Place("class.csv", "line 3"), "Zoé", "tiny", 17, FLAGS, {"1": ONE, "2a": TWO}, "k", "r")


def test_points_are_summed_exactly() -> None:
    assert (ONE.score, PAPER.score, PAPER.points) == (THIRD, Fraction(7, 3), Fraction(8, 3))
    nothing = replace(PAPER, parts={})
    assert (nothing.score, nothing.points) == (0, 0)


def test_the_promised_object() -> None:
    document = PAPER.to_json()
    assert document == {
        "file": "class.csv, line 3",
        "student": "Zoé",
        "u0": 17,
        "score": 2.333,
        "max": 2.667,
        "flags": ["damaged", "readers-disagree:q1_2"],
        "seen": [],
        "unmarked": None,
        "parts": {
            "1": {
                "score": 0.333,
                "max": 0.667,
                "items": [
                    {"raw": "½ ?", "verdict": "right", "note": None},
                    {"raw": "34", "verdict": "wrong", "note": "right-for-seed-17"},
                ],
            },
            "2a": {"score": 2.0, "max": 2.0, "items": [{"raw": "7", "verdict": "follow_through", "note": None}]},
        },
        "fingerprints": {"key": "k", "rules": "r"},
    }
    assert json.loads(json.dumps(document)) == document


def test_an_unmarked_paper_has_no_seed_and_no_scores_in_json() -> None:
    message: Any = replace(PAPER, u0=None, flags=(DAMAGED, NO_SEED)).to_json()
    assert (message["u0"], message["score"], message["max"], message["unmarked"]) == (None, None, 2.667, "no-seed")
    assert {part["score"] for part in message["parts"].values()} == {None}


def test_a_student_sees_all_flags_but_those_for_the_teacher() -> None:
    secret = Flag("secret", is_teacher_only=True)
    assert replace(PAPER, flags=(DAMAGED, secret, NO_SEED)).for_student.flags == (DAMAGED, NO_SEED)


@pytest.mark.parametrize(
    ("flags", "verdict", "expected"),
    [
        ((), Verdict.WRONG, False),
        ((), Verdict.BLANK, False),
        ((), Verdict.UNREADABLE, True),
        ((Flag("quiet", needs_teacher=False),), Verdict.RIGHT, False),
        ((Flag("quiet", needs_teacher=False),), Verdict.UNREADABLE, True),
        ((Flag("quiet", needs_teacher=False), DAMAGED), Verdict.RIGHT, True),
    ],
)
def test_a_flag_or_an_unreadable_item_needs_the_teacher(
    flags: tuple[Flag, ...], verdict: Verdict, expected: bool
) -> None:
    last = PartMarks((Mark("x", verdict, None, Fraction(0)),), Fraction(1))
    assert replace(PAPER, flags=flags, parts={"1": TWO, "2": last}).needs_teacher is expected
