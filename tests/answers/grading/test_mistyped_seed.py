"""Papers whose program began the sequence with another number than u₀.

Expected points: 1a of `phantom` is worth half a point, and 15c of `yahtzee` is the first answer of a sequence.
"""

from functools import partial

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import Key, make_key
from answers.flags import Note, Place
from answers.grading.grade import grade
from answers.grading.mark import parse_responses
from answers.grading.mistyped_seed import key_of_sequence, seeds_of_terms
from answers.grading.scenario_keys import ScenarioKeys
from answers.paper import Paper, Verdict
from answers.submissions.raw.submission import Submission


def written(key: Key, variant: Key) -> dict[str, tuple[str, ...]]:
    exam = load_exam(key.exam)
    answers = {**key.answers, **variant.answers}
    return {part.id: tuple(part.kind.format(value, "en") for value in answers[part.id]) for part in exam.parts}


def marked(name: str, u0: int, typed: int) -> Paper:
    exam = load_exam(name)
    key = make_key(exam, u0)
    variant = key_of_sequence(exam, key, typed, [part.id for part in exam.parts])
    handed = Submission(Place("a"), "a", str(u0), name, written(key, variant))
    return grade(exam, handed, partial(make_key, exam), scenario_key=ScenarioKeys(exam))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "u0", "typed", "least"),
    [
        ("phantom", 3141, 3114, 19.5),  # two digits exchanged
        ("phantom", 3141, 50_000, 19.5),  # any number: the terms of question 1 tell it
        ("phantom", 3141, 3142, 19.5),
        ("phantom", 512, 5012, 19.5),
        ("phantom", 51_234, 512_340, 19.5),  # larger than all seeds
        ("yahtzee", 4035, 4053, 19),
        ("yahtzee", 4035, 4034, 19),
        ("yahtzee", 4035, 40_351, 19),
        ("yahtzee", 40_351, 410_351, 19),
    ],
)
def test_a_mistyped_seed_costs_once(name: str, u0: int, typed: int, least: float) -> None:
    paper = marked(name, u0, typed)
    assert str(paper.flags[-1]) == f"u0-mistyped:{typed}"
    assert least <= paper.score < 20
    noted = [item.verdict for part in paper.parts.values() for item in part.items
             if item.note == Note("sequence-of-u0-", str(typed))]  # fmt: skip
    assert noted[0] is Verdict.WRONG
    assert set(noted) == {Verdict.WRONG, Verdict.FOLLOW_THROUGH}


def test_terms_tell_the_seed() -> None:
    """u(n) for 2 u₀ is 2 u(n); of two wrong terms, both must tell the same seed."""
    exam = load_exam("phantom")
    key = make_key(exam, 3141, parts=["1a", "1b"])
    double = {
        part_id: tuple(str(2 * int(str(value)) % 64007) for value in key.answers[part_id]) for part_id in ("1a", "1b")
    }
    wrong = [("1a", 1), ("1a", 2)]
    assert seeds_of_terms(key, parse_responses(exam, double), wrong) == [6282]
    other = {**double, "1a": (double["1a"][0], double["1a"][1], "17")}
    assert seeds_of_terms(key, parse_responses(exam, other), wrong) == []
