"""Marking with all diagnoses: python -m tests.benchmarks.bench_diagnosis [EXAM] [PAPERS A SEED].

Prints milliseconds of the processor a paper, and papers a second, on one core: with keys and variant keys on disk, each
seed read once; beside the same papers only compared with their keys. About a fifth of the items are wrong, which nearly
all scenarios must be looked at for: see `tests/simulations/wrong_answers.py`.
"""

import os
import random
import sys
import tempfile
from functools import cache, partial
from time import process_time
from unittest.mock import patch

from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.key_cache import cached_key
from answers.exam.scenario import Scenario
from answers.grading.grade import grade
from answers.grading.mark import mark, parse_responses
from answers.grading.scenario_keys import ScenarioKeys
from answers.grading.similarity import class_keys
from answers.submissions.raw.submission import Submission
from tests.benchmarks.timing import seconds
from tests.simulations.wrong_answers import paper

SEED = 2013
SEEDS = 6


def marked(exam: Exam, papers: list[Submission], seeds: list[int]) -> None:
    """Mark papers with all diagnoses, nothing remembered but what the cache keeps."""
    key_of, scenario_key = cache(partial(cached_key, exam)), ScenarioKeys(exam)
    others = class_keys(exam, seeds, key_of)
    for submission in papers:
        grade(exam, submission, key_of, scenario_key=scenario_key, others=others)
    scenario_key.save()


def compared(exam: Exam, papers: list[Submission], keys: dict[str | None, Key]) -> None:
    for submission in papers:
        mark(exam, keys[submission.u0], parse_responses(exam, submission.answers))


def measured(exam: Exam, count: int) -> tuple[float, float]:
    """Return seconds a paper: with all diagnoses and all keys known, and compared with its key only."""
    source = random.Random(SEED)
    seeds = source.sample(range(1, 64007), SEEDS)
    keys = {u0: cached_key(exam, Scenario(u0)) for u0 in seeds}
    papers = [paper(exam, keys[u0], keys[seeds[i - 1]], source) for i, u0 in enumerate(seeds) for _ in range(count)]
    marked(exam, papers, seeds)  # whatever the others need too
    each = seconds(lambda: marked(exam, papers, seeds), process_time)
    plain = seconds(lambda: compared(exam, papers, {str(u0): key for u0, key in keys.items()}), process_time)
    return each / len(papers), plain / len(papers)


def main(name: str, count: int) -> None:
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, CORRIGE_CACHE=folder):
        each, plain = measured(load_exam(name), count)
    print(f"{name}: {1 / each:.0f} papers a second, {1000 * each:.1f} ms each, keys and variant keys known")
    print(f"{name}: {each / plain:.1f} times what comparing them with their keys takes, {1000 * plain:.1f} ms each")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "nash", int(sys.argv[2]) if len(sys.argv) > 2 else 20)
