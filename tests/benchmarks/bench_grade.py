"""Marking files whose answers are all wrong: python -m tests.benchmarks.bench_grade [EXAM] [PAPERS].

Prints elapsed seconds and seconds of processor time of `corrige grade`, by one process and by two: with the keys of the
seeds only, and with the keys of all scenarios. The answers are those of `tests/simulations/wrong_answers.py`.
"""

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from answers.exam.catalogue import load_exam
from answers.exam.key_cache import cached_key
from tests.simulations.wrong_answers import paper

SEED = 2013
PAPERS = 112


def write_papers(exam_name: str, count: int, folder: Path) -> list[Path]:
    """Write papers with wrong answers only, each for another seed, and cache the keys of the seeds."""
    exam, source = load_exam(exam_name), random.Random(SEED)
    seeds = source.sample(range(1, 64007), count)
    keys = {u0: cached_key(exam, u0) for u0 in seeds}
    files = []
    for u0, other in zip(seeds, (*seeds[-1:], *seeds), strict=False):
        submission = paper(exam, keys[u0], keys[other], source, share=1.0)
        document = {"student": submission.student, "u0": u0, "exam": exam_name, "answers": dict(submission.answers)}
        files.append(folder / f"{u0}.json")
        files[-1].write_text(json.dumps(document))
    return files


def processor_time() -> float:
    """Return the processor time of all processes that have ended, in seconds."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main(exam_name: str, count: int) -> None:
    for jobs in ("1", "2"):
        with tempfile.TemporaryDirectory() as folder:
            os.environ["CORRIGE_CACHE"] = f"{folder}/cache"
            command = [str(Path(sys.executable).with_name("corrige")), "grade", "--json", "--jobs", jobs]
            files = write_papers(exam_name, count, Path(folder))
            for known in ("keys of the seeds", "keys of all scenarios"):
                start, before = perf_counter(), processor_time()
                subprocess.run([*command, *map(str, files)], stdout=subprocess.DEVNULL, check=False)
                elapsed, processor = perf_counter() - start, processor_time() - before
                print(f"{exam_name}: {count} papers, {jobs} processes, {known}: {elapsed:.1f} s, {processor:.1f} s CPU")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "nash", int(sys.argv[2]) if len(sys.argv) > 2 else PAPERS)
