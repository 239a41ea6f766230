"""How often a mistake is named that nobody made: python -m tests.simulations.false_names EXAM [--seeds 2000].

One paper a random seed, about a fifth of its items wrong as people are wrong without any known mistake: see
`wrong_answers`. Prints how many papers, and how many wrong answers, were given a name, and what the chance of it is at
most, with 95 % confidence. An interruption stops earlier.
`--papers` makes several of each seed, where keys take long: the bounds take them as independent all the same.
"""

import argparse
import os
import random
import tempfile
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from unittest.mock import patch

from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.scenario import Scenario
from answers.flags import MISTAKE
from answers.grading.grade import grade
from answers.grading.scenario_keys import ScenarioKeys
from answers.paper import Paper, Verdict
from tests.simulations.wrong_answers import paper

SEED = 2013
CONFIDENCE = 0.95


def named(result: Paper) -> list[str]:
    """The mistakes that are named in a paper, one an item."""
    notes = (item.note for part in result.parts.values() for item in part.items)
    return [note.detail for note in notes if note is not None and note.slug == MISTAKE]


def wrong_answers(result: Paper) -> int:
    """How many items of a paper are not right, and were answered."""
    verdicts = (item.verdict for part in result.parts.values() for item in part.items)
    return sum(verdict in (Verdict.WRONG, Verdict.FOLLOW_THROUGH) for verdict in verdicts)


def at_most(count: int, total: int) -> float:
    """The exact upper bound of a chance that shows `count` times in `total`: Clopper and Pearson, one-sided."""
    from scipy.stats import beta

    return float(beta.ppf(CONFIDENCE, count + 1, total - count)) if count < total else 1.0


def simulated(exam: Exam, seeds: int, papers: int) -> list[Paper]:
    """Return the marked papers, with keys of changed scenarios made afresh; those so far when it is interrupted."""
    source, model = random.Random(SEED), make_key(exam, exam.model_seed)
    results: list[Paper] = []
    before = make_key(exam, source.randrange(1, 64007))
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.dict(os.environ, CORRIGE_CACHE=folder),
        suppress(KeyboardInterrupt),
    ):
        scenario_key = ScenarioKeys(exam)
        while len(results) < seeds * papers:
            key = make_key(exam, source.randrange(1, 64007))
            keys = {key.scenario: key, model.scenario: model}
            for _ in range(papers):
                handed = paper(exam, key, before, source)
                results.append(grade(exam, handed, partial(known_or_made, exam, keys), scenario_key=scenario_key))
            before = key
    return results


def known_or_made(exam: Exam, known: Mapping[Scenario, Key], scenario: Scenario) -> Key:
    """Give a key of those known, or a fresh one."""
    return known.get(scenario) or make_key(exam, scenario)


def main() -> None:
    """Print the two chances for an exam."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("exam")
    parser.add_argument("--seeds", type=int, default=2000)
    parser.add_argument("--papers", type=int, default=1)
    options = parser.parse_args()
    papers = simulated(load_exam(options.exam), options.seeds, options.papers)
    names = Counter(name for one in papers for name in named(one))
    wrong = sum(map(wrong_answers, papers))
    print(f"{options.exam}: {len(papers)} papers of {len({one.u0 for one in papers})} seeds, {wrong} wrong answers")
    messages = (
        ("papers", sum(bool(named(one)) for one in papers), len(papers)),
        ("wrong answers", names.total(), wrong),
    )
    for what, count, total in messages:
        print(f"  named {what}: {count}, {count / total:.2%}; at most {at_most(count, total):.2%} with 95 % confidence")
    print(f"  {', '.join(f'{name} {count}' for name, count in names.most_common())}")


if __name__ == "__main__":
    main()
