"""How often honest papers share wrong answers beyond the bar: python -m tests.simulations.shared_errors EXAM.

In each class a question has a natural mistake, which half of those who err make, and the exam a misconception; others
make another mistake, or slips. They are those that the exam knows, which marking would recognise, and is not asked.
Three in ten forget the seed, and give one of `FORGETFUL` values. Prints how many papers are flagged, at the bar that is
used and at lower ones, where one in 30, 300 and 3000 may be by chance; and how many are found of those who copy half of
the parts of another's paper, by how many questions they then have wrong in common.
"""

import argparse
import random
import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias
from unittest.mock import patch

from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.question import Part, Question
from answers.exam.scenario import Scenario
from answers.flags import ERRORS_OF_SEED, Place
from answers.grading import similarity
from answers.grading.mark import mark, parse_responses
from answers.grading.scenario_keys import ScenarioKeyOf, ScenarioKeys
from answers.grading.similarity import ClassKeys, Errors, class_keys, errors_of
from answers.kinds.parsing import Value
from answers.paper import Paper
from tests.simulations.wrong_answers import text, wrong

SEED = 2016
HALF, MISREAD, FORGETS = 0.5, 0.2, 0.3
FORGETFUL = 6
BARS = (30, 300, 3000, 30_000)
THIEVES = 4
MANY = 5

Texts: TypeAlias = dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Hall:
    """A class that sits an exam: keys, those of changed scenarios, and what is known of the values."""

    exam: Exam
    keys: Mapping[int, Key]
    scenario_key: ScenarioKeyOf
    others: ClassKeys

    def right(self, question: Question, u0: int) -> Texts:
        """What somebody writes who makes none."""
        return {part.id: tuple(map(text, self.keys[u0].answers[part.id])) for part in question.parts}

    def mistaken(self, question: Question, u0: int, slug: str, source: random.Random) -> Texts:
        """What somebody writes who makes a mistake in a question; slips where it has no answer."""
        ids = tuple(part.id for part in question.parts)
        key = self.scenario_key(Scenario(u0, (slug,)), ids) if slug else None
        if key is None:
            return self.slips(question, u0, source)
        return {part_id: tuple(map(text, key.answers[part_id])) for part_id in ids}

    def slips(self, question: Question, u0: int, source: random.Random) -> Texts:
        """What somebody writes who errs in half of a question in a way of their own, or in the line."""
        key, other = self.keys[u0], self.keys[source.choice(list(self.keys))]

        def slip(part: Part, value: Value, theirs: Value) -> str:
            above = source.choice(key.answers[part.id])
            return wrong(part, value, (theirs, above), source) if source.random() < HALF else text(value)

        return {
            part.id: tuple(map(partial(slip, part), key.answers[part.id], other.answers[part.id]))
            for part in question.parts
        }


@dataclass(frozen=True, slots=True)
class Habits:
    """What goes wrong in a class: a mistake a question, whose values some that forget the seed have, and how often."""

    popular: Mapping[int, str]
    forgetful: Mapping[int, tuple[int, ...]]
    misreading: str
    errs: float


def habits(hall: Hall, source: random.Random) -> Habits:
    """What goes wrong in a class."""
    questions, seeds = hall.exam.questions, list(hall.keys)
    popular = {
        question.number: source.choice([known.slug for known in question.mistakes] or [""]) for question in questions
    }
    forgetful = {
        question.number: tuple(source.sample(seeds, FORGETFUL)) for question in questions if source.random() < FORGETS
    }
    misreading = source.choice([misconception.slug for misconception in hall.exam.misconceptions] or [""])
    return Habits(popular, forgetful, misreading, source.choice([0.2, 0.4, 0.6]))


def honest(hall: Hall, habit: Habits, u0: int, source: random.Random) -> Texts:
    """What somebody hands in who works alone."""
    misread = habit.misreading if source.random() < MISREAD else ""
    results: Texts = {}
    for question in hall.exam.questions:
        if source.random() < habit.errs:
            results |= wrong_question(hall, habit, question, u0, source)
        else:
            results |= hall.mistaken(question, u0, misread, source) if misread else hall.right(question, u0)
    return results


def wrong_question(hall: Hall, habit: Habits, question: Question, u0: int, source: random.Random) -> Texts:
    """What somebody writes who errs in a question: the mistake of many, another one, or slips."""
    popular = habit.popular[question.number]
    if source.random() < HALF:
        if question.number not in habit.forgetful:
            return hall.mistaken(question, u0, popular, source)
        same = source.choice(habit.forgetful[question.number])
        return hall.mistaken(question, same, popular or habit.misreading, random.Random(f"{question.number} {same}"))
    return hall.mistaken(question, u0, source.choice(["", *(mistake.slug for mistake in question.mistakes)]), source)


def errors(hall: Hall, u0: int, written: Mapping[str, tuple[str, ...]]) -> Errors:
    """The wrong answers of a paper as it is marked without a look for mistakes."""
    answers = parse_responses(hall.exam, written)
    paper = Paper(Place("a"), "a", hall.exam.name, u0, (), mark(hall.exam, hall.keys[u0], answers))
    return errors_of(paper, u0, answers, hall.others)


def counted(hall: Hall, source: random.Random) -> Counter[str]:
    """How many papers of a class are flagged, and how many of those who copy are found."""
    habit, counter = habits(hall, source), Counter[str](papers=len(hall.keys))
    written = {u0: honest(hall, habit, u0, source) for u0 in hall.keys}
    papers = {u0: errors(hall, u0, entry) for u0, entry in written.items()}
    for bar in BARS:
        with patch.object(similarity, "RARE", bar):
            counter[f"one in {bar}"] = len(similarity.shared_errors(papers, hall.others))
    for _ in range(THIEVES):
        thief, victim = source.sample(list(hall.keys), 2)
        copy = {part: written[victim if source.random() < HALF else thief][part] for part in written[thief]}
        taken = {**papers, thief: errors(hall, thief, copy)}
        both = taken[thief].wrong.items() & papers[victim].wrong.items()
        many = min(len({hall.exam.part(part_id).question for (part_id, _), _ in both}), MANY)
        flags = similarity.shared_errors(taken, hall.others).get(thief, ())
        counter[f"copies of {many}"] += 1
        counter[f"found of {many}"] += ERRORS_OF_SEED(victim) in flags
    return counter


def kept_variants(exam: Exam) -> ScenarioKeyOf:
    """Scenarios with a mistake, each made once, whole."""
    made, parts = dict[Scenario, Key | None](), tuple(part.id for part in exam.parts)
    fresh = ScenarioKeys(exam, Path(tempfile.mkdtemp()))
    of = {
        mistake.slug: tuple(part.id for part in question.parts)
        for question in exam.questions
        for mistake in question.mistakes
    }

    def scenario_key(scenario: Scenario, _parts: tuple[str, ...], _first_items: int | None = None) -> Key | None:
        if scenario not in made:
            made[scenario] = fresh(scenario, of.get(scenario.mistakes[0], parts))
        return made[scenario]

    return scenario_key


def main() -> None:
    """Print the counts for an exam."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("exam")
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--classes", type=int, default=40)
    options = parser.parse_args()
    source, exam = random.Random(SEED), load_exam(options.exam)
    keys = {u0: make_key(exam, u0) for u0 in source.sample(range(1, 64007), options.students)}
    others = class_keys(exam, keys, lambda scenario: keys[scenario.u0])
    hall = Hall(exam, keys, kept_variants(exam), others)
    total = sum((counted(hall, source) for _ in range(options.classes)), Counter[str]())
    print(exam.name, ", ".join(f"{name} {total[name]}" for name in sorted(total)), flush=True)


if __name__ == "__main__":
    main()
