"""Writes the whole papers of an exam: `python -m tests.papers nash`, into fixtures/nash/papers/.

What a paper answers comes from keys of its worlds, which the tests of the known mistakes hold to plain programs. What
it is expected to earn is counted here by the rules of marking, in the plainest way, without `answers.grading`:

- an item is worth the points of its part over the number of its items, and an all-or-nothing part all or nothing;
- a misreading of the whole exam costs what it changes in the first part where it shows; what it changes in later parts
  is followed through, with full credit;
- a mistake in one part costs what it changes there, and so do the answers of another seed everywhere.
"""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import given, make_key
from answers.exam.world import World
from answers.kinds.reading import Value, Values

FIXTURES = Path(__file__).parents[2] / "fixtures"
SEED, CLASSMATE, MISCOPIED = 4321, 777, 4312


TRUE = World(SEED)


@dataclass(frozen=True)
class Paper:
    """What was done: by part the world whose answers it has (the paper's own by default), or None for a blank part."""

    about: str
    world: World = TRUE
    parts: Mapping[str, World | None] = field(default_factory=dict)


ONE_PART = {
    "nash": {
        "2b": "elements-from-1",
        "3a": "lists-exchanged",
        "4c": "term-not-squared",
        "7a": "few-plans-drawn-alike",
    },
    "phantom": {
        "1b": "terms-one-early",
        "3b": "forbidden-cells-forgotten",
        "4a": "one-number-more",
        "6c": "cells-alike",
        "8b": "many-plans-drawn-alike",
    },
    "jeux": {
        "1b": "twice-the-graph",
        "2b": "eaten-bar-loses",
        "4c": "drawn-grids-only",
        "5": "positions-for-nodes",
        "8c": "only-the-root-reversed",
    },
}
"""Mistakes made in one part each, the rest of the paper being right."""


def papers(exam: Exam) -> dict[str, Paper]:
    """Return the papers by name of their file."""
    found = {
        "perfect": Paper("Everything is right."),
        "blank": Paper("Nothing is answered.", parts=dict.fromkeys((part.id for part in exam.parts), None)),
        "half": Paper(
            "The first half is right, the rest is blank.",
            parts=dict.fromkeys([part.id for part in exam.parts][len(exam.parts) // 2 :], None),
        ),
        "classmate": Paper(f"All answers are those of a classmate, whose number is {CLASSMATE}.", World(CLASSMATE)),
        "copier": Paper(
            f"The first half is right, the second half is that of a classmate, whose number is {CLASSMATE}.",
            parts=dict.fromkeys([part.id for part in exam.parts][len(exam.parts) // 2 :], World(CLASSMATE)),
        ),
        "miscopied": Paper(f"The number was miscopied: all answers are those of {MISCOPIED}.", World(MISCOPIED)),
    }
    for misreading in exam.misreadings:
        about = f"The whole paper is in the misreading {misreading.slug}."
        found[misreading.slug] = Paper(about, World(SEED, (misreading.slug,)))
    mistaken = {part: World(SEED, (slug,)) for part, slug in ONE_PART[exam.name].items()}
    for part, world in mistaken.items():
        about = f"Part {part} has the mistake {world.mistakes[0]}, the rest is right."
        found[world.mistakes[0]] = Paper(about, parts={part: world})
    return {**found, "mixture": Paper("Several parts have a mistake of their own.", parts=mistaken)}


def written(exam: Exam, paper: Paper) -> dict[str, Values]:
    """Return the answers of a paper, by part; what is blank is left out."""
    worlds = {part.id: paper.parts.get(part.id, paper.world) for part in exam.parts}
    return {
        part_id: make_key(exam, world, parts=[part_id]).answers[part_id]
        for part_id, world in worlds.items()
        if world is not None
    }


def verdicts(exam: Exam, paper: Paper, answers: Mapping[str, Values]) -> dict[str, list[str]]:
    """Return the verdict on each item, by part."""
    key = make_key(exam, SEED)
    found: dict[str, list[str]] = {}
    misread = False
    for part in exam.parts:
        if part.id not in answers:
            found[part.id] = ["blank"] * part.count
            continue
        accepts = exam.asked(part.id)[0].accepts
        pairs = zip(key.answers[part.id], answers[part.id], strict=True)
        right = [part.kind.agrees(expected, as_written(got), part.tolerance) for expected, got in pairs]
        if part.is_open and accepts(given(exam, key, part), part, answers[part.id]):
            right = [True] * part.count
        world = paper.parts.get(part.id) or paper.world
        wrong = f"wrong: {world.mistakes[0]}" if world.mistakes else "wrong"
        wrong = "follow_through" if misread else wrong
        found[part.id] = ["right" if one else wrong for one in right]
        misread = misread or (bool(paper.world.mistakes) and not all(right))
    return found


def score(exam: Exam, found: Mapping[str, Sequence[str]]) -> Fraction:
    """Return the points that the verdicts earn."""
    total = Fraction(0)
    for part in exam.parts:
        earned = [verdict in ("right", "follow_through") for verdict in found[part.id]]
        total += part.points * (all(earned) if part.all_or_nothing else Fraction(sum(earned), part.count))
    return total


def as_written(value: Value) -> Fraction:
    """Return a number as the paper has it: exact if it is an integer, else to four decimals."""
    assert not isinstance(value, tuple)
    exact = Fraction(value)
    return exact if exact.denominator == 1 else Fraction(round(exact * 10_000), 10_000)


def as_text(value: Value) -> str:
    """Return the same as text."""
    number = as_written(value)
    return str(number) if number.denominator == 1 else f"{float(number):.4f}"


def document(exam: Exam, paper: Paper) -> str:
    """Return the TOML document of a paper."""
    answers = written(exam, paper)
    found = verdicts(exam, paper, answers)
    items = {
        f"{part_id}.{n}": verdict
        for part_id, told in found.items()
        for n, verdict in enumerate(told, start=1)
        if verdict not in ("right", "blank")
    }
    lines = [f'about = "{paper.about}"', f"u0 = {SEED}", "", "[answers]"]
    lines += [f'"{part_id}" = "{" ; ".join(map(as_text, values))}"' for part_id, values in answers.items()]
    lines += ["", "[expected]", f'score = "{score(exam, found)}"', "", "[expected.items]"]
    lines += [f'"{item}" = "{verdict}"' for item, verdict in items.items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        exam = load_exam(name)
        folder = FIXTURES / name / "papers"
        folder.mkdir(exist_ok=True)
        for paper_name, paper in papers(exam).items():
            (folder / f"{paper_name}.toml").write_text(document(exam, paper), encoding="utf-8")
