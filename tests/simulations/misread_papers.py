"""What a misconception of a whole exam costs: python -m tests.simulations.misread_papers EXAM [--seeds 20].

For each misconception and each of some random seeds, a paper that makes it everywhere and is right otherwise, written
as keys are. Prints the least, the mean and the most points of 20, and on how many papers it is named where it changes
any.
"""

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from statistics import fmean

from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.question import Part
from answers.exam.scenario import Scenario
from answers.flags import MISTAKE, Note, Place
from answers.grading.grade import grade
from answers.grading.scenario_keys import ScenarioKeys
from answers.kinds.parsing import Value
from answers.paper import Paper
from answers.submissions.raw.submission import Submission

SEED = 2016
Write = Callable[[Part, Value], str]


def as_keys(part: Part, value: Value) -> str:
    """Write a value as keys do."""
    return part.kind.format(value, "en")


def misread_papers(exam: Exam, slug: str, seeds: Sequence[int], write: Write = as_keys) -> Iterator[Paper]:
    """Yield the marked papers of those seeds for which the misconception changes an answer."""
    key_of, scenario_key = cache(partial(make_key, exam)), ScenarioKeys(exam)
    parts = tuple(part.id for part in exam.parts)
    for u0 in seeds:
        key = scenario_key(Scenario(u0, (slug,)), parts)
        if key is not None and key.answers != key_of(Scenario(u0)).answers:
            yield grade(exam, _handed(exam, key, write), key_of, scenario_key=scenario_key)


def _handed(exam: Exam, key: Key, write: Write) -> Submission:
    answers = {part.id: tuple(write(part, value) for value in key.answers[part.id]) for part in exam.parts}
    return Submission(Place("a"), "a", str(key.u0), exam.name, answers)


def summary(exam: Exam, slug: str, seeds: list[int]) -> str:
    """Return a line of the table."""
    papers = list(misread_papers(exam, slug, seeds))
    if not papers:
        return f"| `{slug}` | changes nothing | | | |"
    marks = [float(20 * paper.score / exam.points) for paper in papers]
    named = sum(
        Note(MISTAKE, slug) in {item.note for part in paper.parts.values() for item in part.items} for paper in papers
    )
    return f"| `{slug}` | {min(marks):.2f} | {fmean(marks):.2f} | {max(marks):.2f} | {named} of {len(papers)} |"


def main() -> None:
    """Print a line for each misconception."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("exam")
    parser.add_argument("--seeds", type=int, default=20)
    options = parser.parse_args()
    exam, source = load_exam(options.exam), random.Random(SEED)
    seeds = [source.randrange(1, 64007) for _ in range(options.seeds)]
    print(f"| {exam.name} | least | mean | most | named |\n|---|---|---|---|---|")
    for misconception in exam.misconceptions:
        print(summary(exam, misconception.slug, seeds), flush=True)


if __name__ == "__main__":
    main()
