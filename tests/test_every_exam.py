"""Every exam and paper that comes with corrige, and the tests' own, passes the checks: nothing here names one."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import product

import pytest

from answers.exam.catalogue import exam_names, load_exam
from answers.exam.key import Key, make_key
from answers.exam.question import Part
from answers.exam.scenario import Scenario
from answers.exam.words import LANGUAGES, plain
from answers.grading.exam_checks import CHECKS, DRAWN, SEEDS, Check, run_checks
from answers.grading.grade import grade
from answers.grading.scenario_keys import ScenarioKeys
from answers.kinds.parsing import Value, Values
from answers.sheets.subject import how
from tests.answers.exam.test_papers import PAPERS
from tests.answers.tiny import EXAMS, submission
from tests.simulations.misread_papers import as_keys, misread_papers
from tests.simulations.wrong_answers import text

EVERY = exam_names([EXAMS])
COMPOSED = sorted(set(exam_names([PAPERS])) - set(EVERY))
DEAR = ("keys", "papers", "attack", "worlds", "booklets", "faces")
"""Checks that take seconds: keys of hundreds of seeds, whole papers, pages as they are printed."""
QUICK = {("keys", name) for name in EVERY}
"""Those of them that the quick set runs."""
SLOW = {*COMPOSED, "domino", "phantom", "verger", "yahtzee", "yams"}
"""Exams whose other checks take seconds too."""
LONG = (pytest.mark.slow, pytest.mark.long)
"""Marks of checks that say of a composed paper what they say of its exams, and of what repeats."""
OWN = {("printed-figures", "yahtzee"), *product(("booklets", "faces"), exam_names())}
"""What a test of the exam itself looks at, after the same minute of matches; every page, for its punctuation."""
SOME = [pytest.param(20, marks=pytest.mark.slow), pytest.param(1, marks=LONG)]
"""One in twenty of many alike, or all."""
DRAWING, FEW = ("draws", "prompts"), 6
"""Checks of seeds that are only drawn, and of how many the quick set draws one."""
FEW_KEYS = 0.5
"""Seconds for keys of many seeds, of which each exam has hundreds of tests already."""


def dear(name: str, slug: str) -> Sequence[pytest.MarkDecorator]:
    """The marks of an expensive check for an exam."""
    return LONG if (slug, name) in OWN else [pytest.mark.slow] * ((slug, name) not in QUICK)


MIXED = 4321
"""A seed whose papers mix two scenarios."""
MISREAD: Mapping[str, tuple[int, int, Sequence[int]]] = {
    "dice": (14, 1, (17, *range(101, 60101, 12000))),
    "jeux": (14, 6, (17, *range(101, 60101, 20000))),
    "verger": (14, 6, (17, 31, 4037, 50001)),
    "yahtzee": (18, 2, (4037, 12109)),
    "yams": (18, 2, (4037, 12109)),
}
"""What is left of 20 points at least, how far papers are apart at most, and for which seeds."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in (*EVERY, *COMPOSED)]
)
def test_an_exam_passes_the_quick_checks(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them at once: what is missing is said once."""
    monkeypatch.setattr("answers.grading.exam_checks.DRAWN", DRAWN[::FEW])
    assert broken(name, [check for check in CHECKS if check.name not in DEAR]) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", [*EVERY, *(pytest.param(name, marks=pytest.mark.long) for name in COMPOSED)])
def test_every_seed_is_drawn(name: str) -> None:
    assert broken(name, [check for check in CHECKS if check.name in DRAWING]) == []


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        *(pytest.param(name, slug, marks=dear(name, slug)) for name in EVERY for slug in DEAR),
        *(pytest.param(name, slug, marks=pytest.mark.slow) for name in COMPOSED for slug in ("worlds", "papers")),
        *(pytest.param(name, slug, marks=LONG) for name in COMPOSED for slug in ("keys", "booklets", "faces")),
    ],
)
def test_an_exam_passes_an_expensive_check(name: str, slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("answers.grading.exam_checks.PATIENCE", FEW_KEYS)
    monkeypatch.setattr("answers.grading.exam_checks.make_key", cache(make_key))  # the right one beside many mistakes
    assert broken(name, [check for check in CHECKS if check.name == slug]) == []


@pytest.mark.parametrize("name", exam_names())
def test_an_exam_that_comes_with_corrige_is_worth_twenty_points(name: str) -> None:
    assert load_exam(name).points == 20


def broken(name: str, checks: Iterable[Check]) -> list[str]:
    outcomes = run_checks(load_exam(name, [EXAMS, PAPERS]), checks)
    return [f"{check.name}: {problem}" for check, problems, _ in outcomes for problem in problems]


@pytest.mark.parametrize("step", SOME)
@pytest.mark.parametrize(
    ("name", "slug"),
    [
        pytest.param(name, misconception.slug, marks=[pytest.mark.long] * (place % 4 != 0))
        for name in MISREAD
        for place, misconception in enumerate(load_exam(name).misconceptions)
    ],
)
def test_a_misreading_of_the_whole_exam_costs_once(name: str, slug: str, step: int) -> None:
    """All that follows from it earns its points; what is rounded has six digits."""

    def six_digits(part: Part, value: Value) -> str:
        return f"{value:.6g}" if isinstance(value, float) else as_keys(part, value)

    least, apart, seeds = MISREAD[name]
    scores = [
        paper.score for paper in misread_papers(load_exam(name), slug, seeds[:: min(step, len(seeds) // 2)], six_digits)
    ]
    assert min(scores) >= least
    assert max(scores) - min(scores) <= apart


@pytest.mark.parametrize("step", SOME)
@pytest.mark.parametrize("name", EVERY)
def test_a_part_earns_all_in_one_world_at_most(name: str, step: int) -> None:
    """Everything as a misconception has it, but one answer of each part of a question right: that part is not whole.

    One question of the paper at a time, so that the misconception can still be recognised by the others, and not the
    first part that the misconception changes: with the same box right in all parts, it is a mistake in the other boxes.
    """
    exam = load_exam(name, [EXAMS])
    key, scenario_key = make_key(exam, MIXED), ScenarioKeys(exam)
    key_of = cache(partial(make_key, exam))
    for turn, misconception in enumerate(exam.misconceptions):
        other = scenario_key(Scenario(MIXED, (misconception.slug,)), tuple(part.id for part in exam.parts))
        changed = [part for part in exam.parts if other and not agree(part, key, other)]
        for question in exam.questions[turn % step :: step] if other is not None else ():
            mixed = {part.id: mix(part, key, other) for part in question.parts if part not in changed[:1]}
            values = {**other.answers, **{part_id: one for part_id, one in mixed.items() if one}}
            texts = {part.id: tuple(text(value) for value in values[part.id]) for part in exam.parts}
            paper = grade(exam, submission(texts, u0=str(MIXED), exam=name), key_of, scenario_key=scenario_key)
            marks = {part_id: paper.parts[part_id] for part_id, one in mixed.items() if one}
            assert [part_id for part_id, one in marks.items() if one.score == one.points] == [], misconception.slug


def agree(part: Part, key: Key, other: Key) -> bool:
    """Whether two keys have the same answers to a part."""
    pairs = zip(key.answers[part.id], other.answers[part.id], strict=True)
    return all(part.kind.agrees(true, made, part.tolerance) for true, made in pairs)


def mix(part: Part, key: Key, other: Key) -> Values:
    """The values of the second key, but the first that is right; nothing where it changes fewer than two.

    Nor where other answers may be right: what is mixed may be one of them.
    """
    if part.is_open:
        return ()
    true, made = key.answers[part.id], other.answers[part.id]
    changed = [i for i in range(part.count) if not part.kind.agrees(true[i], made[i], part.tolerance)]
    return tuple(true[i] if i == changed[0] else made[i] for i in range(part.count)) if len(changed) > 1 else ()


EXPLAINED = ("nash", "phantom", "domino", "jeux")
"""Exams that tell it; a check holds what they say to be short and whole."""
SEPARATOR = re.compile(r"(?<=\d)[.,](?=\d)|(?<=\d) (?=000\b)")


def numbers_in(text: str) -> Counter[str]:
    """The numbers of a text, without what stands between their digits in either language."""
    return Counter(re.findall(r"−?\d+", SEPARATOR.sub("", text)))


@pytest.mark.parametrize("name", EXPLAINED)
@pytest.mark.parametrize("u0", [0, *SEEDS])
def test_both_languages_tell_the_same_numbers(name: str, u0: int) -> None:
    exam = load_exam(name)
    key = make_key(exam, u0)
    for question in exam.questions:
        for wrong in ({part.letter: (part.count - 1,)} for part in question.parts):
            lines = [how(exam, question, exam.words(lang), key, wrong) for lang in LANGUAGES]
            french, english = (numbers_in(plain(line)) for line in lines if line is not None)
            assert french == english, (question.number, wrong)
            assert french, (question.number, wrong)
