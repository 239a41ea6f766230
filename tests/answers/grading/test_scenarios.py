from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.scenario import Scenario
from answers.flags import ANSWERS_OF_SEED, DAMAGED, Flag, Note, Place
from answers.grading.mark import mark, parse_responses, wrong_items
from answers.grading.scenario_keys import ScenarioKeys
from answers.grading.scenarios import ScenarioMatch, explanations, with_notes
from answers.kinds.parsing import Values
from answers.paper import Mark, Paper, PartMarks, Verdict
from tests.answers.tiny import TINY

OF_17 = Note("right-for-seed-", "17")
WRITTEN = parse_responses(TINY, {"1a": ("17", "20"), "1b": ("18 35",), "2": ("4.25",)})
WRONG = (("1a", 0), ("1b", 0), ("1b", 1), ("2", 0))


class Keys:
    """Returns keys, and records their scenarios."""

    def __init__(self) -> None:
        self.scenarios: list[Scenario] = []

    def __call__(self, scenario: Scenario) -> Key:
        self.scenarios.append(scenario)
        return make_key(TINY, scenario)


def test_wrong_items_in_the_order_of_the_sheet() -> None:
    written = parse_responses(TINY, {"2": ("9",), "1a": ("", "21"), "1b": ("11", "x y")})
    assert wrong_items(mark(TINY, make_key(TINY, 10), written)) == (("1a", 1), ("2", 0))


def test_the_wrong_items_that_each_scenario_explains() -> None:
    """For n = 10: 17 instead of 10, 18 instead of 11, …; 5 with half for a quarter; 18 is the first for n = 18."""
    keys = Keys()
    scenarios = (Scenario(3), Scenario(17), Scenario(18), Scenario(17, ("half",)), Scenario(16, ("next-number",)))
    assert explanations(TINY, WRITTEN, iter(WRONG), iter(scenarios), keys) == (
        ScenarioMatch(Scenario(17), WRONG),
        ScenarioMatch(Scenario(17, ("half",)), WRONG[:3]),
        ScenarioMatch(Scenario(16, ("next-number",)), WRONG),
    )
    assert tuple(keys.scenarios) == scenarios


def test_only_the_items_asked_for_are_explained_in_the_order_given() -> None:
    scenario_matches = explanations(TINY, WRITTEN, (("2", 0), ("1a", 0), ("1a", 1)), [Scenario(17)], Keys())
    assert scenario_matches == (ScenarioMatch(Scenario(17), (("2", 0), ("1a", 0))),)


def test_only_parts_with_a_wrong_item_are_marked_again() -> None:
    asked: list[str] = []
    first, second = TINY.questions
    exam = replace(TINY, questions=(first.accepting(lambda context, part, _: bool(asked.append(part.id))), second))
    written = parse_responses(exam, {"1a": ("1 2",), "1b": ("3 4",), "2": ("4.25",)})
    explanations(exam, written, [("1b", 0), ("2", 0)], [Scenario(17)], Keys())
    assert asked == ["1b"]
    keys = Keys()
    assert explanations(exam, WRITTEN, (), [Scenario(17)], keys) == ()
    assert keys.scenarios == []


def paper(verdicts: str, flags: tuple[Flag, ...] = ()) -> Paper:
    """Two parts, the first of two items: w for wrong, r for right, u for unreadable."""
    kinds = {"w": Verdict.WRONG, "r": Verdict.RIGHT, "u": Verdict.UNREADABLE}
    marks = tuple(
        Mark(str(i), kinds[letter], Note("ambiguous") if letter == "u" else None, Fraction(letter == "r"))
        for i, letter in enumerate(verdicts)
    )
    parts = {"1": PartMarks(marks[:2], Fraction(2)), "2": PartMarks(marks[2:], Fraction(9))}
    return Paper(Place("a.txt"), "s01", "tiny", 10, flags, parts)


ITEMS = (("1", 0), ("1", 1), *(("2", i) for i in range(9)))


def test_items_are_noted_and_nothing_else_changes() -> None:
    before = paper("wwwuuuurrrr")
    after = with_notes(before, [ScenarioMatch(Scenario(17), ITEMS[:2]), ScenarioMatch(Scenario(5), ITEMS[1:3])])
    notes = [item.note for part in after.parts.values() for item in part.items]
    old = [item.note for part in before.parts.values() for item in part.items]
    assert notes == [OF_17, OF_17, Note("right-for-seed-", "5"), *old[3:]]
    bare = {
        part_id: replace(part, items=tuple(replace(item, note=None) for item in part.items))
        for part_id, part in after.parts.items()
    }
    assert bare == {
        part_id: replace(part, items=tuple(replace(item, note=None) for item in part.items))
        for part_id, part in before.parts.items()
    }
    assert (after.place, after.student, after.u0, after.score) == (before.place, "s01", 10, before.score)


def test_flags_are_added_to_those_there_are_and_once() -> None:
    flags = (ANSWERS_OF_SEED(17), DAMAGED)
    assert with_notes(paper("www", (DAMAGED,)), [], flags).flags == (DAMAGED, ANSWERS_OF_SEED(17))
    assert with_notes(paper("www", (DAMAGED,)), []) == paper("www", (DAMAGED,))


def test_answers_of_a_known_mistake_and_of_a_students_own(tmp_path: Path) -> None:
    scenario_key = ScenarioKeys(TINY, tmp_path)
    half = scenario_key(Scenario(10, ("half",)), ("2",))
    assert half is not None
    assert (dict(half.answers), half.params.u0, half.evidence) == ({"2": (Fraction(5),)}, 10, {})
    own = scenario_key(Scenario(10, answer_overrides=(("1a", (7, 8)),)), ("1b",))
    assert own is not None
    assert dict(own.answers) == {"1b": (11, 21)}
    assert scenario_key(Scenario(10, ("halv",)), ("2",)) is None


def test_a_scenario_is_computed_once_a_part_and_two_seeds_are_cached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, tuple[str, ...]]] = []

    def answers(_: Exam, scenario: Scenario, parts: Sequence[str], *_others: object) -> dict[str, Values]:
        asked.append((scenario.u0, tuple(parts)))
        return dict.fromkeys(parts, (1,))

    monkeypatch.setattr("answers.exam.key_cache.answers_in_turn", answers)
    scenario_key = ScenarioKeys(TINY, tmp_path)
    for u0 in (1, 1, 2, 1, 3, 2):
        scenario_key(Scenario(u0, ("half",)), ("2",))
    assert asked == [(1, ("2",)), (2, ("2",)), (3, ("2",))]  # those of 2 were saved
    scenario_key(Scenario(2, ("half",)), ("1a",))
    assert asked[-1] == (2, ("1a",))
