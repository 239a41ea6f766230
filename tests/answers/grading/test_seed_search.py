from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from answers.errors import CorrigeError
from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import make_key
from answers.exam.scenario import Scenario
from answers.grading.mark import Item, parse_responses
from answers.grading.scenario_keys import ScenarioKeys
from answers.grading.seed_search import items_right_in, miscopied_seeds
from answers.kinds.parsing import Values
from tests.answers.tiny import TINY

WRITTEN = parse_responses(TINY, {"1a": ("17", "20"), "1b": ("18 35",), "2": ("4.25",)})
WRONG = (("1a", 0), ("1b", 0), ("1b", 1), ("2", 0))


@pytest.mark.parametrize(
    ("u0", "mistakes", "items"),
    [(3, (), ()), (17, (), WRONG), (18, (), ()), (17, ("half",), WRONG[:3]), (16, ("next-number",), WRONG)],
)
def test_the_wrong_items_that_are_right_in_a_scenario(
    u0: int, mistakes: tuple[str, ...], items: tuple[Item, ...]
) -> None:
    """For n = 10: 17 instead of 10, 18 instead of 11, …; 5 with half for a quarter; 18 is the first for n = 18."""
    assert items_right_in(TINY, make_key(TINY, Scenario(u0, mistakes)), WRITTEN, WRONG) == items


def test_a_scenario_is_computed_once_a_part_and_two_seeds_are_cached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, tuple[str, ...]]] = []

    def answers(_: Exam, scenario: Scenario, parts: Sequence[str], *_others: object) -> dict[str, Values]:
        asked.append((scenario.u0, tuple(parts)))
        return dict.fromkeys(parts, (1,))

    monkeypatch.setenv("CORRIGE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("answers.exam.key_cache.answers_in_turn", answers)
    scenario_key = ScenarioKeys(TINY)
    for u0 in (1, 1, 2, 1, 3, 2):
        scenario_key(Scenario(u0, ("half",)), ("2",))
    assert asked == [(1, ("2",)), (2, ("2",)), (3, ("2",))]  # those of 2 were saved
    scenario_key(Scenario(2, ("half",)), ("1a",))
    assert asked[-1] == (2, ("1a",))


@pytest.mark.parametrize("name", ["yahtzee", "yams"])
def test_a_seed_with_no_key_is_left_out_of_the_likely_copying_errors(name: str) -> None:
    """The seed 7 with its digit changed is 0, for which these exams have no data."""
    exam = load_exam(name)
    first = exam.parts[0]
    key = make_key(exam, 7, parts=[first.id])
    wrong = [(first.id, index) for index in range(len(key.answers[first.id]))]
    responses = parse_responses(exam, {first.id: ("9",) * len(wrong)})
    with pytest.raises(CorrigeError):
        make_key(exam, 0, parts=[first.id])
    assert list(miscopied_seeds(exam, key, responses, wrong, partial(make_key, exam))) == []
