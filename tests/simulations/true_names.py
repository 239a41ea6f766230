"""How often a mistake that was made is named: python -m tests.simulations.true_names EXAM [--seeds 3] [--digits 3].

For each random seed and each known mistake of one question, a paper that makes it in all parts of that question; its
other items are right, or a share of them (`--slips`) wrong as in `false_names`. Prints how many mistakes are named, and
how many only as one of several that give the same answers. Those that change nothing for the seed are left out.
"""

import argparse
import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.question import Question
from answers.exam.world import World
from answers.flags import MISTAKE, SEVERAL_MISTAKES, Note, Place
from answers.grading.grade import grade
from answers.grading.worlds import VariantOf, variants
from answers.kinds.numbers.format import format_decimal
from answers.kinds.reading import Value
from answers.submissions.raw.submission import Submission
from tests.simulations.wrong_answers import wrong

SEED = 2014


@dataclass(frozen=True, slots=True)
class Made:
    """A mistake that is made of a question: its key there, the right one, and that of another seed, for slips."""

    slug: str
    question: Question
    mistaken: Key
    right: Key
    other: Key


def told(exam: Exam, seeds: int, digits: int, slips: float) -> Counter[str]:
    """Count what is told of each mistake: "named", "several", or "none"."""
    source, found, key_of = random.Random(SEED), Counter[str](), cache(partial(make_key, exam))
    with tempfile.TemporaryDirectory() as folder:
        variant_of = variants(exam, Path(folder))
        for _ in range(seeds):
            right, other = (key_of(World(source.randrange(1, 64007))) for _ in range(2))
            for made in _mistakes(exam, right, other, variant_of):
                handed = _paper(exam, made, source, digits, slips)
                paper = grade(exam, handed, key_of, variant_of=variant_of)
                notes = {item.note for part in made.question.parts for item in paper.parts[part.id].items}
                named = Note(MISTAKE, made.slug) in notes
                found["named" if named else "several" if SEVERAL_MISTAKES in notes else "none"] += 1
    return found


def _paper(exam: Exam, made: Made, source: random.Random, digits: int, slips: float) -> Submission:
    answers = {}
    for part in exam.parts:
        is_mistaken = part in made.question.parts
        said = (made.mistaken if is_mistaken else made.right).answers[part.id]
        answers[part.id] = tuple(
            written(value, digits) if is_mistaken or source.random() >= slips else wrong(part, value, (theirs,), source)
            for value, theirs in zip(said, made.other.answers[part.id], strict=True)
        )
    return Submission(Place("a"), "a", str(made.right.u0), exam.name, answers)


def written(value: Value, digits: int) -> str:
    """A value with so many digits; an integer with all."""
    return str(value) if isinstance(value, int | tuple) else format_decimal(value, "en", digits=digits)


def _mistakes(exam: Exam, right: Key, other: Key, variant_of: VariantOf) -> Iterator[Made]:
    for question in exam.questions:
        ids = tuple(part.id for part in question.parts)
        for one in question.mistakes:
            mistaken = variant_of(World(right.u0, (one.slug,)), ids)
            if mistaken is not None and _differs(question, right, mistaken):
                yield Made(one.slug, question, mistaken, right, other)


def _differs(question: Question, key: Key, variant: Key) -> bool:
    return not all(
        part.kind.agrees(true, other, part.tolerance)
        for part in question.parts
        for true, other in zip(key.answers[part.id], variant.answers[part.id], strict=True)
    )


def main() -> None:
    """Print the counts for an exam."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("exam")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--digits", type=int, default=3)
    parser.add_argument("--slips", type=float, default=0.0)
    asked = parser.parse_args()
    found = told(load_exam(asked.exam), asked.seeds, asked.digits, asked.slips)
    print(f"{asked.exam}: of {found.total()} mistakes {found['named']} named, {found['several']} as one of several")


if __name__ == "__main__":
    main()
