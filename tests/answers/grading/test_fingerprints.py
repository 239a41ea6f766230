"""What changes a fingerprint and what does not."""

from dataclasses import replace
from fractions import Fraction

from answers.exam.key import make_key
from answers.exam.rules import Rules
from answers.exam.world import World
from answers.grading.fingerprints import key_fingerprint, rules_fingerprint
from answers.grading.grade import grade
from tests.answers.tiny import TINY, submission


def test_a_keys_fingerprint_is_that_of_its_answers() -> None:
    key = make_key(TINY, 10)
    assert key_fingerprint(key) == key_fingerprint(make_key(TINY, 10, fingerprint="another"))
    others = [
        make_key(TINY, 11),
        make_key(TINY, World(10, ("half",))),
        replace(key, answers={**key.answers, "2": (Fraction(5, 2) + Fraction(1, 10**99),)}),
        replace(key, answers={**key.answers, "2": (2.5,)}),
        replace(key, answers={**key.answers, "2": ((5, 2),)}),
    ]
    assert len({key_fingerprint(one) for one in (key, *others)}) == 6


def test_rules_are_points_tolerances_and_shares() -> None:
    others = [
        TINY.revised(lambda part: replace(part, points=2 * part.points)),
        TINY.revised(lambda part: replace(part, all_or_nothing=True)),
        replace(TINY, rules=Rules(follow_through=Fraction(1, 2))),
    ]
    found = [rules_fingerprint(exam) for exam in (TINY, *others)]
    assert len(set(found)) == 4
    assert rules_fingerprint(TINY) == found[0]
    assert all(len(one) == 16 for one in found)


def test_a_marked_paper_bears_both() -> None:
    paper = grade(TINY, submission({"2": ("2.5",)}), lambda world: make_key(TINY, world))
    assert (paper.key, paper.rules) == (key_fingerprint(make_key(TINY, 10)), rules_fingerprint(TINY))
    unmarked = grade(TINY, submission({}, u0=None), lambda world: make_key(TINY, world))
    assert (unmarked.key, unmarked.rules) == ("", "")
