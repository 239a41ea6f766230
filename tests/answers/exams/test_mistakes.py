"""Known mistakes give the answers that are on file: `mistakes/EXAM.csv`, a line a mistake, a seed and a part.

Each answer was made a second time by a plain program that knows the mistake by its description alone; the two agreed.
Where any of several moves or dice is right, the line has the one that the key names; a line may lack the last items.
A set of options is written without spaces. One line with the word `right` has all parts that the mistake leaves right.
"""

import csv
from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from answers.exam.catalogue import exam_names, load_exam
from answers.exam.key import make_key
from answers.exam.scenario import Scenario

FOLDER = Path(__file__).parent / "mistakes"
DEAR = {
    "dice": ("4", "5", "6", "8", "9", "15", "16", "17", "18", "19", "20"),
    "domino": ("6", "7", "8"),
    "jeux": ("4", "5", "6"),
    "nash": ("6", "7", "8"),
    "phantom": ("6", "7", "8"),
    "verger": ("5", "7", "8"),
    "yahtzee": ("9", "11", "12", "13", "14", "15", "16"),
    "yams": ("9", "11", "12", "13", "14", "15", "16"),
}
"""Questions whose answers take long: their lines, and those of further seeds, are in the slow set."""
Line = list[float | str]
Lines = Mapping[int, Mapping[str, Line]]


def lines_of(exam: str) -> Mapping[str, Lines]:
    """The answers on file, by mistake, seed and part."""
    lines: dict[str, dict[int, dict[str, Line]]] = defaultdict(lambda: defaultdict(dict))
    with (FOLDER / f"{exam}.csv").open(encoding="utf-8") as file:
        for line in csv.DictReader(file):
            for part in line["part"].split():
                lines[line["mistake"]][int(line["u0"])][part] = [
                    text if text.isalpha() else float(Fraction(text)) for text in line["answer"].split()
                ]
    return lines


ON_FILE = {name: lines_of(name) for name in exam_names()}
EVERY = [(name, slug) for name, lines in ON_FILE.items() for slug in lines]


@cache
def right_answers(name: str, u0: int, part: str) -> object:
    return make_key(load_exam(name), Scenario(u0), parts=[part]).answers[part]


def check(name: str, slug: str, u0: int, expected: Mapping[str, Line]) -> None:
    answers = make_key(load_exam(name), Scenario(u0, (slug,)), parts=list(expected)).answers
    for part, values in expected.items():
        if values == ["right"]:
            assert answers[part] == right_answers(name, u0, part), part
            continue
        for answer, value in zip(answers[part][: len(values)], values, strict=True):
            if isinstance(value, str):
                assert answer == tuple(value), part
            else:
                assert float(answer) == pytest.approx(value, rel=1e-6, abs=1e-6), part  # type: ignore[arg-type]


@pytest.mark.parametrize("name", exam_names())
def test_every_mistake_is_on_file(name: str) -> None:
    assert list(ON_FILE[name]) == list(load_exam(name).mistakes)


@pytest.mark.parametrize(("name", "slug"), EVERY)
def test_a_mistake_gives_the_answers_on_file(name: str, slug: str) -> None:
    u0, answers = next(iter(ON_FILE[name][slug].items()))
    quick = {part: values for part, values in answers.items() if part.rstrip("abcd") not in DEAR[name]}
    check(name, slug, u0, quick)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "slug"), EVERY)
def test_a_mistake_gives_all_answers_on_file(name: str, slug: str) -> None:
    for u0, answers in ON_FILE[name][slug].items():
        check(name, slug, u0, answers)
