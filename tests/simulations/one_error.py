"""How often papers with one early error are flagged: python -m tests.simulations.one_error EXAM [--changes 150].

Four sources of papers:

- one change of the exam's code or of a solver, as `corrige class mistakes` tries them, in all questions;
- one misconception of the exam, which is marked without it, so that nobody has declared it;
- careless students, who make slips in a tenth to half of the items;
- weak students, who made no common error. They are right in a share of the questions, in fewer and fewer of them, or
  as far as they got, and guess the rest or leave it blank; some leave nothing blank.

A paper with an error should be flagged with its first wrong part if it is nearly all wrong after a right start: in all
later questions, or in some, which it makes wrong nearly all. Prints how many papers of each source are flagged, and on
how many the part is the right one.
"""

import argparse
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import islice, product
from time import monotonic

from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import Key, answers_in_turn, make_key
from answers.exam.mutants import mutations
from answers.exam.mutation import Executed, Types, exam_code
from answers.exam.question import Part
from answers.exam.scenario import Scenario
from answers.flags import PROBABLY_ONE_ERROR, Place
from answers.grading.grade import grade
from answers.grading.mark import mark, parse_responses, part_at
from answers.grading.scenario_keys import ScenarioKeys
from answers.kinds.parsing import Values
from answers.paper import Paper, Verdict
from answers.submissions.raw.submission import Submission
from tests.simulations import wrong_answers

SEED = 2026
LEAST_SECONDS, FACTOR = 5.0, 3
"""A change may take so many seconds for all questions, plus so many times as long as the solution."""
SLIPS = 0.02
"""The share of items that are wrong for another reason."""
Texts = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Case:
    """A marked paper, its source and its first wrong part; "" for a weak student."""

    source: str
    first: str
    paper: Paper


def texts_of(exam: Exam, answers: Mapping[str, Values]) -> Texts:
    """Write answers as keys do."""
    return {part.id: tuple(part.kind.format(value, "en") for value in answers[part.id]) for part in exam.parts}


def with_slips(exam: Exam, key: Key, texts: Texts, source: random.Random) -> Texts:
    """Make a few items wrong for another reason."""
    slipped = {}
    for part in exam.parts:
        true = key.answers[part.id]
        slipped[part.id] = tuple(
            wrong_answers.wrong(part_at(part, at), true[at], (true[at - 1], true[at - 1]), source)
            if source.random() < SLIPS
            else text
            for at, text in enumerate(texts[part.id])
        )
    return slipped


def marked_case(exam: Exam, key: Key, name: str, answers: Mapping[str, Values], source: random.Random) -> Case | None:
    """Mark the paper with the answers of an error; None if a person would not say that it has one early error.

    The error costs points enough, at least two items are right before the first wrong part, and of the later parts of
    the questions that it makes wrong nearly all are wrong.
    """
    texts = texts_of(exam, answers)
    true = mark(exam, key, parse_responses(exam, texts))
    lost = 20 * float(1 - sum(marks.score for marks in true.values()) / exam.points)
    wrong = [any(i.verdict is Verdict.WRONG for i in true[part.id].items) for part in exam.parts]
    first = wrong.index(True) if any(wrong) else 0
    right = sum(len(true[part.id].items) for part in exam.parts[:first])
    questions = {part.question for part, is_wrong in zip(exam.parts, wrong, strict=True) if is_wrong}
    inside = [part for part in exam.parts[first:] if part.question in questions]
    if lost < LEAST_LOST or right < LEAST_RIGHT or sum(wrong) < LEAST_WRONG or sum(wrong) < NEARLY_ALL * len(inside):
        return None
    share = sum(wrong) / len(wrong[first:])
    name = f"{name}, nearly all wrong{'' if share >= NEARLY_ALL else ' in some questions'}"
    return Case(name, exam.parts[first].id, graded(exam, key, with_slips(exam, key, texts, source)))


LEAST_LOST, LEAST_RIGHT, LEAST_WRONG, NEARLY_ALL = 8.0, 2, 5, 0.8
"""Points of 20 that an error costs, right items before it, wrong parts, and the share of wrong parts after it."""


def graded(exam: Exam, key: Key, texts: Texts) -> Paper:
    """Mark a paper whole."""
    submission = Submission(Place("a"), "a", str(key.u0), exam.name, texts)
    return grade(exam, submission, partial(known_key, name_of(exam)), scenario_key=scenario_keys(name_of(exam)))


def name_of(exam: Exam) -> str:
    """Return the name with which an exam is loaded: the path of its file if it is not part of corrige."""
    return str(exam.location.code) if exam.location.outside else exam.name


@cache
def known_key(name: str, scenario: Scenario) -> Key:
    """Return the key of a scenario, computed once."""
    return make_key(load_exam(name), scenario.u0)


@cache
def scenario_keys(name: str) -> ScenarioKeys:
    """Return the keys of the scenarios of an exam, also for the exam without one of its misconceptions."""
    return ScenarioKeys(load_exam(name))


def changed(exam: Exam, key: Key, count: int, source: random.Random) -> Iterator[dict[str, Values]]:
    """Yield the answers that changes of the code give with the student's own data.

    The code is that which at least a third of the questions execute, since other changes leave most questions right.
    """
    code = exam_code(exam.location)

    def solve(parts: Iterable[Part] = exam.parts) -> dict[str, Values]:
        return dict(answers_in_turn(exam, key.scenario, [part.id for part in parts], key.params))

    begun = monotonic()
    solve()
    seconds = LEAST_SECONDS + FACTOR * (monotonic() - begun)
    counts, types = Counter[tuple[str, int]](), defaultdict[str, dict[int, Types]](dict)
    for question in exam.questions:
        executed = code.executed(partial(solve, question.parts))
        assert executed is not None, "the solution takes too long"
        counts.update((file, line) for file, lines in executed.lines.items() for line in lines)
        for file, found in executed.types.items():
            types[file] |= found
    lines = defaultdict[str, set[int]](set)
    for (file, line), number in counts.items():
        if 3 * number >= len(exam.questions):
            lines[file].add(line)
    changes = [*mutations(code, Executed({file: frozenset(some) for file, some in lines.items()}, types))]
    source.shuffle(changes)
    print(f"{len(changes)} changes", flush=True)
    changes = changes[:count]
    for answers in code.results(changes, lambda _: solve(), seconds):
        if answers is not None:
            yield answers


def weak_papers(
    exam: Exam, key: Key, other: Key, source: random.Random, blanks: tuple[float, float] = (0.25, 0.6)
) -> Iterator[tuple[str, Texts]]:
    """Yield the papers of weak students: a share is right, a falling share, and all as far as they got.

    `blanks` is how often they leave a question blank, and how often after the last question that they reached.
    """
    count = len(exam.questions)
    share, end, place = source.uniform(0.2, 0.8), source.uniform(0, 0.5), source.randrange(1, count)
    models = {
        "share": [(share, blanks[0])] * count,
        "falling": [(0.95 + (end - 0.95) * at / max(count - 1, 1), blanks[0]) for at in range(count)],
        "as far as they got": [(float(at < place), blanks[1]) for at in range(count)],
    }
    right = texts_of(exam, key.answers)
    for name, chances in models.items():
        texts = {}
        for question, (chance, blank) in zip(exam.questions, chances, strict=True):
            is_right, is_blank = source.random() < chance, source.random() < blank
            for part in question.parts:
                true, theirs = key.answers[part.id], other.answers[part.id]
                texts[part.id] = tuple(
                    right[part.id][at]
                    if source.random() < (1 - SLIPS if is_right else 0.15)
                    else ""
                    if is_blank and not is_right
                    else wrong_answers.wrong(part_at(part, at), value, (theirs[at], true[at - 1]), source)
                    for at, value in enumerate(true)
                )
        yield name, texts


def changed_papers(exam: Exam, options: argparse.Namespace, seeds: list[int], source: random.Random) -> Iterator[Case]:
    """Yield the marked papers of changes of the code."""
    for u0 in seeds if options.changes else ():
        key = known_key(name_of(exam), Scenario(u0))
        for answers in changed(exam, key, options.changes // options.seeds, source):
            with suppress(ArithmeticError, TypeError, ValueError):  # a value that no paper can have
                case = marked_case(exam, key, "change", answers, source)
                if case:
                    yield case


def misread_papers(exam: Exam, seeds: list[int], source: random.Random) -> Iterator[Case]:
    """Yield the papers of each misconception, marked by the exam without it."""
    keys, part_ids = scenario_keys(name_of(exam)), tuple(part.id for part in exam.parts)
    for u0, misconception in product(seeds, exam.misconceptions):
        variant = keys(Scenario(u0, (misconception.slug,)), part_ids)
        if variant is not None:
            others = tuple(other for other in exam.misconceptions if other.slug != misconception.slug)
            lacking, key = replace(exam, misconceptions=others), known_key(name_of(exam), Scenario(u0))
            case = marked_case(lacking, key, "misconception", variant.answers, source)
            if case:
                yield case


def cases(exam: Exam, options: argparse.Namespace) -> Iterator[Case]:
    """Yield the marked papers of all sources."""
    source = random.Random(SEED)
    seeds = [source.randrange(1, 64007) for _ in range(options.seeds)]
    yield from changed_papers(exam, options, seeds, source)
    yield from misread_papers(exam, seeds, source)
    for number in range(options.weak):
        key, other = (known_key(name_of(exam), Scenario(seeds[at % len(seeds)])) for at in (number, number + 1))
        for name, texts in weak_papers(exam, key, other, source):
            yield Case(name, "", graded(exam, key, texts))
        for name, texts in islice(weak_papers(exam, key, other, source, blanks=(0.0, 0.0)), 2):
            yield Case(f"{name}, nothing blank", "", graded(exam, key, texts))
        slipping = wrong_answers.paper(exam, key, other, source, source.uniform(0.1, 0.5)).answers
        yield Case("careless", "", graded(exam, key, slipping))


def main() -> None:
    """Print how many papers of each source are flagged."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("exam")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--changes", type=int, default=150)
    parser.add_argument("--weak", type=int, default=100)
    options = parser.parse_args()
    exam = load_exam(options.exam)
    made = list(cases(exam, options))
    for name in dict.fromkeys(case.source for case in made):
        some = [case for case in made if case.source == name]
        flags = [next((f.detail for f in case.paper.flags if f.slug == PROBABLY_ONE_ERROR.slug), None) for case in some]
        right = sum(flag == case.first for flag, case in zip(flags, some, strict=True))
        print(
            f"{exam.name}, {name}: {len(some)} papers, {sum(f is not None for f in flags)} flagged, {right} right part"
        )


if __name__ == "__main__":
    main()
