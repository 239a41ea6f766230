"""Test that a class is the same, byte for byte, with any worker processes."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from hashlib import sha256
from pathlib import Path

import pytest

from answers.atlas.seed_summary import atlas_seeds
from answers.classroom import db
from answers.classroom.folder import LOCK, create_class, open_class
from answers.classroom.marks import grade_class, write_marks
from answers.classroom.printing import print_keys, print_sheets
from answers.classroom.rendering import PrintOptions
from answers.exam.key import make_key
from answers.executors.workers import SERIAL, Engine, ParallelMap, workers
from tests.answers.tiny import EXAMS
from tests.dask_programs import dask_programs

COUNT = 10
SEEDS = atlas_seeds(65)[:COUNT]


@pytest.fixture(scope="module")
def handed_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A class in which a student handed in a neighbour's answers, and the others their own with an unreadable item."""
    folder = tmp_path_factory.mktemp("whoever") / "class"
    rows = "".join(f"s{n:02},Nom{n},Ann,{u0}\n" for n, u0 in enumerate(SEEDS))
    class_data = create_class(folder, "tiny", f"student,name,first_name,u0\n{rows}".encode(), "fr", (EXAMS,))
    keys = [make_key(class_data.exam, u0) for u0 in SEEDS]
    for n, key in enumerate(keys):
        lines = [f"student: s{n:02}", f"u0: {key.u0}"]
        for place, part in enumerate(class_data.exam.parts):
            owner = keys[1] if n == 0 else key
            texts = (part.kind.format(value, "en") for value in owner.answers[part.id])
            lines.append(f"{part.id}: {'?' if place == n else ' '.join(texts)}")
        (folder / "submissions" / f"s{n:02}.txt").write_text("\n".join(lines) + "\n")
    return folder


@contextmanager
def dask_of_which_one_is_killed(folder: Path) -> Iterator[ParallelMap]:
    """Start two workers, one of which is killed while it renders the third sheet."""
    with dask_programs(folder, 2) as dask, workers(Engine(dask=dask.address)) as parallel_map:
        killed = dask.workers[0].kill

        def spread_and_kill(work, items, chunk=4):  # type: ignore[no-untyped-def]
            for done, value in enumerate(parallel_map(work, items, chunk)):
                if done == 2:
                    killed()
                yield value

        yield spread_and_kill


def made_by(parallel_map: ParallelMap, handed_in: Path, folder: Path) -> dict[str, str]:
    """Return the digest of each file but the store, after sheets, keys and marks were made."""
    shutil.copytree(handed_in, folder)
    class_data = open_class(folder)
    print_sheets(class_data, PrintOptions(parallel_map))
    print_keys(class_data, PrintOptions(parallel_map))
    write_marks(class_data, grade_class(class_data, parallel_map), parallel_map)
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.name not in (LOCK, db.FILE))
    return {str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.mark.slow
def test_a_class_is_the_same_whoever_works(handed_in: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    for at, whoever in enumerate((nullcontext(SERIAL), workers(Engine(2)), dask_of_which_one_is_killed(tmp_path))):
        monkeypatch.setenv("CORRIGE_CACHE", str(tmp_path / f"cache-{at}"))  # nobody uses what another has computed
        with whoever as parallel_map:
            made.append(made_by(parallel_map, handed_in, tmp_path / f"class-{at}"))
    for inside in ("sheets/", "feedback/"):
        assert sum(name.startswith(inside) for name in made[0]) == COUNT
    assert {"keys.pdf", "marks.json", "gradebook.csv"} <= set(made[0])
    assert made[0] == made[1] == made[2]
