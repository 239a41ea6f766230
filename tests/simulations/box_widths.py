"""How many right answers fit their boxes: python -m tests.simulations.box_widths [EXAM …] [--seeds 200].

An answer is written as the key has it, in the form that is asked: digits, decimals, or a fraction on two lines; a
character takes 4.2 mm. Prints a line a part: its size of boxes, the longest answer, and how many of them fit.
"""

import argparse
import random
from collections.abc import Iterator
from dataclasses import dataclass

from answers.exam.catalogue import exam_names, load_exam
from answers.exam.exam import Exam
from answers.exam.key import make_key
from answers.exam.question import Part
from answers.kinds.parsing import Value
from answers.sheets.layout import FRACTION, Size, size_of

SEED = 2015


@dataclass(frozen=True, slots=True)
class Fit:
    """Of a part its size of boxes, its longest answer as it is written on a line, and of each whether it fits."""

    part: str
    size: Size
    longest: str
    fit: tuple[bool, ...]


def fits(exam: Exam, seeds: int) -> Iterator[Fit]:
    """Yield how the right answers to each part fit its boxes."""
    source = random.Random(SEED)
    keys = [make_key(exam, source.randrange(1, 64007)) for _ in range(seeds)]
    for part in exam.parts:
        size = size_of(part)
        lines = [written(part, size, value) for key in keys for value in key.answers[part.id]]
        yield Fit(part.id, size, max(lines, key=len), tuple(len(line) * 4.2 <= size.width for line in lines))


def written(part: Part, size: Size, value: Value) -> str:
    """The longer line of a fraction, or what a key writes behind its sign: 0,644 of "29/45 ≈ 0,644"."""
    text = part.kind.format(value, "fr")
    return max(text.split()[0].split("/"), key=len) if size is FRACTION else text.split()[-1]


def main() -> None:
    """Print a table of each exam."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("exams", nargs="*")
    parser.add_argument("--seeds", type=int, default=200)
    options = parser.parse_args()
    for name in options.exams or exam_names():
        table = list(fits(load_exam(name), options.seeds))
        for one in table:
            print(f"{name:8} {one.part:4} {one.size.name:8} {one.longest:14} {sum(one.fit)} of {len(one.fit)}")
        every = [fit for one in table for fit in one.fit]
        print(f"{name:8} {sum(every) / len(every):.2%} of {len(every)} right answers fit")


if __name__ == "__main__":
    main()
