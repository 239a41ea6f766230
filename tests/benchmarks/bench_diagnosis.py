"""Marking with all diagnoses: python -m tests.benchmarks.bench_diagnosis [EXAM] [PAPERS] [SEEDS].

Prints papers a second once keys and variant keys are known, on one core; the time of a class of 35 with none known and
nothing kept on disk; and, over random seeds with plausible random wrong answers, the share of papers in which a mistake
is named that nobody made. Each paper has about a fifth of its items wrong: near the truth, a usual value, the answer of
another seed, or anything in between.
"""

import random
import sys
import tempfile
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from time import perf_counter

from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.part import Part
from answers.exam.world import World
from answers.flags import MISTAKE, Place
from answers.grading.doubt import domain_of
from answers.grading.grade import grade
from answers.grading.resemblance import classmates
from answers.grading.variants import variants
from answers.kinds.numbers.format import format_decimal
from answers.kinds.reading import Value
from answers.paper import Paper
from answers.submissions.raw.submission import Submission

SEED = 2013
SEEDS = 20
CLASS = 35
SLIPS = 0.2


def text(value: Value) -> str:
    if isinstance(value, tuple):
        return " ".join(map(text, value))
    return str(value) if isinstance(value, int) else format_decimal(value, "en", digits=4)


def wrong(part: Part, true: Value, source: random.Random) -> Value:
    """A plausible wrong answer."""
    domain = domain_of(part)
    if isinstance(true, tuple) or domain is None:
        return true
    size = abs(Fraction(true)) + 1
    low = Fraction(0 if domain.low is None else domain.low)
    high = low + 4 * size if domain.high is None else Fraction(domain.high)
    if domain.integer:
        likely = [int(true) + 1, int(true) - 1, 0, 1, source.randint(int(low), int(high))]
        return source.choice([one for one in likely if one != true])
    spread = Fraction(source.randrange(10**4), 10**4)
    near = Fraction(true) * (1 + Fraction(source.randrange(-3000, 3000), 10**4))
    return source.choice([Fraction(0), Fraction(1), Fraction(1, 2), near, low + spread * (high - low)])


def submission(exam: Exam, key: Key, source: random.Random) -> Submission:
    answers = {
        part.id: tuple(
            text(wrong(part, value, source) if source.random() < SLIPS else value) for value in key.answers[part.id]
        )
        for part in exam.parts
    }
    return Submission(Place(f"{key.u0}.json"), f"s{key.u0}", str(key.u0), exam.name, answers)


def is_named(paper: Paper) -> bool:
    notes = (item.note for part in paper.parts.values() for item in part.items)
    return any(note is not None and note.slug == MISTAKE for note in notes)


def main(name: str, count: int, seeds: int) -> None:
    exam, source = load_exam(name), random.Random(SEED)
    with tempfile.TemporaryDirectory() as folder:
        key_of = cache(partial(make_key, exam))
        variant_of = variants(exam, Path(folder))
        drawn = source.sample(range(1, 64007), SEEDS)
        papers = [submission(exam, key_of(World(u0)), source) for u0 in drawn for _ in range(count // SEEDS)]
        others = classmates(exam, drawn, key_of)
        for _ in range(2):
            start = perf_counter()
            for one in papers:
                grade(exam, one, key_of, variant_of=variant_of, others=others)
            elapsed = perf_counter() - start
        print(f"{name}: {len(papers) / elapsed:.0f} papers a second, keys and variant keys known")
    with tempfile.TemporaryDirectory() as folder:
        drawn = source.sample(range(1, 64007), CLASS)
        handed_in = [submission(exam, make_key(exam, u0), source) for u0 in drawn]
        start = perf_counter()
        key_of, variant_of = cache(partial(make_key, exam)), variants(exam, Path(folder))
        others = classmates(exam, drawn, key_of)
        for one in handed_in:
            grade(exam, one, key_of, variant_of=variant_of, others=others)
        print(f"{name}: class of {CLASS}, nothing known: {perf_counter() - start:.1f} s")
    variants_of = partial(variant_once, exam)
    named = 0
    for _ in range(seeds):
        u0 = source.randrange(1, 64007)
        key = make_key(exam, u0)
        known = {World(u0): key, World(exam.model_seed): key_of(World(exam.model_seed))}
        paper = grade(exam, submission(exam, key, source), partial(known_or_made, exam, known), variant_of=variants_of)
        named += is_named(paper)
    print(f"{name}: a mistake is named in {named} of {seeds} papers of random seeds")


def variant_once(exam: Exam, world: World, parts: tuple[str, ...]) -> Key | None:
    try:
        return make_key(exam, world, parts=parts)
    except Exception:  # noqa: BLE001 - as marking does
        return None


def known_or_made(exam: Exam, known: dict[World, Key], world: World) -> Key:
    return known[world] if world in known else make_key(exam, world)


if __name__ == "__main__":
    main(
        sys.argv[1] if len(sys.argv) > 1 else "nash",
        int(sys.argv[2]) if len(sys.argv) > 2 else 400,
        int(sys.argv[3]) if len(sys.argv) > 3 else 2000,
    )
