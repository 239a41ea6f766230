"""Papers marked by others are marked as here, also where seeds of the atlas say how rare a value is."""

from pathlib import Path

import pytest

from answers.atlas.seeds import atlas_seeds
from answers.classroom import marks
from answers.classroom.folder import open_class
from answers.classroom.mark_many import mark_many
from answers.classroom.marks import grade_class
from answers.exam.key import make_key
from answers.executors.workers import HERE
from answers.grading.grade import Whose
from answers.grading.resemblance import Classmates, classmates
from tests.answers.classroom.handing_in import tiny_class
from tests.answers.tiny import TINY, submission

COPIED: dict[str, tuple[str, ...]] = {"1a": ("7001 14002",), "1b": ("7002 21",), "2": ("1750.25",)}
"""Of seed 7001 what is wrong for seed 10: three items of the first question, one of the second."""


@pytest.mark.parametrize(
    ("known", "flags"),
    [
        ([], ["answers-of-seed-7001"]),
        ([7001] * 25 + [20] * 75, []),  # one seed in four has these values
    ],
)
def test_seeds_that_are_known_go_along(known: list[int], flags: list[str]) -> None:
    answers = [make_key(TINY, u0).answers for u0 in known]
    others = classmates(TINY, (10, 300, 7001), lambda world: make_key(TINY, world), answers)
    (paper,) = mark_many(lambda: TINY, [(submission(COPIED, u0="10"), Whose())], others, HERE)
    assert [str(flag) for flag in paper.flags if flag.slug.startswith("answers-of-seed")] == flags


@pytest.mark.parametrize(("chosen", "count"), [("", 0), ("[marking]\natlas = 70\n", 70)])
def test_a_class_asks_as_many_seeds_as_its_settings_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chosen: str, count: int
) -> None:
    made: list[Classmates] = []

    def seen(*given: object) -> Classmates:
        made.append(classmates(*given))  # type: ignore[arg-type]
        return made[-1]

    monkeypatch.setattr(marks, "classmates", seen)
    folder = tiny_class(tmp_path / "class").folder
    with (folder / "corrige.toml").open("a") as stream:
        stream.write(chosen)
    grade_class(open_class(folder))
    asked = {u0 for u0 in atlas_seeds(70)[:count] if u0 not in (10, 11, 12)}
    assert sorted(made[0].known.get(("1a", 0), ())) == sorted(map(float, asked))
