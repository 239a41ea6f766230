"""Papers marked a second once their keys are known, on one core: python -m tests.benchmarks.bench_marking [PAPERS].

Each paper answers the nash exam for its own seed with about a fifth of its items wrong, written as students do: half of
the class fills one field an item, half writes a text a part with decimal commas. Reading the files and making the keys
are outside the clock; parsing every number and looking for answers of the model's seed are inside.
"""

import random
import sys
from fractions import Fraction
from time import perf_counter

from answers.exam.catalogue import load_exam
from answers.exam.key import Key, make_key
from answers.flags import Place
from answers.grading.grade import grade
from answers.kinds.numbers.format import format_decimal
from answers.kinds.reading import Value
from answers.submissions.raw.submission import Submission

SEED = 2013
SEEDS = 50


def written(value: Value, lang: str) -> str:
    assert isinstance(value, int | Fraction)
    return str(value) if isinstance(value, int) else format_decimal(value, lang, digits=3)


def submission(key: Key, index: int, source: random.Random) -> Submission:
    answers = {}
    for part, values in key.answers.items():
        texts = [written(value, "fr" if index % 2 else "en") for value in values]
        texts = [str(source.randrange(9)) if source.random() < 0.2 else text for text in texts]
        answers[part] = (" ; ".join(texts),) if index % 2 else tuple(texts)
    return Submission(Place(f"{index}.json"), f"s{index}", str(key.u0), "nash", answers)


def main(count: int) -> None:
    """Print papers and items a second."""
    exam = load_exam("nash")
    source = random.Random(SEED)
    keys = {u0: make_key(exam, u0) for u0 in [exam.model_seed, *source.sample(range(1, 64007), SEEDS)]}
    submissions = [submission(source.choice(list(keys.values())), index, source) for index in range(count)]
    start = perf_counter()
    papers = [grade(exam, submission, lambda world: keys[world.u0]) for submission in submissions]
    elapsed = perf_counter() - start
    items = sum(len(part.items) for paper in papers for part in paper.parts.values())
    print(f"{count / elapsed:.0f} papers a second, {items / elapsed:.0f} items a second")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4000)
