"""What scenarios give to papers of random answers: python -m tests.simulations.random_papers EXAM [--papers 200].

Each item is any value that it may have, or one that people write who do not know. Prints the mean of what following
earlier answers and known mistakes add to the score of such a paper, in points of 20, and the most.
"""

import argparse
import random
from collections.abc import Iterator
from functools import partial

from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.flags import Place
from answers.grading.grade import grade
from answers.grading.mark import domain_of, mark, parse_responses
from answers.grading.scenario_keys import ScenarioKeyOf, ScenarioKeys
from answers.submissions.raw.submission import Submission
from tests.simulations.false_names import known_or_made
from tests.simulations.wrong_answers import anything, text, usual

SEED = 2015
PER_SEED = 10


def gains(exam: Exam, papers: int, scenario_key: ScenarioKeyOf) -> Iterator[float]:
    """What scenarios add to each paper, in points of 20."""
    source, model = random.Random(SEED), make_key(exam, exam.model_seed)
    for number in range(papers):
        if number % PER_SEED == 0:
            key, other = (make_key(exam, source.randrange(1, 64007)) for _ in range(2))
        handed = random_paper(exam, key, other, source)
        true = mark(exam, key, parse_responses(exam, handed.answers))
        keys = {key.scenario: key, model.scenario: model}
        paper = grade(exam, handed, partial(known_or_made, exam, keys), scenario_key=scenario_key)
        yield float(20 * (paper.score - sum(marks.score for marks in true.values())) / paper.points)


def random_paper(exam: Exam, key: Key, other: Key, source: random.Random) -> Submission:
    """A paper of random answers; what is no number is another seed's."""
    answers = {
        part.id: tuple(
            text(theirs)
            if isinstance(true, tuple) or domain_of(part) is None
            else source.choice([anything, anything, usual])(part, true, source)
            for true, theirs in zip(key.answers[part.id], other.answers[part.id], strict=True)
        )
        for part in exam.parts
    }
    return Submission(Place("a"), "a", str(key.u0), exam.name, answers)


def main() -> None:
    """Print the mean and the most for an exam."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("exam")
    parser.add_argument("--papers", type=int, default=200)
    options = parser.parse_args()
    exam = load_exam(options.exam)
    values = list(gains(exam, options.papers, ScenarioKeys(exam)))
    mean = sum(values) / len(values)
    print(f"{exam.name}: {len(values)} random papers gain {mean:.3f} of 20, at most {max(values):.2f}")


if __name__ == "__main__":
    main()
