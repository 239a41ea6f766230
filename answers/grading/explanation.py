"""Explain the verdict on an item to the teacher: the possible values of its text, and the scenarios that were tried."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from answers.errors import CorrigeError, did_you_mean
from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.question import Part
from answers.exam.scenario import Scenario
from answers.grading.candidates import candidate_values
from answers.grading.follow_through import own_scenarios
from answers.grading.grade import Assignment, grade, seed_of
from answers.grading.known_mistakes import evidence_for_mistake
from answers.grading.mark import Response, is_right, mark, parse_response, parse_responses
from answers.grading.scenario_keys import KeyOf, ScenarioKeys
from answers.kinds.parsing import Unreadable, Value
from answers.messages import Message
from answers.paper import Mark, Paper, Verdict
from answers.submissions.raw.submission import Submission

Outcome: TypeAlias = Literal["right", "wrong", "same", "fails"]
"""The result of a scenario for an item.

The answer is right or wrong in the scenario, the expected value is the "same" as in the key, or the scenario "fails".
"""
ScenarioKind: TypeAlias = Literal["seed", "mistake", "own"]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A scenario that was tried to explain an answer.

    `detail` is the seed, the slug of the mistake, or the ids of the earlier parts whose own answers were used. `value`
    is the expected value of the item in this scenario, None if the scenario fails.
    """

    kind: ScenarioKind
    detail: str
    value: Value | None
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanation of the mark of one item of a paper.

    `index` is the position of the item in its part, from 0. `readings` has the value of the item, or the values that an
    unreadable text may mean; it may be empty. `expected` is the right value. `attempts` are the scenarios that were
    tried. `evidence` has, for each known mistake that gives the answer although none is named, how many times likelier
    it makes the student's answers than chance, and how many times are needed.
    """

    paper: Paper
    part: Part
    index: int
    mark: Mark
    readings: tuple[Value, ...]
    expected: Value
    attempts: tuple[Attempt, ...]
    evidence: Mapping[str, tuple[float, float]]


def explain_item(
    exam: Exam, submission: Submission, item: str, key_of: KeyOf, u0: int | None = None, seeds: Collection[int] = ()
) -> Explanation:
    """Return the explanation of the mark of an item, such as "7a.2", in a submission.

    For a part, such as "7a", the item is the first that is not right, or the first if all are right. The submission is
    marked with the seed `u0`, or if None with its own seed. Of the `seeds` of the class, only those for which the
    answer is right are listed. CorrigeError for an unknown item or a paper that cannot be marked.
    """
    known = [item for part in exam.parts for item in part.item_names]
    name = item if "." in item else f"{item}.1"
    if name not in known:
        cause = Message("the exam {exam} has no item {item!r}", exam=exam.name, item=item)
        raise CorrigeError.single(cause, remedy=did_you_mean(name, known))
    part_id, _, number = name.rpartition(".")
    question, part = exam.question_and_part(part_id)
    scenario_key = ScenarioKeys(exam)
    responses = parse_responses(exam, submission.answers, u0=seed_of(submission, u0).u0)
    paper = grade(exam, submission, key_of, Assignment(u0=u0), scenario_key, responses=responses)
    if paper.u0 is None:
        cause = Message(
            "the paper is not marked, so no verdict can be explained; its flags state why: {reason}",
            reason=", ".join(map(str, paper.flags)),
        )
        raise CorrigeError.single(cause, place=str(paper.place), remedy="give the student's u₀: --u0 N")
    marks, index = paper.parts[part.id].items, int(number) - 1
    if "." not in item:
        index = next((at for at, item_mark in enumerate(marks) if item_mark.verdict is not Verdict.RIGHT), 0)
    readings = readings_of(responses[part.id], index, marks[index])
    key = key_of(Scenario(paper.u0))
    true = key.answers[part.id][index]

    def attempt(kind: ScenarioKind, detail: str, variant: Key | None) -> Attempt:
        """Return what a scenario gives for the item, and whether the student's answer is right in it."""
        if variant is None or part.id not in variant.answers:
            return Attempt(kind, detail, None, "fails")
        value = variant.answers[part.id][index]
        if is_right(part, true, value):
            return Attempt(kind, detail, value, "same")
        explains = any(is_right(part, value, reading) for reading in readings)
        return Attempt(kind, detail, value, "right" if explains else "wrong")

    attempts = [attempt("seed", str(exam.model_seed), key_of(Scenario(exam.model_seed)))]
    for seed in sorted(set(seeds) - {paper.u0, exam.model_seed}):
        of_classmate = attempt("seed", str(seed), key_of(Scenario(seed)))
        attempts += [of_classmate] if of_classmate.outcome == "right" else []
    slugs = [misconception.slug for misconception in exam.misconceptions]
    slugs += (mistake.slug for mistake in question.mistakes)
    attempts += (attempt("mistake", slug, scenario_key(Scenario(paper.u0, (slug,)), (part.id,))) for slug in slugs)
    for scenario in own_scenarios(key, responses, paper.parts, part):
        parts = " ".join(dict(scenario.answer_overrides))
        attempts.append(attempt("own", parts, scenario_key(scenario, (part.id,))))
    given = [attempt.detail for attempt in attempts if (attempt.kind, attempt.outcome) == ("mistake", "right")]
    is_unnamed = marks[index].verdict is Verdict.WRONG and marks[index].note is None
    true_marks = mark(exam, key, responses) if is_unnamed and given else {}
    evidence = {
        slug: evidence_for_mistake(exam, key, responses, true_marks, scenario_key, slug) for slug in given if is_unnamed
    }
    scenario_key.save()
    return Explanation(paper, part, index, marks[index], readings, true, tuple(attempts), evidence)


def readings_of(response: Response, index: int, mark: Mark) -> tuple[Value, ...]:
    """Return the values that an item may have: one value if its text is clear, several for an unreadable text."""
    reading, value = response.readings[index], response.values[index]
    if isinstance(reading, Unreadable) and reading.possible:
        return tuple(dict.fromkeys(reading.possible))
    if value is not None:
        return (value,)
    texts = candidate_values(response, index, mark.note) if mark.verdict is Verdict.UNREADABLE else ()
    read = (parse_response(response.part, (text,) * response.part.count).values[0] for text in texts)
    return tuple(value for value in read if value is not None)
