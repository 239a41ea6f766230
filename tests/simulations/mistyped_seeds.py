"""How often u₀ is found mistyped: python -m tests.simulations.mistyped_seeds EXAM … [--seeds 20] [--honest 500].

For each seed and each slip of the keyboard (a digit added, left out or changed, two neighbours exchanged), a paper that
is right but for the sequence of the mistyped number is marked; only for exams with a question on the sequence. Then
honest papers, of which a tenth to seven tenths of the items are wrong, are compared with other seeds and sequences, as
if no known mistake explained any of it. Prints how many papers of each kind have a flag with the number, and how many
honest papers have a flag on u₀.
"""

import argparse
import random
from collections import Counter
from functools import cache, partial

from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.scenario import Scenario
from answers.flags import U0_MISCOPIED, U0_MISTYPED, Flag, Place
from answers.grading.grade import grade
from answers.grading.mark import mark, parse_responses
from answers.grading.mistyped_seed import key_of_sequence, with_mistyped_seed
from answers.grading.scenario_keys import ScenarioKeys
from answers.grading.seed_search import with_other_seeds
from answers.grading.similarity import NO_CLASS
from answers.paper import Paper
from answers.submissions.raw.submission import Submission
from solvers.sequence import lcg
from tests.simulations import wrong_answers

SEED = 2026
PER_SEED = 20
"""Honest papers of a seed."""
SLIPS = ("added", "left out", "changed", "exchanged")
SHORT = 0.3
"""The share of seeds of less than five digits, of which few are drawn otherwise."""


def mistyped(u0: int, slip: str, source: random.Random) -> int:
    """Return the number with one slip of the keyboard, at a place where it changes the sequence."""
    while True:
        digits, digit = str(u0), source.choice("0123456789")
        at = source.randrange(len(digits) + (slip == "added"))
        typed = {
            "added": digits[:at] + digit + digits[at:],
            "left out": digits[:at] + digits[at + 1 :],
            "changed": digits[:at] + digit + digits[at + 1 :],
            "exchanged": digits[:at] + digits[at : at + 2][::-1] + digits[at + 2 :],
        }[slip]
        if int(typed or 0) % lcg.MODULUS not in (0, u0):
            return int(typed)


def with_slip(exam: Exam, key: Key, typed: int, keys: ScenarioKeys) -> Paper | None:
    """Mark the paper of a student who typed another number; None if no question is about the sequence."""
    variant = key_of_sequence(exam, key, typed, [part.id for part in exam.parts])
    if variant.answers == key.answers:
        return None
    texts = {part.id: tuple(part.kind.format(value, "en") for value in variant.answers[part.id]) for part in exam.parts}
    submission = Submission(Place("a"), "a", str(key.u0), exam.name, texts)
    return grade(exam, submission, partial(make_key, exam), scenario_key=keys)


def names(flag: Flag, typed: int) -> bool:
    """Return whether a flag names the number, as typed in a program or as that of the whole paper."""
    return flag == U0_MISTYPED(typed) or (flag.slug == U0_MISCOPIED.slug and flag.detail.startswith(f"{typed}="))


def honest_flags(exam: Exam, papers: int, source: random.Random) -> Counter[str]:
    """Return how many honest papers have each flag on u₀."""
    counts, key_of = Counter[str](), cache(partial(make_key, exam))
    for number in range(papers):
        if number % PER_SEED == 0:
            key, other = (key_of(Scenario(source.randrange(1, lcg.MODULUS))) for _ in range(2))
        texts = wrong_answers.paper(exam, key, other, source, source.uniform(0.1, 0.7)).answers
        responses = parse_responses(exam, texts, u0=key.u0)
        paper = Paper(Place("a"), "a", exam.name, key.u0, (), mark(exam, key, responses))
        flagged = with_other_seeds(exam, key, responses, paper, key_of, NO_CLASS)
        flagged = with_mistyped_seed(exam, key, responses, flagged)
        slugs = {flag.slug for flag in flagged.flags} & {U0_MISTYPED.slug, U0_MISCOPIED.slug}
        counts.update(slugs)
    return counts


def main() -> None:
    """Print the shares of each exam."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("exams", nargs="+")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--honest", type=int, default=500)
    options = parser.parse_args()
    for name in options.exams:
        exam, source = load_exam(name), random.Random(SEED)
        keys, found, papers = ScenarioKeys(exam), Counter[str](), Counter[str]()
        for _ in range(options.seeds):
            key = make_key(exam, source.randrange(100, 10_000 if source.random() < SHORT else lcg.MODULUS))
            for slip in SLIPS:
                typed = mistyped(key.u0, slip, source)
                paper = with_slip(exam, key, typed, keys)
                if paper is None:
                    break
                papers[slip] += 1
                found[slip] += any(names(flag, typed) for flag in paper.flags)
        for slip in papers:
            print(f"{name}, a digit {slip}: {found[slip]} of {papers[slip]} found")
        flags = honest_flags(exam, options.honest, source)
        print(f"{name}: of {options.honest} honest papers, {dict(flags) or 0} flagged", flush=True)


if __name__ == "__main__":
    main()
