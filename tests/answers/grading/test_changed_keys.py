"""The source of changed worlds: what it gives, and what it remembers."""

from fractions import Fraction
from pathlib import Path

from answers.exam.key import Key
from answers.exam.question import World
from answers.grading.changed_keys import remembering, variants
from tests.answers.tiny import TINY


def test_answers_of_a_known_mistake_and_of_a_students_own(tmp_path: Path) -> None:
    variant_of = variants(TINY, tmp_path)
    half = variant_of(World(10, ("half",)), ("2",))
    assert half is not None
    assert (dict(half.answers), half.params.u0, half.evidence) == ({"2": (Fraction(5),)}, 10, {})
    own = variant_of(World(10, replaced=(("1a", (7, 8)),)), ("1b",))
    assert own is not None
    assert dict(own.answers) == {"1b": (11, 21)}
    assert variant_of(World(10, ("halv",)), ("2",)) is None


def test_a_world_is_asked_for_once_a_part_and_two_seeds_are_remembered() -> None:
    asked: list[tuple[int, tuple[str, ...]]] = []

    def noted(world: World, parts: tuple[str, ...]) -> Key | None:
        asked.append((world.u0, parts))
        return None

    variant_of = remembering(noted)
    for u0 in (1, 1, 2, 1, 3, 2):
        variant_of(World(u0, ("half",)), ("2",))
    assert asked == [(1, ("2",)), (2, ("2",)), (3, ("2",)), (2, ("2",))]
    variant_of(World(2, ("half",)), ("1a",))
    assert asked[-1] == (2, ("1a", "2"))
