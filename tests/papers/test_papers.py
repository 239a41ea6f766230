"""The whole papers of `fixtures/`: they can be read, and each item is right, wrong, or right in the world it names."""

import tomllib
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.world import World
from answers.grading.mark import mark_parts, read_answers

FIXTURES = Path(__file__).parents[2] / "fixtures"
PAPERS = sorted(path for exam in ("nash", "phantom", "jeux") for path in (FIXTURES / exam / "papers").glob("*.toml"))


@cache
def loaded(name: str) -> Exam:
    return load_exam(name)


@cache
def key_of(name: str, world: World) -> Key:
    return make_key(loaded(name), world)


def plain(exam: Exam, key: Key, answers: dict[str, str], part_id: str) -> list[str]:
    marked = mark_parts(exam, key, read_answers(exam, {part_id: (answers.get(part_id, ""),)}, [part_id]))
    return [str(item.verdict) for item in marked[part_id].items]


@pytest.mark.parametrize("path", PAPERS, ids=lambda path: f"{path.parts[-3]} {path.stem}")
def test_each_item_is_what_it_is_said_to_be(path: Path) -> None:
    name = path.parts[-3]
    exam, paper = loaded(name), tomllib.loads(path.read_text(encoding="utf-8"))
    true = key_of(name, World(paper["u0"]))
    said = paper["expected"]["items"]
    misread = next((slug for slug in (one.slug for one in exam.misreadings) if f"wrong: {slug}" in said.values()), None)
    total = Fraction(0)
    for part in exam.parts:
        items = [said.get(f"{part.id}.{n}") for n in range(1, part.count + 1)]
        found = plain(exam, true, paper["answers"], part.id)
        blank = part.id not in paper["answers"]
        assert found == ["blank" if blank else "wrong" if one else "right" for one in items]
        for verdict in filter(None, items):
            slug = misread if verdict == "follow_through" else verdict.partition(": ")[2]
            if slug in exam.mistakes:
                world = make_key(exam, World(paper["u0"], (slug,)), parts=[part.id])
                assert set(plain(exam, world, paper["answers"], part.id)) == {"right"}
        earned = [not blank and one in (None, "follow_through") for one in items]
        total += part.points * (all(earned) if part.all_or_nothing else Fraction(sum(earned), part.count))
    assert total == Fraction(paper["expected"]["score"])


def test_perfect_and_blank_papers() -> None:
    for path in PAPERS:
        if path.stem in ("perfect", "blank"):
            paper = tomllib.loads(path.read_text(encoding="utf-8"))
            assert (paper["expected"]["score"], paper["expected"]["items"]) == (
                {"perfect": "20", "blank": "0"}[path.stem],
                {},
            )
