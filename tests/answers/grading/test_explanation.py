"""Explanations of items, computed by hand for the exam of chain.py: n = 1000 by default, 1b is 39 792, 2a 6015."""

from fractions import Fraction

import pytest

from answers.errors import CorrigeError
from answers.exam.scenario import Scenario
from answers.grading.diagnosis import diagnose
from answers.grading.explanation import Attempt, Explanation, explain_item
from answers.grading.known_mistakes import evidence_for_mistake
from answers.grading.mark import mark, parse_responses
from answers.grading.scenario_keys import ScenarioKeys
from answers.paper import Verdict
from tests.answers.grading.chain import CHAIN, MODULUS, key_of
from tests.answers.tiny import submission


def explained(
    item: str, answers: dict[str, str], seed: str | None = "1000", seeds: tuple[int, ...] = ()
) -> Explanation:
    handed = submission({part: (text,) for part, text in answers.items()}, u0=seed, exam="chain")
    return explain_item(CHAIN, handed, item, key_of, seeds=seeds)


def share(of: int) -> Fraction:
    return Fraction(of, MODULUS)


def test_the_seeds_and_mistakes_that_were_tried() -> None:
    """The seed 1013 of the class gives 0.099, as does 1000 + 13; 5 gives nothing near, and is not listed."""
    explanation = explained("3", {"1b": "39792", "3": "0.10"}, seeds=(5, 17, 1000, 1013))
    assert (explanation.part.id, explanation.index, explanation.mark.verdict) == ("3", 0, Verdict.WRONG)
    assert (explanation.readings, explanation.expected) == ((Fraction(1, 10),), share(39792))
    assert explanation.attempts == (
        Attempt("seed", "17", share(17**2), "wrong"),
        Attempt("seed", "1013", share(5948), "right"),
        Attempt("mistake", "thirteen-on", share(5948), "right"),
        Attempt("mistake", "complement", 1 - share(39792), "wrong"),
        Attempt("mistake", "half", share(39792 // 2), "wrong"),
    )


def test_the_evidence_for_a_mistake_that_gives_the_answer_without_being_named() -> None:
    """Three mistakes change part 3, and 20 times as much evidence is needed for each of them: see docs/marking.md."""
    ((slug, (reached, needed)),) = explained("3", {"1b": "39792", "3": "0.093"}).evidence.items()
    assert (slug, round(needed)) == ("thirteen-on", 60)
    assert 0 < reached < needed


@pytest.mark.parametrize(
    ("written", "is_named"), [({"3": "0.093"}, False), ({"1a": "3046"}, True), ({"2a": "6093", "3": "0.093"}, True)]
)
def test_a_mistake_is_named_from_the_evidence_needed_on(written: dict[str, str], is_named: bool) -> None:
    """With 1000 + 13, a₁ is 3 · 1013 + 7 = 3046: one integer among many is evidence enough, three digits are not."""
    key, responses = key_of(Scenario(1000)), parse_responses(CHAIN, {part: (text,) for part, text in written.items()})
    true, keys = mark(CHAIN, key, responses), ScenarioKeys(CHAIN)
    reached, needed = evidence_for_mistake(CHAIN, key, responses, true, keys, "thirteen-on")
    notes = {str(item.note) for part in diagnose(CHAIN, key, responses, true, keys).values() for item in part.items}
    assert ("mistake:thirteen-on" in notes, reached >= needed) == (is_named, is_named)


def test_the_students_own_answers_to_what_a_part_uses() -> None:
    explanation = explained("2a", {"1a": "3008", "2a": "6017"})
    assert explanation.mark.verdict is Verdict.FOLLOW_THROUGH
    assert explanation.attempts == (
        Attempt("seed", "17", 117, "wrong"),
        Attempt("mistake", "thirteen-on", 6093, "wrong"),
        Attempt("own", "1a", 6017, "right"),
    )


def test_an_own_answer_from_which_nothing_follows() -> None:
    assert explained("5", {"1a": "13", "5": "65"}).attempts[-1] == Attempt("own", "1a", None, "fails")


def test_what_changes_nothing() -> None:
    """For n = 17 the model's seed is the student's own, and half of 0.0048 is as near as the whole."""
    trials = {attempt.detail: attempt.outcome for attempt in explained("3", {"3": "0.5"}, "17").attempts}
    assert trials == {"17": "same", "thirteen-on": "same", "complement": "wrong", "half": "same"}


@pytest.mark.parametrize(
    ("item", "text", "seed", "readings", "verdict"),
    [
        ("1b", "1,000", 1000, (1, 1000), "wrong"),
        ("1a", "1,000", 331, (1, 1000), "unreadable"),  # 3 · 331 + 7 is a thousand
        ("1b", "x", 1000, (), "unreadable"),
        ("1b", " ", 1000, (), "blank"),
        ("4.2", "429 4", 1000, (4,), "right"),
    ],
)
def test_all_that_a_text_may_hold(item: str, text: str, seed: int, readings: tuple[int, ...], verdict: str) -> None:
    explanation = explained(item, {item.partition(".")[0]: text}, str(seed))
    assert (explanation.readings, explanation.mark.verdict) == (readings, verdict)


@pytest.mark.parametrize("item", ["9a", "4.3", "4.0", "4.2.1"])
def test_an_item_that_the_exam_has_not(item: str) -> None:
    with pytest.raises(CorrigeError, match=f"the exam chain has no item '{item}'"):
        explained(item, {})


def test_a_paper_without_a_seed_has_no_account() -> None:
    with pytest.raises(CorrigeError, match="the paper is not marked, so ") as caught:
        explained("1a", {"1a": "1"}, None)
    assert [problem.place for problem in caught.value.problems] == ["a.txt"]
