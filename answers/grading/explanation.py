"""Explain the verdict of an item: the readings of its text and the scenarios that were attempts."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from answers.errors import CorrigeError, did_you_mean
from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.question import Part
from answers.exam.scenario import Scenario
from answers.grading.candidates import candidate_values
from answers.grading.grade import Assignment, grade
from answers.grading.mark import Response, is_right, parse_response, parse_responses
from answers.grading.scenario_keys import KeyOf, scenario_keys
from answers.grading.scenarios import own_scenarios
from answers.kinds.parsing import Unreadable, Value
from answers.messages import Message
from answers.paper import Mark, Paper, Verdict
from answers.submissions.raw.submission import Submission

Outcome: TypeAlias = Literal["right", "wrong", "same", "fails"]
"""Outcome of a scenario for an item: the answer is right in it, wrong in it, the expected value is the same, or the
scenario fails."""
ScenarioKind: TypeAlias = Literal["seed", "mistake", "own"]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A scenario that was attempts: another seed, a known mistake, or the student's own answers to earlier parts.

    `detail` is the seed, the slug of the mistake, or the ids of the parts.
    """

    kind: ScenarioKind
    detail: str
    value: Value | None
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanation of the mark of an item.

    `readings` are the value of the item, or the values that an unreadable text may mean; empty if there are none.
    """

    paper: Paper
    part: Part
    index: int
    mark: Mark
    readings: tuple[Value, ...]
    expected: Value
    attempts: tuple[Attempt, ...]


def explain_item(
    exam: Exam,
    submission: Submission,
    item: str,
    key_of: KeyOf,
    u0: int | None = None,
    seeds: Collection[int] = (),
) -> Explanation:
    """Explain the mark of `item`, such as "7a.2", in a submission marked with the seed `u0`, by default its own.

    For a part, such as "7a", explain its first item that is not right, or the first item if all are right. Among the
    `seeds` of the class, only those for which the answer is right are listed. CorrigeError if there is no such item or
    the paper is not marked.
    """
    part, index = _item(exam, item)
    scenario_key = scenario_keys(exam)
    paper = grade(exam, submission, key_of, Assignment(u0=u0), scenario_key)
    if paper.u0 is None:
        reasons = ", ".join(map(str, paper.flags))
        raise CorrigeError.single(
            Message("the paper is not marked: {why}", why=reasons), place=str(paper.place), remedy="give --u0"
        )
    key = key_of(Scenario(paper.u0))
    marks = paper.parts[part.id].items
    index = index if "." in item else _first_not_right(marks)
    mark = marks[index]
    answers = parse_responses(exam, submission.answers, u0=paper.u0)
    readings = _readings(answers[part.id], index) or _candidates(answers[part.id], index, mark)
    true = key.answers[part.id][index]
    explanation = Explanation(paper, part, index, mark, readings, true, ())
    attempts = [_attempt(explanation, "seed", str(exam.model_seed), key_of(Scenario(exam.model_seed)))]
    others = sorted(set(seeds) - {paper.u0, exam.model_seed})
    classmates = (_attempt(explanation, "seed", str(seed), key_of(Scenario(seed))) for seed in others)
    attempts += [attempt for attempt in classmates if attempt.outcome == "right"]
    attempts += [
        _attempt(explanation, "mistake", slug, scenario_key(Scenario(paper.u0, (slug,)), (part.id,)))
        for slug in _mistakes(exam, part)
    ]
    attempts += [
        _attempt(explanation, "own", " ".join(dict(scenario.answer_overrides)), scenario_key(scenario, (part.id,)))
        for scenario in own_scenarios(key, answers, paper.parts, part)
    ]
    return replace(explanation, attempts=tuple(attempts))


def _item(exam: Exam, item: str) -> tuple[Part, int]:
    known = [f"{part.id}.{index}" for part in exam.parts for index in range(1, part.count + 1)]
    name = item if "." in item else f"{item}.1"
    if name not in known:
        raise CorrigeError.single(
            Message("{name} has no item {item!r}", name=exam.name, item=item), remedy=did_you_mean(name, known)
        )
    part_id, _, number = name.rpartition(".")
    return exam.part(part_id), int(number) - 1


def _first_not_right(marks: Sequence[Mark]) -> int:
    return next((at for at, mark in enumerate(marks) if mark.verdict is not Verdict.RIGHT), 0)


def _mistakes(exam: Exam, part: Part) -> Iterator[str]:
    yield from (misconception.slug for misconception in exam.misconceptions)
    yield from (mistake.slug for mistake in exam.question_and_part(part.id)[0].mistakes)


def _readings(answer: Response, index: int) -> tuple[Value, ...]:
    """Return the value of an item, or all its possible values if it is ambiguous."""
    reading, value = answer.readings[index], answer.values[index]
    if isinstance(reading, Unreadable):
        return tuple(dict.fromkeys(reading.possible))
    return () if value is None else (value,)


def _candidates(answer: Response, index: int, mark: Mark) -> tuple[Value, ...]:
    """Return the values that an unreadable text may mean."""
    values = candidate_values(answer, index, mark.note) if mark.verdict is Verdict.UNREADABLE else ()
    read = (parse_response(answer.part, (value,) * answer.part.count).values[0] for value in values)
    return tuple(value for value in read if value is not None)


def _attempt(item: Explanation, kind: ScenarioKind, detail: str, variant: Key | None) -> Attempt:
    part = item.part
    if variant is None or part.id not in variant.answers:
        return Attempt(kind, detail, None, "fails")
    value = variant.answers[part.id][item.index]
    if is_right(part, item.expected, value):
        return Attempt(kind, detail, value, "same")
    explains = any(is_right(part, value, reading) for reading in item.readings)
    return Attempt(kind, detail, value, "right" if explains else "wrong")
