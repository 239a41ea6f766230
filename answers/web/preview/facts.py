"""Compute facts about an exam over many seeds: points without work, equal answers, recognised known mistakes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from answers.atlas.atlas import QUESTION_SHARE, Tally
from answers.atlas.seed_summary import FreePapers, constant_answers, known_seeds, printed_answers, summarize_seed
from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.scenario import Scenario
from answers.flags import MISTAKE
from answers.grading.diagnosis import diagnose
from answers.grading.mark import mark, parse_responses
from answers.grading.scenario_keys import ScenarioKeys
from answers.kinds.parsing import Values

SEEDS = known_seeds(50)
"""The seeds whose keys the facts are computed from."""
COPIED = 10
"""Number of seeds whose right answers are marked as if students of other seeds had copied them."""


def worth_without_work(exam: Exam, keys: Sequence[Key], lang: str) -> dict[str, Any]:
    """Return, as a JSON object, the share of points that answers found without work earn in each question.

    In each row, `constant` is the mean share for the values that are right most often for half of the keys, marked with
    the other half, and `copied` that for the right answers of other seeds; None without points. `equal` has the parts
    whose right answers are equal for all keys. `limit` is the share above which a question is a problem.
    """
    marked, learnt = keys[: (len(keys) + 1) // 2], keys[len(keys) // 2 :]
    paper = printed_answers(exam, constant_answers(exam, [key.answers for key in learnt]))
    copied = {key.u0: printed_answers(exam, key.answers) for key in learnt[:COPIED]}
    tally = Tally(exam)
    for key in marked:
        tally.add(summarize_seed(exam, FreePapers(copied, paper), key))
    rows = []
    for question in exam.questions:
        items = [(part.id, index) for part in question.parts for index in range(part.count)]
        points = sum(part.points for part in question.parts)
        row: dict[str, Any] = {"question": question.number, "name": question.name}
        for name, totals in (("constant", tally.constants), ("copied", tally.copied)):
            earned = sum(totals.items.get(item, 0) for item in items)
            row[name] = float(earned / totals.papers / points) if points and totals.papers else None
        row["equal"] = [
            {"part": part.id, "text": " ; ".join(part.kind.format(value, lang) for value in keys[0].answers[part.id])}
            for part in question.parts
            if len(keys) > 1 and all(key.answers[part.id] == keys[0].answers[part.id] for key in keys)
        ]
        rows.append(row)
    return {"seeds": len(keys), "limit": float(QUESTION_SHARE), "rows": rows}


def mistaken_answers(exam: Exam, u0: int, slug: str) -> Mapping[str, Values]:
    """Return the answers of a student who makes a known mistake, by part id.

    A later part that cannot be computed from the wrong answers is left out; an exception in the mistake itself is
    raised.
    """
    scenario = Scenario(u0, (slug,))
    try:
        return make_key(exam, scenario).answers
    except Exception:
        own = [
            part.id
            for question in exam.questions
            if any(mistake.slug == slug for mistake in question.mistakes)
            for part in question.parts
        ]
        if not own:
            raise
    answers = dict(make_key(exam, scenario, parts=own).answers)
    for part in exam.parts:
        if part.id not in answers:
            with suppress(Exception):
                answers |= make_key(exam, scenario, parts=[part.id]).answers
    return answers


@dataclass
class MistakeTally:
    """For each known mistake, counts of the seeds for which marking names it, or for which it changes no answer.

    The marked papers have the answers of a student who makes one known mistake everywhere, as a key prints them.
    """

    exam: Exam
    seeds: int = 0
    named: Counter[str] = field(default_factory=Counter)
    unchanged: Counter[str] = field(default_factory=Counter)

    def add(self, key: Key) -> None:
        """For each known mistake, mark the paper of a student who makes it, with the seed of `key`, and count."""
        scenario_keys = ScenarioKeys(self.exam)  # of this seed alone: nothing is written to the cache
        self.seeds += 1
        for slug in self.exam.mistakes:
            mistaken = mistaken_answers(self.exam, key.u0, slug)
            if mistaken == key.answers:
                self.unchanged[slug] += 1
                continue
            responses = parse_responses(self.exam, printed_answers(self.exam, mistaken), u0=key.u0)
            for part in self.exam.parts:
                if part.program and part.id in mistaken:  # its value is results, of which no program text is made
                    responses[part.id] = replace(responses[part.id], readings=mistaken[part.id])
            parts = diagnose(self.exam, key, responses, mark(self.exam, key, responses), scenario_keys)
            notes = [item.note for part in parts.values() for item in part.items if item.note is not None]
            self.named[slug] += any(note.slug == MISTAKE and note.detail == slug for note in notes)

    def rows(self) -> dict[str, Any]:
        """Return the counts of seeds so far as a JSON object, with a row for each known mistake.

        `named` counts seeds for which marking names it, `unchanged` those for which it changes no answer; `question` is
        0 for a mistake that concerns the whole exam.
        """
        numbers = {mistake.slug: question.number for question in self.exam.questions for mistake in question.mistakes}
        rows = [
            {
                "slug": slug,
                "question": numbers.get(slug, 0),
                "named": self.named[slug],
                "unchanged": self.unchanged[slug],
            }
            for slug in self.exam.mistakes
        ]
        return {"seeds": self.seeds, "rows": rows}
